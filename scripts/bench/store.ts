import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../src/lib/clock.ts';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';

const LEDGERS = [0, 1_000_000, 10_000_000];
const AUDITED_ROWS = 1_000_000;
const ROOM_BYTES = 5e9;
const ACCOUNTS = 1_000;
/** Number of accounts that make calls, and number of calls at the same time. */
const CALLING = 20;
const AT_ONCE = 64;
/** Number of small answers that fill an account's budget for replays, and number of answers saved after that. */
const BUDGET_REPLAYS = 8_192;
const SAVED_REPLAYS = 6_400;
const WARM_UP_MS = 1_000;
const DURATION_MS = 5_000;
const ALLOWANCE = 1e12;

/**
 * Measures metered calls on ledgers of several lengths. Each call reserves before its work and settles after it, both
 * on disk.
 */
export async function run(): Promise<void> {
  for (const rows of LEDGERS) {
    const folder = mkdtempSync(join(tmpdir(), 'jobdata-store-'));
    try {
      const { bavail, bsize } = statfsSync(folder);
      if (rows > 0 && bavail * bsize < ROOM_BYTES) {
        process.stdout.write(`  ${rows} rows: left out, ${tmpdir()} has less than ${ROOM_BYTES / 1e9} GB free\n`);
        continue;
      }
      await measure(join(folder, 'jobdata.sqlite'), rows);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function measure(file: string, rows: number): Promise<void> {
  const now = Date.now();
  await createAccounts(file, now);
  const filledAt = performance.now();
  fill(file, rows, now);
  const filling = (performance.now() - filledAt) / 1000;
  const store = await openStore({ file, role: 'serve' });
  const calls = new Calls(store, now);
  await calls.drive(WARM_UP_MS);
  const before = process.cpuUsage();
  const { seconds, waits } = await calls.drive(DURATION_MS);
  const { user, system } = process.cpuUsage(before);
  const at = (share: number): string => (waits[Math.floor((waits.length - 1) * share)] as number).toFixed(1);
  process.stdout.write(
    `  ${String(rows).padStart(8)} rows (made in ${filling.toFixed(0)} s)  ${(waits.length / seconds).toFixed(0).padStart(6)} metered calls/s, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms, ${((user + system) / 1e6 / seconds).toFixed(2)} cores\n`,
  );
  await measureReplays(store, now);
  // The audit reads the whole ledger, which takes too long for the longest one.
  const problems = rows > AUDITED_ROWS ? [] : await store.ledger.audit(now);
  await store.close();
  if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
}

/** Measures saves while the account's budget for replays is full, so that each save deletes the oldest answer. */
async function measureReplays(store: Store, now: number): Promise<void> {
  const save = (index: number): Promise<void> =>
    store.replays.save({
      accountId: 'account0',
      key: `replay${index}`,
      tool: 'scrape_url',
      argumentsHash: 'hash',
      result: '{}',
      expiresAt: now + index,
    });
  await Promise.all(Array.from({ length: BUDGET_REPLAYS }, (_, index) => save(index)));
  const startedAt = performance.now();
  for (let begun = 0; begun < SAVED_REPLAYS; begun += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => save(BUDGET_REPLAYS + begun + index)));
  }
  const rate = (SAVED_REPLAYS / (performance.now() - startedAt)) * 1000;
  process.stdout.write(`           replays past the budget of their account: ${rate.toFixed(0)} saved/s\n`);
}

/** Half of the keys have a daily cap, so that a reservation with one of these keys reads the day's sum. */
async function createAccounts(file: string, now: number): Promise<void> {
  const store = await openStore({ file, role: 'serve' });
  const blank = { subscriptionId: null, trialEndsAt: null, allowance: ALLOWANCE, operator: false };
  await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => {
      const id = `account${index}`;
      await store.accounts.create({
        ...blank,
        id,
        email: `${id}@example.com`,
        plan: 'pro',
        createdAt: now - 20 * DAY_MS,
      });
      const key = {
        name: 'key',
        prefix: 'jdm_live_',
        lastFour: 'abcd',
        createdAt: now,
        expiresAt: null,
        allowedTools: null,
      };
      const dailyCap = index % 2 === 0 ? ALLOWANCE : null;
      await store.keys.create({ ...key, id: `key${index}`, accountId: id, hash: `hash${index}`, dailyCap });
    }),
  );
  await store.close();
}

/**
 * Inserts settled calls of the current month with one statement. The ledger's triggers and indexes are dropped before
 * and recreated afterwards.
 */
function fill(file: string, rows: number, now: number): void {
  if (rows === 0) return;
  const db = new Database(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const kept = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'ledger' AND type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of kept) db.exec(`DROP ${type} ${name}`);
  const spread = 10 * DAY_MS;
  db.prepare<[number, number, number, number]>(
    `WITH RECURSIVE call(n, at) AS (
       SELECT 0, ? UNION ALL SELECT n + 1, ? + (n + 1) * ? / ${rows} FROM call WHERE n + 1 < ?
     )
     INSERT INTO ledger (receipt_id, account_id, key_id, tool, state, outcome, period, amount, cached, created_at, duration_ms)
     SELECT printf('rcpt_0%012d', n), 'account' || (n % ${ACCOUNTS}), 'key' || (n % ${ACCOUNTS}), 'scrape_jobs', 'settled', 'ok',
       0, 500, 1, CAST(at AS INTEGER), 12 FROM call`,
  ).run(now - spread, now - spread, spread, rows);
  for (const { sql } of kept) db.exec(sql);
  db.exec(
    `INSERT INTO usage_day
       SELECT account_id, period, created_at / ${DAY_MS}, tool, key_id, outcome, count(*), sum(amount), max(created_at)
       FROM ledger GROUP BY 1, 2, 3, 4, 5, 6;
     UPDATE account SET balance = allowance -
       coalesce((SELECT sum(cost) FROM usage_day WHERE account_id = account.id), 0)`,
  );
  db.close();
}

/** Each caller makes one call after another, with receipt IDs in chronological order, as in the service. */
class Calls {
  readonly #store: Store;
  readonly #now: number;
  #made = 0;

  constructor(store: Store, now: number) {
    this.#store = store;
    this.#now = now;
  }

  async drive(durationMs: number): Promise<{ seconds: number; waits: number[] }> {
    const waits: number[] = [];
    const startedAt = performance.now();
    const caller = async (): Promise<void> => {
      while (performance.now() - startedAt < durationMs) {
        const begun = performance.now();
        await this.#call();
        waits.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    return { seconds: (performance.now() - startedAt) / 1000, waits: waits.sort((one, other) => one - other) };
  }

  async #call(): Promise<void> {
    this.#made += 1;
    const receiptId = `rcpt_1${String(this.#made).padStart(12, '0')}`;
    const who = this.#made % CALLING;
    const hold = { receiptId, accountId: `account${who}`, keyId: `key${who}`, tool: 'scrape_jobs', amount: 2_000 };
    await this.#store.ledger.reserve({ ...hold, at: this.#now });
    await this.#store.ledger.settle(receiptId, { cost: 500, cached: false, at: this.#now, durationMs: 5 });
  }
}
