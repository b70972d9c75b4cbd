import t, { type Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { account } from '../support/store-contract.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const ALLOWANCE = 100_000;
const skip = await withoutPostgres();

function end(key: string, result: string) {
  const replay = { accountId: 'a', key, tool: 't', argumentsHash: 'h', expiresAt: AT + DAY_MS, result };
  return { cost: 1_000, cached: false, at: AT, durationMs: 1, replay };
}

function hold(accountId: string, receiptId: string) {
  return { receiptId, accountId, keyId: null, tool: 't', amount: 2_000, at: AT };
}

async function openAt(t: Test): Promise<Store> {
  const store = await openStore({ file: '', url: await freshDatabase(t), role: 'serve', callDeadlineMs: 1_000 });
  t.teardown(() => store.close());
  for (const id of ['a', 'b']) {
    await store.accounts.create(account(id, { plan: 'pro', allowance: ALLOWANCE, createdAt: AT }));
  }
  return store;
}

t.test('many large answers at once, and one that is larger', { skip }, async (t) => {
  const store = await openAt(t);
  // Together they would take longer to send than a transaction may be idle.
  const text = JSON.stringify({ content: JSON.stringify(['é\n', '"']).repeat(100_000) });
  const many = Array.from({ length: 10 }, (_, index) => `k${index}`);
  await Promise.all(many.map((key) => store.ledger.reserve(hold('a', `r-${key}`))));
  const settled = many.map((key) => store.ledger.settle(`r-${key}`, end(key, text)));
  const other = store.ledger.charge(hold('b', 'other'), { cost: 500, cached: false, at: AT, durationMs: 1 });
  await Promise.all([...settled, other]);
  const larger = text.repeat(6);
  await store.ledger.charge(hold('a', 'larger'), end('larger', larger));
  t.ok((await store.replays.find('a', 'larger', AT))?.result === larger, 'kept as it was');
  t.ok((await store.replays.find('a', 'k9', AT))?.result === text);
  t.equal((await store.ledger.balance('a', AT)).balance, ALLOWANCE - 11_000);
  t.equal((await store.ledger.balance('b', AT)).balance, ALLOWANCE - 500);
  t.same(await store.ledger.audit(AT), []);
});

t.test('any text in an answer can be stored', { skip }, async (t) => {
  const store = await openAt(t);
  for (const [index, result] of ['', 'nul\0nul', 'half \ud800 pair', '\\u0000 "{},null\\', 'null'].entries()) {
    await store.ledger.charge(hold('a', `r${index}`), end(`k${index}`, result));
    const kept = result.replace('\0', '').replace('\ud800', '\ufffd');
    t.equal((await store.replays.find('a', `k${index}`, AT))?.result, kept);
  }
});
