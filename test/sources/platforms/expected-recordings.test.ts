import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import type { Job } from '../../../schemas/index.ts';
import { readSavedPage } from '../../../src/cli/parse.ts';
import { locate } from '../../../src/jobs/places/locate.ts';
import { normalizeListing, type NormalizedJob } from '../../../src/jobs/normalize-listing.ts';
import { inlineParser, parseAnswer, savedListTask } from '../../../src/jobs/parser.ts';
import { readPostedDate } from '../../../src/jobs/readers/posted-date.ts';
import { readSalary } from '../../../src/jobs/readers/salary.ts';
import { decodeBody } from '../../../src/lib/charset.ts';
import { detectBlockPage } from '../../../src/reading/block-page.ts';
import { findPlatform } from '../../../src/sources/platforms/index.ts';
import type { ListingPage } from '../../../src/sources/platforms/platform.ts';
import { sharedFile } from '../../support/shared.ts';

/** What somebody read on the recorded page with his eyes; texts as they stand there. */
interface ReadByEye {
  title: string;
  company: string;
  location: string;
  salary?: string;
  posted?: string;
  url?: string;
  /** The sign that the page gives, in its words. */
  work_mode_sign?: string;
}

interface Expected {
  count: number;
  total: number | null;
  jobs: ReadByEye[];
  others_worth_a_check?: ReadByEye[];
  near?: ReadByEye[];
}

interface RecordedList {
  source: string;
  file: string;
  /** Day of its capture. */
  now: string;
  /** The one that reads it; else the first. */
  accessMethod?: number;
  /** Where it was saved from; else the platform's own site. */
  url?: string;
  /** false: what the page states is no number of results of the search. */
  hasOwnTotal?: boolean;
}

const LISTS: readonly RecordedList[] = [
  { source: 'hellowork', file: 'hellowork/search-2026-03.html', now: '2026-03-20' },
  {
    source: 'hellowork',
    file: 'hellowork/static-page-2026-09.html',
    now: '2026-09-25',
    accessMethod: 1,
    hasOwnTotal: false,
  },
  { source: 'jobs_ac_uk', file: 'jobs_ac_uk/search-2026-09.html', now: '2026-09-27' },
  { source: 'linkedin_fr', file: 'linkedin/search-fr-2026-10.html', now: '2026-10-02' },
  { source: 'nhs_jobs', file: 'nhs_jobs/search-page-2026-09.html', now: '2026-09-05', accessMethod: 1 },
  { source: 'totaljobs', file: 'totaljobs/cwjobs-2026-07.html', now: '2026-07-12' },
  { source: 'totaljobs', file: 'totaljobs/milkround-2026-07.html', now: '2026-07-12' },
  { source: 'totaljobs', file: 'totaljobs/search-2026-07.html', now: '2026-07-12' },
  { source: 'totaljobs', file: 'totaljobs/search-one-result-2025-11.html', now: '2025-11-27' },
  {
    source: 'totaljobs',
    file: 'totaljobs/stepstone-de-2025-08.html',
    now: '2025-08-08',
    url: 'https://www.stepstone.de/jobs/x',
  },
  { source: 'wttj', file: 'wttj/algolia-hits-2026-10.json', now: '2026-10-02' },
];

