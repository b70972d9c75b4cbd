import { join } from 'node:path';
import { Database } from '../../src/store/better-sqlite3.ts';
import t from 'tap';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/index.ts';
import { openStore } from '../../src/store/open.ts';
import { account } from '../support/store-contract.ts';

const DAY_MS = 86_400_000;

t.test('links that were mailed, sessions and refused log-ins outlive the migration', async (t) => {
  const file = join(t.testdir({}), 'old.sqlite');
  const old = new Database(file);
  for (const migration of MIGRATIONS.slice(0, 8)) old.exec(migration);
  old.pragma('user_version = 8');
  old.exec(`
    INSERT INTO account (id, email, plan, created_at, anchor_at, period, period_ends_at, allowance, balance)
      VALUES ('a', 'a@example.com', 'pro', 0, 0, 1, 2678400000, 100000, 100000);
    INSERT INTO mail_token VALUES ('h1', 'a', 'reset', 500), ('h2', 'a', 'confirm', 900);
    INSERT INTO session (hash, account_id, created_at, last_seen_at, expires_at) VALUES ('s', 'a', 0, 0, 1000);
    INSERT INTO audit (account_id, action, detail, at) VALUES ('a', 'key.create', 'k', 5);
  `);
  const refuse = old.prepare(
    "INSERT INTO audit (account_id, action, detail, at) VALUES ('a', 'session.refused', '', ?)",
  );
  for (const at of [10, 20, DAY_MS + 30]) refuse.run(at);
  old.close();

  const store = await openStore({ file, role: 'serve' });
  t.teardown(() => store.close());
  t.match(await store.mail.findLink('h1', 'reset', 100), { accountId: 'a', address: null, expiresAt: 500 });
  t.equal(await store.mail.findLink('h1', 'confirm', 100), undefined);
  t.match(await store.mail.takeLink('h2', 'confirm', 100), { accountId: 'a' });
  t.match(await store.sessions.list('a', 0), [{ hash: 's', device: '' }]);
  t.match(await store.audit.list('a', 10), { length: 1, 0: { action: 'key.create' } });
  t.strictSame(await store.logIns.refusals('a', 0), { count: 3, lastAt: DAY_MS + 30 });
  t.strictSame(await store.logIns.refusals('a', DAY_MS), { count: 1, lastAt: DAY_MS + 30 });
  t.match(await store.signups.trialSalt(), /^[0-9a-f]{64}$/);
});

t.test('every store has a salt of its own', async (t) => {
  const stores = [await openStore({ file: ':memory:' }), await openStore({ file: ':memory:' })];
  for (const store of stores) t.teardown(() => store.close());
  const [one, two] = await Promise.all(stores.map((store) => store.signups.trialSalt()));
  t.not(one, two);
});

t.test('what guards an account goes with it', async (t) => {
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
  await store.accounts.create(account('a'));
  await store.accounts.create(account('b'));
  for (const accountId of ['a', 'b']) {
    await store.mail.saveLink({ hash: `l${accountId}`, accountId, purpose: 'reset', address: null, expiresAt: 9 });
    await store.logIns.saveBrowser(`w${accountId}`, accountId, 1);
    await store.logIns.saveStep({ hash: `t${accountId}`, accountId, passwordHash: 'p', expiresAt: 9 });
    await store.logIns.countRefusal(accountId, 1);
    await store.factors.offer(accountId, 'SECRET');
    t.equal(await store.factors.enable(accountId, 'SECRET', 1, 1, ['c1', 'c2']), true);
  }
  await t.rejects(store.accounts.setEmail('a', 'B@example.com'), { message: /exists already/ }, 'an address is taken');
  await t.rejects(store.accounts.setEmail('nobody', 'n@example.com'), { message: /no account/ });
  await store.accounts.setEmail('a', 'c@example.com');
  t.match(await store.accounts.findByEmail('c@example.com', 1), { id: 'a' });
  t.equal(await store.accounts.findByEmail('a@example.com', 1), undefined);

  await store.accounts.delete('a');
  t.equal(await store.mail.findLink('la', 'reset', 1), undefined);
  t.equal(await store.logIns.findBrowser('wa'), undefined);
  t.equal(await store.logIns.findStep('ta', 1), undefined);
  t.equal(await store.factors.find('a'), undefined);
  t.equal(await store.factors.countCodes('a'), 0);
  t.match([await store.logIns.findBrowser('wb'), await store.factors.countCodes('b')], ['b', 2]);
  t.strictSame(await store.checkIntegrity(), []);
});

t.test('links, steps, codes and browsers are each taken once, or as often as they may be', async (t) => {
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
  await store.accounts.create(account('a'));
  const { logIns, factors, mail, signups } = store;
  await logIns.saveStep({ hash: 't', accountId: 'a', passwordHash: 'p', expiresAt: 10 });
  const tries = await Promise.all(Array.from({ length: 5 }, () => logIns.tryStep('t', 3, 1)));
  t.equal(tries.filter(Boolean).length, 3);
  t.equal(await logIns.tryStep('t', 9, 10), undefined, 'expired');
  t.strictSame(await Promise.all([logIns.takeStep('t'), logIns.takeStep('t')]), [true, false]);

  await factors.offer('a', 'ONE');
  t.equal(await factors.useStep('a', 5), false, 'an offered secret proves nothing');
  await factors.offer('a', 'TWO');
  t.equal(await factors.enable('a', 'ONE', 1, 4, ['c']), false, 'nor one that another has replaced');
  t.equal(await factors.enable('a', 'TWO', 1, 4, ['c']), true);
  t.equal(await factors.offer('a', 'THREE'), false, 'one in use is not replaced');
  t.strictSame(await Promise.all([factors.useStep('a', 4), factors.useStep('a', 5), factors.useStep('a', 5)]), [
    false,
    true,
    false,
  ]);
  t.strictSame(await Promise.all([factors.takeCode('a', 'c'), factors.takeCode('a', 'c')]), [true, false]);

  const link = { accountId: 'a', purpose: 'reset', address: null, expiresAt: 10 } as const;
  for (const hash of ['x', 'y']) await mail.saveLink({ ...link, hash });
  await mail.saveLink({ ...link, hash: 'z', accountId: null });
  t.equal(await mail.findLink('z', 'reset', 1), undefined, 'one without an account leads nowhere');
  const taken = await Promise.all([mail.takeLink('x', 'reset', 1), mail.takeLink('y', 'reset', 1)]);
  t.equal(taken.filter(Boolean).length, 1);
  t.equal(await mail.purge(10), 1);

  const signup = { email: 'n@example.com', passwordHash: 'p', expiresAt: 10 };
  for (const hash of ['u', 'v']) await signups.save({ ...signup, hash });
  t.equal(await signups.find('u', 10), undefined);
  const ended = await Promise.all([signups.take('u', 1), signups.take('v', 1)]);
  t.equal(ended.filter(Boolean).length, 1, 'an address ends one sign-up');

  for (let index = 0; index < 25; index += 1) await logIns.saveBrowser(`w${index}`, 'a', index);
  t.equal(await logIns.findBrowser('w4'), undefined, 'twenty browsers are known');
  t.equal(await logIns.findBrowser('w5'), 'a');
  t.equal(await logIns.purge(10, 15, 0), 10);
});
