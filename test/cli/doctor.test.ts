import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { diagnosePlatforms } from '../../src/cli/diagnose-platforms.ts';
import { diagnoseReviewSites, diagnoseSearchProviders, showEmployers } from '../../src/cli/diagnose-reputation.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAppContext } from '../../src/app/app-context.ts';
import { createSearch } from '../../src/app/parts/search.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { blockGlassdoor, braveOf, playGlassdoor, playIndeed, searxngOf } from '../support/fake-reputation.ts';

/** Named explicitly, so that platforms added later do not change the answer. */
const ASKED = 'reed,totaljobs,nhs_jobs,work_hub,jobs_ac_uk,cv_library,adzuna_gb';

function fixture(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../sources/platforms/${path}`, import.meta.url)), 'utf8');
}

t.test('SPEC §11: doctor prints the result of each platform', async (t) => {
  const internet = new FakeInternet()
    .on('https://', { status: 403 })
    .on('https://www.jobs.service.gov.uk/jobs/search?keywords=accountant&location=Leeds', {
      headers: { 'content-type': 'text/html' },
      body: fixture('work_hub/0.page.html'),
    })
    .on('https://www.jobs.nhs.uk/', { body: fixture('nhs_jobs/0.empty.xml') })
    .on('https://www.totaljobs.com/', { status: 429, headers: { 'retry-after': '7' } })
    .on('https://www.jobs.ac.uk/', {
      headers: { 'content-type': 'text/html' },
      body: fixture('jobs_ac_uk/0.changed.html'),
    });
  const context = await createAppContext(readConfig({ DATA_DIR: t.testdir({}), PLATFORMS: ASKED }), {
    clock: new FakeClock(),
    store: await openStore({ file: ':memory:' }),
  });
  const api = createSearch(context, { egress: internet, parser: inlineParser });
  const rows = await diagnosePlatforms(api, api.catalog.enabled, context.clock, {
    query: undefined,
    location: 'Leeds',
  });
  t.strictSame(
    rows.map(({ platform, status }) => `${platform} ${status}`),
    [
      'reed blocked',
      'totaljobs rate_limited',
      'nhs_jobs empty',
      'work_hub ok',
      'jobs_ac_uk changed',
      'cv_library blocked',
      'adzuna_gb not_configured',
    ],
  );
  t.strictSame(rows[3], {
    platform: 'work_hub',
    country: 'GB',
    status: 'ok',
    jobs: 3,
    with_salary: 0.67,
    with_work_mode: 1,
    with_date: 1,
    with_description: 0.67,
    ms: 0,
    terms: findPlatform('work_hub')?.terms,
  });
  await api.close();
  await context.store.close();
});

t.test('SPEC §11: doctor --terms prints the terms of the enabled platforms and sends no request', async (t) => {
  const internet = new FakeInternet();
  const ask = async (...words: string[]): Promise<string> => {
    let out = '';
    const code = await runCommandLine(['doctor', '--terms', ...words], {
      stdout: (text) => (out += text),
      stderr: (text) => t.fail(text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent', PLATFORMS: 'work_hub,france_travail,adzuna_fr' },
      overrides: { egress: internet, parser: inlineParser },
    });
    t.equal(code, 0);
    return out;
  };
  const all = await ask();
  t.match(all, / {2}work_hub: .*attribution/);
  t.match(all, / {2}france_travail: Do not charge job seekers/);
  t.match(all, / {2}adzuna_fr \(not configured yet\): Free to try/);
  t.notMatch(all, / {2}reed: /, 'of those that are on alone');
  t.strictSame(JSON.parse(await ask('--country', 'GB', '--json')), [
    { platform: 'work_hub', country: 'GB', terms: findPlatform('work_hub')?.terms },
  ]);
  t.strictSame(internet.requests, []);
});

t.test('SPEC §11: doctor prints the result of each review site and search provider', async (t) => {
  const internet = new FakeInternet().on('https://', { status: 403 });
  playIndeed(internet, ['Tesco', 'Carrefour']);
  blockGlassdoor(internet);
  const tesco = { name: 'Tesco', indeed: [3.6, 15_000], glassdoor: [3.7, 9_000] } as const;
  internet
    .on('http://searx.example/', searxngOf([tesco]))
    .on('https://api.search.brave.com/', braveOf([{ name: 'Tesco', indeed: [3.6, 15_000] }]))
    .on('https://html.duckduckgo.com/', {
      headers: { 'content-type': 'text/html' },
      body: '<form id="challenge-form"></form>',
    });
  const options = {
    config: readConfig({
      SEARCH_PROVIDERS: 'searxng,brave,duckduckgo',
      SEARXNG_URL: 'http://searx.example',
      BRAVE_API_KEY: 'k3y',
    }),
    clock: new FakeClock(),
    egress: internet,
    parser: inlineReputationParser,
    countries: ['GB', 'FR'] as const,
    employer: undefined,
  };
  const sites = await diagnoseReviewSites(options);
  t.match(sites, [
    {
      site: 'indeed',
      country: 'GB',
      status: 'ok',
      employer: 'Tesco',
      rating: 3.4,
      review_count: 1_000,
      reviews: 4,
      facts: Number,
    },
    { site: 'glassdoor', country: 'GB', status: 'error', rating: null, review_count: 0, reason: /HTTP 403/ },
    { site: 'indeed', country: 'FR', status: 'ok', employer: 'Carrefour', reviews: 4 },
    { site: 'glassdoor', country: 'FR', status: 'error', reason: /HTTP 403/ },
  ]);
  const shown = showEmployers('SITE', sites);
  t.match(shown, /^SITE +COUNTRY +STATUS +EMPLOYER +RATING/);
  t.match(shown, /\nindeed +GB +ok +Tesco +3\.4 +1000 +4 +\d/);
  t.match(shown, /\nglassdoor +FR +error +Carrefour +– +0 .*HTTP 403/);

  playGlassdoor(internet, ['Tesco']);
  t.match(await diagnoseReviewSites({ ...options, countries: ['GB'] }), [
    { site: 'indeed', status: 'ok' },
    { site: 'glassdoor', status: 'ok', rating: 3.9, review_count: 500 },
  ]);
  t.match(
    await diagnoseReviewSites({ ...options, countries: ['GB'], employer: 'Nobody Anywhere' }),
    [
      { site: 'indeed', status: 'empty', employer: 'Nobody Anywhere', rating: null },
      { site: 'glassdoor', status: 'error', reason: /HTTP 403/ },
    ],
    'one answered, and knows no such employer; one of the lookups of the other was refused',
  );

  t.match(await diagnoseSearchProviders({ ...options, countries: ['GB'] }), [
    { provider: 'searxng', site: 'indeed', status: 'ok', rating: 3.6, review_count: 15_000, reviews: 0 },
    { provider: 'searxng', site: 'glassdoor', status: 'ok', rating: 3.7, review_count: 9_000 },
    { provider: 'brave', site: 'indeed', status: 'ok', rating: 3.6 },
    { provider: 'brave', site: 'glassdoor', status: 'empty', rating: null },
    { provider: 'duckduckgo', site: 'indeed', status: 'error', reason: /DuckDuckGo: it asks us to prove/ },
    { provider: 'duckduckgo', site: 'glassdoor', status: 'error', reason: /it asks us to prove/ },
  ]);
  const keyless = await diagnoseSearchProviders({ ...options, config: readConfig({}), countries: ['FR'] });
  t.match(
    keyless.map(({ provider, site, country }) => `${provider} ${site} ${country}`),
    ['duckduckgo indeed FR', 'duckduckgo glassdoor FR'],
    'with nothing configured, the provider that is tried then',
  );
});

t.test('SPEC §11: exit codes and output', async (t) => {
  const internet = new FakeInternet().on('https://', { status: 502 });
  const run = async (...words: string[]): Promise<{ code: number; out: string; err: string }> => {
    const said = { out: '', err: '' };
    const code = await runCommandLine(['doctor', ...words], {
      stdout: (text) => void (said.out += text),
      stderr: (text) => void (said.err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: t.testdir({}) },
      overrides: { egress: internet, parser: inlineParser },
    });
    return { code, ...said };
  };
  const well = await run('--platforms', 'adzuna_gb', '--json');
  t.equal(well.code, 0, 'a platform without its keys is not ill');
  t.match(JSON.parse(well.out), { platforms: [{ platform: 'adzuna_gb', status: 'not_configured', jobs: 0 }] });
  const ill = await run('--platforms', 'nhs_jobs,adzuna_gb', '--country', 'gb');
  t.equal(ill.code, 1);
  t.match(ill.out, /^PLATFORM +STATUS +JOBS/);
  t.match(ill.out, /\nnhs_jobs +error +0/);
  t.match(ill.err, /Not working: nhs_jobs \(error\)/);
  const unknown = await run('--platforms', 'monster');
  t.equal(unknown.code, 2);
  t.match(unknown.err, /No platform "monster" is enabled for GB or FR\. Enabled: reed, /);
  for (const [code, country, said] of [
    [
      'hello_work',
      'FR',
      'Did you mean "hellowork"? It is switched off: PLATFORMS=+hellowork switches it on. Enabled: ',
    ],
    ['nhs-jobs', 'FR', 'Did you mean "nhs_jobs"? It is for country "GB". Enabled: '],
    ['nhs-jobs', 'GB', 'Did you mean "nhs_jobs"? Enabled: '],
  ] as const)
    t.ok((await run('--platforms', code, '--country', country)).err.includes(`for ${country}. ${said}`), code);
  t.equal((await run('--platforms', 'reed', '--country', 'FR')).code, 2, 'a platform of the other country');
  t.equal((await run('--only', 'weather')).code, 2);
  const others = await run('--only', 'sites,providers', '--country', 'GB');
  t.equal(others.code, 1);
  t.match(others.out, /^SITE +COUNTRY[^]*\n\nPROVIDER +COUNTRY[^]*\nduckduckgo: indeed +GB +error/);
  t.match(others.err, /Not working: indeed GB, glassdoor GB, duckduckgo for indeed GB, duckduckgo for glassdoor GB\./);
  const json = JSON.parse((await run('--only', 'providers', '--country', 'FR', '--json')).out);
  t.match(json, {
    platforms: null,
    review_sites: null,
    search_providers: [{ provider: 'duckduckgo', country: 'FR' }, {}],
  });
  t.equal((await run('--country', 'DE')).code, 2);
});
