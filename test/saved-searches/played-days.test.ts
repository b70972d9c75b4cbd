// Alone: it starts processes and kills them.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { nextRun, spreadMs } from '../../src/saved-searches/schedule.ts';
import type { DeliveryContent } from '../../src/saved-searches/deliver/content.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';
import { runCommand } from '../support/fleet.ts';
import { createDatabase, startPostgres, withoutPostgres } from '../support/postgres-server.ts';
import { freshRedis, withoutRedis } from '../support/redis-server.ts';
import { volume } from '../support/volume.ts';

const SCRIPT = fileURLToPath(new URL('../support/watch-replica.mjs', import.meta.url));
const START = Date.parse('2026-10-22T00:30:00Z');
const ACCOUNTS = volume(4, 20);
const EACH = 5;
/** With the day on which London goes back to winter time. */
const HOURS = volume(26, 48);
const KILLS = volume(2, 6);

interface Made {
  id: string;
  accountId: string;
  frequency: string;
  nextRunAt: number;
  secret: string;
}

interface Posted {
  url: string;
  body: string;
  headers: Record<string, string>;
}

type Message = { ready?: true; done?: true; fault?: string; created?: Made[]; asked?: string; posted?: Posted };

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** One process of the service; started again after it was killed. */
class WatchReplica {
  /** Exit codes of processes that ended by themselves. */
  readonly crashes: number[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #onPosted: (posted: Posted) => void;
  #process: ChildProcess | undefined;

  constructor(env: NodeJS.ProcessEnv, onPosted: (posted: Posted) => void) {
    this.#env = env;
    this.#onPosted = onPosted;
  }

  async start(now: number): Promise<void> {
    this.#process = fork(SCRIPT, [JSON.stringify({ now })], {
      env: { ...process.env, ...this.#env },
      stdio: 'inherit',
    });
    this.#process.on('message', ({ posted }: Message) => posted && this.#onPosted(posted));
    await Promise.race([once(this.#process, 'message'), once(this.#process, 'exit')]);
    if (!isAlive(this.#process)) throw new Error(`A replica did not start: ${this.#process.exitCode}`);
  }

  async create(now: number): Promise<Made[]> {
    return (await this.#ask({ now, create: { accounts: ACCOUNTS, each: EACH } })).created ?? [];
  }

  /** Makes what is due. `killAfter`: it is killed when so many requests have left it; resolves when it is gone. */
  async round(now: number, killAfter = Number.POSITIVE_INFINITY): Promise<boolean> {
    const child = this.#process as ChildProcess;
    if (!isAlive(child)) return false;
    let left = killAfter;
    const count = ({ asked, posted }: Message): void => {
      if (asked === undefined && !posted) return;
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    };
    child.on('message', count);
    const waiting = new AbortController();
    const exit = once(child, 'exit', { signal: waiting.signal }).catch(() => {});
    await Promise.race([this.#ask({ now }), exit]);
    waiting.abort();
    child.off('message', count);
    if (child.exitCode !== null) this.crashes.push(child.exitCode);
    return isAlive(child);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || !isAlive(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #ask(message: object): Promise<Message> {
    const child = this.#process as ChildProcess;
    child.send(message);
    return new Promise((resolve) => {
      const hear = (answer: Message): void => {
        if (!answer.done && !answer.created) return;
        child.off('message', hear);
        resolve(answer);
      };
      child.on('message', hear);
    });
  }
}

/** By the library of the standard; its own check goes by the machine's clock. */
function isSigned(secret: string, { body, headers }: Posted): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  return new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body) === headers['webhook-signature'];
}

interface Place {
  env: NodeJS.ProcessEnv;
  replicas: number;
  open(): Promise<Store>;
  /** The database goes away and comes back. */
  restart(): Promise<void>;
}

async function play(t: Test, { env, replicas: count, open, restart }: Place): Promise<void> {
  const folder = t.testdir({});
  const plans = join(folder, 'plans.json');
  writeFileSync(
    plans,
    JSON.stringify({ power: { monthly_credits: 1_000_000, rpm_limit: 1_000, saved_searches: 100 } }),
  );
  const all = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    JOBS_CACHE_SECONDS: '0',
    PLANS_FILE: plans,
    ...env,
  };
  const received = new Map<string, Posted>();
  let copies = 0;
  const onPosted = (posted: Posted): void => {
    const id = posted.headers['webhook-id'] ?? '';
    copies += Number(received.has(id));
    received.set(id, posted);
  };
  const replicas = Array.from({ length: count }, () => new WatchReplica(all, onPosted));
  t.teardown(() => Promise.all(replicas.map((replica) => replica.stop())));
  let now = START;
  // One after another: the first makes the database.
  for (const replica of replicas) await replica.start(now);
  const [first] = replicas as [WatchReplica];
  const searches = await first.create(now);
  t.equal(searches.length, ACCOUNTS * EACH);
  let kills = 0;
  const restartAt = Math.floor(HOURS / 2);
  for (let hour = 1; hour <= HOURS; hour += 1) {
    now = START + hour * HOUR_MS;
    const killing = kills < Math.ceil((hour * KILLS) / HOURS);
    const victim = kills % count;
    const rounds = replicas.map((replica, index) =>
      replica.round(now, killing && index === victim ? 1 + (kills % volume(2, 5)) : undefined),
    );
    if (hour === restartAt) await restart();
    const alive = await Promise.all(rounds);
    for (const [index, replica] of replicas.entries()) {
      if (alive[index]) continue;
      kills += 1;
      await replica.start(now);
    }
    // What a killed replica held is taken over after its lease, well before the hour ends.
    for (let tries = 0; tries < 25; tries += 1) {
      const store = await open();
      const { oldestDueAt, waitingDeliveries } = await store.savedSearches.load(now);
      await store.close();
      if (oldestDueAt === null && waitingDeliveries === 0) break;
      now += 2 * MINUTE_MS;
      await Promise.all(replicas.map((replica) => replica.round(now)));
    }
  }
  await Promise.all(replicas.map((replica) => replica.stop()));
  t.strictSame(
    replicas.flatMap(({ crashes }) => crashes),
    [],
    'none ended by itself',
  );
  t.comment(`${kills} kills, ${received.size} deliveries, ${copies} of them twice by the same id`);
  const store = await open();
  t.ok(kills >= KILLS, 'replicas were killed');
  t.match(await store.savedSearches.load(now), { oldestDueAt: null, waitingDeliveries: 0, paused: 0 });

  const faults: string[] = [];
  let runs = 0;
  const accountIds = [...new Set(searches.map(({ accountId }) => accountId))];
  for (const accountId of accountIds) {
    const account = await store.accounts.findById(accountId, now);
    const calls = await store.ledger.list(accountId, now);
    const paid = calls.filter(({ amount }) => amount > 0);
    const own = searches.filter((search) => search.accountId === accountId);
    for (const { id, nextRunAt, secret, frequency } of own) {
      const search = await store.savedSearches.find(id);
      if (!search) throw new Error(id);
      let expected = 0;
      const days = new Set<number>();
      for (let due = nextRunAt; due <= START + HOURS * HOUR_MS; due = nextRun(search, due, spreadMs(accountId))) {
        expected += 1;
        days.add(Math.floor(due / DAY_MS));
      }
      runs += expected;
      const made = paid.filter(({ keyId }) => keyId === id);
      if (made.length !== expected) faults.push(`${frequency} ${id}: ${made.length} runs of ${expected}`);
      if (made.some(({ amount, outcome }) => amount !== 2_000 || outcome !== 'ok')) faults.push(`${id}: another price`);
      const stored = (await store.savedSearches.deliveries(id, 1_000)).map(
        ({ content }) => JSON.parse(content) as DeliveryContent,
      );
      const hashes = stored.flatMap(({ jobs }) => jobs.map((job) => job.dedup_hash));
      if (new Set(hashes).size !== hashes.length) faults.push(`${id}: a job twice`);
      const listed = days.size === 0 ? 0 : frequency === 'weekly' ? 6 * days.size : 3 * days.size + 3;
      if (hashes.length !== listed) faults.push(`${frequency} ${id}: ${hashes.length} jobs of ${listed}`);
      for (const { id: deliveryId, receiptId } of stored) {
        const posted = received.get(deliveryId);
        if (!posted) faults.push(`${id}: ${deliveryId} was not received`);
        else if (!isSigned(secret, posted)) faults.push(`${id}: ${deliveryId} has a wrong signature`);
        if (!calls.some((call) => call.receiptId === receiptId))
          faults.push(`${id}: no call has the receipt ${receiptId}`);
      }
    }
    const sum = paid.reduce((all_, { amount }) => all_ + amount, 0);
    if (account && account.allowance - account.balance !== sum)
      faults.push(`${accountId}: the ledger is not the sum of receipts`);
  }
  t.strictSame(faults.slice(0, 10), [], `${runs} runs of ${searches.length} searches`);
  t.strictSame(await store.ledger.audit(now), []);
  await store.close();
  const verified = await runCommand(all, ['verify', '--json']);
  t.match(JSON.parse(verified.out || '{}'), { ok: true }, verified.err);
}

t.test(
  'SPEC §14: played days on three replicas, killed, with a restart of the database',
  { skip: (await withoutPostgres()) || (await withoutRedis()), timeout: 1_500_000 },
  async (t) => {
    const server = await startPostgres(t);
    const { url } = await createDatabase(server.url);
    const env = { DATABASE_URL: url, REDIS_URL: await freshRedis(t), LEASE_SECONDS: '3' };
    await play(t, {
      env,
      replicas: 3,
      open: () => openStore({ file: '', url }),
      restart: async () => {
        await server.stop();
        await server.start();
      },
    });
  },
);

t.test(
  'SPEC §14: the same on one file, whose process is killed and started again',
  { timeout: 1_500_000 },
  async (t) => {
    const file = join(t.testdirName, 'data', 'jobdata.sqlite');
    await play(t, { env: {}, replicas: 1, open: () => openStore({ file }), restart: async () => {} });
  },
);
