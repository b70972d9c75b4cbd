import t from 'tap';
import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import { ServiceError } from '../../src/errors.ts';
import type { JobQuery } from '../../src/jobs/search.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openTestSearch, type TestSearch } from '../support/test-search.ts';
import { NHS, REED } from '../support/job-answers.ts';
import { isLong, some as choose, volume } from '../support/volume.ts';

const ROUNDS = volume(10, 200);

const TOWNS = ['Leeds', 'Bradford', 'Wakefield', 'York', 'London', 'Remote, UK', 'LS1 4AP'];
const TYPES = ['Permanent', 'Fixed-Term', 'Bank', 'Apprenticeship', ''];
const HOURS = ['Full time', 'Part time', ''];
const TITLES = ['Data Analyst', 'Senior Data Analyst', 'Staff Nurse', 'C++ Developer', 'Café Manager'];
const MODES = ['Fully remote.', 'Hybrid: two days a week in the office.', 'On site only, no remote working.', 'A job.'];
const EMPLOYERS = ['Northtown Trust', 'Acme Recruitment', 'Hill & Co', 'Bakery'];

/** Small numbers that look random and are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

/** Two simulated platforms with pages of adverts, no two of which are the same job. */
async function openWeb(): Promise<TestSearch & { sent: string[] }> {
  const sent: string[] = [];
  const opened = await openTestSearch({ REED_API_KEY: 'k3y' });
  const random = numbers(7);
  const next = (limit: number): number => random.next().value % limit;
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const advert = (index: number) => ({
    title: `${pick(TITLES)} ${index}`,
    company: `${pick(EMPLOYERS)} ${index}`,
    place: pick(TOWNS),
    type: pick(TYPES),
    hours: pick(HOURS),
    text: pick(MODES),
    pay: next(3) === 0 ? 0 : 20_000 + next(40) * 1_000,
    age: next(40),
  });
  const day = (age: number): string => new Date(opened.clock.now() - age * DAY_MS).toISOString().slice(0, 10);
  const nhs = Array.from({ length: 230 }, (_, index) => advert(index));
  const reed = Array.from({ length: 150 }, (_, index) => advert(1_000 + index));
  opened.internet
    .on(NHS, ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'));
      const rows = nhs.slice((page - 1) * 100, page * 100);
      const items = rows.map(
        (row, index) =>
          `<vacancyDetails><reference>T${(page - 1) * 100 + index}-26</reference><title>${row.title}</title><description>${row.text}</description><employer>${row.company}</employer><type>${[row.type, row.hours].filter(Boolean).join(', ')}</type><salary>${row.pay === 0 ? 'Competitive' : `£${row.pay} a year`}</salary><closeDate>2027-01-15</closeDate><postDate>${day(row.age)}T09:00:00</postDate><locations><location>${row.place}</location></locations></vacancyDetails>`,
      );
      sent.push(...items);
      return { body: `<nhsJobs>${items.join('')}<totalPages>3</totalPages><totalResults>230</totalResults></nhsJobs>` };
    })
    .on(REED, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('resultsToSkip') ?? 0);
      const results = reed.slice(from, from + 100).map((row, index) => ({
        jobId: 5_000 + from + index,
        jobTitle: row.title,
        employerName: row.company,
        locationName: row.place,
        minimumSalary: row.pay || null,
        maximumSalary: row.pay || null,
        date: day(row.age).split('-').reverse().join('/'),
        expirationDate: '15/01/2027',
        jobDescription: row.text,
        jobUrl: `https://www.reed.co.uk/jobs/x/${5_000 + from + index}`,
      }));
      sent.push(...results.flatMap((row) => Object.values(row).map(String)));
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ results, totalResults: 150 }) };
    });
  return { ...opened, sent };
}

const CODES = ['nhs_jobs', 'reed'];
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9+#]+/);

/** True if a job fits, decided without the service's code. */
function fits(job: Job, asked: Partial<JobQuery>, now: number): boolean {
  const has = <T>(list: readonly T[] | undefined, value: T): boolean => !list || list.includes(value);
  const age = (now - Date.parse(job.posted_date)) / DAY_MS;
  return (
    has<string>(asked.workModes, job.work_mode) &&
    has<string>(asked.contracts, job.contract) &&
    has<string>(asked.hours, job.hours) &&
    (asked.postedWithinDays === undefined || age < asked.postedWithinDays + 1) &&
    (asked.agencies === undefined || (asked.agencies ? job.agency === true : job.agency !== true)) &&
    (!asked.minSalary || (job.salary_max ?? job.salary_min ?? 0) >= asked.minSalary) &&
    !(asked.exclude ?? []).some((phrase) => wordsOf(`${job.title} ${job.company}`).includes(wordsOf(phrase)[0] ?? ''))
  );
}