function expectedOf<T>(file: string): T {
  const path = sharedFile(`recordings/${file.replace(/\.\w+$/, '.expected.json')}`) as string;
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

for (const { source, file, now, accessMethod = 0, url, hasOwnTotal = true } of LISTS) {
  const path = sharedFile(`recordings/${file}`);
  t.test(
    `${source}: ${file} holds what was read by eye`,
    { skip: path === undefined && 'no recordings here' },
    async (t) => {
      const platform = findPlatform(source)!;
      const { country } = platform;
      const bytes = readFileSync(path as string);
      const expected = expectedOf<Expected>(file);
      const address = url ?? `https://${platform.hosts[0]}/`;
      const outcome = parseAnswer(savedListTask(platform, accessMethod, decodeBody(bytes, ''), { url: address }));
      if ('fault' in outcome) throw new Error(outcome.fault.message);
      const page = outcome.value as ListingPage;
      t.equal(page.listings.length, expected.count, 'results');
      t.equal(page.siteTotal, hasOwnTotal ? (expected.total ?? undefined) : undefined, 'total');

      const at = Date.parse(`${now}T10:00:00Z`);
      const jobs = (await readSavedPage(inlineParser, platform, bytes, { url: address, now: at })) as Job[];
      for (const read of [...expected.jobs, ...(expected.others_worth_a_check ?? [])]) {
        // Sites write an advert's address with their language and words in it; its own number is in each.
        const path = read.url?.replace(/\?.*$/, '') ?? '';
        const id = /\d{6,}(?=\D*$)/.exec(path)?.[0] ?? path.split('/').slice(-2).join('/');
        const listing = page.listings.findIndex(({ url: own }) => own.replace(/\?.*$/, '').includes(id));
        const job = jobs.find((one) => one.url.includes(id) && one.title === read.title.trim());
        t.ok(id !== '' && listing >= 0 && job, `${read.title} (${id}) is there`);
        if (!job) continue;
        t.equal(job.company, read.company.trim(), `${read.title}: company`);
        t.ok(
          read.location
            .replace(/[\u200b\u200c]/gu, '')
            .split(', ')
            .every((part) => job.location.includes(part)),
          `${read.title}: ${job.location} is ${read.location}`,
        );
        if (source === 'wttj') t.match(read.salary, /^\d/, 'figures: compared in the table of recordings');
        else if (read.salary !== undefined) {
          const pay = readSalary(read.salary, country);
          t.strictSame([job.salary_min, job.salary_max], [pay.min, pay.max], `${read.title}: ${read.salary}`);
        }
        const posted = read.posted === undefined ? '' : readPostedDate(read.posted, country, at);
        t.equal(job.posted_date, posted, `${read.title}: ${read.posted}`);
        t.not(posted, '', 'the words are a date');
        const mode = /partiel|occasionnel|hybrid|partial|workFromHome 2/i.test(read.work_mode_sign ?? '')
          ? 'hybrid'
          : 'unknown';
        if (!/unknown/.test(read.work_mode_sign ?? '')) t.equal(job.work_mode, mode, `${read.title}: work mode`);
      }
      for (const near of expected.near ?? [])
        t.notOk(
          page.listings.some(({ title, company }) => title === near.title && company === near.company),
          `${near.title} is merely near`,
        );
    },
  );
}

t.test('pages of one advert', { skip: sharedFile('recordings') === undefined && 'no recordings here' }, async (t) => {
  const advert = async (source: string, file: string, now: string): Promise<Job> => {
    const platform = findPlatform(source)!;
    const options = { url: `https://${platform.hosts[0]}/`, now: Date.parse(`${now}T10:00:00Z`) };
    const bytes = readFileSync(sharedFile(`recordings/${file}`) as string);
    const jobs = (await readSavedPage(inlineParser, platform, bytes, options)) as Job[];
    t.equal(jobs.length, 1, file);
    return jobs[0] as Job;
  };
  const hellowork = await advert('hellowork', 'hellowork/job-2026-09.html', '2026-09-26');
  const { title, company, location, posted, url } = expectedOf<ReadByEye>('hellowork/job-2026-09.html');
  t.match(hellowork, {
    title,
    company,
    location,
    posted_date: posted,
    url,
    salary_unlisted: true,
    work_mode: 'hybrid',
  });
  const wttj = await advert('wttj', 'wttj/job-page-2026-10.html', '2026-10-02');
  t.match(wttj, {
    title: expectedOf<ReadByEye>('wttj/job-page-2026-10.html').title,
    company: 'YURI & NEIL',
    salary_min: 10_800,
    salary_max: 15_000,
    posted_date: '2026-10-01',
    work_mode: 'hybrid',
  });
});

t.test('refusals are no lists', { skip: sharedFile('recordings') === undefined && 'no recordings here' }, async (t) => {
  for (const [file, status] of [
    ['walls/apec-detail-403-2026-09.json', 403],
    ['walls/glassdoor-403-2026-07.html', 403],
    ['walls/glassdoor-just-a-moment-2026-07.html', 403],
    ['walls/indeed-cloudflare-2026-01.html', 403],
  ] as const) {
    const body = readFileSync(sharedFile(`recordings/${file}`) as string, 'utf8');
    for (const code of [status, 200])
      t.ok(detectBlockPage({ status: code, url: 'https://x.example/', contentType: '', body }), `${file} with ${code}`);
  }
  const home = readFileSync(sharedFile('recordings/walls/totaljobs-home-2026-07.html') as string);
  const totaljobs = readSavedPage(inlineParser, findPlatform('totaljobs')!, home, {
    url: 'https://www.totaljobs.com/jobs/x',
    now: Date.parse('2026-07-12'),
  });
  await t.rejects(totaljobs, /neither its results' data nor its cards/);
});

t.test("rows of Reed's API", { skip: sharedFile('recordings') === undefined && 'no recordings here' }, (t) => {
  const file = 'reed/api-rows-2026-08.json';
  const rows = JSON.parse(readFileSync(sharedFile(`recordings/${file}`) as string, 'utf8')) as { jobUrl: string }[];
  const expected = expectedOf<
    Expected & {
      no_pay: number;
      hour_or_day_sums: { jobId: number; min: number; max: number }[];
      bare_postcodes: number;
    }
  >(file);
  const outcome = parseAnswer({
    platform: 'reed',
    accessMethod: 0,
    step: 0,
    answer: {
      status: 200,
      url: 'https://www.reed.co.uk/api/1.0/search',
      contentType: 'application/json',
      // They were stored without the date and the text that each of them had.
      body: JSON.stringify({
        results: rows.map((row) => ({ date: '20/08/2026', jobDescription: 'Text', ...row })),
        totalResults: rows.length,
      }),
    },
    search: { query: '', country: 'GB', locationText: '', place: null, minSalary: null, page: 1, settings: {} },
  });
  if ('fault' in outcome) throw new Error(outcome.fault.message);
  const { listings } = outcome.value as ListingPage;
  t.equal(listings.length, expected.count);
  const jobs = new Map(listings.map((one) => [one.id, normalizeListing(one, 'reed', 'GB', Date.parse('2026-08-22'))]));
  const all = [...jobs.values()].filter((job) => job !== undefined);
  t.equal(all.length, expected.count, 'each is a job');
  // By their size 18 is an hour's pay; of 200 nobody can tell whose it is, so that it is none.
  const [hourly, unclear] = [true, false].map((small) =>
    expected.hour_or_day_sums.filter(({ max }) => max < 100 === small).map(({ jobId }) => jobs.get(String(jobId))),
  ) as [NormalizedJob[], NormalizedJob[]];
  t.ok(hourly.every((job) => (job.salary_min ?? 0) > 30_000 && (job.salary_max ?? 0) < 40_000));
  t.ok(unclear.every((job) => job.salary_unlisted));
  t.equal(all.filter((job) => job.salary_unlisted).length, expected.no_pay + unclear.length, 'rows without pay');
  const postcodes = all.filter(({ location }) => /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/.test(location));
  t.equal(postcodes.length, expected.bare_postcodes, 'bare postcodes are written as people do');
  t.strictSame(
    postcodes.map(({ location }) => location).filter((location) => locate(location, 'GB').places.length === 0),
    [],
    'each lies somewhere',
  );
  t.strictSame(
    [...new Set(all.filter((job) => !postcodes.includes(job)).map(({ location }) => location))].sort(),
    (expected as unknown as { places_that_are_no_postcode: string[] }).places_that_are_no_postcode,
  );
  for (const { title, company, location, url } of expected.jobs) {
    const job = all.find((one) => one.url === url);
    t.ok(job?.title === title && job.company === company, title);
    t.equal(job?.location.replace(' ', ''), location.replace(' ', ''), location);
  }
  t.end();
});

t.test(
  'every list and advert that somebody read by eye is compared here',
  { skip: sharedFile('recordings') === undefined && 'no recordings here' },
  async (t) => {
    const text = readFileSync(new URL(import.meta.url), 'utf8');
    const folder = sharedFile('recordings') as string;
    const files = readdirSync(folder, { recursive: true }).map(String);
    const missing = files
      .filter((file) => file.endsWith('.expected.json'))
      .filter(
        (file) =>
          !text.includes(file.replace('.expected.json', '.')) &&
          !text.includes(file.split('/')[1]?.replace('.expected.json', '') ?? file),
      );
    t.strictSame(missing, []);
  },
);
