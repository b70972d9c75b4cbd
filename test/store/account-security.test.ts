import t from 'tap';
import { openStore } from '../../src/store/open.ts';
import { onEngines } from '../support/engines.ts';
import { account } from '../support/store-contract.ts';

/** Which of several concurrent uses succeeded; the others must report that nothing was left to use. */
async function takenOf(steps: Promise<void>[]): Promise<boolean[]> {
  const ends = await Promise.allSettled(steps);
  return ends.map((end) => {
    if (end.status === 'rejected' && (end.reason as Error).name !== 'AlreadyUsed') throw end.reason;
    return end.status === 'fulfilled';
  });
}

t.test('every store has a different salt', async (t) => {
  const stores = [await openStore({ file: ':memory:' }), await openStore({ file: ':memory:' })];
  for (const store of stores) t.teardown(() => store.close());
  const [one, two] = await Promise.all(stores.map((store) => store.spentTrials.salt()));
  t.not(one, two);
});

await onEngines('what guards an account goes with it', async (t, place) => {
  const store = await place.open();
  await store.accounts.create(account('a'));
  await store.accounts.create(account('b'));
  for (const accountId of ['a', 'b']) {
    const link = { hash: `l${accountId}`, accountId, purpose: 'reset', address: 'x@example.com' } as const;
    await store.mail.saveLink({ ...link, createdAt: 0, expiresAt: 9 });
    await store.logIns.saveBrowser(`w${accountId}`, accountId, 1);
    await store.logIns.saveStep({ hash: `t${accountId}`, accountId, passwordHash: 'p', expiresAt: 9 });
    await store.logIns.countRefusal(accountId, 1);
    await store.logIns.saveLink({ hash: `i${accountId}`, accountId, createdAt: 0, expiresAt: 9 });
    await store.factors.offer(accountId, 'SECRET', 's', 1);
    t.equal(await store.factors.enable(accountId, 'SECRET', 1, 1, ['c1', 'c2']), true);
  }
  await t.rejects(store.accounts.setEmail('a', 'B@example.com'), { message: /already exists/ }, 'an address is taken');
  await t.rejects(store.accounts.setEmail('nobody', 'n@example.com'), { message: /no account/ });
  await store.accounts.setEmail('a', 'c@example.com');
  t.match(await store.accounts.findHolder('c@example.com'), { id: 'a' });
  t.equal(await store.accounts.findHolder('a@example.com'), undefined);

  await store.accounts.delete('a');
  t.equal(await store.mail.findLink('la', 'reset', 1), undefined);
  t.equal(await store.logIns.findBrowser('wa'), undefined);
  t.equal(await store.logIns.findStep('ta', 1), undefined);
  t.equal(await store.logIns.findLink('ia', 1), undefined);
  t.equal(await store.factors.find('a'), undefined);
  t.equal(await store.factors.countCodes('a'), 0);
  t.match([await store.logIns.findBrowser('wb'), await store.factors.countCodes('b')], ['b', 2]);
  t.strictSame(await store.checkIntegrity(), []);
});

