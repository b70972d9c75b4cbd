import { gzipSync } from 'node:zlib';
import t from 'tap';
import { nhsFeed, openApi } from '../support/api.ts';
import { NHS } from '../support/job-answers.ts';

/** A valid search. */
const NURSE = { query: 'nurse', platforms: ['nhs_jobs'] };

/** A call with one mistake and the refusal, which must be enough to correct the call. */
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
  [
    'scrape_jobs',
    { ...NURSE, work_mode: 'remote' },
    /work_mode must be a list of remote, hybrid, on-site, as in \["remote"\]/,
  ],
  ['scrape_jobs', { ...NURSE, work_mode: ['home'] }, /work_mode\.0 must be one of: remote, hybrid, on-site/],
  ['scrape_jobs', { ...NURSE, work_mode: ['unknown'] }, /work_mode\.0 must be one of: remote, hybrid, on-site/],
  [
    'scrape_jobs',
    { ...NURSE, contract: 'permanent' },
    /contract must be a list of permanent, .*, as in \["permanent"\]/,
  ],
  ['scrape_jobs', { ...NURSE, contract: ['CDI'] }, /contract\.0 must be one of: permanent, fixed_term, .*internship/],
  [
    'scrape_jobs',
    { ...NURSE, hours: ['full-time'] },
    /hours\.0 must be one of: full_time, part_time, as in "full_time"\.$/,
  ],
  ['scrape_jobs', { ...NURSE, hours: true }, /hours must be a list of full_time, part_time, as in \["full_time"\]/],
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
  [
    'scrape_jobs',
    { ...NURSE, description_length: -1 },
    /description_length must be at least 0, for no descriptions; without it, they are as long as fits/,
  ],
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
    /urls must have at most 5 entries; send the others in another call\./,
  ],
  ['scrape_url', { urls: [5] }, /urls\.0 must be text in quotes/],
  ['scrape_url', { urls: ['https://example.com/'], output: 'html' }, /output must be one of: markdown, raw, xhr/],
  ['scrape_url', { urls: ['example.com'] }, /urls\.0 must be an http or https address/],
  ['scrape_jobs', { ...NURSE, query: '' }, /^Invalid arguments: query must not be blank\.$/],
  ['scrape_jobs', { ...NURSE, query: ['nurse', 'doctor'] }, /query must be text, as in "data analyst"/],
  ['scrape_jobs', { ...NURSE, sort: ['date'] }, /^Invalid arguments: sort must be "date" as text, not in a list\.$/],
  ['scrape_jobs', { ...NURSE, country: ['GB'] }, /^Invalid arguments: country must be "GB" as text, not in a list\.$/],
  ['scrape_jobs', { ...NURSE, country: 'France' }, /country must be one of: GB, FR/],
  ...[-5, '-5', ' −40000', '+5'].map((min_salary): (typeof WRONG)[number] => [
    'scrape_jobs',
    { ...NURSE, min_salary },
    /^Invalid arguments: min_salary must be digits in quotes, 0 or more, without a sign, as in "40000"\.$/,
  ]),
  ...['15/hour', '£15 per hour', '15ph', '40k a year', 'thirty thousand'].map((min_salary): (typeof WRONG)[number] => [
    'scrape_jobs',
    { ...NURSE, min_salary },
    /min_salary must be digits in quotes, as in "40000", for gross pay a year in pounds \(euros for FR\)\.$/,
  ]),
  ...['9'.repeat(13), '40000.1234567'].map((min_salary): (typeof WRONG)[number] => [
    'scrape_jobs',
    { ...NURSE, min_salary },
    /min_salary must be at most 12 digits in quotes, and at most 6 more after a point, as in "40000"\.$/,
  ]),
  [
    'scrape_jobs',
    { query: 'x', country: 'France', platforms: ['reed'] },
    /country must be one of: GB, FR\. "France" is country "FR", but "reed" is for country "GB": send country "GB", or country "FR" with platforms for FR: apec, wttj, meteojob, france_travail, adzuna_fr\.$/,
  ],
  [
    'scrape_jobs',
    { query: 'x', country: 'United Kingdom', platforms: ['apec', 'nhs_jobs', 'wttj'] },
    /"United Kingdom" is country "GB", but "apec" and "wttj" are for country "FR": send country "FR" with them alone, or country "GB" with platforms for GB: reed, /,
  ],
  ['scrape_jobs', { ...NURSE, country: 'u.k.' }, /: country must be one of: GB, FR\. "u\.k\." is country "GB"\.$/],
  [
    'scrape_jobs',
    { ...NURSE, country: 'fr' },
    /"fr" is country "FR", but "nhs_jobs" is for country "GB": send country "GB"/,
  ],
  ['scrape_jobs', { ...NURSE, country: 'Germany' }, /GB, FR\. The platforms are for country "GB"\.$/],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['monster'], country: 'Germany' },
    /: country must be one of: GB, FR\. There is no platform "monster"\. Platforms for GB: reed, [a-z_, ]+\. Platforms for FR: apec, [a-z_, ]+\. Each call searches one country\.$/,
  ],
  ...['Germany', ['GB', 'FR']].map((country): (typeof WRONG)[number] => [
    'scrape_jobs',
    { query: 'x', platforms: ['reed', 'apec'], country },
    /: country must be one of: GB, FR(?:; one country per call)?\. The platform "reed" is for country "GB": search it with country "GB"\. The platform "apec" is for country "FR": search it with country "FR"\. Platforms for GB: reed, .*\. Each call searches one country\.$/,
  ]),
  [
    'scrape_jobs',
    { ...NURSE, location: 'Lyon' },
    /"Lyon" is in France\. Search there with country "FR" and its platforms \(apec, wttj, meteojob, france_travail, adzuna_fr\), or give another location\.$/,
    -32000,
  ],
  ...['Île-de-France', '75001', '69003 Lyon', 'Bouches-du-Rhône', 'Bretagne', 'Paris or Lyon'].map(
    (location): (typeof WRONG)[number] => [
      'scrape_jobs',
      { ...NURSE, location },
      new RegExp(`^"${location}" is in France\\. Search there with country "FR" .*or give another location\\.$`),
      -32000,
    ],
  ),
  ...['LS1 4AP', 'Yorkshire', 'Greater Manchester'].map((location): (typeof WRONG)[number] => [
    'scrape_jobs',
    { query: 'x', country: 'FR', platforms: ['apec'], location },
    new RegExp(`^"${location}" is in Great Britain\\. Search there with country "GB" `),
    -32000,
  ]),
  ...['Leeds or Paris', 'Île-de-France / Leeds', 'York; Leeds, Bradford; 75001'].map(
    (location): (typeof WRONG)[number] => [
      'scrape_jobs',
      { ...NURSE, location },
      /^"(?:Paris|Île-de-France|75001)" is in France\. Search there with country "FR" .*or leave it out of location\.$/,
      -32000,
    ],
  ),
  ['scrape_jobs', { ...NURSE, location: ['Leeds', 'York'] }, /location must be text, as in "Leeds"/],
  ['scrape_jobs', { ...NURSE, location: 'Lyon, France' }, /"Lyon, France" is in France\. .*country "FR"/, -32000],
  ['scrape_jobs', { ...NURSE, posted_within_days: '2026-11-01' }, /a whole number of days without quotes, as in 7/],
  ['scrape_jobs', { ...NURSE, posted_within_days: 400 }, /posted_within_days must be at most 90/],
  ['scrape_jobs', { ...NURSE, work_mode: ['télétravail'] }, /work_mode\.0 must be one of: remote, hybrid, on-site/],
  ['scrape_jobs', { ...NURSE, contract: ['full_time'] }, /contract\.0 must be one of: permanent/],
  [
    'scrape_jobs',
    { ...NURSE, contract: [] },
    /contract must not be empty: a list of permanent, .*, as in \["permanent"\]/,
  ],
  ['scrape_jobs', { ...NURSE, exclude: { title: 'senior' } }, /exclude must be a list of words or phrases/],
  ['scrape_jobs', { ...NURSE, dedup_hashes: 'a'.repeat(32) }, /dedup_hashes must be a list of jobs' dedup_hash/],
  ['scrape_jobs', { query: 'x', platforms: { nhs_jobs: true } }, /platforms must be a list of platform codes/],
  ['scrape_jobs', { query: 'x', platforms: ['all'] }, /no platform "all"\. Platforms for GB: .*nhs_jobs/, -32000],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['nhs_jobs', 'apec'] },
    /"apec" is for country "FR": search it with country "FR"/,
    -32000,
  ],
  ...['GB', 'FR'].map((country): (typeof WRONG)[number] => [
    'scrape_jobs',
    { query: 'x', platforms: ['reed', 'apec'], country },
    /Each call searches one country: make 2 calls, one with country "GB" for "reed" and one with country "FR" for "apec"\.$/,
    -32000,
  ]),
  ...[['nurse'], ['reed'], 'nurse'].map((args): (typeof WRONG)[number] => [
    'scrape_jobs',
    args as object,
    /arguments must be an object, as in \{"query": "data analyst", "platforms": \["reed", "totaljobs"\]\}, and neither text nor a list/,
  ]),
  ...[5, true].map((args): (typeof WRONG)[number] => [
    'scrape_jobs',
    args as unknown as object,
    /arguments must be an object, as in \{"query": "data analyst", "platforms": \["reed", "totaljobs"\]\}\.$/,
  ]),
  ['get_reputation', ['Tesco'], /arguments must be an object, as in \{"company_names": \["Tesco"\]\}, and neither/],
  [
    'scrape_url',
    ['https://example.com/'],
    /arguments must be an object, as in \{"urls": \["https:\/\/example\.com\/"\]\}, and neither/,
  ],
  ['ping', ['pong'], /arguments must be an object, as in \{\}, and neither/],
  ['get_reputation', { company: 'Tesco' }, /company_names is required: a list of names/],
  ['get_reputation', { company_names: ['Tesco', null] }, /company_names\.1 must be text in quotes/],
  ['scrape_url', { url: 'https://example.com/' }, /urls is required: a list of 1 to 5 addresses/],
  [
    'scrape_url',
    { urls: ['https://example.com/'], output: ['raw'] },
    /^Invalid arguments: output must be "raw" as text, not in a list\.$/,
  ],
  [
    'scrape_url',
    { urls: ['https://example.com/'], use_javascript: 'yes' },
    /use_javascript must be true or false, without quotes/,
  ],
  ['scrape_url', { urls: ['https://example.com/'], geo: 5 }, /geo must be text in quotes/],
  ['scrape_url', { urls: ['https://example.com/'], locale: 'fr;q=1' }, /locale must be a language tag such as "en-gb"/],
  [
    'scrape_jobs',
    { ...NURSE, platforms: ['reed,totaljobs'] },
    /"reed,totaljobs" is several codes in one: send each code by itself, as in \["reed", "totaljobs"\]\./,
    -32000,
  ],
  ['scrape_jobs', { ...NURSE, platforms: ['NHS'] }, /no platform "nhs"\. Did you mean "nhs_jobs"\?/, -32000],
  ['scrape_jobs', { ...NURSE, platforms: ['reed.co.uk'] }, /Did you mean "reed"\?/, -32000],
  ['scrape_jobs', { ...NURSE, platforms: ['Jobs.ac.uk!'] }, /Did you mean "jobs_ac_uk"\?/, -32000],
  ['scrape_jobs', { ...NURSE, platforms: ['adzuna'] }, /Did you mean "adzuna_gb"\?/, -32000],
  ['scrape_jobs', { ...NURSE, platforms: ['indeed'] }, /no platform "indeed"\. Platforms for GB: .*nhs_jobs/, -32000],
  ['scrape_jobs', { query: 'x', country: 'FR', platforms: ['welcome_to_the_jungle'] }, /Did you mean "wttj"\?/, -32000],
  ...['pole emploi', 'Pôle-Emploi', 'pole-emploi.fr', 'pole_emploi'].map((code): (typeof WRONG)[number] => [
    'scrape_jobs',
    { query: 'x', platforms: [code] },
    /Did you mean "france_travail"\? It is for country "FR": search it with country "FR"\. Platforms for GB: /,
    -32000,
  ]),
  [
    'scrape_jobs',
    { query: 'x', platforms: ['welcometothejungle.com'], country: 'FR' },
    /Did you mean "wttj"\? Platforms for FR: /,
    -32000,
  ],
  ...['hellowork', 'hello work'].map((code): (typeof WRONG)[number] => [
    'scrape_jobs',
    { query: 'x', platforms: [code] },
    /switched off here.*\. Platforms for GB: reed, [a-z_, ]+\. "hellowork" is for country "FR"\. Platforms for FR: apec, wttj, meteojob, france_travail, adzuna_fr\.$/,
    -32000,
  ]),
  [
    'scrape_jobs',
    { query: 'x', country: 'FR', platforms: ['reed', 'nhs_jobs'] },
    /"reed" and "nhs_jobs" are for country "GB": search them with country "GB"\. Platforms for FR: apec/,
    -32000,
  ],
  ['scrape_jobs', { ...NURSE, platforms: null }, /platforms must be a list of platform codes, as in \["reed"/],
  ['scrape_jobs', { ...NURSE, platforms: [] }, /platforms must not be empty: a list of platform codes, as in \["reed"/],
  ['scrape_jobs', { ...NURSE, platforms: [['reed']] }, /platforms\.0 must be text in quotes/],
  ['scrape_jobs', { ...NURSE, query: 'x'.repeat(201) }, /query must have at most 200 characters/],
  ['scrape_jobs', { ...NURSE, location: { city: 'Leeds' } }, /location must be text, as in "Leeds"/],
  ['scrape_jobs', { ...NURSE, min_salary: '40000-50000' }, /min_salary must be digits in quotes, as in "40000"/],
  ['scrape_jobs', { ...NURSE, work_mode: ['Remote'] }, /work_mode\.0 must be one of: remote, hybrid, on-site/],
  ['scrape_jobs', { ...NURSE, hours: ['35'] }, /hours\.0 must be one of: full_time, part_time/],
  ['scrape_jobs', { ...NURSE, sort: '-date' }, /sort must be one of: relevance, date, salary/],
  ['scrape_jobs', { ...NURSE, offset: -1 }, /offset must be at least 0/],
  ['scrape_jobs', { ...NURSE, description_length: 'full' }, /must be a whole number without quotes, as in 300/],
  ['scrape_jobs', { ...NURSE, exclude: [5] }, /exclude\.0 must be text in quotes/],
  ['get_reputation', { company_names: [{ name: 'Tesco' }] }, /company_names\.0 must be text in quotes/],
  ['get_reputation', { company_names: ['Tesco'], output: 'md' }, /output must be one of: json, markdown/],
  [
    'get_reputation',
    { company_names: ['A', 'B', 'C', 'D', 'E', 'F'], mode: 'deep' },
    /up to 5 company names at once; 6 were given\. Split the call, or use light mode for up to 15/,
    -32000,
  ],
  ['scrape_url', { urls: ['https://example.com/'], geo: 'fr' }, /No geo is configured on this service\. Leave/, -32000],
  [
    'scrape_jobs',
    { ...NURSE, contract: 'fixed-term' },
    /contract must be a list of permanent, fixed_term, temporary, .*internship, as in \["fixed_term"\]\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, work_mode: 'on site' },
    /work_mode must be a list of remote, hybrid, on-site, as in \["on-site"\]\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, hours: 'part time' },
    /hours must be a list of full_time, part_time, as in \["part_time"\]\.$/,
  ],
  ['scrape_jobs', { ...NURSE, hours: 'any' }, /hours must be a list of full_time, part_time, as in \["full_time"\]\.$/],
  ['scrape_jobs', { ...NURSE, contract: ['fixed term'] }, /contract\.0 must be one of: .*, as in "fixed_term"\.$/],
  ['scrape_jobs', { ...NURSE, sort: 'dates' }, /sort must be one of: relevance, date, salary, as in "date"\.$/],
  ...(
    [
      [{ sort: 'salary_desc' }, /sort must be .*, as in "salary"\.$/],
      [{ sort: 'recent' }, /sort must be .*, as in "date"\.$/],
      [{ contract: ['perm'] }, /contract\.0 must be .*, as in "permanent"\.$/],
      [{ work_mode: ['home'] }, /work_mode\.0 must be .*, as in "remote"\.$/],
      [
        { work_mode: ['hybrid,remote'] },
        /work_mode\.0 must be one of: remote, hybrid, on-site; send each value by itself, as in \["hybrid", "remote"\]\.$/,
      ],
      [
        { contract: ['permanent, temp or CDD'] },
        /send each value by itself, as in \["permanent", "temporary", "fixed_term"\]\.$/,
      ],
      [{ contract: 'permanent,temporary' }, /contract must be a list of .*, as in \["permanent", "temporary"\]\.$/],
      [{ sort: 'date,salary' }, /sort must be one of: relevance, date, salary\.$/],
      [{ work_mode: ['hybrid,abroad'] }, /work_mode\.0 must be one of: remote, hybrid, on-site\.$/],
    ] as const
  ).map(([args, says]): (typeof WRONG)[number] => ['scrape_jobs', { ...NURSE, ...args }, says]),
  [
    'scrape_jobs',
    { arguments: NURSE },
    /platforms is required: .*\. The arguments hold another "arguments": send its members one level up\.$/,
  ],
  [
    'scrape_url',
    { arguments: { urls: ['https://example.com/'] } },
    /urls is required: .*\. The arguments hold another "arguments": send its members one level up\.$/,
  ],
  [
    'scrape_jobs',
    { query: 'x', platforms: ['total-jobs'], limit: '20' },
    /limit must be a whole number without quotes, as in 20\. There is no platform "total-jobs"\. Did you mean "totaljobs"\? Platforms for GB: .*adzuna_gb\.$/,
  ],
  [
    'scrape_jobs',
    { query: 'x', country: 'FR', platforms: ['apec', 'reed'], limit: '20' },
    /as in 20\. The platform "reed" is for country "GB": search it with country "GB"\. Platforms for FR: apec, /,
  ],
  [
    'scrape_jobs',
    { query: 'x', country: 'UK', platforms: ['total-jobs'] },
    /GB, FR\. "UK" is country "GB"\. There is no platform "total-jobs"\. Did you mean "totaljobs"\? Platforms for GB: /,
  ],
  [
    'scrape_jobs',
    { ...NURSE, limit: '20', salary_min: 30_000 },
    /as in 20\. There is no argument "salary_min": did you mean "min_salary" \(digits in quotes, as in "40000"\)\?$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, limit: '20', salary_min: '30000' },
    /as in 20\. There is no argument "salary_min": did you mean "min_salary"\?$/,
  ],
  [
    'scrape_jobs',
    { keywords: 'nurse', platforms: ['total_job'], posted_after: '2026-11-01', colour: 'red' },
    /^Invalid arguments: query is required: .*\. There is no platform "total_job"\. Did you mean "totaljobs"\? Platforms .*\. There is no argument "keywords": did you mean "query"\? There is no argument "posted_after": did you mean "posted_within_days" \(a whole number of days without quotes, as in 7\)\? There is no argument "colour" here\.$/,
  ],
  [
    'get_reputation',
    { company: 'Tesco', format: 'markdown', depth: 'deep' },
    /as in \["Tesco"\]\. There is no argument "company": did you mean "company_names"\? There is no argument "format": did you mean "output"\? There is no argument "depth": did you mean "mode"\?$/,
  ],
  [
    'get_reputation',
    { company_names: Array.from({ length: 30 }, (_, index) => `Company ${index}`), mode: 'deep' },
    /^Invalid arguments: company_names must have at most 5 entries in deep mode \(15 in light mode\)\.$/,
  ],
  [
    'get_reputation',
    { company_names: Array.from({ length: 30 }, (_, index) => `Company ${index}`) },
    /^Invalid arguments: company_names must have at most 15 entries \(5 in deep mode\)\.$/,
  ],
  ...(
    [
      ['UK', 'GB'],
      ['France', 'FR'],
      ['gb', 'GB'],
    ] as const
  ).map(([country, code]): (typeof WRONG)[number] => [
    'get_reputation',
    { company_names: ['Tesco'], country },
    new RegExp(`^Invalid arguments: country must be one of: GB, FR\\. "${country}" is country "${code}"\\.$`),
  ]),
  ['get_reputation', { company_names: ['Tesco'], country: 'Germany' }, /: country must be one of: GB, FR\.$/],
  ['search_jobs', NURSE, /no tool with that name\. Tools: ping, scrape_jobs/, -32602],
  ['scrape_job', { query: 'x' }, /no tool with that name\. Tools: ping, scrape_jobs/, -32602],
  ...(
    [
      [
        'scrape_jobs',
        [
          'search_vacancies',
          'offres_emploi',
          'scrape_job',
          'scrapeJobs',
          'Scrape Jobs',
          'scrap_jobs',
          'jobs_scrape',
          'search_jobs',
          'findJob',
        ],
      ],
      [
        'scrape_url',
        [
          'scrape_urls',
          'scrapeURL',
          'fetch_url',
          'read_page',
          'browse',
          'scrape-url',
          'mcp__job-data__scrape_url',
          'job-data:scrape_url',
        ],
      ],
      [
        'get_reputation',
        [
          'get_reputations',
          'getReputation',
          'reputation',
          'company_reputation',
          'get_repuation',
          'company_rating',
          'employerReviews',
          'glassdoor',
          'avis_entreprise',
        ],
      ],
      ['ping', ['pings', 'Ping', 'pong', 'ping_server', 'jobdata.ping', 'get_status', 'credits']],
    ] as const
  ).flatMap(([meant, names]) =>
    names.map((name): (typeof WRONG)[number] => [
      name,
      {},
      new RegExp(
        `^There is no tool with that name\\. Tools: [a-z_, ]+\\. Did you mean ${meant}\\?${meant === 'ping' ? '$' : ' Invalid arguments: [a-z_]+ is required: '}`,
      ),
    ]),
  ),
  ...['monster', 'scrape', '', 'x'.repeat(10_000), 'jobs_url', 'company_pages'].map((name): (typeof WRONG)[number] => [
    name,
    {},
    /^There is no tool with that name\. Tools: ping, scrape_jobs, get_reputation, scrape_url\.$/,
  ]),
];

