import { Client } from 'pg';
import t, { type Test } from 'tap';
import { Database } from '../../src/store/better-sqlite3.ts';
import { MIGRATIONS } from '../../src/store/postgres/migrations/index.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store, StoreOptions } from '../../src/store/types.ts';
import type { PlanTerms } from '../../src/credits/types.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { onEngines, type StorePlace } from '../support/engines.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { account } from '../support/store-contract.ts';

const AT = Date.parse('2026-01-10T12:00:00Z');
const MONTH_MS = 31 * DAY_MS;
const termsOf = (): PlanTerms => ({ allowance: 10_000, overageRate: 15_000 });

/** Changed manually in a shell of the database, while the service runs. */
async function byHand({ file, url }: Pick<StoreOptions, 'file' | 'url'>, sql: string): Promise<void> {
  if (url === undefined) {
    const db = new Database(file);
    db.exec(sql);
    db.close();
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function charge(store: Store, receiptId: string, cost: number, at: number): Promise<void> {
  const hold = { receiptId, accountId: 'a', keyId: null, tool: 'scrape_url', amount: cost, at };
  await store.ledger.charge(hold, { cost, cached: false, at, durationMs: 1 });
}

/** An account in its third month, with overage in the first month and another plan since the second. */
async function openWithMonths(t: Test, place: StorePlace): Promise<Store> {
  const store = await place.open({ role: 'serve', termsOf });
  await store.accounts.create(account('a', { createdAt: AT }));
  await store.accounts.setOverage('a', 5_000);
  await charge(store, 'r0', 10_000, AT);
  await charge(store, 'r1', 2_000, AT + DAY_MS);
  await charge(store, 'r2', 3_000, AT + MONTH_MS);
  const at = AT + MONTH_MS + DAY_MS;
  const subscription = { plan: 'starter', subscriptionId: null, trialEndsAt: null };
  await store.accounts.setPlan('a', { ...subscription, terms: { allowance: 5_000, overageRate: 20_000 }, at });
  await charge(store, 'r3', 1_000, at);
  t.strictSame(await store.ledger.audit(at), []);
  return store;
}

/** A manual change, and the one that reverts it. */
const CHANGES: [what: string, change: string, back: string][] = [
  ['allowance', 'allowance = allowance + 2000', 'allowance = allowance - 2000'],
  ['overage rate', 'overage_rate = 1', 'overage_rate = 15000'],
  ['overage rate, none', 'overage_rate = NULL', 'overage_rate = 15000'],
  ['plan', "plan = 'ultra'", "plan = 'pro'"],
  ['end', 'ends_at = ends_at - 1', 'ends_at = ends_at + 1'],
  ['start', 'starts_at = starts_at - 1', 'starts_at = starts_at + 1'],
  ['how it ended', "ended_by = 'plan_change'", "ended_by = 'renewal'"],
];

await onEngines(
  'figures of a closed month that were changed by hand are found',
  async (t, place) => {
    const store = await openWithMonths(t, place);
    const at = AT + MONTH_MS + DAY_MS;
    for (const [what, change, back] of CHANGES) {
      await byHand(place.at, `UPDATE account_month SET ${change} WHERE period = 0`);
      t.strictSame(
        await store.ledger.audit(at),
        ['Account a: figures of the month from 2026-01-10 were changed by hand.'],
        what,
      );
      await byHand(place.at, `UPDATE account_month SET ${back} WHERE period = 0`);
      t.strictSame(await store.ledger.audit(at), [], `${what}, taken back`);
    }
    await byHand(place.at, 'DELETE FROM account_month WHERE period = 0');
    t.strictSame(await store.ledger.audit(at), ['Account a: the records of 1 closed months are missing.']);
  },
  'shared',
);

await onEngines(
  'an allowance raised by hand is found in the present month, and still when that is closed',
  async (t, place) => {
    const store = await openWithMonths(t, place);
    const at = AT + MONTH_MS + DAY_MS;
    const present = 'Account a: the plan, the allowance or the dates of its current month were changed by hand.';
    const changes: [string, string][] = [
      ["plan = 'ultra'", "plan = 'starter'"],
      ['period_ends_at = period_ends_at + 1', 'period_ends_at = period_ends_at - 1'],
      ['anchor_at = anchor_at + 1', 'anchor_at = anchor_at - 1'],
    ];
    for (const [change, back] of changes) {
      await byHand(place.at, `UPDATE account SET ${change}`);
      t.strictSame(await store.ledger.audit(at), [present], change);
      await byHand(place.at, `UPDATE account SET ${back}`);
      t.strictSame(await store.ledger.audit(at), [], back);
    }
    await byHand(place.at, 'UPDATE account SET allowance = allowance + 9000, balance = balance + 9000');
    t.strictSame(await store.ledger.audit(at), [present]);
    const url = place.at.url;
    const env = url === undefined ? { DATA_DIR: place.at.file.replace(/[^/]*$/, '') } : { DATABASE_URL: url };
    const said = await runVerify({ ...env, REDIS_URL: url === undefined ? '' : 'redis://127.0.0.1:1' });
    t.match(said, { code: 1, told: { ok: false, problems: [present] } });
    // The service continues; a month that it closes with such figures is still reported.
    await charge(store, 'r4', 500, at + DAY_MS);
    t.strictSame(await store.ledger.audit(at), [present]);
    await charge(store, 'r5', 500, at + 2 * MONTH_MS);
    t.match(await store.ledger.audit(at), [/Account a: figures of the month from 2026-02-\d\d were changed by hand/]);
    t.match(await store.accounts.findById('a', at + 2 * MONTH_MS), { allowance: 10_000 });
  },
  'shared',
);

async function runVerify(env: NodeJS.ProcessEnv): Promise<{ code: number; told: unknown }> {
  let out = '';
  const code = await runCommandLine(['verify', '--json'], {
    stdout: (text) => void (out += text),
    stderr: (text) => void (out += text),
    stdin: (async function* () {})(),
    interactive: false,
    env,
  });
  return { code, told: JSON.parse(out) };
}

await onEngines(
  'what the service itself changes of a closed month is no change by hand',
  async (t, place) => {
    const store = await place.open({ role: 'serve', termsOf });
    await store.accounts.create(account('a', { createdAt: AT }));
    const hold = { accountId: 'a', keyId: null, tool: 'scrape_url', amount: 2_000 };
    for (const [index, receiptId] of ['early', 'late', 'last'].entries())
      await store.ledger.reserve({ ...hold, receiptId, at: AT + index });
    await charge(store, 'r1', 1_000, AT + DAY_MS);
    // The month is closed while its calls run; one ends before its calls are purged, one after.
    const later = AT + 2 * MONTH_MS;
    await charge(store, 'r2', 1_000, later);
    await store.ledger.release('early', 'upstream_failed', later, 1);
    t.strictSame(await store.ledger.audit(later), []);
    t.equal(await store.ledger.purge(later - DAY_MS), 2);
    t.strictSame(await store.ledger.audit(later), []);
    await store.ledger.settle('late', { cost: 500, cached: false, at: later, durationMs: 1 });
    t.strictSame(await store.ledger.audit(later), []);
    t.match(await store.accounts.months('a', later), { 0: { used: 3_500 } });
    await byHand(place.at, 'UPDATE account_month SET used = used + 1 WHERE period = 0');
    const problem = ['Account a: figures of the month from 2026-01-10 were changed by hand.'];
    t.strictSame(await store.ledger.audit(later), problem, 'no call vouches for what was used: the digest does');
    await store.ledger.release('last', 'upstream_failed', later, 1);
    t.equal(await store.ledger.purge(later - DAY_MS), 2);
    t.strictSame(await store.ledger.audit(later), problem, 'and no later change hides it');
  },
  'shared',
);

await onEngines(
  'a clock that jumps ahead and back leaves figures that fit',
  async (t, place) => {
    const store = await openWithMonths(t, place);
    const at = AT + MONTH_MS + DAY_MS;
    for (const [index, now] of [at + 5 * MONTH_MS, at, at + MONTH_MS, at + 7 * MONTH_MS, at + DAY_MS].entries()) {
      await charge(store, `jump${index}`, 100, now);
      t.strictSame(await store.ledger.audit(now), [], `jump ${index}`);
    }
  },
  'shared',
);

const skip = await withoutPostgres();
const BY_OLD_RELEASE = {
  account: `INSERT INTO account (id, email, plan, created_at, anchor_at, period, period_ends_at, allowance, balance)
    VALUES ('ID', 'ID@example.com', 'pro', ${AT}, ${AT}, 0, ${AT + MONTH_MS}, 10000, 10000)`,
  month: `INSERT INTO account_month (account_id, period, plan, starts_at, ends_at, allowance, used, overage_rate, ended_by)
    VALUES ('ID', 0, 'pro', ${AT}, ${AT + MONTH_MS}, 10000, 0, 15000, 'renewal')`,
  next: `UPDATE account SET period = 1, period_ends_at = ${AT + 59 * DAY_MS} WHERE id = 'ID'`,
};

async function runAsOldRelease(url: string, id: string): Promise<void> {
  for (const sql of Object.values(BY_OLD_RELEASE)) await byHand({ file: '', url }, sql.replaceAll('ID', id));
}

t.test('replicas of the previous release may write before, during and after the migration', { skip }, async (t) => {
  const url = await freshDatabase(t);
  const old = new Map([...MIGRATIONS].filter(([number]) => number === 14));
  await (await openPostgresStore({ file: '', url, role: 'migrate' }, old)).close();
  await runAsOldRelease(url, 'before');
  await byHand({ file: '', url }, BY_OLD_RELEASE.account.replaceAll('ID', 'during'));
  await (await openStore({ file: '', url, role: 'migrate' })).close();
  await byHand({ file: '', url }, BY_OLD_RELEASE.month.replaceAll('ID', 'during'));
  await byHand({ file: '', url }, BY_OLD_RELEASE.next.replaceAll('ID', 'during'));
  await runAsOldRelease(url, 'after');
  const store = await openStore({ file: '', url, role: 'use' });
  t.teardown(() => store.close());
  t.strictSame(await store.ledger.audit(AT), []);
  await byHand({ file: '', url }, 'UPDATE account_month SET allowance = 1; UPDATE account SET allowance = 20000');
  const found = (await store.ledger.audit(AT)).filter((problem) => problem.endsWith('changed by hand.'));
  t.equal(found.length, 6, 'all of it is found');
});