await onEngines(
  'links, steps, codes and browsers are each taken once, or as often as they may be',
  async (t, place) => {
    const store = await place.open();
    await store.accounts.create(account('a'));
    const { logIns, factors, mail } = store;
    await logIns.saveStep({ hash: 't', accountId: 'a', passwordHash: 'p', expiresAt: 10 });
    const tries = await Promise.all(Array.from({ length: 5 }, () => logIns.tryStep('t', 3, 1)));
    t.equal(tries.filter(Boolean).length, 3);
    t.equal(await logIns.tryStep('t', 9, 10), undefined, 'expired');
    t.strictSame((await takenOf([logIns.takeStep('t'), logIns.takeStep('t')])).sort(), [false, true]);

    for (const hash of ['i', 'j', 'k']) await logIns.saveLink({ hash, accountId: 'a', createdAt: 0, expiresAt: 10 });
    t.match(await logIns.findLink('i', 9), { hash: 'i', accountId: 'a', createdAt: 0, expiresAt: 10 });
    t.strictSame((await takenOf([logIns.spendLink('i', 9), logIns.spendLink('i', 9)])).sort(), [false, true]);
    t.equal(await logIns.findLink('i', 9), undefined, 'used');
    t.match(await logIns.findLink('k', 9), { hash: 'k' }, 'others stay');
    t.strictSame(await takenOf([logIns.spendLink('j', 10), logIns.spendLink('x', 1)]), [false, false]);
    t.equal(await logIns.findLink('j', 10), undefined, 'expired');
    t.equal(await logIns.findLink('j', 1), undefined, 'and a clock that is set back does not revive it');
    t.equal(await logIns.purge(10, 0, 0), 3);

    await factors.offer('a', 'ONE', 's', 1);
    await t.rejects(factors.useStep('a', 5), { name: 'AlreadyUsed', what: 'code' }, 'an offered secret proves nothing');
    await factors.offer('a', 'TWO', 's', 1);
    t.equal(await factors.enable('a', 'ONE', 1, 4, ['c']), false, 'nor one that another has replaced');
    t.equal(await factors.enable('a', 'TWO', 1, 4, ['c']), true);
    t.equal(await factors.offer('a', 'THREE', 's', 1), false, 'one in use is not replaced');
    t.strictSame(await takenOf([factors.useStep('a', 4)]), [false]);
    t.strictSame((await takenOf([factors.useStep('a', 5), factors.useStep('a', 5)])).sort(), [false, true]);
    t.strictSame((await takenOf([factors.takeCode('a', 'c'), factors.takeCode('a', 'c')])).sort(), [false, true]);

    const link = { accountId: 'a', purpose: 'reset', address: 'a@example.com', createdAt: 1, expiresAt: 10 } as const;
    for (const hash of ['x', 'y']) await mail.saveLink({ ...link, hash });
    await mail.saveLink({ ...link, hash: 'z', accountId: null });
    t.equal(await mail.findLink('z', 'reset', 1), undefined, 'one without an account leads nowhere');
    t.strictSame((await takenOf([mail.spendLink('x', 'reset', 1), mail.spendLink('x', 'reset', 1)])).sort(), [
      false,
      true,
    ]);
    t.match(await mail.findLink('y', 'reset', 1), { hash: 'y' }, 'others stay');
    await mail.endLinks('a', ['reset'], 1);
    await t.rejects(mail.spendLink('y', 'reset', 1), { name: 'AlreadyUsed', what: 'link' });
    const signup = {
      accountId: null,
      purpose: 'signup',
      address: 'n@example.com',
      createdAt: 1,
      expiresAt: 10,
    } as const;
    for (const hash of ['u', 'v', 'w']) await mail.saveLink({ ...signup, hash });
    t.equal(await mail.findLink('w', 'signup', 10), undefined, 'expired');
    t.equal(await mail.findLink('w', 'signup', 1), undefined, 'and a clock that is set back does not revive it');
    await mail.spendLink('u', 'signup', 1);
    await mail.endSignups('n@example.com', 1);
    t.equal(await mail.findLink('v', 'signup', 1), undefined, 'an address ends one sign-up');
    t.equal(await mail.purge(10), 6);

    for (let index = 0; index < 25; index += 1) await logIns.saveBrowser(`w${index}`, 'a', index);
    t.equal(await logIns.findBrowser('w4'), undefined, 'twenty browsers are known');
    t.equal(await logIns.findBrowser('w5'), 'a');
    t.equal(await logIns.purge(10, 15, 0), 10);
  },
);

