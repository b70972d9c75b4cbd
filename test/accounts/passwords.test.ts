import t from 'tap';
import { Passwords, type KeyDeriver } from '../../src/accounts/passwords.ts';
import { openApi } from '../support/api.ts';
import { Visitor } from '../support/visitor.ts';

/** Derives no hash: each task waits until the test releases it. */
class HeldDeriver implements KeyDeriver {
  readonly held: (() => void)[] = [];
  running = 0;
  most = 0;

  run(): Promise<unknown> {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    return new Promise((resolve) =>
      this.held.push(() => {
        this.running -= 1;
        resolve(new Uint8Array(32));
      }),
    );
  }

  async close(): Promise<void> {
    this.releaseAll();
  }

  releaseAll(): void {
    for (const release of this.held.splice(0)) release();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('a hash matches only its password', async (t) => {
  const passwords = new Passwords();
  t.teardown(() => passwords.close());
  const stored = await passwords.hash('correct horse battery', 'test');
  t.match(stored, /^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  t.notMatch(stored, 'horse');
  t.ok(await passwords.verify('correct horse battery', stored, 'test'));
  t.notOk(await passwords.verify('correct horse batterz', stored, 'test'));
  t.ok(await passwords.verify('caf\u0065\u0301 au lait', await passwords.hash('caf\u00e9 au lait', 'test'), 'test'));
  t.notOk(await passwords.verify('anything at all', null, 'test'));
  t.notOk(await passwords.verify('anything at all', 'md5$x$y', 'test'));
});

t.test('28 log-ins at once: two are checked, the others wait or are refused', async (t) => {
  const deriver = new HeldDeriver();
  const passwords = new Passwords(deriver);
  const tries = Array.from({ length: 28 }, () =>
    passwords.verify('x', null, 'one address').catch((error: unknown) => error),
  );
  await turn();
  t.equal(deriver.running, 2);
  const refused = await Promise.all(tries.slice(18));
  for (const error of refused) {
    t.match(error, { reason: 'rate_limited', retryable: true, details: { retry_after_seconds: Number } });
  }
  const other = passwords.verify('x', null, 'another address');
  for (let count = 0; count < 19; count += 1) {
    deriver.held.shift()?.();
    await turn();
    t.ok(deriver.running <= 2);
    if (count === 1) t.equal(await Promise.race([other.then(() => 'served'), turn().then(() => 'waits')]), 'waits');
    if (count === 3) t.equal(await Promise.race([other.then(() => 'served'), turn().then(() => 'waits')]), 'served');
  }
  t.strictSame(
    (await Promise.all(tries.slice(0, 18))).filter((outcome) => outcome === false).length,
    18,
    'those who waited were answered',
  );
  t.equal(deriver.most, 2);
});

t.test('pages answer 429 with the time to wait, and no change is half done', async (t) => {
  const deriver = new HeldDeriver();
  const { service } = await openApi(t, { overrides: { passwords: new Passwords(deriver) } });
  const fill = Array.from({ length: 18 }, () => service.passwords.hash('x', '127.0.0.1').catch(() => undefined));
  const visitor = new Visitor(service.app);
  for (const [page, form] of [
    ['/login', { email: 'caller@example.com', password: 'whatever it is' }],
    ['/signup', { email: 'new@example.com', password: 'whatever it is' }],
  ] as const) {
    const answer = await visitor.submit(page, page, form);
    t.equal(answer.status, 429, page);
    t.equal(answer.headers['retry-after'], '5');
    t.match(answer.shown, /Wait 5 seconds and try again/);
  }
  await t.rejects(service.accounts.require('new@example.com'), 'no account without its password');
  const elsewhere = new Visitor(service.app, {}, '203.0.113.7');
  let answered = false;
  const logIn = elsewhere.logIn('caller@example.com').finally(() => (answered = true));
  let filled = false;
  void Promise.all(fill).then(() => (filled = true));
  while (!answered || !filled) {
    deriver.releaseAll();
    await turn();
  }
  t.equal((await logIn).status, 401, 'another address was let in to try');
});
