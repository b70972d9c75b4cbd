import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { ADVERTS, findSamplePlatform, SAMPLE_PLATFORMS } from '../../src/samples/sample-listings.ts';
import { CALL_FAULTS, SEARCH_SCENARIOS } from '../../src/samples/scenarios.ts';
import { PAGES, SAMPLE_PAGES } from '../../src/samples/web-pages.ts';
import { createMemoryReplays } from '../../src/samples/memory-stores.ts';
import { EMPLOYERS } from '../../src/samples/employers.ts';
import { PLATFORMS } from '../../src/sources/platforms/index.ts';
import type { Answer } from '../support/api.ts';
import { contentOf, receiptOf } from '../support/answers.ts';
import { FR, GB, openTestApi, type TestApi } from '../support/test-caller.ts';
import { some } from '../support/volume.ts';

const COUNTRIES = [
  ['GB', GB],
  ['FR', FR],
] as const;

const rowsOf = (answer: Answer): any[] =>
  answer.json.error ? answer.json.error.data.platforms : contentOf(answer).platforms;
const statusesOf = (answer: Answer) =>
  Object.fromEntries(rowsOf(answer).map(({ platform, status }) => [platform, status]));
const all = (codes: readonly string[], status: string) => Object.fromEntries(codes.map((code) => [code, status]));

/** An answer without the parts that differ from call to call. */
function comparable(answer: Answer): string {
  return answer.text
    .replace(/"id":\d+/, '"id":0')
    .replace(/"id":"rcpt_\w+"/, '"id":"receipt"')
    .replace(/"request_id":"req_\w+"/, '"request_id":"request"')
    .replace(/the request id req_\w+/, 'the request id');
}

t.test('SPEC §9: over forty adverts per country, on all default platforms', async (t) => {
  for (const [country, codes] of COUNTRIES) {
    const adverts = ADVERTS.filter((advert) => advert.country === country);
    t.ok(adverts.length >= 40, country);
    for (const code of codes) {
      t.ok(adverts.filter(({ platforms }) => platforms.includes(code)).length >= 5, code);
      t.equal(SAMPLE_PLATFORMS.filter((site) => site.code === code).length, 1, code);
    }
    const unknown = adverts.flatMap(({ platforms }) => platforms).filter((code) => !codes.includes(code));
    t.strictSame(unknown, [], 'no advert is on a platform that there is not');
  }
});

t.test('SPEC §9: the readers return every advert as intended', async (t) => {
  const api = await openTestApi(t);
  for (const [country, platforms] of COUNTRIES) {
    const { jobs, ...result } = contentOf(
      await api.test('scrape_jobs', { query: 'test:all', country, platforms, limit: 500, description_length: 5_000 }),
    );
    const adverts = ADVERTS.filter((advert) => advert.country === country);
    t.equal(result.total_jobs, adverts.length, 'each once, whatever platforms have it');
    t.strictSame(
      statusesOf(await api.test('scrape_jobs', { query: 'test:all', country, platforms })),
      all(platforms, 'ok'),
    );
    for (const advert of adverts) {
      const job = jobs.find((each: any) => each.title === advert.title && each.company === advert.company);
      t.ok(job, advert.title);
      t.strictSame(
        [job.platform, ...job.also_on.map((other: any) => other.platform)].sort(),
        [...advert.platforms].sort(),
        `${advert.title}: its platforms`,
      );
      t.equal(job.work_mode, advert.mode, `${advert.title}: mode`);
      t.equal(job.posted_date, new Date(advert.postedAt).toISOString().slice(0, 10), `${advert.title}: date`);
      const listing = findSamplePlatform(job.platform)?.toListing(advert);
      if (listing?.description !== undefined)
        t.ok(job.description.includes(advert.text.slice(0, 40)), `${advert.title}: description`);
      if (!job.salary_unlisted) {
        const period = job.platform.startsWith('adzuna') ? 'year' : advert.pay?.period;
        t.equal(job.salary_period, period, `${advert.title}: period`);
        if (advert.pay?.period === 'year') t.equal(job.salary_min, advert.pay.min, `${advert.title}: pay`);
      }
      if (!advert.pay || advert.pay.predicted) t.ok(job.salary_unlisted, `${advert.title}: no pay`);
    }
    const distinct = (field: string) => [...new Set(jobs.map((job: any) => job[field]))].sort();
    t.strictSame(distinct('work_mode'), ['hybrid', 'on-site', 'remote', 'unknown']);
    for (const period of ['hour', 'day', 'month', 'year']) t.ok(distinct('salary_period').includes(period), period);
    t.ok(
      jobs.some((job: any) => job.salary_unlisted && job.salary_text !== ''),
      'words in place of pay',
    );
    t.ok(
      jobs.some((job: any) => job.also_on.length > 0),
      'duplicates',
    );
  }
});