t.test('SPEC §3: with any combination of filters, every job fits and every advert read is accounted for', async (t) => {
  const { ask, clock } = await openWeb();
  const random = numbers(11);
  const next = (limit: number): number => random.next().value % limit;
  const some = <T>(list: readonly T[]): T[] | undefined => {
    const chosen = list.filter(() => next(2) === 0);
    return next(3) > 0 || chosen.length === 0 ? undefined : chosen;
  };
  let returned = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked: Partial<JobQuery> = {
      workModes: some(['remote', 'hybrid', 'on-site']),
      contracts: some(['permanent', 'fixed_term', 'temporary', 'apprenticeship']),
      hours: some(['full_time', 'part_time']),
      postedWithinDays: next(3) === 0 ? 1 + next(30) : undefined,
      agencies: [undefined, undefined, true, false][next(4)],
      exclude: some(['senior', 'CAFE', 'c++']),
      minSalary: next(3) === 0 ? 20_000 + next(40_000) : null,
      location: ['', '', 'Leeds', 'York', 'London'][next(5)] as string,
      radiusKm: [undefined, 0, 20, 100][next(4)],
      sort: ([undefined, 'date', 'salary'] as const)[next(3)],
      limit: 1 + next(60),
      offset: next(2) === 0 ? next(30) : 0,
      descriptionLength: 0,
    };
    const result = await ask(CODES, asked);
    const wrong = result.jobs.filter((job) => !fits(job, asked, clock.now()));
    t.strictSame(wrong, [], JSON.stringify(asked));
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    const leftOut = sum(result.platforms.flatMap(({ left_out: counts = {} }) => Object.values(counts)));
    const read = sum(result.platforms.map((row) => row.read ?? 0));
    t.equal(read, leftOut + result.total_found, 'read = left out + found');
    t.equal(sum(result.platforms.map(({ jobs }) => jobs)), result.total_jobs);
    returned += result.total_jobs;
  }
  t.ok(returned > 2.5 * ROUNDS, `${returned} jobs were looked at`);
});

t.test('SPEC §3: over several pages no job is repeated or skipped', async (t) => {
  const orders = [
    [isLong ? 7 : 23, undefined],
    [33, 'date'],
    [120, 'salary'],
  ] as const;
  for (const [limit, sort] of choose(orders, [[50, undefined], ...orders])) {
    const { ask } = await openWeb();
    const paged: Job[] = [];
    const found: number[] = [];
    for (let offset: number | undefined = 0, calls = 0; offset !== undefined && calls < 80; calls += 1) {
      const page: ScrapeJobsResult = await ask(CODES, { limit, offset, sort, descriptionLength: 0 });
      paged.push(...page.jobs);
      found.push(page.total_found);
      offset = page.next_offset;
    }
    t.equal(
      new Set(paged.map(({ url }) => url)).size,
      380,
      `${limit} a page, by ${sort ?? 'relevance'}: all, each once`,
    );
    t.equal(paged.length, 380);
    t.equal(found.at(-1), 380);
  }
});

t.test('a list that is read completely is in order on every page', async (t) => {
  for (const sort of ['relevance', 'date', 'salary'] as const) {
    const { ask } = await openWeb();
    const whole = await ask(CODES, { limit: 500, sort, descriptionLength: 0 });
    t.notOk('next_offset' in whole, 'the end');
    const urls = (jobs: readonly Job[]): string[] => jobs.map(({ url }) => url);
    const pages: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page: ScrapeJobsResult = await ask(CODES, { limit: 500, offset, sort, descriptionLength: 0 });
      pages.push(...urls(page.jobs));
      offset = page.next_offset;
    }
    t.strictSame(pages, urls(whole.jobs), sort);
    const dates = whole.jobs.map(({ posted_date: date }) => date);
    const pay = whole.jobs.map((job) => job.salary_max ?? job.salary_min ?? -1);
    if (sort === 'date') t.strictSame(dates, dates.toSorted().toReversed(), 'the newest first');
    if (sort === 'salary')
      t.strictSame(
        pay,
        pay.toSorted((a, b) => b - a),
        'the best paid first, unlisted last',
      );
  }
});

