import type { JobOrder } from '../../schemas/index.ts';
import { failedFilter, type FilterName, type Filters } from './filters.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { companyOf, contradict, isSameJob, nameOf, nearBlock } from './near-duplicates.ts';

/** The jobs of one platform, in the platform's order. */
export interface PlatformYield {
  code: string;
  jobs: readonly NormalizedJob[];
}

/** A job, and its adverts on other platforms. */
export interface MergedJob {
  best: NormalizedJob;
  others: NormalizedJob[];
}

/** What happened to one platform's adverts; those not left out are in the list. */
export interface FilterTrace {
  read: number;
  /** Number of adverts that each filter rejected; filters that rejected none are absent. */
  leftOut: Partial<Record<FilterName, number>>;
}

export interface MergedList {
  jobs: MergedJob[];
  /** By platform code. */
  traces: ReadonlyMap<string, FilterTrace>;
}

/**
 * Filters, merges and sorts. By relevance: every platform's first job, then every second, and so on; among
 * equals newest first. By date or salary: highest first, jobs without a value last; among equals by relevance.
 */
export function mergeJobs(
  yields: readonly PlatformYield[],
  filters: Filters,
  order: JobOrder = 'relevance',
): MergedList {
  const index = new GroupIndex();
  const groups: { order: number; job: MergedJob }[] = [];
  const traces = new Map<string, FilterTrace>();
  const leaveOut = (code: string, filter: FilterName): void => {
    const { leftOut } = traces.get(code) as FilterTrace;
    leftOut[filter] = (leftOut[filter] ?? 0) + 1;
  };
  const kept = yields.map(({ code, jobs }) => {
    const distinct = [...new Map(jobs.toReversed().map((job) => [job.url, job])).values()].reverse();
    traces.set(code, { read: distinct.length, leftOut: {} });
    return distinct.filter((job) => {
      const filter = failedFilter(job, filters);
      if (filter !== undefined) leaveOut(code, filter);
      return filter === undefined;
    });
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
  // A job counts as seen if the hash of any of its adverts was seen.
  const unseen = groups.filter(({ job }) => {
    const adverts = [job.best, ...job.others];
    const isSeen = adverts.some(({ dedup_hash: hash }) => filters.seen.has(hash));
    if (isSeen) for (const { platform } of adverts) leaveOut(platform, 'dedup_hashes');
    return !isSeen;
  });
  const ranks = yields.map(() => 0);
  const jobs = unseen
    .map(({ order, job }) => {
      const rank = ranks[order] as number;
      ranks[order] = rank + 1;
      return { rank, order, job };
    })
    .sort(
      (a, b) => a.rank - b.rank || b.job.best.posted_date.localeCompare(a.job.best.posted_date) || a.order - b.order,
    )
    .map(({ job }) => job);
  return { jobs: [...inOrder(jobs, order)], traces };
}

/** Sorts jobs by date or pay; equal ones keep their order. */
export function inOrder(jobs: readonly MergedJob[], order: JobOrder = 'relevance'): readonly MergedJob[] {
  if (order === 'date') return jobs.toSorted((a, b) => b.best.posted_date.localeCompare(a.best.posted_date));
  if (order === 'salary') return jobs.toSorted((a, b) => payOf(b) - payOf(a));
  return jobs;
}

/** The pay to sort by: the maximum, or the minimum if there is no maximum. */
function payOf({ best }: MergedJob): number {
  return best.salary_unlisted ? -1 : (best.salary_max ?? best.salary_min ?? -1);
}

/** The jobs so far, indexed by what two adverts of one job have in common. */
class GroupIndex {
  readonly #byHash = new Map<string, MergedJob[]>();
  readonly #byName = new Map<string, MergedJob[]>();
  readonly #byBlock = new Map<string, MergedJob[]>();

  /** The job that this advert also describes; never without a company or on the same platform (SPEC §3). */
  find(job: NormalizedJob): MergedJob | undefined {
    if (companyOf(job) === '') return undefined;
    // An advert that contradicts one advert of a job contradicts the job.
    const isOpen = (group: MergedJob): boolean =>
      [group.best, ...group.others].every((other) => other.platform !== job.platform && !contradict(other, job));
    const named = new Set([...(this.#byHash.get(job.dedup_hash) ?? []), ...(this.#byName.get(nameOf(job)) ?? [])]);
    const equal = [...named].slice(0, MAXIMUM_COMPARED).filter(isOpen);
    // Of several adverts with one name on another platform: the one with the same text, else the first.
    if (equal.length > 0) return equal.find(({ best }) => equal.length > 1 && isSameJob(best, job)) ?? equal[0];
    const near = nearBlock(job);
    return this.#byBlock
      .get(near)
      ?.slice(0, MAXIMUM_COMPARED)
      .find((group) => near !== '' && isOpen(group) && isSameJob(group.best, job));
  }

  add(job: NormalizedJob, group: MergedJob): void {
    if (companyOf(job) === '') return;
    push(this.#byHash, job.dedup_hash, group);
    push(this.#byName, nameOf(job), group);
    const near = nearBlock(job);
    if (near !== '') push(this.#byBlock, near, group);
  }
}

/** Maximum number of jobs compared under one name or block. More jobs with one title in one town are different jobs. */
const MAXIMUM_COMPARED = 50;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

function addTo(group: MergedJob, job: NormalizedJob): void {
  if (richness(job) > richness(group.best)) {
    group.others.push(group.best);
    group.best = job;
  } else {
    group.others.push(job);
  }
}

/** How complete a record is: stated pay counts most, then work mode, date and description. */
function richness(job: NormalizedJob): number {
  return (
    (job.salary_unlisted ? 0 : 4_000) +
    (job.work_mode === 'unknown' ? 0 : 2_000) +
    (job.posted_date === '' ? 0 : 1_000) +
    Math.min(job.description.length, 900)
  );
}
