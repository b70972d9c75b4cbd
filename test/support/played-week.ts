import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Test } from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import type { DeliveryContent } from '../../src/saved-searches/deliver/content.ts';
import { nextRun, spreadMs } from '../../src/saved-searches/schedule.ts';
import type { Store } from '../../src/store/types.ts';
import { runCommand } from './fleet.ts';
import { WatchReplica, type Kill, type MadeSearch, type Posted } from './watch-replica.ts';

/** The played days begin on an evening, a few days before London returns to winter time. */
const START = Date.parse('2026-10-21T18:15:00Z');
/**
 * Shorter than the time between two runs of one search, including the delay of a run that another replica takes over.
 */
const STEP_MS = 30 * MINUTE_MS;
/**
 * Number of looks at a killed replica's reservations, two minutes apart. The replica's lease ends well before the next
 * step.
 */
const LOOKS = 7;
const EACH = 5;
const MOMENTS: readonly Kill['moment'][] = ['asked', 'finishing', 'sent'];
/** By the database's clock, a dead replica counts as alive for this long if there are several. */
const LEASE_SECONDS = 3;

export interface PlayedVolume {
  accounts: number;
  hours: number;
  kills: number;
}

export interface PlayedPlace {
  env: NodeJS.ProcessEnv;
  replicas: number;
  open(): Promise<Store>;
  restart?: () => Promise<void>;
}

interface Received {
  byId: Map<string, Posted>;
  copies: number;
}

/**
 * Plays days of saved searches, five for each account, on replicas that are killed during runs. Then checks the ledger
 * and the deliveries.
 */
export async function playDays(t: Test, place: PlayedPlace, { accounts, hours, kills }: PlayedVolume): Promise<void> {
  const env = { ...settings(t), ...place.env };
  const received: Received = { byId: new Map(), copies: 0 };
  const onPosted = (posted: Posted): void => {
    const id = posted.headers['webhook-id'] ?? '';
    received.copies += Number(received.byId.has(id));
    received.byId.set(id, posted);
  };
  const replicas = Array.from({ length: place.replicas }, () => new WatchReplica(env, onPosted));
  t.teardown(() => Promise.all(replicas.map((replica) => replica.stop())));
  const beganAt = performance.now();
  // The replicas start one after another, because the first one creates the database.
  for (const replica of replicas) await replica.start(START);
  const searches = await (replicas[0] as WatchReplica).create(START, accounts, EACH);
  t.equal(searches.length, accounts * EACH);
  const now = await playSteps(place, replicas, { steps: (hours * HOUR_MS) / STEP_MS, kills });
  await Promise.all(replicas.map((replica) => replica.stop()));
  const killed = replicas.reduce((sum, replica) => sum + replica.kills, 0);
  t.strictSame(
    replicas.flatMap(({ faults }) => faults),
    [],
    'no process failed',
  );
  t.equal(killed, kills, 'processes killed');
  const store = await place.open();
  try {
    t.match(await store.savedSearches.load(now), { oldestDueAt: null, waitingDeliveries: 0, paused: 0 });
    const { runs, faults } = await readBooks(store, { searches, received, now, endsAt: START + hours * HOUR_MS });
    t.strictSame(faults.slice(0, 10), []);
    t.strictSame(await store.ledger.audit(now), []);
    const { byId, copies } = received;
    const seconds = Math.round((performance.now() - beganAt) / 1_000);
    t.comment(
      `${searches.length} searches, ${runs} runs, ${killed} kills, ${byId.size} deliveries, ${copies} of them sent twice by the same id, ${seconds} s`,
    );
  } finally {
    await store.close();
  }
  const verified = await runCommand(env, ['verify', '--json']);
  t.match(JSON.parse(verified.out || '{}'), { ok: true }, verified.err);
}

function settings(t: Test): NodeJS.ProcessEnv {
  const folder = t.testdir({});
  const plans = join(folder, 'plans.json');
  const power = { monthly_credits: 1_000_000, rpm_limit: 1_000, saved_searches: 100 };
  writeFileSync(plans, JSON.stringify({ power }));
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', JOBS_CACHE_SECONDS: '0', PLANS_FILE: plans };
  return { ...env, LEASE_SECONDS: String(LEASE_SECONDS) };
}