t.test('SPEC §9: query, location, salary, limit and seen hashes work visibly', async (t) => {
  const api = await openTestApi(t);
  const search = async (args: object) =>
    contentOf(await api.test('scrape_jobs', { query: 'nurse', platforms: GB, ...args }));
  const nurses = await search({});
  t.ok(nurses.total_jobs >= 5);
  t.ok(nurses.jobs.every(({ title, description }: any) => /nurse/i.test(`${title} ${description}`)));
  const inLeeds = await search({ location: 'Leeds' });
  t.ok(inLeeds.total_jobs > 0 && inLeeds.total_jobs < nurses.total_jobs);
  t.ok(inLeeds.jobs.every(({ location }: any) => location.includes('Leeds')));
  const wellPaid = await search({ min_salary: '40000' });
  t.ok(wellPaid.total_jobs > 0 && wellPaid.total_jobs < nurses.total_jobs);
  t.ok(wellPaid.jobs.every(({ salary_max: max }: any) => max >= 40_000));
  const [first, ...others] = nurses.jobs;
  t.equal((await search({ limit: 2 })).total_jobs, 2);
  t.equal((await search({ limit: 2 })).total_found, nurses.total_found);
  const rest = await search({ dedup_hashes: [first.dedup_hash] });
  t.strictSame(rest.jobs.map((job: any) => job.dedup_hash).sort(), others.map((job: any) => job.dedup_hash).sort());
  t.match(await search({ location: 'Camelot' }), { platforms: [{ reason: /do not know the place "Camelot"/ }] });
  const testers = await search({ query: 'test engineer' });
  t.ok(
    testers.jobs.some(({ title }: any) => title === 'Software Test Engineer'),
    'a query about tests is a query',
  );
  t.ok(testers.total_jobs < 5);
  t.strictSame(statusesOf(await api.test('scrape_jobs', { query: 'blacksmith', platforms: GB })), all(GB, 'empty'));
});

t.test('SPEC §9: a first search has rows of several kinds, also for the platforms of the trial', async (t) => {
  const api = await openTestApi(t, { plan: 'free_trial' });
  const gb = await api.test('scrape_jobs', {
    query: 'software engineer',
    platforms: ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'],
  });
  t.strictSame(statusesOf(gb), { reed: 'ok', totaljobs: 'ok', nhs_jobs: 'empty', work_hub: 'blocked' });
  t.ok(contentOf(gb).jobs.some((job: any) => job.also_on.length > 0));
  t.ok(contentOf(gb).jobs.some((job: any) => job.salary_unlisted));
  const fr = await api.test('scrape_jobs', {
    query: 'développeur',
    country: 'FR',
    platforms: ['apec', 'wttj', 'meteojob'],
  });
  t.strictSame(statusesOf(fr), { apec: 'ok', wttj: 'ok', meteojob: 'blocked' });
});

t.test('SPEC §3, §9: every outcome can be requested, for one platform and for all', async (t) => {
  const api = await openTestApi(t);
  for (const [index, { word, outcome }] of SEARCH_SCENARIOS.entries()) {
    // In `npm test`, each outcome is asked for in one of the countries.
    const inTurn = COUNTRIES.filter((_, which) => which === index % COUNTRIES.length);
    for (const [country, platforms] of some(inTurn, COUNTRIES)) {
      const named = async (code: string) =>
        statusesOf(await api.test('scrape_jobs', { query: `test:${word} ${code}`, country, platforms, location: '' }));
      const answer = await api.test('scrape_jobs', { query: `test:${word}`, country, platforms });
      if (outcome === undefined || outcome === 'slow') {
        const statuses = statusesOf(answer);
        for (const code of platforms) {
          t.equal(statuses[code], 'ok', `${word}: ${code}`);
        }
        continue;
      }
      t.strictSame(statusesOf(answer), all(platforms, outcome), `${word}, ${country}`);
      t.equal(
        answer.json.error?.data.reason,
        outcome === 'empty' ? undefined : 'upstream_failed',
        `${word}, ${country}`,
      );
      const one = platforms[(index >> 1) % platforms.length] as (typeof platforms)[number];
      for (const code of some([one], platforms))
        t.strictSame(await named(code), { ...all(platforms, 'ok'), [code]: outcome }, `${word} ${code}`);
    }
  }
  t.match(contentOf(await api.test('scrape_jobs', { query: 'test:cached', platforms: GB })), { source: 'cache' });
  t.match(receiptOf(await api.test('scrape_jobs', { query: 'TEST:cached', platforms: GB })), { cached: true, cost: 0 });
  t.strictSame(
    ['blocked', 'empty', 'changed', 'rate_limited', 'timeout', 'error', 'not_configured'].filter(
      (status) => !SEARCH_SCENARIOS.some(({ outcome, word }) => outcome === status || word === status),
    ),
    [],
    'no status is left out',
  );
  // With a place, which some platforms get together with the query.
  const leeds = await api.test('scrape_jobs', { query: 'test:blocked jobs_ac_uk', platforms: GB, location: 'Leeds' });
  t.equal(statusesOf(leeds)['jobs_ac_uk'], 'blocked');
});

