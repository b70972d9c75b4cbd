import * as fc from 'fast-check';
import t from 'tap';
import { noFilters } from '../../src/jobs/filters.ts';
import { JobList } from '../../src/jobs/job-list.ts';
import type { MergedJob } from '../../src/jobs/merge-jobs.ts';
import { type NormalizedJob, normalizeListing } from '../../src/jobs/normalize-listing.ts';
import { addPage, createRun, type PlatformRun } from '../../src/jobs/platform-run.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import type { Platform } from '../../src/sources/platforms/platform.ts';
import type { JobOrder } from '../../schemas/index.ts';
import { seeded, volume } from '../support/volume.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
/** Adzuna and NHS Jobs can sort by date and by pay, Reed's API by neither. */
const SETTINGS = { ADZUNA_APP_ID: 'i', ADZUNA_APP_KEY: 'k', REED_API_KEY: 'k' };
const CODES = ['adzuna_gb', 'nhs_jobs', 'reed'] as const;

interface Advert {
  /** Adverts with one name are one job. */
  name: number;
  /** 0 for none. */
  day: number;
  pay: number;
}
interface Site {
  adverts: Advert[];
  pageSize: number;
  /** Returns its adverts in the requested order, if it can sort. */
  keepsOrder: boolean;
}

const valueOf = ({ day, pay }: Advert, sort: JobOrder): number => (sort === 'date' ? day : pay);

function takesSort(code: string, sort: JobOrder): boolean {
  return sort !== 'relevance' && code !== 'reed';
}

/** The sites' adverts, page by page. */
class Web {
  readonly #pages: NormalizedJob[][][];
  /** How many pages each site was asked for. */
  asked: number[] = [];

  constructor(sites: readonly Site[], sort: JobOrder) {
    this.#pages = sites.map(({ adverts, pageSize, keepsOrder }, site) => {
      const isSorted = keepsOrder && takesSort(CODES[site] as string, sort);
      const given = isSorted ? adverts.toSorted((a, b) => valueOf(b, sort) - valueOf(a, sort)) : adverts;
      const jobs = given.map((advert, index) => toJob(advert, site, index));
      return Array.from({ length: Math.max(1, Math.ceil(jobs.length / pageSize)) }, (_, page) =>
        jobs.slice(page * pageSize, (page + 1) * pageSize),
      );
    });
  }

  /** A part of the list, as a search returns it without knowing other searches. */
  part(sort: JobOrder, offset: number, limit: number, seen: ReadonlySet<string> = new Set()): MergedJob[] {
    const search = { query: 'nurse', country: 'GB' as const, locationText: '', place: null, minSalary: null };
    const criteria = sort === 'relevance' ? {} : { criteria: { sort } };
    const runs = this.#pages.map((_, site) =>
      createRun(findPlatform(CODES[site] as string) as Platform, { ...search, ...criteria }, SETTINGS),
    );
    const list = new JobList(runs, { ...noFilters('GB'), seen }, sort);
    for (let needed = list.needs({ offset, limit }); needed.length > 0; needed = list.needs({ offset, limit }))
      for (const run of needed) this.#read(run, runs.indexOf(run));
    this.asked = runs.map(({ pages }) => pages);
    const { jobs, places } = list.listed();
    return jobs.filter((_, at) => (places[at] as number) >= offset).slice(0, limit);
  }

  #read(run: PlatformRun, site: number): void {
    const pages = this.#pages[site] as NormalizedJob[][];
    const jobs = pages[run.pages] as NormalizedJob[];
    addPage(run, {
      jobs,
      ids: jobs.map(() => ''),
      leftOut: [],
      hasMore: run.pages + 1 < pages.length,
      sentPlace: '',
    });
  }
}

function toJob({ name, day, pay }: Advert, site: number, index: number): NormalizedJob {
  const code = CODES[site] as string;
  const listing = {
    title: `Job ${name}`,
    company: `Firm ${name}`,
    location: 'Leeds',
    url: `https://${findPlatform(code)?.hosts[0]}/${index}`,
    description: 'x'.repeat(site),
    ...(pay > 0 ? { salaryText: `£${pay},000 a year` } : {}),
    ...(day > 0 ? { postedText: `2026-11-${String(day).padStart(2, '0')}` } : {}),
  };
  return normalizeListing(listing, code, 'GB', NOW) as NormalizedJob;
}

const sitesOf = (names: number): fc.Arbitrary<Site[]> =>
  fc.tuple(
    ...CODES.map((_, site) =>
      fc.record({
        adverts: fc
          .array(
            fc.record({
              name: fc.nat(names).map((name) => (names > 500 ? name * 3 + site : name)),
              day: fc.nat(12),
              pay: fc.oneof(fc.constant(0), fc.integer({ min: 20, max: 60 })),
            }),
            { maxLength: 60, size: 'max' },
          )
          .map((adverts) => [...new Map(adverts.map((advert) => [advert.name, advert])).values()]),
        pageSize: fc.integer({ min: 1, max: 30 }),
        keepsOrder: fc.boolean(),
      }),
    ),
  );

const urlsOf = (jobs: readonly MergedJob[]): string[] => jobs.map(({ best }) => best.url);
const advertsOf = ({ best, others }: MergedJob): string[] => [best, ...others].map(({ url }) => url);

function pagesOf(web: Web, sort: JobOrder, limit: number): MergedJob[] {
  const jobs: MergedJob[] = [];
  for (;;) {
    const page = web.part(sort, jobs.length, limit);
    jobs.push(...page);
    if (page.length < limit) return jobs;
  }
}

