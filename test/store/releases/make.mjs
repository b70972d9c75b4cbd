// node make.mjs CHECKOUT NAME: writes NAME.sql and NAME.json, a database as the release in CHECKOUT (built) keeps it,
// with a year's worth of its own doings, and what that release itself says of it. See README.md.
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , checkout = '', name = ''] = process.argv;
if (checkout === '' || name === '') throw new Error('Give the checkout of a release, and the name of what is written.');
const built = join(resolve(checkout), 'dist', 'src');
const load = (file) => import(pathToFileURL(join(built, file)).href);
const Database = createRequire(join(built, 'main.js'))('better-sqlite3');

const DAY = 86_400_000;
const JANUARY = Date.parse('2026-01-15T09:30:00Z');
const MARCH = Date.parse('2026-03-20T12:00:00Z');
const hash = (letter) => letter.charCodeAt(0).toString(16).padStart(64, '0');
const pro = { name: 'pro', plan: 'pro', trial: false, allowance: 20_000, overageRate: 15_000 };

/** What this release does not have, it does not keep. */
async function where(part, verb, ...words) {
  if (typeof part?.[verb] === 'function') await part[verb](...words);
}

async function openRelease(file) {
  const known = (plan) => (plan === 'pro' || plan === 'starter' ? pro : { ...pro, overageRate: null });
  if (existsSync(join(built, 'store', 'open.js'))) {
    const { openStore } = await load('store/open.js');
    return openStore({ file, role: 'serve', termsOf: known });
  }
  const { openSqliteStore } = await load('store/sqlite/open.js');
  return openSqliteStore(file);
}

let receipts = 0;
async function call(store, accountId, amount, cost, at, more = {}) {
  const receiptId = `rcpt_${String((receipts += 1)).padStart(9, '0')}`;
  const hold = {
    receiptId,
    accountId,
    keyId: `key_${accountId}`,
    tool: 'scrape_url',
    amount,
    dailyCap: null,
    at,
    ...more,
  };
  await store.ledger.reserve(hold);
  if (cost === 'left') return receiptId;
  if (cost === 'failed') await store.ledger.release(receiptId, 'upstream_failed', at + 40, 40);
  else
    await store.ledger.settle(receiptId, {
      cost,
      cached: false,
      at: at + 900,
      durationMs: 900,
      ...(more.key
        ? {
            replay: {
              accountId,
              key: more.key,
              tool: hold.tool,
              argumentsHash: hash('d'),
              result: '{"content":"\\"text\\"","structured":"{}","meta":"{}"}',
              expiresAt: at + DAY,
            },
          }
        : {}),
    });
  return receiptId;
}

async function account(store, id, plan, at) {
  await store.accounts.create({
    id,
    email: `${id}@example.com`,
    plan,
    subscriptionId: plan === 'free_trial' ? null : `sub_${id}`,
    createdAt: at,
    trialEndsAt: plan === 'free_trial' ? at + 14 * DAY : null,
    allowance: pro.allowance,
    operator: id === 'ann',
    passwordHash: null,
  });
  await store.keys.create({
    id: `key_${id}`,
    accountId: id,
    name: 'default',
    hash: hash(id.slice(0, 1)),
    prefix: 'jdm_live_',
    lastFour: `${id}0`.slice(0, 4),
    createdAt: at,
    expiresAt: null,
    allowedTools: id === 'bob' ? ['ping', 'scrape_url'] : null,
    dailyCap: id === 'bob' ? 50_000 : null,
  });
}