t.test('SPEC §8, §9: every error can be requested by a text for each tool', async (t) => {
  const api = await openTestApi(t);
  const codes: Readonly<Record<string, number>> = { internal: -32603 };
  for (const { word } of CALL_FAULTS) {
    for (const [tool, args] of [
      ['scrape_jobs', { query: `test:${word}`, platforms: GB }],
      ['get_reputation', { company_names: ['Alderfinch Software', `test:${word}`] }],
      ['scrape_url', { urls: [`https://test.example/${word}`] }],
    ] as const) {
      const { json, headers } = await api.test(tool, args);
      t.match(json.error, { code: codes[word] ?? -32000, data: { reason: word } }, `${tool}: ${word}`);
      t.equal(headers['x-credits-cost'], '0');
    }
  }
});

t.test('SPEC §8: requested errors equal those of live calls', async (t) => {
  const api = await openTestApi(t, { plan: 'tight' });
  const shapeOf = ({ json }: Answer) => ({
    code: json.error.code,
    keys: Object.keys(json.error.data).sort(),
    sentence: json.error.message.replace(/[\d.,:TZ-]+/g, '#'),
  });
  const search = { query: 'nurse', platforms: ['reed'] };
  const asked = (word: string) => api.test('scrape_jobs', { query: `test:${word}`, platforms: ['reed'] });

  const { record } = await api.service.apiKeys.create(api.accountId, 'capped', { dailyCapCredits: 1 });
  const capped = await api.service.apiKeys.rotate(record.id, 0);
  const cap = await api.call('scrape_jobs', search, undefined, { authorization: `Bearer ${capped.apiKey}` });
  t.strictSame(shapeOf(await asked('key_cap_reached')), shapeOf(cap));

  const barred = await api.service.apiKeys.create(api.accountId, 'barred', { allowedTools: ['ping'] });
  const refused = await api.call('scrape_jobs', search, undefined, { authorization: `Bearer ${barred.apiKey}` });
  t.strictSame(shapeOf(await asked('tool_not_allowed')), shapeOf(refused));

  const poor = await openTestApi(t, { plans: { poor: { monthly_credits: 1, rpm_limit: 2 } }, plan: 'poor' });
  const exceeded = await poor.call('scrape_jobs', search);
  t.equal(exceeded.json.error.data.reason, 'quota_exceeded');
  t.strictSame(
    shapeOf(await poor.test('scrape_jobs', { query: 'test:quota_exceeded', platforms: ['reed'] })).keys,
    shapeOf(exceeded).keys,
  );
  await poor.call('ping');
  const limited = await poor.call('ping');
  const onDemand = await poor.test('scrape_jobs', { query: 'test:rate_limited', platforms: ['reed'] });
  t.strictSame(shapeOf(onDemand), shapeOf(limited));
  t.match(onDemand.headers['retry-after'], /^\d+$/);

  const over = await openTestApi(t, { plan: 'free_trial' });
  over.clock.advance(15 * DAY_MS);
  t.strictSame(
    shapeOf(await over.test('scrape_jobs', { query: 'test:trial_expired', platforms: ['reed'] })),
    shapeOf(await over.call('scrape_jobs', search)),
  );
});

t.test('SPEC §9: requested errors are the same for every account and time, byte for byte except IDs', async (t) => {
  const trial = await openTestApi(t, { plan: 'free_trial' });
  const paid = await openTestApi(t);
  paid.clock.advance(40 * DAY_MS + 12_345);
  for (const { word } of CALL_FAULTS) {
    const ask = (api: TestApi) => api.test('scrape_jobs', { query: `test:${word}`, platforms: ['reed'] });
    t.equal(comparable(await ask(trial)), comparable(await ask(paid)), word);
  }
  const notConfigured = await trial.test('scrape_jobs', { query: 'test:not_configured', platforms: ['reed'] });
  t.strictSame(statusesOf(notConfigured), { reed: 'not_configured' }, 'no paid plan is needed for that');
});