/** Mistakes whose refusals once named only a part of what was wrong. */
const TOLD_AT_ONCE: typeof WRONG = [
  ['scrape_jobs', { ...NURSE, contract: ['full_time'] }, /contract\.0 must be .*\. "full_time" is a value of hours\.$/],
  ['scrape_jobs', { ...NURSE, radius_km: 101 }, /must be at most 100\. radius_km has no effect without location\.$/],
  [
    'scrape_jobs',
    { query: 'x', country: 'United Kingdom', platforms: ['apec', 'nhs_jobs'] },
    /send country "FR" with it alone, or country "GB" with platforms for GB: reed/,
  ],
  ['scrape_url', { urls: ['https://example.com/'], geo: 5 }, /geo must be .*\. No geo is configured on this service\./],
  ['ping', 5 as unknown as object, /arguments must be an object, as in \{\}: ping takes no arguments\.$/],
  // Each unknown argument is named, with the name of the one that was probably meant.
  [
    'scrape_jobs',
    { ...NURSE, sort: 'newest', posted: 'last week' },
    /sort must be one of: relevance, date, salary, as in "date"\. There is no argument "posted": did you mean "posted_within_days" \(a whole number of days without quotes, as in 7\)\?$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, min_salary: '60,000', max_salary: '40,000', lang: 'en' },
    /as in "40000"\. There is no argument "max_salary": there is no maximum; compare the jobs' salary_max\. There is no argument "lang" here\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, exclude: 'manager', company: 'Alderfinch' },
    /as in \["senior"\]\. There is no argument "company" here\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, limit: '5', job_type: 'temps plein', contract_type: 'CDI', remote: true },
    /"job_type": did you mean "hours" \(a list of full_time, part_time, as in \["full_time"\]\)\? .*"contract_type": did you mean "contract" \(a list of permanent, .*, as in \["permanent"\]\)\? .*"remote": did you mean "work_mode" \(a list of remote, hybrid, on-site, as in \["remote"\]\)\?$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, limit: '5', freelance: true, posted_since: 400, sort_by: 'dates' },
    /"contract" \(a list of .*, as in \["freelance"\]\)\? .*"posted_within_days" \(must be at most 90\)\? .*"sort" \(one of: relevance, date, salary, as in "date"\)\?$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, limit: '5', salary: { min: 40_000, max: 60_000 } },
    /"salary": did you mean "min_salary" \(digits in quotes, as in "40000"; there is no maximum\)\?$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, min_salary: { min: 40_000 } },
    /min_salary must be digits in quotes, as in "40000"; there is no maximum\.$/,
  ],
  [
    'scrape_jobs',
    { requete: 'infirmier', pays: 'France', plateformes: ['apec'], lieu: 'Lyon' },
    /ping lists yours\. "France" is country "FR"\. There is no argument "requete": did you mean "query"\? There is no argument "pays": did you mean "country" \(one of: GB, FR\)\? There is no argument "plateformes": did you mean "platforms"\? There is no argument "lieu": did you mean "location"\?$/,
  ],
  [
    'get_reputation',
    { entreprise: 'Carrefour', pays: 'FR', reviews: true },
    /"entreprise": did you mean "company_names"\? There is no argument "pays": did you mean "country"\? There is no argument "reviews" here\.$/,
  ],
  [
    'get_reputation',
    { company_names: ['Tesco'], country: 'UK', source: 'glassdoor', detail: 'yes' },
    /"UK" is country "GB"\. There is no argument "detail": did you mean "mode" \(one of: light, deep\)\? There is no argument "source" here\.$/,
  ],
  [
    'scrape_url',
    { adresses: ['https://example.com/'], timeout: 30, format: 'text' },
    /"adresses": did you mean "urls"\? There is no argument "format": did you mean "output" \(one of: markdown, raw, xhr, as in "markdown"\)\? There is no argument "timeout" here\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, limit: '5', filters: { location: 'Leeds' }, idempotencyKey: 'a' },
    /There is no argument "filters": send its members one level up\. There is no argument "idempotencyKey": send the idempotency key as params\._meta\["io\.jobdata\/idempotency_key"\]\.$/,
  ],
  // The same applies to refusals of arguments that fit the schema.
  [
    'scrape_jobs',
    { query: 'infirmier', platforms: ['apec'], pays: 'France', colour: 'red' },
    /Platforms for GB: [a-z_, ]+\. There is no argument "pays": did you mean "country" \(one of: GB, FR\)\? There is no argument "colour" here\.$/,
    -32000,
  ],
  [
    'scrape_jobs',
    { ...NURSE, exclude: ['!!'], ville: 'Leeds' },
    /exclude\.0 has no letter or digit: .* There is no argument "ville": did you mean "location"\?$/,
  ],
  // The platforms of the country are named.
  ...['all', 'reed, totaljobs', undefined, []].map((platforms): (typeof WRONG)[number] => [
    'scrape_jobs',
    { query: 'x', country: 'FR', platforms },
    /Platforms for FR: apec, wttj, meteojob, france_travail, adzuna_fr\. Each call searches one country\.$/,
  ]),
  [
    'scrape_jobs',
    { query: 'x', country: 'France', platforms: 'all' },
    /"France" is country "FR"\. Platforms for FR: apec, [a-z_, ]+\. Each call searches one country\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, query: ['nurse', 'midwife'] },
    /query must be text, as in "data analyst"; each call is one search\.$/,
  ],
  [
    'scrape_jobs',
    { ...NURSE, location: ['Leeds', 'York'] },
    /location must be text, as in "Leeds", or "Leeds or York" for several places\.$/,
  ],
  // If the meant tool is clear, its arguments are checked too.
  [
    'company_rating',
    { company: 'Tesco', lang: 'fr' },
    /Did you mean get_reputation\? Invalid arguments: company_names is required: a list of names, as in \["Tesco"\]\. There is no argument "company": did you mean "company_names"\? There is no argument "lang" here\.$/,
  ],
  [
    'search_jobs',
    { query: 'x', platforms: ['nhs'], ville: 'Leeds' },
    /Did you mean scrape_jobs\? There is no platform "nhs"\. Did you mean "nhs_jobs"\? Platforms for GB: [a-z_, ]+\. There is no argument "ville": did you mean "location"\?$/,
    -32602,
  ],
];

