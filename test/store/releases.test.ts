import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { invoiceLines } from '../../src/credits/invoice.ts';
import type { CallState, PlanTerms } from '../../src/credits/types.ts';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openStore } from '../../src/store/open.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/index.ts';
import type { MigrationEvent, Store } from '../../src/store/types.ts';
import { releaseDatabase } from './release-database.ts';

interface Said {
  at: number;
  problems: string[];
  accounts: {
    id: string;
    plan: string;
    allowance: number;
    balance: number;
    overageUsed: number;
    period: number;
    periodEndsAt: number;
    months: { period: number }[] | null;
    calls: { receipt: string; tool: string; state: CallState; outcome: string; amount: number }[];
  }[];
}

const DAY_MS = 86_400_000;
const SCHEMAS = MIGRATIONS.map((_, index) => index + 1);
/** As in make.mjs. */
const hash = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(64, '0');
const termsOf = (plan: string): PlanTerms | undefined =>
  ['pro', 'starter'].includes(plan) ? { allowance: 20_000, overageRate: 15_000 } : undefined;
const saidOf = (schema: number): Said =>
  JSON.parse(
    readFileSync(new URL(`releases/schema-${String(schema).padStart(2, '0')}.json`, import.meta.url), 'utf8'),
  ) as Said;

/** Its tables, indexes and triggers, in a form that does not tell how they came about. */
function partsOf(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const parts = db
    .prepare<[], string>(
      "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name",
    )
    .pluck()
    .all();
  db.close();
  return parts.map((text) => text.replace(/\s+/g, ' '));
}

t.test('every schema before the present one has a database of its release', async (t) => {
  const missing = SCHEMAS.slice(0, -1).filter(
    (schema) => !existsSync(new URL(`releases/schema-${String(schema).padStart(2, '0')}.sql`, import.meta.url)),
  );
  t.strictSame(missing, [], 'test/store/releases/README.md says how they are made');
});

/** What accounts, months and calls are now, against what the release said of them. */
async function compareLedger(t: Test, store: Store, said: Said): Promise<void> {
  t.strictSame([...(await store.checkIntegrity()), ...(await store.ledger.audit(said.at))], [], 'it adds up');
  const accounts = await store.accounts.list(said.at);
  t.strictSame(accounts.map(({ id }) => id).sort(), said.accounts.map(({ id }) => id).sort());
  for (const before of said.accounts) {
    const account = accounts.find(({ id }) => id === before.id);
    if (!account) continue;
    const { plan, allowance, balance, overageUsed, period, periodEndsAt } = before;
    t.match(account, { plan, allowance, balance, overageUsed, period, periodEndsAt }, `${before.id} stands as before`);
    const calls = (await store.ledger.list(before.id, said.at))
      .map(({ receiptId: receipt, tool, state, outcome, amount }) => ({ receipt, tool, state, outcome, amount }))
      .sort((one, other) => (one.receipt < other.receipt ? -1 : 1));
    t.strictSame(calls, before.calls, `${before.id}'s calls`);
    const months = await store.accounts.months(before.id, said.at);
    for (const month of before.months ?? [])
      t.strictSame(
        months.find((one) => one.period === month.period),
        month,
        `${before.id}'s month ${month.period}, to the last figure of its bill`,
      );
    const lines = invoiceLines(account, months, termsOf(plan));
    t.match(
      lines.at(-1),
      { credits_used: (allowance - balance) / 1_000, overage_used: overageUsed / 1_000, state: 'open' },
      'and the bill of the present month',
    );
  }
}

for (const schema of SCHEMAS) {
  const file = new URL(`releases/schema-${String(schema).padStart(2, '0')}.sql`, import.meta.url);
  if (!existsSync(file)) continue;
  t.test(`a database of schema ${schema}, as its release left it, is brought up to date`, async (t) => {
    const folder = t.testdir({});
    const path = releaseDatabase(folder, schema);
    const said = saidOf(schema);
    t.strictSame(said.problems, [], 'it was sound');
    const events: MigrationEvent[] = [];
    const onMigration = (event: MigrationEvent): void => void events.push(event);
    const store = await openStore({ file: path, role: 'serve', termsOf, now: said.at, onMigration });
    await compareLedger(t, store, said);

    // What lay in it beside the ledger serves on.
    t.equal((await store.keys.findByHash(hash('a')))?.id, 'key_ann');
    t.match(await store.keys.findByHash(hash('b')), { dailyCap: 50_000, allowedTools: ['ping', 'scrape_url'] });
    t.match(await store.replays.find('ann', 'again', said.at - 2 * DAY_MS + 1_000), { tool: 'scrape_url' });
    t.match(await store.jobsCache.get('reed|nurse', said.at), { value: '{"listings":[]}' });
    if (schema >= 3) t.match(await store.reputation.get('tesco', 'GB'), [{ value: /"rating":3.4/ }]);
    if (schema >= 4) t.match(await store.sessions.find(hash('5'), said.at), { accountId: 'ann' });
    if (schema >= 4) t.equal(await store.mail.confirmation('ann'), 'pending');
    if (schema >= 4)
      t.match(await store.mail.findLink(hash(schema >= 10 ? '7' : '6'), 'reset', said.at), {
        accountId: 'ann',
        address: 'ann@example.com',
      });
    t.ok((await store.audit.list('ann', 10)).some(({ action }) => action === 'key.create'));

    // And it goes on from there: what a crash left open is given back, and a call is charged.
    t.equal(await store.ledger.releaseOrphans(said.at), 1);
    const { balance } = await store.ledger.standing('ann', said.at);
    const hold = { accountId: 'ann', keyId: 'key_ann', tool: 'ping', amount: 500, at: said.at };
    await store.ledger.charge(
      { ...hold, receiptId: 'rcpt_next' },
      { cost: 500, cached: false, at: said.at, durationMs: 1 },
    );
    t.equal((await store.ledger.standing('ann', said.at)).balance, balance - 500);
    t.strictSame(await store.ledger.audit(said.at), []);
    await store.close();

    const fresh = join(t.testdirName, 'fresh.sqlite');
    await (await openStore({ file: fresh })).close();
    t.strictSame(partsOf(path), partsOf(fresh), 'no migration that was released has been edited since');

    const last = MIGRATIONS.length;
    if (schema === last) return void t.strictSame(events, [], 'it is the present one');
    t.match(events, [
      { step: 'backed_up', from: schema, to: last },
      { step: 'migrated', from: schema, to: last },
    ]);
    const copies = readdirSync(folder).filter((name) => name.includes('.schema-'));
    t.equal(copies.length, 1);
    t.equal(join(folder, copies[0] as string), events[0]?.backup?.file);
    // The copy is the way back: restored, it is what the release left.
    let err = '';
    const terminal = {
      stdout: () => {},
      stderr: (text: string) => void (err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: folder },
    };
    t.equal(await runCommandLine(['restore', join(folder, copies[0] as string)], terminal), 0, err);
    const again = new Database(path, { readonly: true });
    t.equal(again.pragma('user_version', { simple: true }), schema);
    again.close();
    const second = await openStore({ file: path, role: 'migrate', termsOf });
    await compareLedger(t, second, said);
    await second.close();
  });
}
