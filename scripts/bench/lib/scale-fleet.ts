import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../../src/cli/run.ts';
import { DAY_MS } from '../../../src/lib/clock.ts';
import { openStore } from '../../../src/store/open.ts';
import type { OwnServer } from '../../servers/own-server.ts';
import { hasPostgres, startPostgresServer } from '../../servers/postgres.ts';
import { hasRedis, startRedisServer } from '../../servers/redis.ts';
import { Replica } from '../../servers/replica.ts';
import { findHaproxy, startHaproxy } from '../../installs/proxies.ts';
import { FleetCallers, type Driven } from './fleet-callers.ts';
import { rpc } from './processes.ts';
import { printTarget } from './say.ts';

const MAIN = fileURLToPath(new URL('./fleet-replica.js', import.meta.url));
const REPLICAS = 3;
const CALLERS = 48;
const DURATION_MS = 4_000;
const AWAY_MS = 5_000;
const IMPORTED_CALLS = 200_000;
const IMPORTED_ACCOUNTS = 1_000;
/**
 * Both times are longer than the load balancer in scripts/deploy needs to notice that a replica drains or serves again.
 */
const DRAIN_MS = 2_500;
const SEEN_MS = 1_300;

const PING = rpc('ping', {});
const SEARCH = rpc('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });

interface Fleet {
  replicas: readonly Replica[];
  apiKey: string;
  database: OwnServer;
  redis: OwnServer;
}

/** Measures whole replicas: calls per second, failures of the servers, rolling restarts, and the move from SQLite. */
export async function measureFleet(): Promise<void> {
  if (!hasPostgres() || !hasRedis()) {
    process.stdout.write('  whole replicas: left out, PostgreSQL or Redis is not installed\n');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-fleet-'));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ free_trial: { monthly_credits: 1_000_000_000, rpm_limit: 1_000_000_000 } }));
  const [database, redis] = [await startPostgresServer(), await startRedisServer()];
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    PLANS_FILE: plans,
    DRAIN_WAIT_MS: String(DRAIN_MS),
  };
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => Replica.make(env, MAIN)));
  try {
    await command(env, ['migrate']);
    for (const replica of replicas) await replica.start();
    const apiKey = /jdm_live_\w+/.exec(replicas.map(({ printed }) => printed).join(''))?.[0] ?? '';
    const fleet = { replicas, apiKey, database, redis };
    await measureRates(fleet);
    await measureRedisAway(fleet);
    await measureDatabaseAway(fleet);
    await measureRestarts(fleet);
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')));
    await redis.drop();
    await database.drop();
  }
  try {
    await measureImport(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drive({ replicas, apiKey }: Fleet, body: string, count: number, ms = DURATION_MS): Promise<Driven> {
  const urls = replicas.slice(0, count).map(({ url }) => url);
  const callers = new FleetCallers({ urls, apiKey, body, callers: CALLERS });
  await delay(ms);
  return callers.end();
}

async function measureRates(fleet: Fleet): Promise<void> {
  for (const [name, body] of Object.entries({ ping: PING, 'cached search': SEARCH })) {
    await drive(fleet, body, REPLICAS, 1_000);
    const one = await drive(fleet, body, 1);
    const all = await drive(fleet, body, REPLICAS);
    const figure = `${name}, ${CALLERS} callers: ${rateOf(one)} at 1 replica, ${rateOf(all)} at ${REPLICAS}`;
    printTarget(3, figure, 'no target: callers, replicas and servers share the machine');
  }
}

function rateOf({ perSecond, p99, failed }: Driven): string {
  return `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms${failed > 0 ? `, ${failed} FAILED` : ''}`;
}

async function measureRedisAway(fleet: Fleet): Promise<void> {
  const { redis, replicas } = fleet;
  const before = await drive(fleet, SEARCH, REPLICAS);
  for (const [name, go, come] of [
    ['hangs', async () => redis.suspend(), async () => redis.resume()],
    ['is killed', () => redis.kill(), () => redis.start()],
  ] as const) {
    const driving = drive(fleet, SEARCH, REPLICAS);
    await delay(DURATION_MS / 4);
    await go();
    const { calls, failed, p99 } = await driving;
    await come();
    const backMs = await untilAll(replicas, async (url) => (await readiness(url)) === 'ready');
    const added = (p99 - before.p99).toFixed(0);
    printTarget(
      7,
      `Redis ${name} under load: ${failed} of ${calls} calls failed, p99 + ${added} ms, shared again ${backMs} ms after it is back`,
      '0 failed, p99 + 300 ms at most, back within 2,000 ms',
    );
  }
}

async function measureDatabaseAway({ database, replicas }: Fleet): Promise<void> {
  for (const end of ['stop', 'kill'] as const) {
    await database[end]();
    const closedMs = await untilAll(replicas, async (url) => (await readiness(url)) === 'away');
    await delay(AWAY_MS);
    await database.start();
    const openMs = await untilAll(replicas, async (url) => (await readiness(url)) === 'ready');
    const how = end === 'stop' ? 'stopped' : 'killed';
    printTarget(
      7,
      `PostgreSQL ${how} for ${AWAY_MS} ms: readyz 503 after ${closedMs} ms, 200 ${openMs} ms after it is back`,
      '2,000 ms at most each; no wrong charge: test/long/moving.test.ts',
    );
  }
}

async function measureRestarts({ replicas, apiKey }: Fleet): Promise<void> {
  const target = '0; streams, and two releases side by side: test/fleet/rolling.test.ts';
  if (findHaproxy() === undefined) return printTarget(8, 'rolling restarts: left out, there is no HAProxy', target);
  const balancer = await startHaproxy(replicas.map(({ port }) => `127.0.0.1:${port}`));
  try {
    await untilAll([balancer], async (url) => (await readiness(url)) === 'ready');
    const callers = new FleetCallers({ urls: [balancer.url], apiKey, body: PING, callers: 16 });
    for (const replica of replicas) {
      await replica.stop();
      await replica.start();
      await delay(SEEN_MS);
    }
    const { calls, failed } = await callers.end();
    printTarget(8, `a rolling restart of ${REPLICAS} replicas under load: ${failed} of ${calls} pings lost`, target);
  } finally {
    await balancer.stop();
  }
}

async function measureImport(folder: string): Promise<void> {
  const file = join(folder, 'jobdata.sqlite');
  await fill(file);
  const server = await startPostgresServer();
  try {
    const startedAt = performance.now();
    const env = { DATABASE_URL: server.url, REDIS_URL: 'redis://127.0.0.1:1' };
    const printed = await command(env, ['import', '--from', file, '--json']);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { rows } = JSON.parse(printed) as { rows: Record<string, { database: number }> };
    const all = Object.values(rows).reduce((sum, { database }) => sum + database, 0);
    printTarget(
      1,
      `import of ${IMPORTED_CALLS} calls of ${IMPORTED_ACCOUNTS} accounts: ${seconds.toFixed(1)} s, ${(all / seconds).toFixed(0)} rows/s, verified`,
      'no target',
    );
  } finally {
    await server.drop();
  }
}

async function fill(file: string): Promise<void> {
  const store = await openStore({ file, role: 'serve' });
  const now = Date.now();
  const ids = Array.from({ length: IMPORTED_ACCOUNTS }, (_, index) => `account${index}`);
  const create = (id: string): Promise<unknown> =>
    store.accounts.create({
      id,
      email: `${id}@example.com`,
      plan: 'pro',
      subscriptionId: null,
      createdAt: now - DAY_MS,
      trialEndsAt: null,
      allowance: 1e12,
      operator: false,
    });
  await Promise.all(ids.map(create));
  for (let made = 0; made < IMPORTED_CALLS; made += ids.length) {
    const charge = (accountId: string, index: number): Promise<unknown> => {
      const receiptId = `rcpt_${String(made + index).padStart(9, '0')}`;
      const hold = { receiptId, accountId, keyId: null, tool: 'scrape_jobs', amount: 500, at: now };
      return store.ledger.charge(hold, { cost: 500, cached: true, at: now, durationMs: 5 });
    };
    await Promise.all(ids.map(charge));
  }
  await store.close();
}

async function command(env: NodeJS.ProcessEnv, line: string[]): Promise<string> {
  let out = '';
  let err = '';
  const code = await runCommandLine(line, {
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdin: (async function* (): AsyncGenerator<Buffer> {})(),
    interactive: false,
    env,
  });
  if (code !== 0) throw new Error(`jobdata ${line.join(' ')}: ${err || out}`);
  return out;
}

/** `degraded` means that the replica works without Redis. */
async function readiness(url: string): Promise<'ready' | 'degraded' | 'away'> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  if (response?.status !== 200) return 'away';
  return text.includes('degraded') ? 'degraded' : 'ready';
}

async function untilAll(all: readonly { url: string }[], isSo: (url: string) => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  for (const { url } of all) while (!(await isSo(url))) await delay(20);
  return Math.round(performance.now() - startedAt);
}