t.test('a refusal names all faults of the arguments at once', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  for (const [tool, args, says, code = -32602] of TOLD_AT_ONCE)
    for (const key of [api.apiKey, apiKey]) {
      const { error } = (await api.call(tool, args, {}, { authorization: `Bearer ${key}` })).json;
      t.match(error, { code, message: says }, JSON.stringify([tool, args]));
    }
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`\u202eargument ${index}`, 1]));
  const { message } = (await api.call('scrape_jobs', { ...NURSE, limit: '5', ...many })).json.error;
  t.match(
    message,
    /There are no arguments "argument 0", .* and "argument 19" here\. 480 more arguments are unknown\.$/,
  );
});

t.test('the refusal’s sentence is enough to correct the call', async (t) => {
  const api = await openApi(t);
  for (const [tool, args, says, code = -32602] of WRONG) {
    const { json } = await api.call(tool, args);
    t.match(json.error, { code, message: says }, JSON.stringify([tool, args]));
  }
  t.equal((await api.call('ping')).json.result.structuredContent.credits_remaining, 2000, 'nothing was charged');
});

t.test(
  'the suggested correction of country and platforms is complete: following it leads to no further refusal',
  async (t) => {
    const api = await openApi(t);
    api.internet.on(NHS, { body: nhsFeed(1) });
    const { apiKey } = await api.service.apiKeys.test(api.accountId);
    const search = async (args: object): Promise<any> =>
      (await api.call('scrape_jobs', args, {}, { authorization: `Bearer ${apiKey}` })).json;
    const said = async (args: object): Promise<string> => (await search(args)).error.message;
    const wrong = { query: 'nurse', country: 'France', platforms: ['nhs_jobs'] };
    const platforms = /platforms for FR: ([a-z_, ]+)\.$/.exec(await said(wrong))?.[1]?.split(', ');
    t.ok((await search({ ...wrong, country: 'FR', platforms })).result);
    t.ok((await search({ ...wrong, country: 'GB' })).result);
    const abroad = { ...NURSE, location: 'Lyon' };
    const theirs = /its platforms \(([a-z_, ]+)\)/.exec(await said(abroad))?.[1]?.split(', ');
    t.ok((await search({ ...abroad, country: 'FR', platforms: theirs })).result);
  },
);

