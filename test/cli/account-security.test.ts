import { Readable } from 'node:stream';
import { generateSync } from 'otplib/functional';
import t from 'tap';
import { createAppContext } from '../../src/app/app-context.ts';
import { LogInLinks } from '../../src/accounts/log-in-links.ts';
import { LogIn } from '../../src/accounts/log-in.ts';
import { MailLinks } from '../../src/accounts/mail-links.ts';
import { SecondFactors } from '../../src/accounts/second-factor.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { readConfig } from '../../src/config/config.ts';
import { Postbox } from '../../src/mail/postbox.ts';

async function run(env: Record<string, string>, words: string[]) {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdin: Readable.from(['']),
    interactive: false,
    env,
  });
  return { code, out, err };
}

t.test('the operator can reset the second factor of a person who lost the phone and the recovery codes', async (t) => {
  const env = { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent' };
  const context = await createAppContext(readConfig(env));
  t.teardown(() => context.store.close());
  const { id } = await context.accounts.create({ email: 'owner@example.com' });
  const factors = new SecondFactors(context.store, context.clock);
  const logIn = new LogIn({ ...context, factors, onFault: () => t.fail('a note was lost') });
  t.match(await run(env, ['account', 'factor', id]), { code: 0, out: 'The second factor is off.\n' });
  await factors.offer(id, 'session');
  const offered = await factors.findOffer({ id, email: 'owner@example.com' }, 'session');
  const epoch = Math.floor(context.clock.now() / 1000);
  const codes = await factors.enable(id, generateSync({ secret: offered?.secret ?? '', epoch }), 'session');
  t.equal(codes?.length, 10);
  t.equal(await logIn.needsCode(id), true);
  t.match(await run(env, ['account', 'factor', 'owner@example.com', '--json']), {
    out: '{"second_factor":true,"recovery_codes_left":10}\n',
  });
  t.match(await run(env, ['account', 'factor', 'owner@example.com', '--off', '--json']), {
    code: 0,
    out: '{"second_factor":false,"recovery_codes_left":0}\n',
  });
  t.equal(await logIn.needsCode(id), false);
  await t.rejects(factors.prepareProof(id, codes?.[0] ?? ''), { name: 'AlreadyUsed' }, 'the codes stop working');
  t.match((await run(env, ['account', 'factor', 'nobody@example.com'])).code, 1);
});

t.test(
  'the operator can create a log-in link for a person who is throttled because others guess the password, without mail',
  async (t) => {
    const env = { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent', PUBLIC_URL: 'https://jobs.example.com' };
    const context = await createAppContext(readConfig(env));
    t.teardown(() => context.store.close());
    const { id } = await context.accounts.create({ email: 'owner@example.com' });
    const { code, out } = await run(env, ['account', 'unlock', 'Owner@example.com']);
    t.equal(code, 0);
    const token = /^https:\/\/jobs\.example\.com\/unlock\?token=([\w-]{43})\n$/.exec(out)?.[1] as string;
    const links = new MailLinks({
      ...context,
      postbox: new Postbox({ mailer: undefined, onFault: () => {} }),
      baseUrl: '',
    });
    t.equal(await links.unlock(token), id);
    t.equal(await links.unlock(token), undefined, 'once');
    const { PUBLIC_URL: _, ...bare } = env;
    t.match(await run({ ...bare, PORT: '0' }, ['account', 'unlock', id]), { code: 2, err: /PUBLIC_URL/ });
    t.match(await run(bare, ['account', 'unlock', id, '--json']), {
      out: /^\{"link":"http:\/\/127\.0\.0\.1:8080\/unlock\?/,
    });
  },
);

t.test('SPEC §11: account link prints a link that logs in once; without an address, for the operator', async (t) => {
  const env = { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent', PUBLIC_URL: 'https://jobs.example.com' };
  const context = await createAppContext(readConfig(env));
  t.teardown(() => context.store.close());
  const ann = await context.accounts.create({ email: 'ann@example.com' });
  t.match(await run(env, ['account', 'link']), { code: 2, err: /^Name the ACCOUNT .* Operators: none\./ });
  const owner = await context.accounts.create({ email: 'owner@example.com', operator: true });
  const links = new LogInLinks(context.store, context.clock);
  const tokenOf = (out: string): string =>
    /^https:\/\/jobs\.example\.com\/login\?token=([\w-]{43})\n$/.exec(out)?.[1] ?? '';
  const token = tokenOf((await run(env, ['account', 'link'])).out);
  t.equal((await links.use(token))?.id, owner.id);
  t.equal(await links.use(token), undefined, 'once');
  for (const words of [[ann.id], ['Ann@example.com'], ['--account', 'ann@example.com']]) {
    const { code, out } = await run(env, ['account', 'link', ...words]);
    t.equal(code, 0);
    t.equal((await links.use(tokenOf(out)))?.id, ann.id, words.join(' '));
  }
  const { PUBLIC_URL: _, ...bare } = env;
  const before = context.clock.now();
  const said = JSON.parse((await run(bare, ['account', 'link', '--json'])).out);
  t.match(said, {
    account_id: owner.id,
    email: 'owner@example.com',
    link: /^http:\/\/127\.0\.0\.1:8080\/login\?token=[\w-]{43}$/,
  });
  t.ok(Date.parse(said.expires_at) >= before + 15 * 60_000);
  t.match(await run({ ...bare, PORT: '0' }, ['account', 'link']), { code: 2, err: /PUBLIC_URL/ });
  t.match(await run(env, ['account', 'link', 'nobody@example.com']), { code: 1, err: /There is no account/ });
  await context.accounts.setOperator(ann.id, true);
  t.match(await run(env, ['account', 'link']), { code: 2, err: /Operators: ann@example\.com, owner@example\.com\./ });
});
