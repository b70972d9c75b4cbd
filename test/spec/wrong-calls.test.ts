import t from 'tap';
import { nhsFeed, openApi } from '../support/api.ts';
import { NHS } from '../support/job-answers.ts';

/** A search that is right. */
const NURSE = { query: 'nurse', platforms: ['nhs_jobs'] };

/** A call with one mistake, and what the refusal says: enough to mend the call by it alone. */
const WRONG: readonly [tool: string, args: object, says: RegExp, code?: number][] = [
  [
    'scrape_jobs',
    {},
    /query is required: text, as in "data analyst"; platforms is required: .*\["reed", "totaljobs"\]/,
  ],
  ['scrape_jobs', { query: 'x' }, /platforms is required: a list of platform codes, .*ping lists yours/],
  ['scrape_jobs', { platforms: ['nhs_jobs'] }, /query is required: text/],
  ['scrape_jobs', { query: 5, platforms: ['nhs_jobs'] }, /query must be text, as in "data analyst"/],
  ['scrape_jobs', { query: 'x', platforms: 'nhs_jobs' }, /platforms must be a list of platform codes, as in \["reed"/],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs'], min_salary: 40_000 },
    /min_salary must be digits in quotes, as in "40000"/,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs'], min_salary: '40k' },
    /min_salary must be digits in quotes, as in "40000"/,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs'], min_salary: '£40,000' },
    /min_salary must be digits in quotes/,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs'], limit: '20' },
    /limit must be a whole number without quotes, as in 20/,
  ],
  ['scrape_jobs', { query: 'x', platforms: ['nhs_jobs'], limit: 2.5 }, /limit must be a whole number/],
  ['scrape_jobs', { query: 'x', platforms: ['nhs_jobs'], limit: 0 }, /limit must be at least 1/],
  ['scrape_jobs', { query: 'x', platforms: ['nhs_jobs'], limit: 501 }, /limit must be at most 500/],
  ['scrape_jobs', { query: 'x', platforms: ['nhs_jobs'], country: 'UK' }, /country must be one of: GB, FR/],
  ['scrape_jobs', { query: 'x', platforms: ['nhs_jobs'], country: 'gb' }, /country must be one of: GB, FR/],
  ['scrape_jobs', { query: '\u200b', platforms: ['nhs_jobs'] }, /query must not be blank/],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs'], dedup_hashes: ['Nurse'] },
    /dedup_hashes\.0 is not a dedup_hash: send one from an earlier answer/,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs-jobs'] },
    /no platform "nhs-jobs"\. Did you mean "nhs_jobs"\?/,
    -32000,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_job', 'monster'] },
    /"nhs_job"\. Did you mean "nhs_jobs"\? There is no platform "monster"\. Platforms for GB: .*nhs_jobs/,
    -32000,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['apec'] },
    /"apec" is for country "FR": search it with country "FR"/,
    -32000,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs'], location: 'Lyon' },
    /"Lyon" is in France\. .*country "FR"/,
    -32000,
  ],
  [
    'scrape_jobs',
    { ...NURSE, radius_km: '15' },
    /radius_km must be a whole number of kilometres without quotes, as in 15/,
  ],
  ['scrape_jobs', { ...NURSE, radius_km: 101 }, /radius_km must be at most 100/],
  [
    'scrape_jobs',
    { ...NURSE, posted_within_days: '7 days' },
    /posted_within_days must be a whole number of days without quotes, as in 7/,
  ],
  ['scrape_jobs', { ...NURSE, posted_within_days: 0 }, /posted_within_days must be at least 1/],
  ['scrape_jobs', { ...NURSE, work_mode: 'remote' }, /work_mode must be a list, as in \["remote", "hybrid"\]/],
  ['scrape_jobs', { ...NURSE, work_mode: ['home'] }, /work_mode\.0 must be one of: remote, hybrid, on-site/],
  ['scrape_jobs', { ...NURSE, work_mode: ['unknown'] }, /work_mode\.0 must be one of: remote, hybrid, on-site/],
  ['scrape_jobs', { ...NURSE, contract: 'permanent' }, /contract must be a list, as in \["permanent"\]/],
  ['scrape_jobs', { ...NURSE, contract: ['CDI'] }, /contract\.0 must be one of: permanent, fixed_term, .*internship/],
  ['scrape_jobs', { ...NURSE, hours: ['full-time'] }, /hours\.0 must be one of: full_time, part_time/],
  ['scrape_jobs', { ...NURSE, hours: true }, /hours must be a list, as in \["full_time"\]/],
  ['scrape_jobs', { ...NURSE, exclude: 'senior' }, /exclude must be a list of words or phrases, as in \["senior"\]/],
  ['scrape_jobs', { ...NURSE, exclude: ['senior', '!!'] }, /exclude\.1 has no letter or digit: give a word or phrase/],
  ['scrape_jobs', { ...NURSE, exclude: ['NURSE'] }, /exclude\.0 is the query itself: no job would be left/],
  [
    'scrape_jobs',
    { ...NURSE, agencies: true, exclude: ['senior', 'Recruitment agency'] },
    /exclude\.1 excludes agencies, but agencies is true: leave one of them out/,
  ],
  ['scrape_jobs', { ...NURSE, agencies: 'no' }, /agencies must be true or false, without quotes/],
  ['scrape_jobs', { ...NURSE, sort: 'newest' }, /sort must be one of: relevance, date, salary/],
  ['scrape_jobs', { ...NURSE, offset: '50' }, /offset must be a whole number without quotes, as in 50/],
  ['scrape_jobs', { ...NURSE, offset: 1_001 }, /offset must be at most 1000/],
  ['scrape_jobs', { ...NURSE, evidence: 'yes' }, /evidence must be true or false, without quotes/],
  [
    'scrape_jobs',
    { ...NURSE, location: 'remote', work_mode: ['on-site'] },
    /work_mode cannot be combined with location "remote", which finds only remote jobs: leave one of them out/,
  ],
  ['scrape_jobs', { ...NURSE, location: 5 }, /location must be text, as in "Leeds"/],
  ['scrape_jobs', { ...NURSE, description_length: -1 }, /description_length must be at least 0/],
  ['get_reputation', { company_names: ['Tesco'], mode: 'full' }, /mode must be one of: light, deep/],
  ['get_reputation', { company_names: [] }, /company_names must not be empty: a list of names, as in \["Tesco"\]/],
  ['scrape_url', { urls: ['ftp://example.com/'] }, /urls\.0 must be an http or https address/],
  ['get_reputation', {}, /company_names is required: a list of names, as in \["Tesco"\]/],
  ['get_reputation', { company_names: 'Tesco' }, /company_names must be a list of names, as in \["Tesco"\]/],
  ['get_reputation', { company_names: ['\u200b'] }, /company_names\.0 must not be blank/],
  ['scrape_url', {}, /urls is required: a list of 1 to 5 addresses/],
  [
    'scrape_url',
    { urls: 'https://example.com/' },
    /urls must be a list of 1 to 5 addresses, as in \["https:\/\/example.com\/"\]/,
  ],
  [
    'scrape_url',
    { urls: Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`) },
    /urls must have at most 5 entries/,
  ],
  ['scrape_url', { urls: [5] }, /urls\.0 must be text in quotes/],
  ['scrape_url', { urls: ['https://example.com/'], output: 'html' }, /output must be one of: markdown, raw, xhr/],
  ['scrape_url', { urls: ['example.com'] }, /urls\.0 must be an http or https address/],
  ['scrape_job', { query: 'x' }, /no tool with that name\. Tools: ping, scrape_jobs/, -32602],
];

t.test('the sentence of a refusal alone lets one mend the call', async (t) => {
  const api = await openApi(t);
  for (const [tool, args, says, code = -32602] of WRONG) {
    const { json } = await api.call(tool, args);
    t.match(json.error, { code, message: says }, JSON.stringify([tool, args]));
  }
  t.equal((await api.call('ping')).json.result.structuredContent.credits_remaining, 2000, 'nothing was charged');
});

t.test('SPEC §2: arguments that are not ours are said to be ignored, with those that were meant', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const given = {
    query: 'nurse',
    platforms: ['nhs_jobs'],
    minSalary: '1',
    where: 'Leeds',
    keywords: 'x',
    colour: 'red',
  };
  const { json } = await api.call('scrape_jobs', given);
  const ignored = [
    { name: 'minSalary', did_you_mean: 'min_salary' },
    { name: 'where', did_you_mean: 'location' },
    { name: 'keywords', did_you_mean: 'query' },
    { name: 'colour' },
  ];
  t.strictSame(json.result._meta['io.jobdata/ignored'], ignored);
  t.strictSame(json.result.structuredContent.ignored, ignored, 'a model reads it in the result');
  const plain = (await api.call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] })).json.result;
  t.notOk('io.jobdata/ignored' in plain._meta);
  t.notOk('ignored' in plain.structuredContent, 'a cached answer has its own');
  t.strictSame((await api.call('ping', { verbose: true })).json.result._meta['io.jobdata/ignored'], [
    { name: 'verbose' },
  ]);
});

t.test('a test key that asks for a scenario that does not exist is told of those that do', async (t) => {
  const api = await openApi(t);
  const { apiKey: key } = await api.service.apiKeys.test(api.accountId);
  const call = async (tool: string, args: object): Promise<unknown> =>
    (await api.call(tool, args, {}, { authorization: `Bearer ${key}` })).json.error;
  t.match(await call('scrape_jobs', { ...NURSE, query: 'test:blokced' }), {
    code: -32602,
    message: /query must be a known scenario: test:all, test:blocked, .*test:internal/,
  });
  t.match(await call('get_reputation', { company_names: ['Tesco', 'test:blokced'] }), {
    code: -32602,
    message: /company_names\.1 must be a known scenario: test:quota_exceeded/,
  });
  t.equal(
    await call('scrape_jobs', { ...NURSE, query: 'test:blocked nhs_jobs' }).then((error) => typeof error),
    'object',
  );
  t.equal(await call('scrape_jobs', { ...NURSE, query: 'test:all' }), undefined);
});

t.test('names are outside text: bounded, and without what hides', async (t) => {
  const api = await openApi(t);
  const names = Array.from({ length: 500 }, (_, index) => `\u202eargument ${index} ${'x'.repeat(500)}`);
  const { json } = await api.call('ping', Object.fromEntries(names.map((name) => [name, 1])));
  const ignored = json.result._meta['io.jobdata/ignored'] as { name: string }[];
  t.equal(ignored.length, 20);
  t.ok(ignored.every(({ name }) => name.length <= 64 && !name.includes('\u202e')));
});