t.test('a test key can send the example that a message gives', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  const call = async (tool: string, args: unknown): Promise<any> =>
    (await api.call(tool, args, {}, { authorization: `Bearer ${apiKey}` })).json;
  for (const tool of ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url']) {
    const { message } = (await call(tool, 'x')).error;
    const example = /as in (\{.*\}), and neither/.exec(message)?.[1] ?? '';
    const { result, error } = await call(tool, JSON.parse(example));
    t.ok(result, `${tool} ${example} ${error?.message}`);
  }
  for (const urls of [undefined, 'https://example.com/', [], ['ftp://x/']]) {
    const { message } = (await call('scrape_url', { urls })).error;
    const address = /"(https:[^"]+)"/.exec(message)?.[1] ?? '';
    t.match((await call('scrape_url', { urls: [address] })).result.structuredContent[address], /^# /, message);
  }
});

t.test('a test key that asks for an unknown page is told the existing ones, and not to retry', async (t) => {
  // The delayed sample page is not waited for.
  const api = await openApi(t, { overrides: { sleep: async () => {} } });
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  const told = new Set<string>();
  const call = async (urls: string[]): Promise<any> =>
    (await api.call('scrape_url', { urls }, {}, { authorization: `Bearer ${apiKey}` })).json;
  for (const url of ['https://example.org/', 'https://pages.example/nothing', 'http://pages.example/article']) {
    const { error } = await call([url]);
    t.match(error, {
      code: -32000,
      data: { reason: 'upstream_failed', retryable: false, urls: { [url]: { error: { reason: 'not_found' } } } },
    });
    t.match(
      error.message,
      /the sample data of test keys has no such address\. It has the adverts' pages, https:\/\/example\.com\/, and on https:\/\/pages\.example: \/article, .*\/slow\.$/,
    );
    for (const path of error.message.split('pages.example: ')[1].slice(0, -1).split(', ')) told.add(path);
  }
  for (const path of told)
    t.not(
      (await call([`https://pages.example${path}`])).error?.data.urls[`https://pages.example${path}`].error.reason,
      'not_found',
    );
  t.equal((await call(['https://pages.example/timeout'])).error.data.retryable, true, 'as with a live key');
  for (const joint of [', ', ' ', '; ', ','])
    t.match(
      (await call([`https://a.example/${joint}https://b.example/`])).error.message,
      /The URL has several addresses in one: send each by itself, as in \["https:\/\/a\.example\/", "https:\/\/b\.example\/"\]\.$/,
    );
  t.equal((await call(['https://pages.example/timeout', 'https://example.org/'])).error.data.retryable, true);
});

t.test('one fault of several platform codes is reported once, with all codes', async (t) => {
  const api = await openApi(t, { plan: 'free_trial' });
  const refusal = async (platforms: readonly string[]): Promise<unknown> =>
    (await api.call('scrape_jobs', { query: 'x', platforms })).json.error;
  t.match(await refusal(['apec', 'wttj', 'nhs_jobs', 'meteojob']), {
    code: -32000,
    message:
      /^The platforms "apec", "wttj" and "meteojob" are for country "FR": search them with country "FR"\. Platforms for GB: reed, [a-z_, ]+\. Each call searches one country: make 2 calls, one with country "GB" for "nhs_jobs" and one with country "FR" for "apec", "wttj" and "meteojob"\.$/,
  });
  t.match(await refusal(['monster', 'apec', 'adzuna_gb', 'linkedin_gb', 'nhs_job', 'wttj', 'glassdoor', 'hellowork']), {
    message:
      /^There are no platforms "monster" and "glassdoor"\. The platforms "apec" and "wttj" are for country "FR": search them with country "FR"\. The platform "adzuna_gb" is not part of the plan free_trial\. The platforms "linkedin_gb" and "hellowork" are switched off here\. There is no platform "nhs_job"\. Did you mean "nhs_jobs"\? Platforms for GB: /,
  });
  t.match(await refusal(['nhs_job', 'nhs-jobs']), {
    message: /^There are no platforms "nhs_job" and "nhs-jobs"\. Did you mean "nhs_jobs"\? Platforms/,
  });
  const hidden = (await refusal([`\u202e${'x'.repeat(199)}`])) as { message: string };
  t.match(hidden.message, /^There is no platform "x{59}…"\. Platforms/);
});

t.test('a wrong code near one that this call cannot use names it, and says why and how to go on', async (t) => {
  const api = await openApi(t, { plan: 'free_trial' });
  const refusal = async (country: string, ...platforms: string[]): Promise<string> =>
    (await api.call('scrape_jobs', { query: 'x', country, platforms })).json.error.message;
  const off = 'It is switched off here: ask the operator to switch it on, or use another platform.';
  const french = 'It is for country "FR": search it with country "FR".';
  const rows: [country: string, code: string, sentences: string][] = [
    ['FR', 'hello_work', `Did you mean "hellowork"? ${off}`],
    ['GB', 'Hello-Work', `Did you mean "hellowork"? ${off}`],
    ['GB', 'helowork', `Did you mean "hellowork"? ${off}`],
    ['GB', 'linkedin', `Did you mean "linkedin_gb"? ${off}`],
    ['FR', 'linkedin', `Did you mean "linkedin_fr"? ${off}`],
    ['GB', 'linkedin-fr', `Did you mean "linkedin_fr"? ${off}`],
    ['GB', 'teaching', `Did you mean "teaching_vacancies"? ${off}`],
    ['GB', 'meteo_job', `Did you mean "meteojob"? ${french}`],
    ['FR', 'nhs-jobs', 'Did you mean "nhs_jobs"? It is for country "GB": search it with country "GB".'],
    ['GB', 'adzuna', 'Did you mean "adzuna_gb"? It is not part of the plan free_trial: use another platform.'],
    ['GB', 'adzuna-fr', 'Did you mean "adzuna_fr"? It is not part of the plan free_trial: use another platform.'],
    ['GB', 'find-a-job', 'Did you mean "work_hub"?'],
    ['GB', 'total-jobs', 'Did you mean "totaljobs"?'],
    ['GB', 'monster', ''],
  ];
  for (const [country, code, sentences] of rows) {
    const message = await refusal(country, code);
    const start = `There is no platform "${code.toLowerCase()}".${sentences && ` ${sentences}`} Platforms for ${country}: `;
    t.equal(message.slice(0, start.length), start, `${country} ${code}`);
  }
  t.match(
    await refusal('GB', 'hello_work', 'hello-work', 'monster'),
    /^There are no platforms "hello_work" and "hello-work"\. Did you mean "hellowork"\? It is switched off here: [^.]+\. There is no platform "monster"\. Platforms for GB: /,
  );
});

