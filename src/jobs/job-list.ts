import { failedFilter, type Filters } from './filters.ts';
import {
  type GroupedAdverts,
  groupAdverts,
  inOrder,
  type ListedJobs,
  type MergedJob,
  type PlacedJob,
  type Sift,
  sortValue,
} from './merge-jobs.ts';
import { asksInOrder, isOpen, type PlatformRun, yieldsOf } from './platform-run.ts';
import type { JobOrder } from '../../schemas/index.ts';

/**
 * By relevance: the platforms' pages are interleaved until the list has this many jobs, which is as many as an answer
 * without `limit` has. Later pages are appended.
 */
const INTERLEAVED = 50;
/**
 * By date or salary: pages in no known order are read until this many jobs can be sorted, which is the most that one
 * answer has.
 */
const SORTED = 500;

/** The part of a list that a call asks for. */
export interface Slice {
  offset: number;
  limit: number;
}

/**
 * The list of a search, built page by page. Which page is read next, and which job comes next, depends only on the
 * platforms' pages. So calls for different parts of the list may read more or fewer pages, but they all see the same
 * list (SPEC §3).
 *
 * - By relevance: a round is one page of each platform. The first rounds are interleaved until there are `INTERLEAVED`
 *   jobs; each later round is appended.
 * - By date and salary: a job gets its position when no unread page can contain one that belongs before it. For a
 *   platform that was asked in this order, and keeps to it, the last value read shows that. Pages of the other platforms
 *   are read before the first position is given, until there are `SORTED` jobs; their later pages are appended.
 *
 * A job that has a position keeps it, and keeps its record. An advert of that job that is read later is added to the
 * job's other adverts.
 */
export class JobList {
  readonly #runs: readonly PlatformRun[];
  readonly #filters: Filters;
  readonly #order: JobOrder;
  readonly #sift: Sift;
  /** Jobs that have a position, in their order; undefined if the job no longer passes the filters. */
  #given: (PlacedJob | undefined)[] = [];
  #grouped: GroupedAdverts | undefined;
  #round = 1;
  /** True while jobs are still interleaved, or while the pages for the first sort are still being read. */
  #isFirstPart = true;

  constructor(runs: readonly PlatformRun[], filters: Filters, order: JobOrder = 'relevance') {
    this.#runs = runs;
    this.#filters = filters;
    this.#order = order;
    const sifted = new WeakMap<object, { filter: ReturnType<Sift> }>();
    this.#sift = (job) => {
      let known = sifted.get(job);
      if (!known) sifted.set(job, (known = { filter: failedFilter(job, filters) }));
      return known.filter;
    };
  }

  /**
   * Extends the list until the slice is complete. Returns the platforms whose next page is needed and has not been
   * read.
   */
  needs(slice: Slice): readonly PlatformRun[] {
    return this.#order === 'relevance' ? this.#needsByRelevance(slice) : this.#needsByValue(slice, this.#order);
  }

  /** The list so far: the jobs that have a position, then the others that were read. */
  listed(): ListedJobs {
    const { jobs: rest, given, traces } = this.#group();
    const before = given.flatMap((placed, place) => (placed ? [{ job: placed.job, place }] : []));
    const behind = inOrder(rest, this.#order).map(({ job }, at) => ({ job, place: given.length + at }));
    const all: { job: MergedJob; place: number }[] = [...before, ...behind];
    return { jobs: all.map(({ job }) => job), places: all.map(({ place }) => place), traces };
  }

  /** How many adverts pass all filters, including those on pages that were read ahead. */
  fitting(): number {
    return this.#runs.flatMap(({ jobs }) => jobs.filter((job) => this.#sift(job) === undefined)).length;
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
      const found = grouped.jobs.length + grouped.given.filter(Boolean).length;
      if (!this.#isFirstPart || found >= INTERLEAVED || open.length === 0) {
        this.#isFirstPart = false;
        this.#give(grouped.jobs);
        if (open.length === 0 || this.#isGiven(slice)) return [];
        this.#round += 1;
        continue;
      }
      const blocking = this.#blockingByRelevance(grouped, open, slice.offset + slice.limit);
      if (blocking.length === 0) return [];
      // Whether the next round is the last of this part is known only when it is complete.
      const next = blocking.filter(({ revealed }) => revealed === this.#round);
      if (next.length === 0) {
        this.#round += 1;
        continue;
      }
      const missing = this.#reveal(next);
      if (missing.length > 0) return missing;
    }
  }

  /** In the interleaved part: the platforms whose further pages could change the first jobs of the list. */
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
        const found = grouped.jobs.length + grouped.given.filter(Boolean).length;
        if (found < SORTED) blocking = open.filter((run) => lastValue(run, order) === undefined);
        if (blocking.length === 0) this.#isFirstPart = false;
      }
      if (blocking.length === 0) {
        const rest = inOrder(grouped.jobs, order);
        const until = rest.findIndex((placed) => open.some((run) => mayComeBefore(run, placed, order)));
        this.#give(until < 0 ? rest : rest.slice(0, until));
        if (this.#isGiven(slice)) return [];
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
   * Adds the next page of each of these platforms to the list. If some of those pages have not been read, none is
   * added, and their platforms are returned.
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
      this.#grouped = groupAdverts(yieldsOf(this.#runs), this.#filters, this.#given, this.#sift);
      this.#given = this.#grouped.given;
    }
    return this.#grouped;
  }

  /** Gives the next positions of the list to jobs that were read. */
  #give(jobs: readonly PlacedJob[]): void {
    if (jobs.length === 0) return;
    const grouped = this.#group();
    const taken = new Set(jobs);
    this.#given = [...this.#given, ...jobs];
    this.#grouped = { ...grouped, given: this.#given, jobs: grouped.jobs.filter((placed) => !taken.has(placed)) };
  }

  #isGiven({ offset, limit }: Slice): boolean {
    return this.#given.slice(offset).filter(Boolean).length >= limit;
  }
}

/** Whether an unread page of the platform could contain a job that belongs before this one. */
function mayComeBefore(run: PlatformRun, { job, page }: PlacedJob, order: Exclude<JobOrder, 'relevance'>): boolean {
  const last = lastValue(run, order);
  if (last === undefined) return false;
  const value = sortValue(job.best, order);
  // Among equals, those of earlier pages come first.
  return value < last || (value === last && page > run.revealed);
}

/** The last value read from a platform that lists its adverts in this order; undefined for other platforms. */
function lastValue(run: PlatformRun, order: Exclude<JobOrder, 'relevance'>): number | undefined {
  if (!asksInOrder(run)) return undefined;
  const values = run.batches
    .slice(0, run.revealed)
    .flatMap(({ jobs }) => jobs.map((job) => sortValue(job, order)))
    .filter((value) => value >= 0);
  return values.every((value, at) => at === 0 || value <= (values[at - 1] as number)) ? values.at(-1) : undefined;
}
