import { Readable } from 'node:stream';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';

t.test('SPEC §14: saved searches on the command line', async (t) => {
  const env = { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent' };
  const run = async (...words: string[]) => {
    let out = '';
    let err = '';
    const terminal = { stdout: (text: string) => (out += text), stderr: (text: string) => (err += text) };
    const code = await runCommandLine(words, { ...terminal, stdin: Readable.from(['']), interactive: false, env });
    return { code, out, err };
  };
  await run('account', 'create', '--email', 'ann@example.com', '--plan', 'pro');
  const ask = ['--query', 'nurse', '--platforms', 'nhs_jobs'];
  const added = await run(
    'watch',
    'add',
    'ann@example.com',
    ...ask,
    '--limit',
    '20',
    '--webhook',
    'https://example.com/hook',
    '--json',
  );
  t.equal(added.code, 0, added.err);
  const search = JSON.parse(added.out);
  t.match(search, {
    search_id: /^sea_/,
    name: 'nurse',
    arguments: { query: 'nurse', platforms: ['nhs_jobs'] },
    frequency: 'daily',
    hour: 8,
    zone: 'Europe/London',
    monthly_limit: 20,
    webhook: 'on',
    state: 'active',
    webhook_secret: /^whsec_/,
    feed: /^http:\/\/127\.0\.0\.1:\d+\/feeds\/sea_/,
  });
  const id = search.search_id;
  const weekly = await run(
    'watch',
    'add',
    '--query',
    'comptable',
    '--platforms',
    'apec',
    '--country',
    'FR',
    '--every',
    'week',
    '--weekday',
    'friday',
    '--language',
    'fr',
  );
  t.match(weekly.out, /frequency: weekly[\s\S]*weekday: friday[\s\S]*zone: Europe\/Paris/);
  const list = JSON.parse((await run('watch', 'list', '--json')).out);
  t.match(list, [{ search_id: id, last_result: null, credits_this_month: 0 }, {}]);
  t.equal(list[0].feed, undefined, 'the secret address is shown when asked for');
  const withFeed = JSON.parse((await run('watch', 'list', '--feed', '--json')).out);
  t.equal(withFeed[0].feed, search.feed);
  t.ok((await run('watch', 'list', '--feed')).out.includes(search.feed));
  t.notMatch((await run('watch', 'list', '--json')).out, 'whsec_');
  t.match((await run('watch', 'list')).out, /SEARCH ID[\s\S]*nurse +active/);
  t.equal((await run('watch', 'pause', id)).code, 0);
  t.match((await run('watch', 'list')).out, /paused \(owner\)/);
  t.equal((await run('watch', 'pause', id, '--off')).code, 0);
  const before = Date.now();
  t.equal((await run('watch', 'run', id)).code, 0);
  const [{ next_run_at: due }] = JSON.parse((await run('watch', 'list', '--json')).out);
  t.ok(Date.parse(due) <= Date.now() && Date.parse(due) >= before - 1_000);
  t.equal((await run('watch', 'delete', id)).code, 2, 'not without --yes');
  t.equal((await run('watch', 'delete', id, '--yes')).code, 0);
  t.equal((await run('watch', 'delete', id, '--yes')).code, 2);
  for (const [words, says] of [
    [[...ask, '--mail'], /sends no e-mail/],
    [[...ask, '--zone', 'Mars/X'], /no time zone/],
    [[...ask, '--limit', '2.0004'], /three decimals/],
    [['--query', 'x', '--platforms', 'nowhere'], /nowhere/],
    [['--query', 'x'], /platforms/],
  ] as const) {
    const refused = await run('watch', 'add', ...words);
    t.equal(refused.code, 1, words.join(' '));
    t.match(refused.err, says);
  }
  for (const [option, value] of [
    ['--hour', '30'],
    ['--hour', '0x8'],
    ['--hour', ''],
    ['--hour', '8.5'],
    ['--limit', '0x10'],
    ['--radius', '0x8'],
  ] as const) {
    const refused = await run('watch', 'add', ...ask, option, value);
    t.equal(refused.code, 2, `${option} ${value}`);
    t.ok(refused.err.includes(`${option} takes`), refused.err);
  }
});
