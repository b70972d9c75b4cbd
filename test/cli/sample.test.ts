import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { readPage } from '../../src/pages/page-task.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { FakeInternet } from '../support/fake-internet.ts';

const NOTE = 'Sample data: invented, offline, the same answer every time.\n';

function shell(t: Test) {
  const env = { DATA_DIR: join(t.testdir({}), 'none') };
  // Every address is refused, so an answer can only come from the sample data.
  const internet = new FakeInternet();
  return async (...words: string[]) => {
    const printed = { out: '', err: '' };
    const code = await runCommandLine(words, {
      stdout: (text) => void (printed.out += text),
      stderr: (text) => void (printed.err += text),
      stdin: (async function* nothing() {})(),
      interactive: false,
      env,
      overrides: {
        egress: internet,
        parser: inlineParser,
        reputationParser: inlineReputationParser,
        pageReader: { read: async (input) => readPage(input), close: async () => {} },
        sleep: async () => {},
      },
    });
    t.notOk(existsSync(env.DATA_DIR), 'no database is made');
    return { code, ...printed, json: () => JSON.parse(printed.out) };
  };
}

t.test('--sample searches the sample data on every platform of the country', async (t) => {
  const run = shell(t);
  const table = await run('search', 'software engineer', '--sample');
  t.match(table, { code: 0, err: NOTE, out: /Software Engineer\s+Alderfinch Software\s+Leeds\s+£48k–56k/ });
  t.match(table.out, /\nwork_hub\s+blocked\s/);
  t.match(await run('search', 'infirmier', '--sample'), {
    code: 0,
    err: /few dozen adverts.*search infirmier --country FR/,
  });
  t.match(await run('search', 'nurse', '--sample'), { code: 0, err: NOTE });
  const french = (await run('search', 'infirmier', '--country', 'FR', '--sample', '--json')).json();
  t.match(french, { country: 'FR', source: 'scrape' });
  t.ok(french.jobs.length > 0);
  t.ok(french.platforms.length > 3);
  const empty = (await run('search', 'test:empty reed', '--platforms', 'reed,totaljobs', '--sample', '--json')).json();
  t.match(empty.platforms, [
    { platform: 'reed', status: 'empty' },
    { platform: 'totaljobs', status: 'ok' },
  ]);
  t.match(await run('search', 'test:nope', '--sample'), {
    code: 2,
    out: '',
    err: /QUERY must be a known scenario: test:all, .*test:not_configured\.\n/,
  });
  // Only test keys can request errors.
  t.match(await run('search', 'test:quota_exceeded', '--sample'), { code: 2, err: /QUERY must be a known scenario/ });
  t.match(await run('search', 'test:blocked monster', '--platforms', 'reed', '--sample'), {
    code: 2,
    out: '',
    err: /QUERY names "monster", which is not a platform of this search: .*as in "test:blocked reed"\.\n/,
  });
  for (const words of [
    ['nurse', '--platforms', 'reed', 'totaljobs'],
    ['--platforms', 'reed,', 'totaljobs,', 'nhs_jobs', 'nurse'],
  ])
    t.match(await run('search', ...words, '--sample'), {
      code: 2,
      out: '',
      err: /"totaljobs,?" is a platform code: write the codes of --platforms with commas and without spaces, as in /,
    });
  t.match(await run('search', 'nurse', '--radius', '20', '--sample'), {
    code: 2,
    out: '',
    err: /--radius needs --location, as in --location Leeds\.\n/,
  });
  t.equal((await run('search', 'nurse', 'reed', '--sample')).code, 0, 'a query may have such a word');
  t.match(await run('reputation', 'test:blocked', '--sample'), {
    code: 2,
    out: '',
    err: /NAME must be a known scenario: test:upstream_failed\.\n/,
  });
});

t.test('--sample looks up sample employers and reads sample pages', async (t) => {
  const run = shell(t);
  t.match(await run('reputation', 'Alderfinch Software', '--country', 'GB', '--sample'), {
    code: 0,
    err: NOTE,
    out: /Alderfinch Software\s+\d\.\d\s/,
  });
  t.match((await run('reputation', 'Alderfinch Software', '--sample', '--json')).json(), {
    'Alderfinch Software': { rating: Number },
  });
  t.match(await run('scrape', 'https://pages.example/article', '--sample'), { code: 0, err: NOTE, out: /bakery/ });
  t.match(await run('scrape', 'https://www.bbc.co.uk/', '--sample'), {
    code: 1,
    err: /has no such address\. It has the adverts' pages, https:.*pages\.example: .article/,
  });
});
