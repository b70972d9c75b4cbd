import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import type { OwnServer } from '../servers/own-server.ts';
import { hasPostgres, startPostgresServer } from '../servers/postgres.ts';
import { measureEmbedded } from './lib/scale-embedded.ts';
import { measureFleet } from './lib/scale-fleet.ts';
import { measureShared } from './lib/scale-shared.ts';
import { printTarget } from './lib/say.ts';
import type { LedgerLoad, LedgerRate } from './lib/ledger-replica.ts';

const ACCOUNTS = 1_000;
const CREATED_AT_ONCE = 50;
const ALLOWANCE = 1e12;
const IN_FLIGHT = 128;
const MANY_IN_FLIGHT = 512;
const WARM_UP_MS = 1_500;
const DURATION_MS = 4_000;
const STOPS = 5;
const STOP_MS = 2_500;

type Place = Pick<LedgerLoad, 'file' | 'url'>;

/** Measures several replicas on PostgreSQL and Redis, and prints each of nine targets with its figure or its test. */
export async function run(): Promise<void> {
  printTarget(
    1,
    'both engines give the same answers',
    'test/store/contract, ledger-model, ledger-twins; npm run test:postgres',
  );
  printTarget(
    2,
    'replicas and servers that are killed or stopped',
    'test/store/replicas.test.ts; npm run test:long -- --share=2.3 for 100 kills',
  );
  await measureLedger();
  printTarget(5, 'a revoked key, and keys sent to two replicas at once', 'test/fleet/one-service.test.ts');
  await measureShared();
  await measureFleet();
  printTarget(8, 'a form of one replica is taken by another', 'test/fleet/one-service.test.ts');
  measureEmbedded();
}

/**
 * Compares the ledger of several replicas on PostgreSQL with single statements and with SQLite, in one run on one
 * machine.
 */
