import type { Country, Job, PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import { shorten } from '../lib/text.ts';
import type { SearchPlace } from '../platforms/platform.ts';
import { companyKey } from './dedup-hash.ts';
import type { FoundJob } from './found-job.ts';
import { isInPlace } from './places/resolve-place.ts';

/** What one platform brought, in its own order. */
export interface PlatformYield {
  code: string;
  jobs: readonly FoundJob[];
}

export interface Filters {
  minSalary: number | null;
  place: SearchPlace | null;
  seen: ReadonlySet<string>;
}

/** A job and where else it stands. */
export interface MergedJob {
  best: FoundJob;
  others: FoundJob[];
}

/** No returned job breaks a stated filter, whatever the platforms sent (SPEC §3). */
export function passes(job: FoundJob, filters: Filters): boolean {
  if (filters.minSalary !== null && !((job.salary_max ?? job.salary_min ?? -1) >= filters.minSalary)) return false;
  if (filters.place && !(job.nationwide || job.work_mode === 'remote' || isInPlace(job.location, filters.place)))
    return false;
  return !filters.seen.has(job.dedup_hash);
}

/**
 * Filters, merges and orders: every platform's best first, then every second
 * best, and so on; among equals the newest.
 */
export function mergeJobs(yields: readonly PlatformYield[], filters: Filters): MergedJob[] {
  const groups = new Map<string, MergedJob>();
  const ranked: { rank: number; order: number; job: MergedJob }[] = [];
  const deepest = Math.max(0, ...yields.map(({ jobs }) => jobs.length));
  const ranks = yields.map(() => 0);
  const urls = new Set<string>();
  for (let depth = 0; depth < deepest; depth += 1) {
    yields.forEach(({ jobs }, order) => {
      const job = jobs[depth];
      if (!job || urls.has(job.url) || !passes(job, filters)) return;
      urls.add(job.url);
      const group = companyKey(job.company) === '' ? undefined : groups.get(job.dedup_hash);
      // Two adverts on one platform are two jobs, however alike.
      if (
        group &&
        group.best.platform !== job.platform &&
        !group.others.some(({ platform }) => platform === job.platform)
      ) {
        addTo(group, job);
        return;
      }
      const merged: MergedJob = { best: job, others: [] };
      if (!group && companyKey(job.company) !== '') groups.set(job.dedup_hash, merged);
      ranked.push({ rank: ranks[order] as number, order, job: merged });
      ranks[order] = (ranks[order] as number) + 1;
    });
  }
  ranked.sort(
    (a, b) => a.rank - b.rank || b.job.best.posted_date.localeCompare(a.job.best.posted_date) || a.order - b.order,
  );
  return ranked.map(({ job }) => job);
}

function addTo(group: MergedJob, job: FoundJob): void {
  if (richness(job) > richness(group.best)) {
    group.others.push(group.best);
    group.best = job;
  } else {
    group.others.push(job);
  }
}

/** How much a record says: stated pay first, then work mode, date and description. */
function richness(job: FoundJob): number {
  return (
    (job.salary_unlisted ? 0 : 4_000) +
    (job.work_mode === 'unknown' ? 0 : 2_000) +
    (job.posted_date === '' ? 0 : 1_000) +
    Math.min(job.description.length, 900)
  );
}

/** The default answer's bound (SPEC §3): many clients cut or refuse longer texts. */
const MAXIMUM_CHARACTERS = 50_000;
const DEFAULT_DESCRIPTION = 300;
const DEFAULT_LIMIT = 50;

export interface AnswerOptions {
  query: string;
  country: Country;
  /** As the caller gave them. */
  limit: number | undefined;
  descriptionLength: number | undefined;
}

/** The answer as JSON text, within its bound. */
export function renderAnswer(
  merged: readonly MergedJob[],
  rows: readonly Omit<PlatformRow, 'jobs'>[],
  source: ScrapeJobsResult['source'],
  options: AnswerOptions,
): string {
  const limited = merged.slice(0, options.limit ?? DEFAULT_LIMIT);
  const render = (jobs: readonly MergedJob[], descriptionLength: number): string => {
    const result: ScrapeJobsResult = {
      query: options.query,
      country: options.country,
      total_jobs: jobs.length,
      total_found: merged.length,
      source,
      platforms: rows.map((row) => ({ ...row, jobs: countOf(row.platform, jobs) })),
      jobs: jobs.map((job) => toJob(job, descriptionLength)),
    };
    return JSON.stringify(result);
  };
  if (options.descriptionLength !== undefined) return render(limited, options.descriptionLength);
  let text = render(limited, DEFAULT_DESCRIPTION);
  if (text.length < MAXIMUM_CHARACTERS) return text;

  // Descriptions give way evenly; then, if the caller asked for no number of jobs, the last jobs.
  const length = largest(0, DEFAULT_DESCRIPTION, (value) => render(limited, value).length < MAXIMUM_CHARACTERS);
  text = render(limited, length);
  if (text.length < MAXIMUM_CHARACTERS || options.limit !== undefined) return text;
  return render(
    limited.slice(
      0,
      largest(0, limited.length, (count) => render(limited.slice(0, count), 0).length < MAXIMUM_CHARACTERS),
    ),
    0,
  );
}

/** The largest whole number from `low` to `high` that fits; `low` where none does. */
function largest(low: number, high: number, fits: (value: number) => boolean): number {
  let best = low;
  let from = low;
  let to = high;
  while (from <= to) {
    const middle = Math.floor((from + to) / 2);
    if (fits(middle)) {
      best = middle;
      from = middle + 1;
    } else {
      to = middle - 1;
    }
  }
  return best;
}

function countOf(platform: string, jobs: readonly MergedJob[]): number {
  return jobs.filter(
    ({ best, others }) => best.platform === platform || others.some((other) => other.platform === platform),
  ).length;
}

function toJob({ best, others }: MergedJob, descriptionLength: number): Job {
  return {
    title: best.title,
    company: best.company,
    location: best.location,
    salary_min: best.salary_min,
    salary_max: best.salary_max,
    salary_unlisted: best.salary_unlisted,
    work_mode: best.work_mode,
    description: shorten(best.description, descriptionLength),
    url: best.url,
    platform: best.platform,
    posted_date: best.posted_date,
    dedup_hash: best.dedup_hash,
    salary_text: best.salary_text,
    salary_currency: best.salary_currency,
    salary_period: best.salary_period,
    also_on: others.map(({ platform, url }) => ({ platform, url })),
  };
}