t.test('with a wrong country, too, each code that cannot be used is named', async (t) => {
  const api = await openApi(t, { plan: 'free_trial' });
  const refusal = async (country: string, ...platforms: string[]): Promise<string> =>
    (await api.call('scrape_jobs', { query: 'x', country, platforms })).json.error.message;
  t.match(
    await refusal('Germany', 'hello_work'),
    /GB, FR\. There is no platform "hello_work"\. Did you mean "hellowork"\? It is switched off here: [^.]+\. Platforms for GB: /,
  );
  t.match(
    await refusal('Germany', 'hellowork', 'reed', 'adzuna_fr'),
    /GB, FR\. The platform "reed" is for country "GB": search it with country "GB"\. The platform "hellowork" is switched off here\. The platform "adzuna_fr" is not part of the plan free_trial\. Platforms for GB: /,
  );
  t.match(
    await refusal('UK', 'hellowork'),
    /"UK" is country "GB"\. The platform "hellowork" is switched off here\. Platforms for GB: reed, [a-z_, ]+\. "hellowork" is for country "FR"\. Platforms for FR: apec, [a-z_, ]+\.$/,
  );
  t.match(
    await refusal('UK', 'apec', 'meteo-job', 'linkedin_fr'),
    /"apec" is for country "FR": send country "FR" with it alone, or country "GB" with platforms for GB: reed, [a-z_, ]+\. There is no platform "meteo-job"\. Did you mean "meteojob"\? It is for country "FR": search it with country "FR"\. The platform "linkedin_fr" is switched off here\.$/,
  );
});

t.test('a request with its members in the wrong place says where they go', async (t) => {
  const api = await openApi(t);
  const send = async (method: string, params: object): Promise<unknown> =>
    (await api.post({ jsonrpc: '2.0', id: 1, method, params })).json.error;
  for (const [params, place] of [
    [{ args: NURSE }, 'params.args'],
    [{ parameters: NURSE }, 'params.parameters'],
    [{ input: NURSE, _meta: NURSE }, 'params.input'],
    [NURSE, 'the arguments'],
    [{ arguments: null }, 'the arguments'],
  ] as const) {
    const error = (await send('tools/call', { name: 'scrape_jobs', ...params })) as { message: string };
    t.match(error, { code: -32602, message: /query is required: .*; ping lists yours\. Platforms for GB: / });
    t.ok(error.message.endsWith(` The call has no params.arguments: send ${place} there.`), error.message);
  }
  const beside = await api.post({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'scrape_jobs' },
    arguments: NURSE,
  });
  t.match(beside.json.error.message, /The call has no params\.arguments: send request\.arguments there\.$/);
  t.match(await send('tools/call', { name: 'scrape_jobs', arguments: JSON.stringify(NURSE) }), {
    code: -32602,
    message:
      'Invalid arguments: arguments must be an object, as in {"query": "data analyst", "platforms": ["reed", "totaljobs"]}, and neither text nor a list.',
  });
  t.match(await send('tools/call', { name: 'scrape_jobs', arguments: {} }), {
    message: /ping lists yours\. Platforms for GB: reed, [a-z_, ]+\. Each call searches one country\.$/,
  });
  t.match(await send('tools/call', { name: 'scrape_jobs', arguments: { query: 'x' }, platforms: ['reed'], limit: 5 }), {
    message: /ping lists yours\. .* Send params\.platforms, params\.limit inside params\.arguments\.$/,
  });
  t.match(await send('tools/call', { tool: 'ping' }), {
    code: -32602,
    message: 'params.name must be the name of a tool: ping, scrape_jobs, get_reputation, scrape_url.',
  });
  t.match(await send('tools/call', { tool: 'scrape_jobs', input: NURSE }), {
    code: -32602,
    message: /scrape_url\. Send params\.tool as params\.name and params\.input as params\.arguments\.$/,
  });
  t.match(await send('scrape_jobs', NURSE), {
    code: -32601,
    message:
      'It is a tool: use the method tools/call with params such as {"name": "scrape_jobs", "arguments": {"query": "data analyst", "platforms": ["reed", "totaljobs"]}}.',
  });
  t.match(await send('tools.call', {}), { code: -32601, message: /Use tools\/list and tools\/call\.$/ });
  for (const [method, meant] of [
    ['tools.call', 'tools/call'],
    ['tool/call', 'tools/call'],
    ['tools/cal', 'tools/call'],
    ['callTool', 'tools/call'],
    ['Tools/List', 'tools/list'],
    ['list_tools', 'tools/list'],
    ['prompt/get', 'prompts/get'],
    ['initialise', 'initialize'],
  ] as const)
    t.match(await send(method, {}), {
      code: -32601,
      message: `There is no method "${method}" here. Did you mean "${meant}"? Use tools/list and tools/call.`,
    });
  for (const [method, meant] of [
    ['scrape_job', 'scrape_jobs'],
    ['jobs/search', 'scrape_jobs'],
    ['getReputation', 'get_reputation'],
    ['company_rating', 'get_reputation'],
  ] as const) {
    const example =
      meant === 'scrape_jobs'
        ? '{"query": "data analyst", "platforms": ["reed", "totaljobs"]}'
        : '{"company_names": ["Tesco"]}';
    t.match(await send(method, NURSE), {
      code: -32601,
      message: `There is no method "${method}" here. Did you mean the tool ${meant}? Use the method tools/call with params such as {"name": "${meant}", "arguments": ${example}}.`,
    });
  }
  for (const method of ['notifications/initialized', 'notifications/cancelled'])
    t.match(await send(method, {}), {
      code: -32601,
      message: `"${method}" is a notification: send it without "id". No answer follows.`,
    });
  t.match(await send('monster/search', {}), {
    message: 'There is no method "monster/search" here. Use tools/list and tools/call.',
  });
  t.match(await send('prompts/get', { name: 'comparer-ces-employeur' }), {
    code: -32602,
    message: /Prompts: [a-z, -]+\. Did you mean comparer-ces-employeurs\?$/,
  });
  t.match(await send('prompts/get', { name: 'monster' }), { code: -32602, message: /Prompts: [a-z, -]+\.$/ });
});

t.test('a request without a usable method or params is shown an example', async (t) => {
  const api = await openApi(t);
  const message = async (request: object): Promise<string> =>
    (await api.post({ jsonrpc: '2.0', id: 1, ...request })).json.error.message;
  for (const params of [['scrape_jobs', NURSE], 'ping', null])
    t.equal(
      await message({ method: 'tools/call', params }),
      'The member "params" must be an object, as in {"name": "ping", "arguments": {}} for tools/call.',
    );
  for (const method of [undefined, null, 5])
    t.equal(await message({ method }), 'The member "method" must be a string, such as "tools/call".');
  const envelope =
    'A call is {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ping", "arguments": {}}}.';
  const get = await api.service.app.inject({ method: 'GET', url: '/mcp?query=nurse' });
  t.equal(
    get.json().error.message,
    `Only POST is answered here: send one JSON-RPC 2.0 request as the body. ${envelope}`,
  );
  t.equal(
    await message({ method: 'ping', id: null }),
    'The member "id" must be a string or an integer, as in 1, to get an answer; leave it out to send a notification.',
  );
  const both = ' Send "name" as params.name and "arguments" as params.arguments.';
  for (const [request, moves] of [
    [{}, ''],
    [{ name: 'scrape_jobs', arguments: NURSE }, both],
    [{ jsonrpc: '2.0', id: 1, name: 'scrape_jobs', arguments: NURSE }, both],
    [
      { type: 'tool_use', id: 'toolu_1', name: 'scrape_jobs', input: NURSE },
      ' Send "name" as params.name and "input" as params.arguments.',
    ],
    [
      { type: 'function', function: { name: 'scrape_jobs', arguments: JSON.stringify(NURSE) } },
      ' Send "function.name" as params.name.',
    ],
    [{ tool: 'ping' }, ' Send "tool" as params.name.'],
    [NURSE, ''],
  ] as const) {
    const { status, json } = await api.post(request);
    t.match(json.error, { code: -32600, data: { reason: 'invalid_request' } });
    t.equal(json.error.message, `${envelope}${moves}`, JSON.stringify(request));
    t.equal(status, 400);
  }
});

t.test('a version header that is unknown, or lacks what its version demands, is told all at once', async (t) => {
  const api = await openApi(t);
  const served =
    'Served: 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07, and 2026-07-28 with its params._meta. Send one of them, or leave the header out.';
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const version of ['latest', 'draft', 'v2025-06-18', '2027-01-01', '2025-12-01', '1'])
    for (const body of [list, [list], { ...list, method: 'initialize' }])
      t.match(
        await api.post(body, { 'mcp-protocol-version': version }),
        {
          status: 400,
          json: {
            error: { message: `The header MCP-Protocol-Version names the unknown version "${version}". ${served}` },
          },
        },
        version,
      );
  const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const meta = { ...version, 'io.modelcontextprotocol/clientCapabilities': {} };
  const refusal = async (headers: Record<string, string>, _meta?: object, name: unknown = 'ping'): Promise<string> => {
    const params = { name, arguments: {}, _meta };
    const { status, json } = await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    t.equal(status, 400);
    return `${json.error.code} ${json.error.message}`;
  };
  const header = { 'mcp-protocol-version': '2026-07-28' };
  const method = { 'mcp-method': 'tools/call' };
  t.equal(
    await refusal(header),
    '-32602 The header MCP-Protocol-Version names 2026-07-28, so params._meta must hold "io.modelcontextprotocol/protocolVersion": "2026-07-28" and "io.modelcontextprotocol/clientCapabilities": {}. Send the headers Mcp-Method: tools/call, Mcp-Name: ping.',
  );
  t.equal(
    await refusal(header, version),
    '-32602 params._meta["io.modelcontextprotocol/clientCapabilities"] must be an object, as in {}. Send the headers Mcp-Method: tools/call, Mcp-Name: ping.',
  );
  t.equal(
    await refusal({}, meta),
    '-32020 The header MCP-Protocol-Version is missing. Send the headers MCP-Protocol-Version: 2026-07-28, Mcp-Method: tools/call, Mcp-Name: ping.',
  );
  t.equal(
    await refusal(header, meta),
    '-32020 The header Mcp-Method is missing. Send the headers Mcp-Method: tools/call, Mcp-Name: ping.',
  );
  t.equal(
    await refusal({ ...header, ...method }, meta),
    '-32020 The header Mcp-Name is missing or cannot be decoded. Send the header Mcp-Name: ping.',
  );
  for (const name of ['\u202eping', 'x'.repeat(200), 5])
    t.match(
      await refusal({ ...header, ...method }, meta, name),
      /decoded\. Send the header Mcp-Name with params\.name\.$/,
    );
});