await onEngines(
  'a mailbox is sent so many links of a purpose in a time, whoever asks and whatever becomes of them',
  async (t, place) => {
    const store = await place.open();
    await store.accounts.create(account('a'));
    await store.accounts.create(account('b'));
    const { mail } = store;
    let made = 0;
    const send = (at: number, more: { accountId?: string | null; purpose?: 'reset' | 'unlock' | 'address' } = {}) =>
      mail.saveLink(
        {
          hash: `h${(made += 1)}`,
          accountId: 'a',
          purpose: 'reset',
          address: 'x@example.com',
          createdAt: at,
          expiresAt: at + 100,
          ...more,
        },
        { links: 3, since: at - 50 },
      );
    for (const accountId of ['a', null]) t.equal(await send(1, { accountId }), true);
    t.strictSame((await Promise.all([send(2), send(2)])).sort(), [false, true]);
    await mail.spendLink('h1', 'reset', 3);
    t.equal(await send(3), false, 'one that was used counts too: nobody learns of it');
    t.equal(await send(3, { purpose: 'unlock' }), true, 'each purpose by itself');
    await mail.dropLink('h2');
    t.equal(await send(4), true, 'one that never arrived does not count');
    t.equal(await send(50), false);
    t.equal(await send(53), true, 'after a while there are more');
    t.equal(await send(0), true, 'a clock that is set back counts what it knows');
    for (let index = 0; index < 3; index += 1) await send(60, { purpose: 'address' });
    t.equal(await send(60, { purpose: 'address' }), false);
    t.equal(
      await send(60, { purpose: 'address', accountId: 'b' }),
      true,
      'nobody keeps an address from another account',
    );
  },
);

await onEngines('writes that are one: all are kept, or none', async (t, place) => {
  const store = await place.open();
  await store.accounts.create(account('a'));
  await store.accounts.create(account('b'));
  const link = {
    hash: 'x',
    accountId: 'a',
    purpose: 'reset',
    address: 'a@example.com',
    createdAt: 1,
    expiresAt: 10,
  } as const;
  await store.mail.saveLink(link);
  const move = (email: string): Promise<unknown> =>
    store.transaction(() =>
      Promise.all([
        store.mail.spendLink('x', 'reset', 2),
        store.audit.add({ accountId: 'a', action: 'account.email', detail: email, at: 2 }),
        store.accounts.setEmail('a', email),
      ]),
    );
  const alone = store.audit.add({ accountId: 'a', action: 'other', detail: '', at: 2 });
  await t.rejects(move('b@example.com'), { message: /already exists/ });
  await alone;
  t.match(await store.mail.findLink('x', 'reset', 2), { hash: 'x' }, 'the link is not used up');
  t.match(
    await store.audit.list('a', 9),
    { length: 1, 0: { action: 'other' } },
    'nothing is noted, others’ writes are',
  );
  const addresses = ['c@example.com', 'd@example.com'];
  const ends = await Promise.allSettled(addresses.map(move));
  t.strictSame(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.match(
    ends.find(({ status }) => status === 'rejected'),
    { reason: { name: 'AlreadyUsed', what: 'link' } },
  );
  const moved = addresses[ends.findIndex(({ status }) => status === 'fulfilled')] as string;
  t.match(await store.accounts.findById('a', 2), { email: moved });
  t.equal((await store.audit.list('a', 9)).length, 2);
  await t.rejects(
    store.transaction(() => Promise.reject(new Error('before any write'))),
    { message: 'before any write' },
  );
});

await onEngines('writes that are one inside others: all are kept, or none', async (t, place) => {
  const store = await place.open();
  await store.accounts.create(account('a'));
  await store.accounts.create(account('b'));
  const note = (detail: string) => store.audit.add({ accountId: 'a', action: 'other', detail, at: 2 });
  await t.rejects(
    store.transaction(() =>
      Promise.all([
        note('outer'),
        store.transaction(() => note('inner')),
        store.accounts.setEmail('a', 'b@example.com'),
      ]),
    ),
    { message: /already exists/ },
  );
  t.strictSame(await store.audit.list('a', 9), []);
});