t.test('SPEC §3: evidence quotes the source, and adds nothing when it is not requested', async (t) => {
  const { ask, sent } = await openWeb();
  const plain = await ask(CODES, { limit: 200, descriptionLength: 0 });
  t.ok(plain.jobs.every((job) => !('evidence' in job)));
  const { jobs } = await ask(CODES, { limit: 200, descriptionLength: 0, evidence: true });
  const whole = sent.join('\n');
  let quotes = 0;
  for (const { evidence = {} } of jobs)
    for (const quote of Object.values(evidence)) {
      quotes += 1;
      if (!whole.includes(quote) || quote.length > 200) t.fail(`not of the source: ${quote}`);
    }
  t.ok(quotes > 400, `${quotes} quotes`);
  t.ok(jobs.some(({ evidence }) => evidence?.work_mode !== undefined && evidence.contract !== undefined));
});

t.test('contradictory arguments are refused', async (t) => {
  const { ask } = await openWeb();
  await t.rejects(ask(CODES, { location: 'remote', workModes: ['hybrid'] }), ServiceError);
  const { jobs } = await ask(CODES, { location: 'remote', workModes: ['hybrid', 'remote'] });
  t.ok(jobs.length > 0 && jobs.every((job) => job.work_mode === 'remote'));
});

t.test('a place is searched with ten kilometres around it', async (t) => {
  const { ask } = await openWeb();
  const places = async (radiusKm?: number): Promise<string[]> => {
    const { jobs } = await ask(CODES, { location: 'Leeds', radiusKm, limit: 500, descriptionLength: 0 });
    return [...new Set(jobs.filter((job) => job.work_mode !== 'remote').map(({ location }) => location))].sort();
  };
  t.strictSame(await places(0), ['LS1 4AP', 'Leeds', 'Remote, UK']);
  t.strictSame(await places(), await places(10));
  t.strictSame(await places(20), ['Bradford', 'LS1 4AP', 'Leeds', 'Remote, UK', 'Wakefield']);
});

t.test(
  'with a radius, jobs known only by the surrounding county or region are kept; without one they are not',
  async (t) => {
    const { ask, internet } = await openTestSearch({ REED_API_KEY: 'k3y' });
    const places = ['Leeds', 'West Yorkshire', 'Yorkshire', 'England', 'Lancashire', 'York'];
    const results = places.map((locationName, index) => ({
      jobId: index + 1,
      jobTitle: `Nurse ${index}`,
      employerName: `Firm ${index}`,
      locationName,
      date: '10/11/2026',
      jobDescription: 'You look after people.',
      jobUrl: `https://www.reed.co.uk/jobs/x/${index + 1}`,
    }));
    internet.on(REED, { body: JSON.stringify({ results, totalResults: places.length }) });
    const kept = async (radiusKm?: number): Promise<string[]> => {
      const { jobs, platforms } = await ask(['reed'], { location: 'Leeds', radiusKm });
      const leftOut = places.length - jobs.length;
      t.strictSame(platforms[0]?.left_out, { location: leftOut }, `${radiusKm} km`);
      return jobs.map(({ location }) => location).sort();
    };
    t.strictSame(await kept(), ['Leeds']);
    t.strictSame(await kept(0), ['Leeds']);
    t.strictSame(await kept(10), ['Leeds', 'West Yorkshire', 'Yorkshire']);
  },
);

t.test('a remote job only for residents of another country counts as abroad', async (t) => {
  const { ask, internet } = await openTestSearch({ REED_API_KEY: 'k3y' });
  const rows = [
    ['Developer - Remote (US only)', 'Remote'],
    ['Developer', 'Remote (US only)'],
    ['Developer (Germany only)', 'Remote, UK'],
    ['Developer (UK only)', 'Remote'],
    ['Developer, weekends only', 'Remote'],
    ['Developer for Mexico', 'Remote'],
  ];
  const results = rows.map(([jobTitle, locationName], index) => ({
    jobId: index + 1,
    jobTitle,
    employerName: `Firm ${index}`,
    locationName,
    date: '10/11/2026',
    jobDescription: 'A fully remote role.',
    jobUrl: `https://www.reed.co.uk/jobs/x/${index + 1}`,
  }));
  internet.on(REED, { body: JSON.stringify({ results, totalResults: rows.length }) });
  const { jobs, platforms } = await ask(['reed'], { query: 'developer' });
  t.strictSame(jobs.map(({ title }) => title).sort(), [
    'Developer (UK only)',
    'Developer for Mexico',
    'Developer, weekends only',
  ]);
  t.strictSame(platforms[0]?.left_out, { abroad: 3 });
});
