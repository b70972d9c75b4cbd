import { onEngines } from '../support/engines.ts';
import { account } from '../support/store-contract.ts';
import { volume } from '../support/volume.ts';

const TIMES = volume(30, 1_100);

await onEngines(
  'changes that follow each other are one, and no action pushes another out of the list',
  async (t, place) => {
    const store = await place.open();
    await store.accounts.create(account('a'));
    const hour = 3_600_000;
    const add = (action: string, detail: string, at: number, kept?: 'lastDetail') =>
      store.audit.add({ accountId: 'a', action, detail, at }, kept);
    await add('account.password', '', 1);
    // Twenty at once share the cost of a commit.
    for (let from = 0; from < 1_100; from += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => add('key.create', `k${from + index}`, 10 + from + index)),
      );
    for (let index = 0; index < TIMES; index += 1) await add('key.limits', 'k1', 2_000 + index);
    for (let index = 0; index < TIMES; index += 1)
      await add('account.overage', `${index}`, 3_000 + index, 'lastDetail');
    const list = await store.audit.list('a', 5_000);
    t.equal(list.length, 1_003);
    t.match(list[0], {
      action: 'account.overage',
      detail: `${TIMES - 1}`,
      times: TIMES,
      firstAt: 3_000,
      at: 2_999 + TIMES,
    });
    t.match(
      list.find(({ action }) => action === 'key.limits'),
      { times: TIMES, firstAt: 2_000, at: 1_999 + TIMES },
    );
    t.match(list.at(-1), { action: 'account.password', times: 1, firstAt: 1, at: 1 });
    await add('key.limits', 'k2', 5_000);
    await add('key.limits', 'k1', 1_999 + TIMES + hour);
    t.equal((await store.audit.list('a', 5_000)).filter(({ action }) => action === 'key.limits').length, 3);
    t.match(await store.audit.list('a', 1, 1), [{ detail: 'k2' }], 'page by page');
  },
);

await onEngines('of an account so many sessions last: those that are idle longest end', async (t, place) => {
  const store = await place.open();
  await store.accounts.create(account('a'));
  await store.accounts.create(account('b'));
  const begin = (hash: string, at: number, accountId = 'a') =>
    store.sessions.create({ hash, accountId, createdAt: at, lastSeenAt: at, expiresAt: at + 100, device: '' }, 3);
  await begin('other', 1, 'b');
  for (const [index, hash] of ['s1', 's2', 's3'].entries()) await begin(hash, index + 1);
  await store.sessions.touch('s1', 9, 109);
  await store.probe();
  await Promise.all([begin('s4', 10), begin('s5', 10)]);
  t.strictSame((await store.sessions.list('a', 10)).map(({ hash }) => hash).sort(), ['s1', 's4', 's5']);
  t.equal(await store.sessions.find('s2', 10), undefined);
  t.equal((await store.sessions.list('b', 10)).length, 1);
});