t.test('a body that is encoded twice, compressed or not UTF-8 is told so', async (t) => {
  const api = await openApi(t);
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const refusal = async (body: string | Buffer): Promise<any> => (await api.post(body)).json.error;
  for (const body of [call, ` [${call}]`]) {
    const { code, message } = await refusal(JSON.stringify(body));
    t.equal(code, -32600);
    t.equal(message, 'The request is a JSON text in a string: encode it once, as a JSON object.');
  }
  const utf16 = Buffer.from(call, 'utf16le');
  for (const body of [utf16, Buffer.from(utf16).swap16(), Buffer.from(`\uFEFF${call}`, 'utf16le')])
    t.match(await refusal(body), {
      code: -32700,
      message: 'The request body looks like UTF-16. POST one JSON-RPC 2.0 request in UTF-8.',
    });
  t.match(await refusal(gzipSync(call)), {
    code: -32700,
    message: 'The request body looks compressed with gzip, which is not read: send the JSON as it is.',
  });
  t.match(await refusal('"text"'), { code: -32600, message: 'A JSON-RPC request is a JSON object.' });
});

t.test('a body that a shell has damaged is told what is missing', async (t) => {
  const api = await openApi(t);
  const refusal = async (body: string | Buffer): Promise<any> => (await api.post(body)).json.error;
  const quotes = '; names and texts need double quotes, which some shells remove';
  const comma = '; remove the comma before it';
  const small = '; JSON writes true, false and null in small letters';
  for (const [body, says] of [
    ["{'jsonrpc':'2.0'}", `unexpected "'" at character 2${quotes}`],
    ['{jsonrpc:2.0,id:1,method:tools/list}', `unexpected "j" at character 2${quotes}`],
    [' [ {id:1}]', `unexpected "i" at character 5${quotes}`],
    ['{"method":tools/list}', `unexpected "t" at character 11${quotes}`],
    ['{"a": True}', `unexpected "T" at character 7${small}`],
    ['[1, None]', `unexpected "N" at character 5${small}`],
    ['{"😀":\n False}', `unexpected "F" at character 8${small}`],
    ['{"limit": NaN}', 'unexpected "N" at character 11; JSON has no NaN: leave the argument out or send a number'],
    ['[-Infinity]', 'unexpected "-" at character 2; JSON has no -Infinity: leave the argument out or send a number'],
    ['{"a":Infinity}', 'unexpected "I" at character 6; JSON has no Infinity: leave the argument out or send a number'],
    ['{"limit":undefined}', 'unexpected "u" at character 10; JSON has no undefined: leave the argument out'],
    ['{undefined:1}', `unexpected "u" at character 2${quotes}`],
    ['{"id":1,}', `unexpected "}" at character 9${comma}`],
    ['[1, ]', `unexpected "]" at character 5${comma}`],
    ['[1,,2]', `unexpected "," at character 4${comma}`],
    ['[}', 'unexpected "}" at character 2'],
    ['{"a" 1}', 'unexpected "1" at character 6'],
    ['{"a":1 "b":2}', 'unexpected double quote at character 8'],
    ['{"a":"\\x"}', 'unexpected "\\" at character 7'],
    ['{"a":"line\nline"}', 'unexpected U+000A at character 11; inside text, a line break is written \\n'],
    ['{"a":"line\r\nline"}', 'unexpected U+000D at character 11; inside text, a line break is written \\n'],
    ['{“a”:1}', 'unexpected "“" at character 2; use straight double quotes'],
    ['{"a":‘b’}', 'unexpected "‘" at character 6; use straight double quotes'],
    ['\u202e{}', 'unexpected U+202E at character 1'],
    ['{"a":01}', 'unexpected "1" at character 7'],
    ['{} {}', 'unexpected "{" at character 4'],
    ['@body.json', 'unexpected "@" at character 1'],
    ['$BODY', 'unexpected "$" at character 1'],
    ['{"a":{"b":[true,null,-1.5e3,"\\u00e9"]', 'it ends too early'],
    ['{"a":"', 'it ends too early'],
  ] as const) {
    const { code, message } = await refusal(body);
    t.equal(code, -32700);
    t.equal(message, `The request body is not JSON: ${says}. POST one JSON-RPC 2.0 request.`, body);
  }
  t.equal(
    (await refusal(Buffer.from('{"a":"é"}', 'latin1'))).message,
    'The request body is not UTF-8. POST one JSON-RPC 2.0 request in UTF-8.',
  );
});

t.test('an invalid key is refused with the form of a key', async (t) => {
  const api = await openApi(t);
  for (const bearer of ['$JOB_DATA_KEY', `"${api.apiKey}"`, api.apiKey.slice(0, -5)])
    t.match((await api.call('ping', {}, {}, { authorization: `Bearer ${bearer}` })).json.error, {
      code: -32000,
      message:
        /jdm_live_ or jdm_test_ and 38 characters, without quotes .*check that the program fills the variable in/,
    });
  const slip = `${api.apiKey.slice(0, -1)}${api.apiKey.endsWith('A') ? 'B' : 'A'}`;
  t.match((await api.call('ping', {}, {}, { authorization: `Bearer ${slip}` })).json.error, {
    message: 'The API key is mistyped: its checksum does not fit. Copy the whole key again.',
  });
  for (const [headers, arrived] of [
    [{ authorization: '' }, ''],
    [{ 'x-api-key': api.apiKey, authorization: '' }, ' The header X-Api-Key came instead, which is not read.'],
    [{ authorization: api.apiKey }, ' The header Authorization came without the word Bearer before the key.'],
    [{ authorization: `Basic ${api.apiKey}` }, ' The header Authorization came with "Basic" instead of Bearer.'],
    [
      { authorization: `Bearer Bearer ${api.apiKey}` },
      ' The header Authorization came with more than one word after Bearer.',
    ],
    [{ authorization: 'Bearer ' }, ' The header Authorization came with nothing after Bearer.'],
  ] as const) {
    const { error } = (await api.call('ping', {}, {}, headers)).json;
    t.equal(error.code, -32000);
    t.equal(error.message, `An API key is needed: send the header Authorization: Bearer <key>.${arrived}`);
  }
  const inAddress = await api.service.app.inject({ method: 'POST', url: `/mcp?api_key=${api.apiKey}`, payload: {} });
  t.match(inAddress.json().error.message, /Bearer <key>\. A key in the address is not read\.$/);
  for (const url of ['/mcp/scrape_jobs', '/api/searchJobs?query=nurse'])
    t.match((await api.service.app.inject({ method: 'POST', url, payload: {} })).json(), {
      message:
        'JSON-RPC requests go to POST /mcp. A call of scrape_jobs is {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "scrape_jobs", "arguments": {"query": "data analyst", "platforms": ["reed", "totaljobs"]}}}.',
    });
  const elsewhere = await api.service.app.inject({ method: 'POST', url: '/rpc', payload: {} });
  t.match(elsewhere.json(), { message: 'There is nothing at POST /rpc. JSON-RPC requests go to POST /mcp.' });
  for (const url of ['/sse', '/openapi.json', '/mcp/scrape_jobs'])
    t.match((await api.service.app.inject({ method: 'GET', url })).json(), {
      error: 'not_found',
      message: `There is nothing at GET ${url}. JSON-RPC requests go to POST /mcp.`,
    });
});

t.test('SPEC §2: unknown arguments are reported as ignored, with the ones that were probably meant', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const given = {
    query: 'nurse',
    platforms: ['nhs_jobs'],
    minSalary: '1',
    where: 'Leeds',
    keywords: 'x',
    colour: 'red',
    maxSalary: '2',
    posted_since: '2026-11-01',
  };
  const { json } = await api.call('scrape_jobs', given);
  const ignored = [
    { name: 'minSalary', did_you_mean: 'min_salary' },
    { name: 'where', did_you_mean: 'location' },
    { name: 'keywords', did_you_mean: 'query' },
    { name: 'colour' },
    // `min_salary` would not do what was meant.
    { name: 'maxSalary', did_you_mean: "there is no maximum; compare the jobs' salary_max" },
    { name: 'posted_since', did_you_mean: 'posted_within_days (a whole number of days without quotes, as in 7)' },
  ];
  t.strictSame(json.result._meta['io.jobdata/ignored'], ignored);
  t.strictSame(json.result.structuredContent.ignored, ignored, 'a model reads it in the result');
  const plain = (await api.call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'], radius_km: null })).json
    .result;
  t.notOk('io.jobdata/ignored' in plain._meta);
  t.notOk('ignored' in plain.structuredContent, 'a cached answer has its own');
  t.strictSame((await api.call('ping', { verbose: true })).json.result._meta['io.jobdata/ignored'], [
    { name: 'verbose' },
  ]);
});

