import t from 'tap';
import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { readConfig } from '../../src/config/config.ts';
import { PLATFORM_SETTINGS } from '../../src/sources/platforms/index.ts';
import { createAppContext } from '../../src/app/app-context.ts';
import { createSearch } from '../../src/app/parts/search.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { nhsFeed } from '../support/api.ts';

interface Printed {
  code: number;
  out: string;
  err: string;
}

/** Pages that are not in the cache come from here. */
const INTERNET = new FakeInternet().on('https://www.jobs.nhs.uk/', { body: nhsFeed(3) });

async function run(words: string[], env: Record<string, string>, interactive = false): Promise<Printed> {
  const printed = { out: '', err: '' };
  const code = await runCommandLine(words, {
    stdout: (text) => void (printed.out += text),
    stderr: (text) => void (printed.err += text),
    stdin: (async function* nothing() {})(),
    interactive,
    env,
    overrides: { egress: INTERNET, parser: inlineParser },
  });
  return { code, ...printed };
}

t.test('SPEC §11: jobdata search', async (t) => {
  const env = { DATA_DIR: t.testdir({}) };
  // Results that the service has just found are in the cache, which the command reads too.
  const context = await createAppContext(readConfig(env, PLATFORM_SETTINGS));
  const internet = new FakeInternet().on('https://www.jobs.nhs.uk/', {
    body: nhsFeed(60, { salary: '£30,000 to £35,500 a year' }),
  });
  const api = createSearch(context, { egress: internet, parser: inlineParser });
  const prepared = await api.search.prepare({
    query: 'nurse',
    country: 'GB',
    platforms: api.catalog.require(['nhs_jobs'], 'GB', { name: 'operator', trial: false, platforms: null }),
    location: 'Leeds',
    minSalary: null,
    seen: [],
    limit: undefined,
    descriptionLength: undefined,
  });
  await prepared.run({ signal: AbortSignal.timeout(30_000), deadlineAt: Date.now() + 30_000, onProgress: () => {} });
  await api.close();
  await context.store.close();

  const words = ['search', 'nurse', '--platforms', 'nhs_jobs', '--location', 'leeds, uk'];
  const table = await run(words, env, true);
  t.equal(table.code, 0, table.err);
  t.match(table.out, /^#\s+TITLE\s+COMPANY\s+PLACE\s+PAY A YEAR\s+MODE\s+POSTED\s+ON\s+LINK\n/);
  t.match(
    table.out,
    /Staff Nurse \d+\s+Northtown NHS Trust\s+Leeds, LS1 1AA\s+£30,000–35,500\s+–\s+2026-11-1\d\s+nhs_jobs\s+https:\/\/www\.jobs\.nhs\.uk\//,
  );
  t.match(table.out, /\nnhs_jobs\s+ok\s+50\s+cache\n/);
  t.match(table.out, /\n50 of 60 jobs for "nurse", from the cache; --limit shows more, --offset 50 the next page\n$/);

  const offline = await run(['search', 'nurse', '--location', 'Leeds', '--work-mode', 'remote', '--sample'], env);
  t.match(offline.out, /\nreed .*filters left out: work_mode 1, location 1/);

  const json = await run([...words, '--json', '--limit', '2'], env);
  t.match(JSON.parse(json.out), {
    total_jobs: 2,
    total_found: 60,
    source: 'cache',
    platforms: [{ platform: 'nhs_jobs', status: 'ok' }],
  });
  t.equal(json.err, '');

  const asked = async (...more: string[]): Promise<ScrapeJobsResult> =>
    JSON.parse((await run([...words, '--json', ...more], env)).out) as ScrapeJobsResult;
  t.match(await asked('--limit', '1', '--offset', '2', '--evidence'), {
    total_jobs: 1,
    next_offset: 3,
    jobs: [{ contract: 'permanent', closing_date: '2026-12-01', evidence: { contract: 'Permanent' } }],
  });
  const filtered = await asked('--work-mode', 'on-site', '--exclude', 'nothing');
  t.match(filtered, { total_jobs: 0, platforms: [{ read: 60, left_out: { work_mode: 60 } }] });
  t.equal((await asked('--exclude', 'ward, staff')).total_jobs, 0);
  t.equal((await asked('--agencies', 'yes')).total_jobs, 0);
  t.equal((await asked('--sort', 'date', '--hours', 'full_time')).total_jobs, 0);

  for (const wrong of [
    ['search'],
    ['search', ' ', '--platforms', 'nhs_jobs'],
    ['search', 'nurse', '--platforms', ','],
    [...words, '--limit', '501'],
    [...words, '--min-salary', 'much'],
    [...words, '--country', 'US'],
    [...words, '--radius', '101'],
    [...words, '--posted-within', '0'],
    [...words, '--work-mode', 'home'],
    [...words, '--contract', 'permanent,unknown'],
    [...words, '--hours', ''],
    [...words, '--agencies', 'maybe'],
    [...words, '--sort', 'place'],
    [...words, '--offset', '-1'],
  ]) {
    const { code, err } = await run(wrong, env);
    t.equal(code, 2, wrong.join(' '));
    t.match(err, /\w+/);
  }
  const british = await run(['search', 'nurse', '--json'], { ...env, PLATFORMS: 'nhs_jobs,apec' });
  t.match(
    JSON.parse(british.out).platforms.map(({ platform }: { platform: string }) => platform),
    ['nhs_jobs'],
    'without --platforms: all of the country that are on',
  );
  const none = await run(['search', 'nurse', '--country', 'FR'], { ...env, PLATFORMS: 'nhs_jobs' });
  t.match(none, { code: 2, out: '', err: /^No platform for FR is switched on\./ });
  const unknown = await run(['search', 'nurse', '--platforms', 'nope'], env);
  t.match(unknown, { code: 2, out: '', err: /There is no platform "nope"\. Platforms for GB: reed, / });
  const near = await run(['search', 'nurse', '--platforms', 'hello_work'], env);
  t.match(near, { code: 2, err: /no platform "hello_work"\. Did you mean "hellowork"\? It is switched off here: /i });
  const abroad = await run(['search', 'nurse', '--platforms', 'apec'], env);
  t.match(abroad, { code: 2, err: /The platform "apec" is for country "FR"/ });
  const unquoted = await run(['search', 'Staff', 'Nurse', ...words.slice(2), '--json'], env, false);
  t.equal(JSON.parse(unquoted.out).query, 'Staff Nurse', 'words without quotes are one query');
});

t.test('SPEC §11: jobdata hash', async (t) => {
  const { out } = await run(
    ['hash', '--title', 'Data Analyst (H/F)', '--company', 'Acme Ltd', '--location', 'Paris 11e – 75'],
    {},
  );
  t.strictSame(JSON.parse(out), { dedup_hash: '484697cfae891ffc50fcdc3fc9f006b0' });
  t.equal((await run(['hash', '--company', 'Acme'], {})).code, 2);
});
