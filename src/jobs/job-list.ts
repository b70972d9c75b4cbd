import { failedFilter, type Filters } from './filters.ts';
import {
  type GroupedAdverts,
  groupAdverts,
  inOrder,
  type ListedJobs,
  type MergedJob,
  type PlacedJob,
  type RejectedBy,
  sortValue,
} from './merge-jobs.ts';
import { asksInOrder, isOpen, type PlatformRun, yieldsOf } from './platform-run.ts';
import type { JobOrder } from '../../schemas/index.ts';

/**
 * By relevance, the platforms' pages are interleaved until there are this many jobs, which is the default `limit`.
 * Later pages are appended.
 */
const INTERLEAVED = 50;
/** By date or salary, unsorted pages are read until this many jobs can be sorted, which is the maximum `limit`. */
const SORTED = 500;

export interface Slice {
  offset: number;
  limit: number;
}

/**
 * The merged list of a search, built page by page. The order of reading and of jobs depends only on the platforms'
 * pages, so calls for different parts of the list see the same list (SPEC §3).
 *
 * - By relevance: a round is the next page of each platform. The first rounds are interleaved until there are
 * `INTERLEAVED` jobs; each later round is appended.
 * - By date or salary: first, pages of the platforms whose pages are not sorted are read until there are `SORTED` jobs;
 * the later pages of these platforms are appended. Then a job gets its position when the last values read from the
 * other platforms show that none of their unread pages can contain a job that belongs before it.
 *
 * A job that has a position keeps it. Adverts of the same job that are found later are added to its `others`.
 */
export class JobList {
  readonly #runs: readonly PlatformRun[];
  readonly #filters: Filters;
  readonly #order: JobOrder;
  readonly #rejectedBy: RejectedBy;
  /** Jobs with a position, in order; undefined where a job no longer passes the filters. */
  #positioned: (PlacedJob | undefined)[] = [];
  #grouped: GroupedAdverts | undefined;
  #round = 1;
  /** True while pages are interleaved, or read for the first sort. Later pages are appended. */
  #isFirstPart = true;