/** Returns the time of the last step, by the fake clock. */
async function playSteps(
  { restart }: PlayedPlace,
  replicas: readonly WatchReplica[],
  { steps, kills }: { steps: number; kills: number },
): Promise<number> {
  let now = START;
  let ordered = 0;
  for (let step = 1; step <= steps; step += 1) {
    now = START + step * STEP_MS;
    const victim = replicas[ordered % replicas.length] as WatchReplica;
    const isTime = ordered < Math.ceil((step * kills) / (steps - 2)) && ordered < kills && !victim.isDoomed;
    const kill = isTime ? killOf(ordered) : undefined;
    if (kill) ordered += 1;
    const rounds = replicas.map((replica) => replica.round(now, replica === victim ? kill : undefined));
    if (step === Math.floor(steps / 2)) await restart?.();
    let alive = await Promise.all(rounds);
    for (let look = 0; look < LOOKS; look += 1) {
      if (alive.includes(false)) {
        const gone = replicas.filter((_, index) => !alive[index]);
        // When the lease of a killed replica has ended, the others take over its reservations.
        await Promise.all([
          ...gone.map((replica) => replica.start(now)),
          delay(replicas.length > 1 ? LEASE_SECONDS * 1_000 : 0),
        ]);
      }
      const load = await replicas[0]?.load(now);
      if (load && load.oldestDueAt === null && load.waitingDeliveries === 0) break;
      now += 2 * MINUTE_MS;
      alive = await Promise.all(replicas.map((replica) => replica.round(now)));
    }
  }
  return now;
}

/** Every moment occurs on every replica, for the first few kills as soon as it comes: a short week has few runs. */
function killOf(number: number): Kill {
  const moment = MOMENTS[(number + Math.floor(number / MOMENTS.length)) % MOMENTS.length] as Kill['moment'];
  return { moment, after: number < MOMENTS.length ? 1 : 1 + (number % 2) };
}

/** Uses the library of the Standard Webhooks project to sign. Its own check would use the machine's clock. */
function isSigned(secret: string, { body, headers }: Posted): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  return new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body) === headers['webhook-signature'];
}

interface Books {
  searches: readonly MadeSearch[];
  received: Received;
  now: number;
  endsAt: number;
}

async function readBooks(
  store: Store,
  { searches, received, now, endsAt }: Books,
): Promise<{ runs: number; faults: string[] }> {
  const faults: string[] = [];
  let runs = 0;
  for (const accountId of new Set(searches.map((search) => search.accountId))) {
    const own = searches.filter((search) => search.accountId === accountId);
    const account = await store.accounts.findById(accountId, now);
    const calls = await store.ledger.list(accountId, now);
    const paid = calls.filter(({ amount }) => amount > 0);
    const receipts = new Set(calls.map(({ receiptId }) => receiptId));
    for (const { id, nextRunAt, secret, frequency } of own) {
      const search = await store.savedSearches.find(id);
      if (!search) throw new Error(id);
      let expected = 0;
      const days = new Set<number>();
      for (let due = nextRunAt; due <= endsAt; due = nextRun(search, due, spreadMs(accountId))) {
        expected += 1;
        const day = Math.floor((START + Math.ceil((due - START) / STEP_MS) * STEP_MS) / DAY_MS);
        days.add(day - 1).add(day);
      }
      runs += expected;
      const made = paid.filter(({ keyId }) => keyId === id);
      if (made.length !== expected) faults.push(`${frequency} ${id}: ${made.length} runs of ${expected}`);
      if (made.some(({ amount, outcome }) => amount !== 2_000 || outcome !== 'ok')) faults.push(`${id}: another price`);
      const stored = await store.savedSearches.deliveries(id, 1_000);
      const contents = stored.map(({ content }) => JSON.parse(content) as DeliveryContent);
      const hashes = contents.flatMap(({ jobs }) => jobs.map((job) => job.dedup_hash));
      if (new Set(hashes).size !== hashes.length) faults.push(`${id}: a job twice`);
      // A run sees three adverts of each day.
      if (hashes.length !== 3 * days.size) faults.push(`${frequency} ${id}: ${hashes.length} jobs of ${3 * days.size}`);
      for (const { id: deliveryId, receiptId } of contents) {
        const posted = received.byId.get(deliveryId);
        if (!posted) faults.push(`${id}: ${deliveryId} was not received`);
        else if (!isSigned(secret, posted)) faults.push(`${id}: ${deliveryId} has a wrong signature`);
        if (receiptId === null || !receipts.has(receiptId)) faults.push(`${id}: no call has the receipt ${receiptId}`);
      }
    }
    const sum = paid.reduce((total, { amount }) => total + amount, 0);
    if (account?.allowance !== (account?.balance ?? 0) + sum)
      faults.push(`${accountId}: the ledger is not the sum of receipts`);
  }
  return { runs, faults };
}
