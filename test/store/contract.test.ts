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
