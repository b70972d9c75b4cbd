import type { Test } from 'tap';
import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import type { JobQuery } from '../../src/jobs/search.ts';
import { DAY_MS } from '../../src/lib/clock.ts';

/** The numbers look random, but the same seed always gives the same numbers. */
export function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % limit;
  };
}

/** Each filter is set in some of the combinations. */
export function anyFilters(
  next: (limit: number) => number,
  towns: readonly string[],
  words: readonly string[],
): Partial<JobQuery> {
  const some = <T>(list: readonly T[]): T[] | undefined => {
    const chosen = list.filter(() => next(2) === 0);
    return next(3) > 0 || chosen.length === 0 ? undefined : chosen;
  };
  return {
    workModes: some(['remote', 'hybrid', 'on-site']),
    contracts: some(['permanent', 'fixed_term', 'temporary', 'freelance', 'apprenticeship']),
    hours: some(['full_time', 'part_time']),
    postedWithinDays: next(3) === 0 ? 1 + next(30) : undefined,
    agencies: [undefined, undefined, true, false][next(4)],
    exclude: some(words),
    minSalary: next(3) === 0 ? 20_000 + next(40_000) : null,
    location: next(2) === 0 ? '' : (towns[next(towns.length)] as string),
    radiusKm: [undefined, 0, 20, 100][next(4)],
    descriptionLength: 0,
  };
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9+#]+/);

/**
 * Checks a job without any of the service's own code. The distance between any two of `towns` must be larger than any
 * radius.
 */
export function fits(job: Job, asked: Partial<JobQuery>, now: number, towns: readonly string[] = []): boolean {
  const has = <T>(list: readonly T[] | undefined, value: T): boolean => !list || list.includes(value);
  const names = wordsOf(`${job.title} ${job.company}`);
  const place = ` ${wordsOf(job.location).join(' ')} `;
  const isIn = (town: string): boolean => place.includes(` ${wordsOf(town).join(' ')} `);
  const { location = '' } = asked;
  return (
    has<string>(asked.workModes, job.work_mode) &&
    has<string>(asked.contracts, job.contract) &&
    has<string>(asked.hours, job.hours) &&
    (asked.postedWithinDays === undefined ||
      (now - Date.parse(job.posted_date)) / DAY_MS < asked.postedWithinDays + 1) &&
    (asked.agencies === undefined || (asked.agencies ? job.agency === true : job.agency !== true)) &&
    (!asked.minSalary || (job.salary_max ?? job.salary_min ?? 0) >= asked.minSalary) &&
    !(asked.exclude ?? []).some((word) => names.includes(wordsOf(word)[0] ?? '')) &&
    (location === '' || job.work_mode === 'remote' || isIn(location) || !towns.some(isIn))
  );
}

export function isSorted(jobs: readonly Job[], sort: JobQuery['sort']): boolean {
  const values = jobs.map((job) =>
    sort === 'date' ? Date.parse(job.posted_date || '1970-01-01') : (job.salary_max ?? job.salary_min ?? -1),
  );
  return sort === undefined || sort === 'relevance' || values.every((value, at) => value <= (values[at - 1] ?? value));
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Returns the numbers of adverts in an answer that were read, left out and merged. */
export function countsOf({ platforms, jobs }: ScrapeJobsResult): { read: number; leftOut: number; merged: number } {
  return {
    read: sum(platforms.map((row) => row.read ?? 0)),
    leftOut: sum(platforms.flatMap(({ left_out: counts = {} }) => Object.values(counts))),
    merged: sum(jobs.map((job) => job.also_on.length)),
  };
}

export async function pagesOf(ask: (offset: number) => Promise<ScrapeJobsResult>): Promise<ScrapeJobsResult[]> {
  const pages: ScrapeJobsResult[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.next_offset)
    pages.push(await ask(offset));
  return pages;
}

export const urlsOf = (pages: readonly ScrapeJobsResult[]): string[] =>
  pages.flatMap(({ jobs }) => jobs.map(({ url }) => url));

export interface Checked {
  name: string;
  towns: readonly string[];
  rounds: number;
  /** The smallest page size, and the number of page sizes to try. */
  limits: readonly [number, number];
  now: number;
  ask(asked: Partial<JobQuery>, search: string): Promise<ScrapeJobsResult>;
}

/**
 * For each combination, checks that each job fits, that each advert is counted, and that the pages together are the
 * whole list.
 */
export async function checkFilters(
  t: Test,
  { name, towns, now, rounds, limits, ask }: Checked,
): Promise<{ returned: number; merged: number }> {
  const next = numbers(name.length);
  let returned = 0;
  let merged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const sort = ([undefined, 'date', 'salary'] as const)[round % 3];
    const asked = { ...anyFilters(next, towns, ['senior', 'manager', 'technicien']), sort };
    const limit = limits[0] + next(limits[1]);
    const said = `${name}: ${JSON.stringify(asked)}`;
    const whole = await ask({ ...asked, limit: 500 }, `whole ${round}`);
    const pages = await pagesOf((offset) => ask({ ...asked, limit, offset }, `${round}`));
    t.strictSame(
      whole.jobs.filter((job) => !fits(job, asked, now, towns)),
      [],
      said,
    );
    const all = countsOf(whole);
    t.equal(all.read, all.leftOut + all.merged + whole.total_jobs, `${said}: read = left out + merged + returned`);
    t.ok(isSorted(whole.jobs, sort), `${said}: in order`);
    const faults = [whole, ...pages].flatMap(({ platforms }) => platforms.map(({ reason }) => reason)).filter(Boolean);
    t.strictSame(
      urlsOf(pages),
      urlsOf([whole]),
      `${said}: pages of ${limit} are the list; ${[...new Set(faults)].join('; ')}`,
    );
    const after = await ask({ ...asked, limit: 500 }, `${round}`);
    t.strictSame(urlsOf([after]), urlsOf([whole]), `${said}: and the list is no other after them`);
    for (const page of pages) {
      const of = countsOf(page);
      if (of.read - of.leftOut - page.total_found < of.merged) t.fail(`${said}: an advert is not accounted for`);
    }
    returned += whole.total_jobs;
    merged += all.merged;
  }
  return { returned, merged };
}