t.test('SPEC §2: arguments beside params.arguments are reported as ignored, with their place', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const call = async (params: object): Promise<any> =>
    (await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })).json.result;
  const { _meta, structuredContent } = await call({
    name: 'scrape_jobs',
    arguments: { ...NURSE, where: 'Leeds' },
    limit: 1,
    salary_min: '1',
    requestState: 'x',
    _meta: {},
  });
  const ignored = [
    { name: 'params.limit', did_you_mean: 'arguments.limit' },
    { name: 'params.salary_min', did_you_mean: 'arguments.min_salary' },
    { name: 'where', did_you_mean: 'location' },
  ];
  t.strictSame(_meta['io.jobdata/ignored'], ignored);
  t.strictSame(structuredContent.ignored, ignored);
  t.notOk('io.jobdata/ignored' in (await call({ name: 'ping', arguments: {}, limit: 1 }))._meta, 'ping has no limit');
});

t.test('SPEC §2: names that other services use are recognised', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  const meant = async (tool: string, args: object): Promise<unknown> => {
    const { json } = await api.call(tool, args, {}, { authorization: `Bearer ${apiKey}` });
    return json.result._meta['io.jobdata/ignored'].map((one: { did_you_mean?: string }) => one.did_you_mean);
  };
  t.strictSame(
    await meant('get_reputation', { company_names: ['Tesco'], depth: 'deep', level: 'deep', format: 'json', query: 1 }),
    ['mode', 'mode', 'output', 'company_names'],
  );
  t.strictSame(
    await meant('scrape_url', { urls: ['https://example.com/'], format: 'raw', url: 1, pages: 1, lang: 'fr' }),
    ['output', 'urls', 'urls', 'locale'],
  );
  t.strictSame(
    await meant('scrape_jobs', { ...NURSE, keywords: 1, posted_after: 1, skip: 1, next_offset: 1, pages: 1 }),
    ['query', 'posted_within_days', 'offset', 'offset', 'limit'],
  );
});

t.test(
  'SPEC §2: a name with the opposite meaning, or that counts something else, suggests how to send it',
  async (t) => {
    const api = await openApi(t);
    const { apiKey } = await api.service.apiKeys.test(api.accountId);
    const call = async (args: object): Promise<any> =>
      (await api.call('scrape_jobs', args, {}, { authorization: `Bearer ${apiKey}` })).json;
    const suggestions = {
      'agencies: false': 'no_agencies noAgencies exclude_agencies without_agencies sans_agences direct_only',
      'offset (next_offset of the last answer)': 'page page_number',
      "there is no maximum; compare the jobs' salary_max": 'max_salary salary_max',
    };
    for (const [suggestion, list] of Object.entries(suggestions)) {
      const names = list.split(' ');
      const { result } = await call({ ...NURSE, ...Object.fromEntries(names.map((name) => [name, true])) });
      t.strictSame(
        result._meta['io.jobdata/ignored'],
        names.map((name) => ({ name, did_you_mean: suggestion })),
      );
    }
    const opposites = { no_location: true, no_contract: true, without_offset: true };
    t.strictSame(
      (await call({ ...NURSE, ...opposites })).result._meta['io.jobdata/ignored'],
      Object.keys(opposites).map((name) => ({ name })),
    );
    const kept = { agency: true, exclude_keywords: ['senior'], exclude_hashes: [], skip: 20 };
    t.strictSame((await call({ ...NURSE, ...kept })).result._meta['io.jobdata/ignored'], [
      { name: 'agency', did_you_mean: 'agencies' },
      { name: 'exclude_keywords', did_you_mean: 'exclude' },
      { name: 'exclude_hashes', did_you_mean: 'dedup_hashes' },
      { name: 'skip', did_you_mean: 'offset' },
    ]);
    const { error } = await call({ query: 'x', exclude_agencies: true, page: 2 });
    t.equal(error.code, -32602);
    t.match(
      error.message,
      /There is no argument "exclude_agencies": for jobs without agencies, send "agencies": false\. There is no argument "page": "offset" counts jobs, not pages; for more jobs, send the next_offset of the last answer as "offset"\.$/,
    );
  },
);

const CONTRACTS = 'a list of permanent, fixed_term, temporary, freelance, apprenticeship, internship';

t.test('SPEC §2: names in French, and names whose value decides, are recognised', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  const ignored = async (tool: string, args: object): Promise<Record<string, string | undefined>> => {
    const { json } = await api.call(tool, args, {}, { authorization: `Bearer ${apiKey}` });
    const notes = json.result._meta['io.jobdata/ignored'] as { name: string; did_you_mean?: string }[];
    return Object.fromEntries(notes.map(({ name, did_you_mean: meant }) => [name, meant]));
  };
  const SCRAPE_JOBS = {
    query: 'requete mots_cles mots-clés recherche metier position role jobs skills',
    location: 'lieu localisation ville departement area',
    country: 'pays',
    min_salary: 'salaire salaire_min pay',
    sort: 'tri',
    posted_within_days: 'date jours anciennete ancienneté posted max_age_days publieDepuis',
    platforms: 'plateformes sites board',
    radius_km: 'distance rayon',
    work_mode: 'teletravail télétravail hybrid',
    contract: 'contrat permanent contract_types type_contrat CDI',
    hours: 'full_time temps_plein part_time',
    limit: 'nombre resultats num_results',
    none: 'langue lang language company entreprise timeout wait selector',
  };
  // Under the name that was meant, these values need no other form.
  const VALUES: Readonly<Record<string, unknown>> = {
    location: 'Leeds',
    country: 'GB',
    min_salary: '40000',
    sort: 'date',
    posted_within_days: 7,
    radius_km: 15,
    contract: ['permanent'],
    limit: 5,
  };
  /** Names that are values, such as "hybrid": true, are suggested as such. */
  const FORMS: Readonly<Record<string, string>> = {
    teletravail: 'work_mode (a list of remote, hybrid, on-site, as in ["remote"])',
    télétravail: 'work_mode (a list of remote, hybrid, on-site, as in ["remote"])',
    hybrid: 'work_mode (a list of remote, hybrid, on-site, as in ["hybrid"])',
    permanent: `contract (${CONTRACTS}, as in ["permanent"])`,
    CDI: `contract (${CONTRACTS}, as in ["permanent"])`,
    full_time: 'hours (a list of full_time, part_time, as in ["full_time"])',
    temps_plein: 'hours (a list of full_time, part_time, as in ["full_time"])',
    part_time: 'hours (a list of full_time, part_time, as in ["part_time"])',
  };
  for (const [meant, names] of Object.entries(SCRAPE_JOBS))
    for (const name of names.split(' '))
      t.equal(
        (await ignored('scrape_jobs', { ...NURSE, [name]: VALUES[meant] ?? true }))[name],
        meant === 'none' ? undefined : (FORMS[name] ?? meant),
        name,
      );
  const names = ['entreprise', 'entreprises', 'noms', 'societe', 'société', 'employeurs'];
  t.strictSame(
    await ignored('get_reputation', { company_names: ['Tesco'], ...Object.fromEntries(names.map((one) => [one, 1])) }),
    Object.fromEntries(names.map((one) => [one, 'company_names'])),
  );
  t.strictSame(
    await ignored('scrape_url', { urls: ['https://example.com/'], adresses: 1, langue: 'fr', html: true, timeout: 30 }),
    {
      adresses: 'urls',
      langue: 'locale',
      html: 'output (one of: markdown, raw, xhr, as in "raw")',
      timeout: undefined,
    },
  );
  t.strictSame(
    await ignored('scrape_url', { urls: ['https://example.com/'], output_format: 'text', render_js: 'true' }),
    {
      output_format: 'output (one of: markdown, raw, xhr, as in "markdown")',
      render_js: 'use_javascript (true or false, without quotes)',
    },
  );
  for (const [args, meant] of [
    [{ job_type: 'full time' }, 'hours (a list of full_time, part_time, as in ["full_time"])'],
    [{ job_type: ['temps plein'] }, 'hours (a list of full_time, part_time, as in ["full_time"])'],
    [{ job_type: 'CDI' }, `contract (${CONTRACTS}, as in ["permanent"])`],
    [{ job_type: 'remote' }, 'work_mode (a list of remote, hybrid, on-site, as in ["remote"])'],
    [{ job_type: 'other' }, `contract (${CONTRACTS}, as in ["permanent"])`],
    [{ job_type: ['freelance'] }, 'contract'],
    [{ type: 'part-time' }, 'hours (a list of full_time, part_time, as in ["part_time"])'],
    [{ type: 'other' }, undefined],
    [{ work_type: 'permanent' }, `contract (${CONTRACTS}, as in ["permanent"])`],
    [{ contract_type: 'permanent', contract: ['temporary'] }, 'contract'],
    [{ posted_since: '2026-11-01' }, 'posted_within_days (a whole number of days without quotes, as in 7)'],
    [{ radius_miles: 10 }, 'radius_km (10 miles is 16)'],
    [{ radius_mi: '2.5' }, 'radius_km (2.5 miles is 4)'],
    [{ distance_miles: 1 }, 'radius_km (1 mile is 2)'],
    [{ within: '10 miles' }, 'radius_km (10 miles is 16)'],
    [{ radius_miles: 70 }, 'radius_km (70 miles is 113; at most 100)'],
    [{ remote: false }, 'work_mode'],
    [{ radius_miles: 'near' }, 'radius_km (in kilometres)'],
    [{ distance: '10 km' }, 'radius_km (a whole number of kilometres without quotes, as in 15)'],
  ] as const)
    t.strictSame(Object.values(await ignored('scrape_jobs', { ...NURSE, ...args })), [meant], JSON.stringify(args));
  t.strictSame(await ignored('scrape_jobs', { ...NURSE, filters: { ville: 'Leeds', colour: 1, limit: 2 }, x: {} }), {
    'filters.ville': 'location',
    'filters.limit': 'limit',
    x: undefined,
  });
});