async function measureLedger(): Promise<void> {
  if (!hasPostgres()) {
    process.stdout.write('  left out: PostgreSQL is not installed\n');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-scale-'));
  const server = await startPostgresServer();
  let fastest = 0;
  try {
    const postgres = { file: '', url: server.url };
    const sqlite = { file: join(folder, 'jobdata.sqlite') };
    for (const place of [postgres, sqlite]) await createAccounts(place);
    for (const accounts of [ACCOUNTS, 1]) await compare(postgres, sqlite, accounts);
    for (const accounts of [ACCOUNTS, 1]) {
      const rates = await drive(replicas(3, MANY_IN_FLIGHT, postgres, { accounts }));
      fastest = Math.max(fastest, accounts === 1 ? sum(rates) : 0);
      sayRates(`${spreadOf(accounts)}, 3 replicas, ${MANY_IN_FLIGHT} in flight:`, rates, '10,000 steps/s, p99 120 ms');
    }
    await stopOne(postgres);
    await check(server);
    await flushSlowly(fastest);
  } finally {
    await server.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(postgres: Place, sqlite: Place, accounts: number): Promise<void> {
  const spread = spreadOf(accounts);
  const batches = await drive(replicas(1, IN_FLIGHT, postgres, { accounts }));
  sayRates(`${spread}, batches, 1 replica:`, batches, 'compared below');
  const single = await drive(replicas(1, IN_FLIGHT, postgres, { accounts, steps: 'single' }));
  sayRates(`${spread}, single statements:`, single, 'compared below');
  const file = await drive(replicas(1, IN_FLIGHT, sqlite, { accounts }));
  sayRates(`${spread}, SQLite:`, file, 'compared below');
  printTarget(
    3,
    `${spread}: ${(sum(batches) / sum(single)).toFixed(1)} × single statements, ${(sum(batches) / sum(file)).toFixed(2)} of SQLite`,
    `${accounts === 1 ? 10 : 4} ×, 0.35 of SQLite`,
  );
}

/** Stops one of three replicas, most likely within a batch, while all of them use the same account. */
async function stopOne(postgres: Place): Promise<void> {
  const loads = replicas(3, IN_FLIGHT, postgres, { accounts: 1, durationMs: STOPS * (STOP_MS + 800) });
  const started = loads.map(begin);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  for (let stop = 0; stop < STOPS; stop += 1) {
    started[0]?.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, STOP_MS));
    started[0]?.child.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const [, ...others] = await Promise.all(started.map(({ rate }) => rate));
  const silentMs = Math.max(...others.map((other) => other.silentMs));
  printTarget(
    4,
    `one of 3 replicas stopped ${STOPS} times for ${STOP_MS} ms: the others silent ${silentMs.toFixed(0)} ms at most`,
    '700 ms',
  );
}

/**
 * Every commit on this server takes 2 ms longer, as on a network disk. Batches save commits, so they gain more from
 * slow commits than single statements do.
 */
async function flushSlowly(fastest: number): Promise<void> {
  const server = await startPostgresServer({ settings: { commit_delay: '2000', commit_siblings: '0' } });
  try {
    const postgres = { file: '', url: server.url };
    await createAccounts(postgres);
    for (const accounts of [ACCOUNTS, 1]) {
      const batches = await drive(replicas(1, IN_FLIGHT, postgres, { accounts }));
      const single = await drive(replicas(1, IN_FLIGHT, postgres, { accounts, steps: 'single' }));
      printTarget(
        3,
        `${spreadOf(accounts)}, + 2 ms a flush: ${(sum(batches) / sum(single)).toFixed(1)} × single statements`,
        `${accounts === 1 ? 10 : 4} ×`,
      );
    }
    const rates = await drive(replicas(3, MANY_IN_FLIGHT, postgres, { accounts: 1 }));
    const share = (sum(rates) / fastest).toFixed(2);
    sayRates(`one account, 3 replicas, + 2 ms a flush: ${share} of without,`, rates, '6,000 steps/s, 0.6 of the least');
  } finally {
    await server.drop();
  }
}

async function check({ url }: OwnServer): Promise<void> {
  const store = await openStore({ file: '', url });
  await store.ledger.releaseOrphans(Date.now());
  // Single statements do not update the account's month, but their ledger rows must add up too.
  const problems = await store.ledger.audit(Date.now());
  await store.close();
  if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
}

async function createAccounts(place: Place): Promise<void> {
  const store = await openStore({ ...place, role: 'serve' });
  // The accounts are created in groups, because some transactions would wait too long for a connection if all ran at
  // once.
  for (let made = 0; made < ACCOUNTS; made += CREATED_AT_ONCE) {
    await Promise.all(
      Array.from({ length: CREATED_AT_ONCE }, (_, more) => made + more).map((index) =>
        store.accounts.create({
          id: `account${index}`,
          email: `account${index}@example.com`,
          plan: 'pro',
          subscriptionId: null,
          createdAt: Date.now() - DAY_MS,
          trialEndsAt: null,
          allowance: ALLOWANCE,
          operator: false,
        }),
      ),
    );
  }
  await store.close();
}

let numbers = 0;

function replicas(count: number, inFlight: number, place: Place, load: Partial<LedgerLoad>): LedgerLoad[] {
  return Array.from({ length: count }, () => ({
    steps: 'store' as const,
    accounts: ACCOUNTS,
    callers: Math.round(inFlight / count),
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
    number: (numbers += 1),
    ...place,
    ...load,
  }));
}

function begin(load: LedgerLoad): { child: ChildProcess; rate: Promise<LedgerRate> } {
  const child = fork(new URL('./lib/ledger-replica.js', import.meta.url), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(load);
  const rate = Promise.race([
    once(child, 'message').then(([told]) => told as LedgerRate),
    once(child, 'exit').then(() => {
      throw new Error('A replica of the benchmark ended.');
    }),
  ]).finally(() => child.kill());
  return { child, rate };
}

function drive(loads: LedgerLoad[]): Promise<LedgerRate[]> {
  return Promise.all(loads.map((load) => begin(load).rate));
}

function sum(rates: readonly LedgerRate[]): number {
  return rates.reduce((all, { stepsPerSecond }) => all + stepsPerSecond, 0);
}

function sayRates(what: string, rates: readonly LedgerRate[], target: string): void {
  const p99 = Math.max(...rates.map(({ p99Ms }) => p99Ms));
  printTarget(3, `${what} ${sum(rates).toFixed(0)} steps/s, p99 ${p99.toFixed(0)} ms`, target);
}

function spreadOf(accounts: number): string {
  return accounts === 1 ? 'one account' : `${accounts} accounts`;
}
