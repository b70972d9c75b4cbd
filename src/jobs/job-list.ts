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
 * By relevance, the pages that so many jobs need are interleaved: as many as an answer without `limit` has.
 * Further pages follow behind.
 */
const INTERLEAVED = 50;
/** Pages in no order are read until so many jobs can be sorted: the most that one answer has. */
const SORTED = 500;

/** The part of a list that a call asks for. */
export interface Slice {
  offset: number;
  limit: number;
}

/**
 * The list of a search, made page by page: which page comes next, and which job, depends on the platforms'
 * pages alone. Calls for different parts of it read more or fewer of them, but find one list (SPEC §3).
 *
 * - By relevance: a round is one page of each platform. The first rounds are interleaved until there are
 *   `INTERLEAVED` jobs; then every round follows behind the one before.
 * - By date and salary: a job is given when no page unread can hold an earlier one. A platform that was asked in
 *   that order, and keeps to it, is known not to from the last value that it gave; any other is read before
 *   the first job is given, until there are `SORTED` jobs. Its pages after that follow behind.
 *
 * A given job keeps its position and its record; an advert of it that is read later joins its others.
 */
export class JobList {
  readonly #runs: readonly PlatformRun[];
  readonly #filters: Filters;
  readonly #order: JobOrder;
  readonly #sift: Sift;
  /** In their order; undefined: fits no longer. */
  #given: (PlacedJob | undefined)[] = [];
  #grouped: GroupedAdverts | undefined;
  #round = 1;
  /** Still in the part of the list that all first pages are read for. */
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

  /** Goes on until the slice is known; returns the platforms whose next page is needed for it and not there yet. */
  needs(slice: Slice): readonly PlatformRun[] {
    return this.#order === 'relevance' ? this.#needsByRelevance(slice) : this.#needsByValue(slice, this.#order);
  }

  /** The list so far: what is given, then what was read beyond it. */
  listed(): ListedJobs {
    const { jobs: rest, given, traces } = this.#group();
    const before = given.flatMap((placed, place) => (placed ? [{ job: placed.job, place }] : []));
    const behind = inOrder(rest, this.#order).map(({ job }, at) => ({ job, place: given.length + at }));
    const all: { job: MergedJob; place: number }[] = [...before, ...behind];
    return { jobs: all.map(({ job }) => job), places: all.map(({ place }) => place), traces };
  }

  /** How many adverts of all pages read, even ahead, no filter rejects. */
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

  /** The platforms whose further pages may change the first jobs of the list, as long as all is interleaved. */
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

  /** Shows their next pages; if one of them was not read yet, none is shown, and those are returned. */
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

  /** The next jobs of the list, out of those that were read. */
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

/** Whether an unread page of the platform may hold a job that belongs before this one. */
function mayComeBefore(run: PlatformRun, { job, page }: PlacedJob, order: Exclude<JobOrder, 'relevance'>): boolean {
  const last = lastValue(run, order);
  if (last === undefined) return false;
  const value = sortValue(job.best, order);
  // Among equals, those of earlier pages come first.
  return value < last || (value === last && page > run.revealed);
}

/** The last value of a platform that gives its adverts in order; undefined for one that does not. */
function lastValue(run: PlatformRun, order: Exclude<JobOrder, 'relevance'>): number | undefined {
  if (!asksInOrder(run)) return undefined;
  const values = run.batches
    .slice(0, run.revealed)
    .flatMap(({ jobs }) => jobs.map((job) => sortValue(job, order)))
    .filter((value) => value >= 0);
  return values.every((value, at) => at === 0 || value <= (values[at - 1] as number)) ? values.at(-1) : undefined;
}
