import { DAY_MS } from '../../src/lib/clock.ts';
import { onEngines } from '../support/engines.ts';
import { account, runStoreContract } from '../support/store-contract.ts';

await onEngines('the contract', (t, _place, engine) =>
  runStoreContract(t, async (t) => (await engine.place(t)).open({ role: 'serve' }), engine),
);

await onEngines('idempotency keys that no text of a database can hold', async (t, place) => {
  const store = await place.open({ role: 'serve' });
  await store.accounts.create(account('a'));
  const hold = { accountId: 'a', keyId: null, tool: 'scrape_jobs', amount: 500, at: 1 };
  const odd = ['\0', 'a\0b', '\ud800', 'x\udc00y', '\0\ud800\0', 'é\u0301'];
  for (const [index, key] of odd.entries()) {
    const claim = { accountId: 'a', key, tool: 'scrape_jobs', argumentsHash: `h${index}`, expiresAt: 1_000 };
    const settlement = { cost: 100, cached: false, at: 2, durationMs: 1, replay: { ...claim, result: '{}' } };
    await store.ledger.reserve({ ...hold, receiptId: `reserved-${index}` }, claim);
    t.match(await store.ledger.settle(`reserved-${index}`, settlement), { balance: 10_000 - 100 * (index + 1) });
    t.match(await store.replays.find('a', key, 3), { argumentsHash: `h${index}` }, JSON.stringify(key));
  }
  t.strictSame(await store.ledger.audit(3), []);
});

await onEngines('what an account did by day, and whose key bears a name', async (t, place) => {
  const store = await place.open({ role: 'serve' });
  for (const id of ['a', 'b']) await store.accounts.create(account(id));
  const hold = { accountId: 'a', keyId: null, tool: 'scrape_jobs', amount: 500 };
  const day = (number: number): number => number * DAY_MS;
  for (const [index, at] of [day(1), day(2), day(2) + 1].entries())
    await store.ledger.charge({ ...hold, receiptId: `r${index}`, at }, { cost: 500, cached: false, at, durationMs: 1 });
  await store.ledger.reserve({ ...hold, receiptId: 'failed', at: day(2) });
  await store.ledger.release('failed', 'upstream_failed', day(2), 1);
  t.strictSame(
    (await store.usage.days('a', 2)).map(({ day: of, outcome, calls, cost }) => [of, outcome, calls, cost]),
    [
      [2, 'ok', 2, 1000],
      [2, 'upstream_failed', 1, 0],
    ],
  );
  t.strictSame(await store.usage.days('b', 0), []);
  const key = { prefix: 'p', lastFour: 'abcd', createdAt: 1, expiresAt: null, allowedTools: null, dailyCap: null };
  await store.keys.create({ ...key, id: 'k1', accountId: 'a', name: 'Night_ly 100%!', hash: 'h1' });
  await store.keys.create({ ...key, id: 'k2', accountId: 'b', name: 'nightly 1000', hash: 'h2' });
  for (const [part, found] of [
    ['NIGHT', ['a', 'b']],
    ['t_l', ['a']],
    ['100%', ['a']],
    ['%!', ['a']],
    ['100_', []],
  ] as const)
    t.strictSame(await store.keys.accountsByName(part), found, part);
});