t.test('SPEC §9: test answers of one account displace none of another', async (t) => {
  const replays = createMemoryReplays(20_000);
  const save = (accountId: string, key: string, bytes: number) =>
    replays.save({
      accountId,
      key,
      expiresAt: 1,
      result: JSON.stringify(randomBytes(bytes).toString('base64')),
    } as Parameters<typeof replays.save>[0]);
  await save('quiet', 'one', 1_000);
  for (let count = 0; count < 100; count += 1) await save('busy', `key ${count}`, 3_000);
  t.ok(await replays.find('quiet', 'one', 0));
  t.ok(await replays.find('busy', 'key 99', 0), 'the newest stay');
  t.notOk(await replays.find('busy', 'key 0', 0), 'the oldest go');
  t.notOk(await replays.find('quiet', 'one', 1), 'in its time');
});

t.test('names in the sample data belong to no real employer', async (t) => {
  const marks = [...PLATFORMS.map(({ name }) => name.split(' ')[0] as string), 'NHS', 'Indeed', 'Glassdoor'];
  const names = new Set([...ADVERTS.map(({ company }) => company), ...EMPLOYERS.map(({ name }) => name)]);
  for (const name of names)
    t.notOk(
      marks.some((mark) => ` ${name} `.toLowerCase().includes(` ${mark.toLowerCase()} `)),
      `${name} bears no mark of a platform or a public body`,
    );
});

t.test('SPEC §4, §9: sample employers: on both sites, on one, stored, stale, unknown, unreadable', async (t) => {
  const api = await openTestApi(t);
  const status = { known: 'fresh', stored: 'stored', stale: 'stale', unreachable: 'could_not_look' };
  const names = [...EMPLOYERS.map(({ name }) => name), 'Nobody & Daughters'];
  for (const country of ['GB', 'FR', undefined]) {
    for (const mode of ['light', 'deep']) {
      for (const part of mode === 'light' ? [names] : [names.slice(0, 5), names.slice(5, 10), names.slice(10)]) {
        const answer = await api.test('get_reputation', { company_names: part, mode, ...(country ? { country } : {}) });
        const provenance = answer.json.result._meta['io.jobdata/provenance'];
        for (const name of part) {
          const employer = EMPLOYERS.find((each) => each.name === name);
          const label = `${name}, ${mode}, ${country}`;
          t.equal(provenance[name].status, employer ? status[employer.state] : 'not_found', label);
          const sites = [employer?.indeed && 'indeed', employer?.glassdoor && 'glassdoor'].filter(Boolean);
          t.strictSame(provenance[name].sources.map(({ site }: any) => site).sort(), sites.sort(), label);
          const { rating, review_count: count, insights } = contentOf(answer)[name];
          t.equal(count, (employer?.indeed?.[1] ?? 0) + (employer?.glassdoor?.[1] ?? 0), label);
          t.equal(rating === null, count === 0, label);
          if (mode === 'deep' && employer?.state === 'known') t.ok(insights.length >= 2, label);
        }
        t.match(receiptOf(answer), { cost: 0, cached: false, test: true });
      }
    }
  }
  t.match(receiptOf(await api.test('get_reputation', { company_names: ['Thistledown Hotels'] })), { cached: true });
  const failed = await api.test('get_reputation', { company_names: ['Quillfeather Legal', 'test:upstream_failed'] });
  t.match(failed.json.error, { code: -32000, data: { reason: 'upstream_failed', names: [{}, {}] } });
  const markdown = await api.test('get_reputation', { company_names: ['Alderfinch Software'], output: 'markdown' });
  t.match(markdown.json.result.content[0].text, /Alderfinch Software/);
});

