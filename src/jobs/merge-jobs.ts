import type { JobOrder } from '../../schemas/index.ts';
import { failedFilter, type FilterName, type Filters } from './filters.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { companyOf, contradict, isSameJob, nameOf, nearBlock } from './near-duplicates.ts';

export interface PlatformYield {
  code: string;
  jobs: readonly NormalizedJob[];
  pages?: readonly number[];
}

export interface MergedJob {
  /** The advert that represents the job. */
  best: NormalizedJob;
  others: NormalizedJob[];
}

export interface FilterTrace {
  read: number;
  leftOut: Partial<Record<FilterName, number>>;
}

export interface MergedList {
  jobs: MergedJob[];
  traces: ReadonlyMap<string, FilterTrace>;
}

export interface ListedJobs extends MergedList {
  /** The position of each job in the list. Positions of jobs that no longer pass the filters stay empty. */
  places: number[];
}

export interface PlacedJob {
  job: MergedJob;
  /** The advert that was found first. Further adverts of the same job are found by this one's keys. */
  first: NormalizedJob;
  platform: number;
  /** Number of jobs before this one whose first advert is on the same platform. */
  rank: number;
  /** Number of adverts on the platform that pass the filters and come before the job's first advert. */
  depth: number;
  page: number;
}

export interface GroupedAdverts {
  jobs: PlacedJob[];
  /** Jobs that already had a position, with the adverts found since; undefined where the filters now reject the job. */
  positioned: (PlacedJob | undefined)[];
  traces: ReadonlyMap<string, FilterTrace>;
  /**
   * The number of adverts that pass the filters, for each platform. `ranks` has the number of `jobs` whose first advert
   * is on the platform.
   */
  depths: readonly number[];
  ranks: readonly number[];
}

export type RejectedBy = (job: NormalizedJob) => FilterName | undefined;

/**
 * Merges adverts into jobs and sorts them. By relevance, every platform's first job comes before every second job, and
 * so on; among equals, the newest comes first. By date or salary, the highest value comes first, and jobs without a
 * value come last.
 */
export function mergeJobs(
  yields: readonly PlatformYield[],
  filters: Filters,
  order: JobOrder = 'relevance',
): MergedList {
  const { jobs, traces } = groupAdverts(yields, filters);
  return { jobs: [...inOrder(jobs, order)].map(({ job }) => job), traces };
}

/**
 * Groups the adverts that pass the filters into jobs, in the order of relevance. Jobs in `positionedBefore` keep their
 * `best` as long as it passes the filters; adverts found later are added to their `others`.
 */
export function groupAdverts(
  yields: readonly PlatformYield[],
  filters: Filters,
  positionedBefore: readonly (PlacedJob | undefined)[] = [],
  rejectedBy: RejectedBy = (job) => failedFilter(job, filters),
): GroupedAdverts {
  const index = new GroupIndex();
  const groups: PlacedJob[] = [];
  const traces = new Map<string, FilterTrace>();
  const leaveOut = (code: string, filter: FilterName): void => {
    const { leftOut } = traces.get(code) as FilterTrace;
    leftOut[filter] = (leftOut[filter] ?? 0) + 1;
  };
  const passing = yields.map(({ code, jobs, pages }) => {
    const distinct = new Map<string, { job: NormalizedJob; page: number }>();
    for (const [at, job] of jobs.entries())
      if (!distinct.has(job.url)) distinct.set(job.url, { job, page: pages?.[at] ?? 1 });
    traces.set(code, { read: distinct.size, leftOut: {} });
    return [...distinct.values()].filter(({ job }) => {
      const filter = rejectedBy(job);
      if (filter !== undefined) leaveOut(code, filter);
      return filter === undefined;
    });
  });
  const members = new Set<string>();
  const passingByName = new Map(
    positionedBefore.length === 0
      ? []
      : passing.flatMap((adverts) => adverts.map(({ job }) => [nameIn(job), job] as const)),
  );
  const positioned = positionedBefore.map((placed) => placed && withoutRejected(placed, passingByName));
  for (const placed of positioned) {
    if (!placed) continue;
    for (const job of advertsOf(placed.job)) members.add(nameIn(job));
    index.add(placed.first, placed.job);
  }
  const isPositioned = new Set(positioned.map((placed) => placed?.job));
  const deepest = Math.max(0, ...passing.map((jobs) => jobs.length));
  for (let depth = 0; depth < deepest; depth += 1) {
    passing.forEach((adverts, platform) => {
      const advert = adverts[depth];
      if (!advert || members.has(nameIn(advert.job))) return;
      const { job, page } = advert;
      const group = index.find(job);
      if (group) {
        if (isPositioned.has(group)) group.others.push(job);
        else addTo(group, job);
        return;
      }
      const merged: MergedJob = { best: job, others: [] };
      index.add(job, merged);
      groups.push({ job: merged, first: job, platform, rank: 0, depth, page });
    });
  }
  const isUnseen = ({ job }: PlacedJob): boolean => {
    const adverts = advertsOf(job);
    const isSeen = adverts.some(({ dedup_hash: hash }) => filters.seen.has(hash));
    if (isSeen) for (const { platform } of adverts) leaveOut(platform, 'dedup_hashes');
    return !isSeen;
  };
  const ranks = yields.map(() => 0);
  const jobs = groups
    .filter(isUnseen)
    .map((placed) => {
      const rank = ranks[placed.platform] as number;
      ranks[placed.platform] = rank + 1;
      return { ...placed, rank };
    })
    .sort(
      (a, b) =>
        a.rank - b.rank || b.job.best.posted_date.localeCompare(a.job.best.posted_date) || a.platform - b.platform,
    );
  return {
    jobs,
    positioned: positioned.map((placed) => (placed && isUnseen(placed) ? placed : undefined)),
    traces,
    depths: passing.map((adverts) => adverts.length),
    ranks,
  };
}

