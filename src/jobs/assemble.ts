import type { Country, Job, PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import { shorten } from '../lib/text.ts';
import type { SearchPlace } from '../platforms/platform.ts';
import type { FoundJob } from './found-job.ts';
import { companyOf, contradict, isSameJob, nearBlock } from './near-duplicates.ts';
import { isAbroad, isInPlace } from './places/resolve-place.ts';

/** What one platform brought, in its own order. */
export interface PlatformYield {
  code: string;
  jobs: readonly FoundJob[];
}

export interface Filters {
  country: Country;
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
function passes(job: FoundJob, { country, minSalary, place }: Filters): boolean {
  if (minSalary !== null && (job.salary_unlisted || !((job.salary_max ?? job.salary_min ?? -1) >= minSalary)))
    return false;
  if (isAbroad(job.location, country)) return false;
  return place === null || job.nationwide === true || job.work_mode === 'remote' || isInPlace(job.location, place);
}

/**
 * Filters, merges and orders: every platform's best first, then every second
 * best, and so on; among equals the newest.
 */
export function mergeJobs(yields: readonly PlatformYield[], filters: Filters): MergedJob[] {
  const index = new GroupIndex();
  const groups: { order: number; job: MergedJob }[] = [];
  const kept = yields.map(({ jobs }) => {
    const urls = new Set<string>();
    return jobs.filter((job) => !urls.has(job.url) && urls.add(job.url) && passes(job, filters));
  });
  const deepest = Math.max(0, ...kept.map((jobs) => jobs.length));
  for (let depth = 0; depth < deepest; depth += 1) {
    kept.forEach((jobs, order) => {
      const job = jobs[depth];
      if (!job) return;
      const group = index.find(job);
      if (group) {
        addTo(group, job);
        return;
      }
      const merged: MergedJob = { best: job, others: [] };
      index.add(job, merged);
      groups.push({ order, job: merged });
    });
  }
  // A job seen before is one that was seen under any of its wordings.
  const unseen = groups.filter(
    ({ job }) => ![job.best, ...job.others].some(({ dedup_hash: hash }) => filters.seen.has(hash)),
  );
  const ranks = yields.map(() => 0);
  return unseen
    .map(({ order, job }) => {
      const rank = ranks[order] as number;
      ranks[order] = rank + 1;
      return { rank, order, job };
    })
    .sort(
      (a, b) => a.rank - b.rank || b.job.best.posted_date.localeCompare(a.job.best.posted_date) || a.order - b.order,
    )
    .map(({ job }) => job);
}

/** Jobs so far, by what makes two of them one. */
class GroupIndex {
  readonly #byHash = new Map<string, MergedJob[]>();
  readonly #byBlock = new Map<string, MergedJob[]>();

  /** The job that this one is as well; never one without a company, or on the same platform (SPEC §3). */
  find(job: FoundJob): MergedJob | undefined {
    if (companyOf(job) === '') return undefined;
    const open = (group: MergedJob): boolean =>
      group.best.platform !== job.platform && !group.others.some(({ platform }) => platform === job.platform);
    // What speaks against one of its adverts speaks against all.
    const agrees = (group: MergedJob): boolean =>
      [group.best, ...group.others].every((other) => !contradict(other, job));
    const equal = (this.#byHash.get(job.dedup_hash) ?? []).filter((group) => open(group) && agrees(group));
    // Of two adverts with one name on another platform: the one with this text, else the first.
    if (equal.length === 1) return equal[0];
    if (equal.length > 1) return equal.slice(0, MAXIMUM_COMPARED).find(({ best }) => isSameJob(best, job)) ?? equal[0];
    const near = nearBlock(job);
    return near === ''
      ? undefined
      : this.#byBlock
          .get(near)
          ?.slice(0, MAXIMUM_COMPARED)
          .find(
            (group) =>
              open(group) &&
              group.best.dedup_hash !== job.dedup_hash &&
              isSameJob(group.best, job) &&
              group.others.every((other) => !contradict(other, job)),
          );
  }

  add(job: FoundJob, group: MergedJob): void {
    if (companyOf(job) === '') return;
    push(this.#byHash, job.dedup_hash, group);
    const near = nearBlock(job);
    if (near !== '') push(this.#byBlock, near, group);
  }
}

/** Of one name or block: what is compared by text. More jobs with one title in one town are other jobs. */
const MAXIMUM_COMPARED = 50;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
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

/** The default answer's bound (SPEC §3): many clients cut or refuse longer texts. A larger limit widens it alike. */
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
  const bound = MAXIMUM_CHARACTERS * Math.max(1, (options.limit ?? DEFAULT_LIMIT) / DEFAULT_LIMIT);
  let text = render(limited, DEFAULT_DESCRIPTION);
  if (text.length < bound) return text;

  // Descriptions give way evenly; then, if the caller asked for no number of jobs, the last jobs.
  const length = largest(0, DEFAULT_DESCRIPTION, (value) => render(limited, value).length < bound);
  text = render(limited, length);
  if (text.length < bound || options.limit !== undefined) return text;
  return render(
    limited.slice(
      0,
      largest(0, limited.length, (count) => render(limited.slice(0, count), 0).length < bound),
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