t.test('SPEC §5, §9: every sample page in each output', async (t) => {
  const api = await openTestApi(t);
  const scrape = (path: string, more: object = {}) => api.test('scrape_url', { urls: [PAGES + path], ...more });
  const rowOf = (answer: Answer, path: string) =>
    (answer.json.error?.data.urls ?? answer.json.result._meta['io.jobdata/urls'])[PAGES + path];
  for (const { path, meaning } of SAMPLE_PAGES) {
    const answer = await scrape(path);
    const reason = /reason `(\w+)`/.exec(meaning)?.[1];
    t.equal(rowOf(answer, path).error?.reason, reason, path);
    t.equal(answer.json.error?.data.reason, reason === undefined ? undefined : 'upstream_failed', path);
    if (reason === undefined) t.match(receiptOf(answer), { cost: 0, test: true });
  }
  const text = async (path: string, more: object = {}) => contentOf(await scrape(path, more))[PAGES + path];
  t.match(await text('/article'), /^# How we moved a bakery’s rota online\n/);
  t.notMatch(await text('/article'), /Privacy/);
  t.match(await text('/article', { output: 'raw' }), /^<!doctype html>/);
  t.match(await text('/job'), /- Company: Alderfinch Software\n/);
  t.match(await text('/table'), /\| EA \| 03:00 to 11:00 \| 6 \|/);
  t.match(await text('/app'), /\| EA \| 2026-10-04 \| 2 \|/);
  t.notMatch(await text('/app', { use_javascript: false }), /2026-10-04/);
  t.equal(JSON.parse(await text('/app', { output: 'xhr' })).length, 2);
  t.equal(await text('/article', { output: 'xhr' }), '[]');
  t.match(rowOf(await scrape('/long'), '/long'), { truncated: true });
  t.equal(rowOf(await scrape('/moved'), '/moved').final_url, `${PAGES}/article`);
  await scrape('/slow');
  t.ok(api.slept.includes(2_000));
  const mixed = await api.test('scrape_url', {
    urls: [`${PAGES}/article`, `${PAGES}/missing`, 'http://10.0.0.1/', 'https://example.org/'],
  });
  const rows = mixed.json.result._meta['io.jobdata/urls'];
  t.strictSame(
    Object.values<any>(rows).map(({ error }) => error?.reason),
    [undefined, 'http_404', 'refused', 'not_found'],
  );
  t.strictSame(api.internet.requests, []);
});

t.test('SPEC §9: the link of every advert leads to its page', async (t) => {
  const api = await openTestApi(t);
  for (const [country, platforms] of COUNTRIES) {
    const { jobs } = contentOf(await api.test('scrape_jobs', { query: 'test:all', country, platforms, limit: 500 }));
    const links = jobs.flatMap((job: any) => [job, ...job.also_on].map(({ url }) => ({ url, job })));
    // In `npm test`, only every second platform of a job.
    const fewer = links.filter((_: unknown, index: number) => index % 2 === 0);
    for (const { url, job } of some<any>(fewer, links)) {
      const page = await api.test('scrape_url', { urls: [url] });
      t.ok(contentOf(page)[url].startsWith(`# ${job.title}`), url);
    }
  }
});

t.test('SPEC §9: two runs are equal, byte for byte except IDs', async (t) => {
  const calls: [string, object][] = [
    ...COUNTRIES.map(([country, platforms]): [string, object] => [
      'scrape_jobs',
      { query: 'test:all', country, platforms },
    ]),
    ['scrape_jobs', { query: 'software engineer', platforms: GB, location: 'Leeds', min_salary: '40000' }],
    ['scrape_jobs', { query: 'test:rate_limited reed', platforms: GB }],
    ['scrape_jobs', { query: 'test:timeout', platforms: GB }],
    ['get_reputation', { company_names: [...EMPLOYERS.map(({ name }) => name), 'Nobody & Daughters'] }],
    ['get_reputation', { company_names: EMPLOYERS.slice(0, 5).map(({ name }) => name), mode: 'deep' }],
    ['scrape_url', { urls: ['/article', '/app', '/missing'].map((path) => PAGES + path) }],
    ['scrape_url', { urls: [`${PAGES}/broken`] }],
  ];
  const run = async (api: TestApi, together: boolean) => {
    const answers: Answer[] = [];
    if (together) answers.push(...(await Promise.all(calls.map(([tool, args]) => api.test(tool, args)))));
    else for (const [tool, args] of calls) answers.push(await api.test(tool, args));
    return answers.map(comparable);
  };
  const api = await openTestApi(t);
  const first = await run(api, false);
  t.strictSame(await run(api, false), first, 'one after the other');
  t.strictSame(await run(api, true), first, 'at once');
  const elsewhere = await openTestApi(t);
  t.strictSame(await run(elsewhere, false), first, 'in another process');
});

t.test('the sample data stays small', async (t) => {
  const folder = fileURLToPath(new URL('../../src/samples/', import.meta.url));
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  const bytes = files.reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0);
  t.ok(bytes < 300_000, `${bytes} bytes`);
  const service = readFileSync(fileURLToPath(new URL('../../src/app/service.ts', import.meta.url)), 'utf8');
  t.notMatch(service, /^import (?!type).*samples/m, 'loaded at the first test call alone');
});