t.test('SPEC §7: an idempotency key without effect is reported as ignored', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const place = 'params._meta["io.jobdata/idempotency_key"]';
  const ignored = async (args: object, more: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const params = { name: 'scrape_jobs', arguments: { ...NURSE, ...args }, ...more };
    const { result } = (await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)).json;
    t.strictSame(result.structuredContent.ignored, result._meta['io.jobdata/ignored']);
    return result.structuredContent.ignored;
  };
  t.strictSame(await ignored({}, { idempotency_key: 'a' }), [{ name: 'params.idempotency_key', did_you_mean: place }]);
  t.strictSame(await ignored({}, { _meta: { idempotencyKey: 'a' } }), [
    { name: 'params._meta.idempotencyKey', did_you_mean: place },
  ]);
  t.strictSame(await ignored({ idempotency_key: 'a' }, {}), [{ name: 'idempotency_key', did_you_mean: place }]);
  t.strictSame(await ignored({}, {}, { 'x-idempotency-key': 'a' }), [
    { name: 'header X-Idempotency-Key', did_you_mean: 'header Idempotency-Key' },
  ]);
  t.strictSame(await ignored({}, {}, { 'idempotency-key': ' ' }), [{ name: 'header Idempotency-Key' }]);
  const meta = { 'io.jobdata/idempotency_key': 'b' };
  t.equal(await ignored({}, { _meta: meta }, { 'idempotency-key': ' ' }), undefined);
  t.equal(await ignored({}, {}, { 'idempotency-key': 'c' }), undefined);
  const own = (key: string): object => ({ _meta: { 'io.jobdata/idempotency_key': key } });
  t.strictSame(await ignored({}, own('d'), { 'idempotency-key': 'f' }), [{ name: 'header Idempotency-Key' }]);
  t.equal(await ignored({}, own('e'), { 'idempotency-key': 'e' }), undefined);
  const ping = await api.call('ping', {}, {}, { 'x-idempotency-key': 'a' });
  t.notOk('io.jobdata/ignored' in ping.json.result._meta, 'a free call needs no key');
});

t.test('SPEC §2: arguments beside params are reported as ignored, with their place', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const call = async (params: object): Promise<any> =>
    (await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params, limit: 1, ville: 'Leeds', auth: 1 })).json;
  t.strictSame((await call({ name: 'scrape_jobs', arguments: NURSE })).result.structuredContent.ignored, [
    { name: 'request.limit', did_you_mean: 'arguments.limit' },
    { name: 'request.ville', did_you_mean: 'arguments.location' },
  ]);
  t.match(
    (await call({ name: 'scrape_jobs', arguments: { query: 'x' } })).error.message,
    /Send request\.limit, request\.ville inside params\.arguments\.$/,
  );
});

t.test('several words in one entry of exclude are said to be one phrase', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const reason = async (exclude: readonly string[]): Promise<unknown> =>
    (await api.call('scrape_jobs', { ...NURSE, exclude })).json.result.structuredContent.platforms[0].reason;
  t.equal(
    await reason(['senior,embedded']),
    'exclude has "senior,embedded", which filters only as one whole phrase: send several words as several entries of the list',
  );
  t.match(await reason(['lead; head', 'senior, embedded']), /^exclude has "lead; head" \(and 1 more\), which/);
  for (const exclude of [['senior', 'embedded'], ['senior,'], ['team leader']])
    t.equal(await reason(exclude), undefined);
});

t.test('a min_salary that looks like pay for an hour or a day is said to be pay a year', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const reason = async (min_salary: string): Promise<string> =>
    (await api.call('scrape_jobs', { ...NURSE, min_salary })).json.result.structuredContent.platforms[0].reason ?? '';
  for (const pay of ['15', '12.60', '999'])
    t.ok(
      (await reason(pay)).endsWith(
        `min_salary ${Number(pay)} counts as gross pay a year in pounds: send hourly or daily pay as a yearly figure, as in "40000"`,
      ),
      pay,
    );
  for (const pay of ['0', '1000', '40000']) t.notMatch(await reason(pay), /min_salary/);
});

t.test('SPEC §3: a radius without a location is reported as ignored', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const search = async (args: object): Promise<unknown[]> => {
    const { result } = (await api.call('scrape_jobs', { ...NURSE, ...args })).json;
    t.strictSame(result.structuredContent.ignored, result._meta['io.jobdata/ignored']);
    return result.structuredContent.ignored;
  };
  const radius = { name: 'radius_km', did_you_mean: 'radius_km with location' };
  t.strictSame(await search({ radius_km: 20 }), [radius]);
  t.strictSame(await search({ radius_km: 0, location: ' ', colour: 'red' }), [{ name: 'colour' }, radius]);
  t.equal(await search({ radius_km: 20, location: 'Leeds' }), undefined);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`argument ${index}`, 1]));
  const ignored = await search({ ...many, radius_km: 20 });
  t.equal(ignored.length, 20);
  t.strictSame(ignored.at(-1), radius);
});

t.test('a test key that asks for an unknown scenario is told the existing ones', async (t) => {
  const api = await openApi(t);
  const { apiKey: key } = await api.service.apiKeys.test(api.accountId);
  const call = async (tool: string, args: object): Promise<unknown> =>
    (await api.call(tool, args, {}, { authorization: `Bearer ${key}` })).json.error;
  t.match(await call('scrape_jobs', { ...NURSE, query: 'test:blokced' }), {
    code: -32602,
    message: /query must be a known scenario: test:all, test:blocked, .*test:internal/,
  });
  t.match(await call('get_reputation', { company_names: ['Tesco', 'test:blokced', 'test:upstream_failed'] }), {
    code: -32602,
    message: /: company_names\.1 must be a known scenario: test:upstream_failed, test:quota_exceeded, [^;]*$/,
  });
  t.match(await call('get_reputation', { company_names: ['test:blocked'] }), {
    code: -32602,
    message: /company_names\.0 must be a known scenario/,
  });
  t.match(await call('scrape_url', { urls: ['https://test.example/rate_limit'] }), {
    code: -32602,
    message: /urls\.0 must be a known scenario: https:\/\/test\.example\/quota_exceeded, /,
  });
  t.equal(await call('scrape_jobs', { ...NURSE, query: 'test:all' }), undefined);
});

t.test(
  'a test key that names a platform with a scenario is told if the search does not include that platform',
  async (t) => {
    const api = await openApi(t);
    const { apiKey: key } = await api.service.apiKeys.test(api.accountId);
    const call = async (query: string, platforms = ['nhs_jobs', 'find_a_job']): Promise<any> =>
      (await api.call('scrape_jobs', { query, platforms }, {}, { authorization: `Bearer ${key}` })).json;
    for (const named of ['monster', 'reed', 'nhs', 'nhs_jobs work_hub', 'x'.repeat(200 - 'test:blocked '.length)]) {
      const { error } = await call(`test:blocked ${named}`);
      t.match(error, { code: -32602, data: { fields: [{ path: '/query' }] } }, named);
      t.match(
        error.message,
        /query names "[^"]{1,60}", which is not a platform of this search: send test:blocked for all its platforms, or add one of their codes \(nhs_jobs, work_hub\), as in "test:blocked nhs_jobs"\.$/,
        named,
      );
    }
    t.match((await call('test:cached nhs_jobs')).error, {
      code: -32602,
      message: /query must be test:cached alone: it is for all platforms at once, not for "nhs jobs"\.$/,
    });
    t.match((await call('test:blocked monster', ['monster'])).error, {
      code: -32000,
      message: /no platform "monster"/,
    });
    for (const query of [
      'test:blocked nhs_jobs',
      'TEST:Blocked NHS-jobs',
      ' test:blocked work_hub',
      'test:all nhs_jobs',
    ])
      t.ok((await call(query)).result, query);
  },
);

t.test('an address that is never fetched is refused with the reason', async (t) => {
  const api = await openApi(t);
  const { apiKey: key } = await api.service.apiKeys.test(api.accountId);
  for (const [url, says] of [
    ['http://localhost:8080/', /only public names are fetched, and this one is reserved or has a single label\.$/],
    ['http://192.168.1.1/', /the address is private, reserved or not on the public internet\.$/],
    ['https://ann:pw@example.com/', /addresses with a user name or password are not fetched\.$/],
    ['https://example.com:3000/', /only the ports 80, 443 and 8000 to 8999 are fetched from\.$/],
  ] as const) {
    const { json } = await api.call('scrape_url', { urls: [url] }, {}, { authorization: `Bearer ${key}` });
    t.match(json.error, { code: -32000, message: says }, url);
  }
});

t.test('names are outside text: limited in length and without invisible characters', async (t) => {
  const api = await openApi(t);
  const names = Array.from({ length: 500 }, (_, index) => `\u202eargument ${index} ${'x'.repeat(500)}`);
  const { json } = await api.call('ping', Object.fromEntries(names.map((name) => [name, 1])));
  const ignored = json.result._meta['io.jobdata/ignored'] as { name: string }[];
  t.equal(ignored.length, 20);
  t.ok(ignored.every(({ name }) => name.length <= 64 && !name.includes('\u202e')));
});