for (const sort of ['relevance', 'date', 'salary'] as const) {
  t.test(`with any results and any page length, the pages together are the list sorted by ${sort}`, async (t) => {
    fc.assert(
      fc.property(sitesOf(1_000), fc.integer({ min: 1, max: 70 }), (sites, limit) => {
        const web = new Web(sites, sort);
        const whole = web.part(sort, 0, 500);
        const pages = pagesOf(web, sort, limit);
        if (urlsOf(pages).join() !== urlsOf(whole).join()) throw new Error('other jobs, or another order');
        if (sort === 'relevance' || sites.some(({ keepsOrder }) => !keepsOrder)) return;
        const values = whole.map(({ best }) => (sort === 'date' ? best.posted_date : (best.salary_max ?? 0)));
        if (values.some((value, at) => at > 0 && value > (values[at - 1] as typeof value))) throw new Error('no order');
      }),
      { ...seeded, numRuns: volume(10, 500), endOnFailure: true },
    );
    t.pass('all');
  });

  t.test(`the same, with duplicates on several sites: each job once, in its place, sorted by ${sort}`, async (t) => {
    fc.assert(
      // By relevance a duplicate read later may be the richer record, with another date: two neighbours of one rank change
      // places, as long as the first pages are still interleaved. The stored order holds them for the caller.
      fc.property(sitesOf(80), fc.integer({ min: sort === 'relevance' ? 50 : 1, max: 70 }), (sites, limit) => {
        const web = new Web(sites, sort);
        const whole = web.part(sort, 0, 500);
        const pages = pagesOf(web, sort, limit);
        if (pages.length !== whole.length) throw new Error('another number of jobs');
        // A page knows only the adverts read by then; by date and pay, the record is stored as well.
        pages.forEach((job, at) => {
          const listed = whole[at] as MergedJob;
          const known = advertsOf(job).every((url) => advertsOf(listed).includes(url));
          if (!known || (sort !== 'relevance' && job.best.url !== listed.best.url))
            throw new Error(`another job at ${at}`);
        });
      }),
      { ...seeded, numRuns: volume(10, 500), endOnFailure: true },
    );
    t.pass('all');
  });
}

const many = (length: number, advertAt: (index: number) => Partial<Advert>): Advert[] =>
  Array.from({ length }, (_, index) => ({ name: index, day: 5, pay: 30, ...advertAt(index) }));
const site = (adverts: Advert[], pageSize: number): Site => ({ adverts, pageSize, keepsOrder: true });
const none: Site = { adverts: [], pageSize: 10, keepsOrder: true };

t.test('only the pages that the requested part needs are read', async (t) => {
  const adverts = many(100, (index) => ({ day: 20 - Math.floor(index / 10), pay: 100 - index }));
  const asked = (sites: Site[], sort: JobOrder, limit: number): number[] => {
    const web = new Web(sites, sort);
    web.part(sort, 0, limit);
    return web.asked;
  };
  t.strictSame(asked([none, none, site(adverts, 20)], 'relevance', 10), [1, 1, 1], 'the first page is enough');
  t.strictSame(asked([none, none, site(adverts, 20)], 'relevance', 30), [1, 1, 2]);
  t.strictSame(
    asked([site(adverts, 20), none, none], 'salary', 10),
    [1, 1, 1],
    'asked in that order: as far as needed',
  );
  t.strictSame(asked([site(adverts, 20), none, none], 'salary', 30), [2, 1, 1]);
  t.strictSame(
    asked([none, none, site(adverts, 20)], 'salary', 10),
    [1, 1, 5],
    'in no order: wholly, to the fifth page',
  );
  const others = many(60, (index) => ({ name: 500 + index, day: 10 - Math.floor(index / 10), pay: 0 }));
  t.strictSame(asked([site(adverts, 20), site(others, 20), none], 'date', 20), [1, 1, 1], 'all newer on one of two');
  t.strictSame(asked([site(adverts, 20), site(others, 20), none], 'date', 120), [5, 1, 1], 'to where the other begins');
});

t.test(
  'by relevance, a site with few fitting adverts is read further before another site’s later adverts',
  async (t) => {
    const seen = new Set<string>();
    const rare = many(40, (index) => ({ name: index }));
    for (const [index, advert] of rare.entries()) if (index % 10 !== 0) seen.add(toJob(advert, 2, index).dedup_hash);
    const web = new Web(
      [
        site(
          many(20, (index) => ({ name: 500 + index })),
          20,
        ),
        none,
        site(rare, 10),
      ],
      'relevance',
    );
    const platforms = (jobs: MergedJob[]): string => jobs.map(({ best }) => best.platform.slice(0, 1)).join('');
    t.equal(platforms(web.part('relevance', 0, 2, seen)), 'ar');
    t.strictSame(web.asked, [1, 1, 1], 'the first of each');
    t.equal(platforms(web.part('relevance', 0, 3, seen)), 'ara');
    t.strictSame(web.asked, [1, 1, 2], 'it may have a second before the other’s');
    t.equal(platforms(web.part('relevance', 0, 10, seen)), 'ararararaa');
    t.strictSame(web.asked, [1, 1, 4]);
  },
);

t.test('a duplicate that is read later joins its job, which keeps its place and record', async (t) => {
  const first = many(40, (index) => ({ day: 18 - Math.floor(index / 4), pay: 0 }));
  // The same job, with pay, on the second page of another site.
  const second = [
    ...many(10, (index) => ({ name: 500 + index, day: index < 9 ? 19 : 3 })),
    ...many(10, (index) => ({ name: index, day: 2, pay: 50 })),
  ];
  const web = new Web([site(first, 10), site(second, 10), none], 'date');
  const [, job] = web.part('date', 9, 4);
  const listed = web.part('date', 0, 500)[10];
  t.equal(listed?.best.url, job?.best.url);
  t.strictSame([job?.others.length, listed?.others.length], [0, 1]);
});