function withoutRejected(placed: PlacedJob, passingByName: ReadonlyMap<string, NormalizedJob>): PlacedJob | undefined {
  const [best, ...others] = advertsOf(placed.job).flatMap((job) => passingByName.get(nameIn(job)) ?? []);
  return best && { ...placed, job: { best, others } };
}

function advertsOf({ best, others }: MergedJob): NormalizedJob[] {
  return [best, ...others];
}

function nameIn({ platform, url }: NormalizedJob): string {
  return `${platform} ${url}`;
}

export function inOrder<Placed extends { job: MergedJob; page?: number }>(
  jobs: readonly Placed[],
  order: JobOrder = 'relevance',
): readonly Placed[] {
  if (order === 'relevance') return jobs;
  return jobs.toSorted(
    (a, b) => sortValue(b.job.best, order) - sortValue(a.job.best, order) || (a.page ?? 1) - (b.page ?? 1),
  );
}

export function sortValue(job: NormalizedJob, order: Exclude<JobOrder, 'relevance'>): number {
  return order === 'date' ? dayNumber(job.posted_date) : payOf(job);
}

function dayNumber(date: string): number {
  return date === '' ? -1 : Number(date.replaceAll('-', ''));
}

function payOf(job: NormalizedJob): number {
  return job.salary_unlisted ? -1 : (job.salary_max ?? job.salary_min ?? -1);
}

class GroupIndex {
  readonly #byHash = new Map<string, MergedJob[]>();
  readonly #byName = new Map<string, MergedJob[]>();
  readonly #byBlock = new Map<string, MergedJob[]>();

  /**
   * Finds the job that this advert describes too (SPEC §3). Returns undefined if no job fits or the advert names no
   * company. Adverts of one platform are never merged.
   */
  find(job: NormalizedJob): MergedJob | undefined {
    if (companyOf(job) === '') return undefined;
    const isOpen = (group: MergedJob): boolean =>
      [group.best, ...group.others].every((other) => other.platform !== job.platform && !contradict(other, job));
    const named = new Set([...(this.#byHash.get(job.dedup_hash) ?? []), ...(this.#byName.get(nameOf(job)) ?? [])]);
    const equal = [...named].slice(0, MAXIMUM_COMPARED).filter(isOpen);
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

/** Maximum number of jobs with equal keys that one advert is compared with, which limits the time. */
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

function richness(job: NormalizedJob): number {
  return (
    (job.salary_unlisted ? 0 : 4_000) +
    (job.work_mode === 'unknown' ? 0 : 2_000) +
    (job.posted_date === '' ? 0 : 1_000) +
    Math.min(job.description.length, 900)
  );
}