  constructor(runs: readonly PlatformRun[], filters: Filters, order: JobOrder = 'relevance') {
    this.#runs = runs;
    this.#filters = filters;
    this.#order = order;
    const sifted = new WeakMap<object, { filter: ReturnType<RejectedBy> }>();
    this.#rejectedBy = (job) => {
      let known = sifted.get(job);
      if (!known) sifted.set(job, (known = { filter: failedFilter(job, filters) }));
      return known.filter;
    };
  }

  /**
   * Extends the list until the slice is complete. Returns the platforms whose next page must be read first; empty if
   * the slice is complete or no page is left to read.
   */
  needs(slice: Slice): readonly PlatformRun[] {
    return this.#order === 'relevance' ? this.#needsByRelevance(slice) : this.#needsByValue(slice, this.#order);
  }

  /** Returns the jobs with a position, then the other jobs of the revealed pages. */
  listed(): ListedJobs {
    const { jobs: rest, positioned, traces } = this.#group();
    const before = positioned.flatMap((placed, place) => (placed ? [{ job: placed.job, place }] : []));
    const behind = inOrder(rest, this.#order).map(({ job }, at) => ({ job, place: positioned.length + at }));
    const all: { job: MergedJob; place: number }[] = [...before, ...behind];
    return { jobs: all.map(({ job }) => job), places: all.map(({ place }) => place), traces };
  }

  /**
   * Returns the number of adverts that pass the filters (`dedup_hashes` is ignored), also on pages that were read
   * ahead.
   */
  countPassing(): number {
    return this.#runs.flatMap(({ jobs }) => jobs.filter((job) => this.#rejectedBy(job) === undefined)).length;
  }

  #needsByRelevance(slice: Slice): readonly PlatformRun[] {
    for (;;) {
      const late = this.#open().filter(({ revealed }) => revealed < this.#round);
      if (late.length > 0) {
        const missing = this.#reveal(late);
        if (missing.length > 0) return missing;
        continue;
      }
      const grouped = this.#group();
      const open = this.#open();
      const found = grouped.jobs.length + grouped.positioned.filter(Boolean).length;
      if (!this.#isFirstPart || found >= INTERLEAVED || open.length === 0) {
        this.#isFirstPart = false;
        this.#append(grouped.jobs);
        if (open.length === 0 || this.#hasSlice(slice)) return [];
        this.#round += 1;
        continue;
      }
      const blocking = this.#blockingByRelevance(grouped, open, slice.offset + slice.limit);
      if (blocking.length === 0) return [];
      // A platform is read at most one round ahead. If every blocking platform is ahead, the other platforms must
      // complete the next round first.
      const next = blocking.filter(({ revealed }) => revealed === this.#round);
      if (next.length === 0) {
        this.#round += 1;
        continue;
      }
      const missing = this.#reveal(next);
      if (missing.length > 0) return missing;
    }
  }

  /** Returns the platforms whose next pages could change the first `wanted` jobs of the interleaved part. */
  #blockingByRelevance({ jobs, depths, ranks }: GroupedAdverts, open: readonly PlatformRun[], wanted: number) {
    const first = jobs.slice(0, wanted);
    if (first.length < wanted) return open;
    const depth = Math.max(...first.map((placed) => placed.depth));
    const rank = Math.max(...first.map((placed) => placed.rank));
    return open.filter((run) => {
      const platform = this.#runs.indexOf(run);
      return (depths[platform] as number) <= depth || (ranks[platform] as number) <= rank;
    });
  }

  #needsByValue(slice: Slice, order: Exclude<JobOrder, 'relevance'>): readonly PlatformRun[] {
    for (;;) {
      const grouped = this.#group();
      const open = this.#open();
      let blocking = open.filter(({ revealed }) => revealed === 0);
      if (blocking.length === 0 && this.#isFirstPart) {
        const found = grouped.jobs.length + grouped.positioned.filter(Boolean).length;
        if (found < SORTED) blocking = open.filter((run) => lastValue(run, order) === undefined);
        if (blocking.length === 0) this.#isFirstPart = false;
      }
      if (blocking.length === 0) {
        const rest = inOrder(grouped.jobs, order);
        const until = rest.findIndex((placed) => open.some((run) => mayComeBefore(run, placed, order)));
        this.#append(until < 0 ? rest : rest.slice(0, until));
        if (this.#hasSlice(slice)) return [];
        if (until >= 0) blocking = open.filter((run) => mayComeBefore(run, rest[until] as PlacedJob, order));
        else if (open.length === 0) return [];
        else blocking = open;
      }
      const missing = this.#reveal(blocking);
      if (missing.length > 0) return missing;
    }
  }

  #open(): PlatformRun[] {
    return this.#runs.filter(isOpen);
  }

  /**
   * Adds the next page of each given platform to the job list and returns []. If one of these pages has not been read,
   * adds none and returns the platforms whose pages are missing.
   */
  #reveal(runs: readonly PlatformRun[]): readonly PlatformRun[] {
    const missing = runs.filter(({ revealed, batches }) => revealed >= batches.length);
    if (missing.length > 0) return missing;
    for (const run of runs) run.revealed += 1;
    this.#grouped = undefined;
    return [];
  }

  #group(): GroupedAdverts {
    if (!this.#grouped) {
      this.#grouped = groupAdverts(yieldsOf(this.#runs), this.#filters, this.#positioned, this.#rejectedBy);
      this.#positioned = this.#grouped.positioned;
    }
    return this.#grouped;
  }

  #append(jobs: readonly PlacedJob[]): void {
    if (jobs.length === 0) return;
    const grouped = this.#group();
    const taken = new Set(jobs);
    this.#positioned = [...this.#positioned, ...jobs];
    this.#grouped = {
      ...grouped,
      positioned: this.#positioned,
      jobs: grouped.jobs.filter((placed) => !taken.has(placed)),
    };
  }

  #hasSlice({ offset, limit }: Slice): boolean {
    return this.#positioned.slice(offset).filter(Boolean).length >= limit;
  }
}

/** True if the platform's pages are sorted and an unread one can contain a job that belongs before this one. */
function mayComeBefore(run: PlatformRun, { job, page }: PlacedJob, order: Exclude<JobOrder, 'relevance'>): boolean {
  const last = lastValue(run, order);
  if (last === undefined) return false;
  const value = sortValue(job.best, order);
  // Of jobs with equal values, those on earlier pages come first.
  return value < last || (value === last && page > run.revealed);
}

/** Returns the last value of a platform's pages; undefined if they are not sorted or have no values. */
function lastValue(run: PlatformRun, order: Exclude<JobOrder, 'relevance'>): number | undefined {
  if (!asksInOrder(run)) return undefined;
  const values = run.batches
    .slice(0, run.revealed)
    .flatMap(({ jobs }) => jobs.map((job) => sortValue(job, order)))
    .filter((value) => value >= 0);
  return values.every((value, at) => at === 0 || value <= (values[at - 1] as number)) ? values.at(-1) : undefined;
}