async function live(store) {
  await account(store, 'ann', 'pro', JANUARY);
  await account(store, 'bob', 'free_trial', JANUARY + 5 * DAY);
  await account(store, 'cleo', 'pro', JANUARY + 6 * DAY);
  await account(store, 'gone', 'pro', JANUARY + 7 * DAY);
  await store.accounts.setOverage('ann', 30_000);
  // January's month: past the allowance, holds that end in another order than they began, one that gives back.
  for (let index = 0; index < 9; index += 1) await call(store, 'ann', 2_000, 2_000, JANUARY + index * DAY);
  const big = await call(store, 'ann', 7_500, 'left', JANUARY + 10 * DAY);
  await call(store, 'ann', 1_500, 1_500, JANUARY + 10 * DAY, { tool: 'scrape_jobs' });
  await store.ledger.settle(big, { cost: 1_500, cached: false, at: JANUARY + 10 * DAY + 5_000, durationMs: 5_000 });
  await call(store, 'ann', 1_500, 'failed', JANUARY + 11 * DAY);
  // February's: a few; March's, the present one: some, one under an idempotency key, one that a crash left open.
  await call(store, 'ann', 3_000, 2_000, JANUARY + 35 * DAY, { tool: 'get_reputation' });
  await call(store, 'ann', 2_000, 500, MARCH - 3 * DAY, { tool: 'scrape_jobs' });
  await call(store, 'ann', 1_500, 1_500, MARCH - 2 * DAY, { key: 'again' });
  await call(store, 'ann', 7_500, 'left', MARCH);
  // A trial, then a plan in the middle of a month.
  await call(store, 'bob', 2_000, 2_000, JANUARY + 6 * DAY);
  const change = {
    plan: 'starter',
    subscriptionId: 'sub_bob',
    trialEndsAt: null,
    allowance: 5_000,
    terms: { plan: 'starter', allowance: 5_000, overageRate: 20_000 },
    at: MARCH - 10 * DAY,
  };
  await store.accounts.setPlan('bob', change);
  await call(store, 'bob', 1_500, 1_500, MARCH - 9 * DAY);
  await store.accounts.setOverage('bob', 30_000);
  await call(store, 'bob', 4_500, 4_500, MARCH - 8 * DAY);
  await call(store, 'gone', 1_500, 1_500, MARCH - 9 * DAY);
  await store.accounts.delete('gone');
  await store.ledger.note({
    receiptId: 'rcpt_free',
    accountId: 'cleo',
    keyId: 'key_cleo',
    tool: 'ping',
    outcome: 'ok',
    cached: false,
    createdAt: MARCH - DAY,
    durationMs: 1,
  });
  await where(store.ledger, 'noteSum', {
    accountId: 'cleo',
    keyId: 'key_cleo',
    tool: 'ping',
    outcome: 'ok',
    calls: 41,
    at: MARCH - DAY,
  });
  await store.jobsCache.put('reed|nurse', '{"listings":[]}', MARCH - 1_000, MARCH + 3_600_000);
  await where(store.reputation, 'put', [
    {
      companyKey: 'tesco',
      scope: 'GB',
      site: 'indeed',
      depth: 'light',
      found: true,
      fetchedAt: MARCH - DAY,
      value: '{"rating":3.4,"reviewCount":1200}',
    },
  ]);
  await where(store.budgets, 'take', 'reed', [{ calls: 2_000, windowMs: 3_600_000 }], MARCH);
  for (let index = 0; index < 3; index += 1)
    await store.audit.add({ accountId: 'ann', action: 'session.refused', detail: '', at: MARCH - index * DAY });
  await store.audit.add({ accountId: 'ann', action: 'key.create', detail: 'default', at: JANUARY });
  await where(
    store.sessions,
    'create',
    {
      hash: hash('5'),
      accountId: 'ann',
      createdAt: MARCH,
      lastSeenAt: MARCH,
      expiresAt: MARCH + 7 * DAY,
      device: 'Firefox/Linux',
    },
    30,
  );
  await where(store.mail, 'saveToken', {
    hash: hash('6'),
    accountId: 'ann',
    purpose: 'reset',
    expiresAt: MARCH + 3_600_000,
  });
  await where(store.mail, 'saveLink', {
    hash: hash('7'),
    accountId: 'ann',
    purpose: 'reset',
    address: 'ann@example.com',
    createdAt: MARCH,
    expiresAt: MARCH + 3_600_000,
  });
  await where(store.mail, 'askConfirmation', 'ann', JANUARY);
  await where(store.mail, 'noteAlert', 'ann', 0, 80, JANUARY + 10 * DAY);
  await where(store.logIns, 'saveBrowser', hash('8'), 'ann', MARCH);
  await where(store.logIns, 'countRefusal', 'ann', MARCH);
  await where(store.spentTrials, 'note', hash('9'), MARCH);
  await where(store.keys, 'addTest', {
    id: 'key_test',
    accountId: 'ann',
    name: 'test',
    hash: hash('e'),
    apiKey: 'jdm_test_sample',
    prefix: 'jdm_test_',
    lastFour: 'mple',
    createdAt: MARCH,
    expiresAt: null,
    allowedTools: null,
    dailyCap: null,
  });
}

/** What the release says: problems, where accounts stand, the calls of their present months, months on record. */
async function said(store) {
  const accounts = [];
  for (const { id, plan, allowance, balance, overageUsed, period, periodEndsAt } of await store.accounts.list(MARCH)) {
    const calls = await store.ledger.list(id, MARCH);
    const months = typeof store.accounts.months === 'function' ? await store.accounts.months(id, MARCH) : null;
    accounts.push({
      id,
      plan,
      allowance,
      balance,
      overageUsed,
      period,
      periodEndsAt,
      months,
      calls: calls
        .map((one) => ({
          receipt: one.receiptId,
          tool: one.tool,
          state: one.state,
          outcome: one.outcome,
          amount: one.amount ?? one.fromAllowance + one.fromOverage,
        }))
        .sort((a, b) => (a.receipt < b.receipt ? -1 : 1)),
    });
  }
  return { at: MARCH, problems: [...(await store.checkIntegrity()), ...(await store.ledger.audit(MARCH))], accounts };
}

function literal(value) {
  if (value === null) return 'NULL';
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;
}

/** The whole database as SQL text: tables, rows, then what reacts to rows. */
function dump(file) {
  const db = new Database(file);
  const parts = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all();
  const tables = parts.filter(({ type }) => type === 'table');
  const rows = tables.flatMap(({ name: table }) =>
    db
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .map((row) => `INSERT INTO ${table} VALUES (${Object.values(row).map(literal).join(', ')});`),
  );
  const lines = [
    ...tables.map(({ sql }) => `${sql};`),
    ...rows,
    ...parts.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
    `PRAGMA user_version = ${db.pragma('user_version', { simple: true })};`,
  ];
  db.close();
  return `${lines.join('\n')}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const file = join(folder, 'jobdata.sqlite');
  const store = await openRelease(file);
  await live(store);
  const facts = await said(store);
  await store.close();
  writeFileSync(`${name}.sql`, dump(file));
  writeFileSync(`${name}.json`, `${JSON.stringify(facts, null, 2)}\n`);
  console.log(
    name,
    facts.problems,
    readdirSync(folder).length,
    facts.accounts
      .map(({ id, balance, overageUsed, calls, months }) =>
        [id, balance, overageUsed, calls.length, months?.length ?? '-'].join(':'),
      )
      .join(' '),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
