import type { JobList, Slice } from './job-list.ts';
import { type PageSource, SILENT_MS } from './page-source.ts';
import { PlatformFault } from './platform-fault.ts';
import { addPage, mayGoOn, type PlatformRun, stopAt } from './platform-run.ts';
import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import type { PlatformStatus } from '../../schemas/index.ts';

/** The caller of a search, and how long it waits. */
export interface PagedSearch {
  /** Accounts take turns at a site; absent for a caller without an account. */
  accountId?: string | undefined;
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  onProgress(update: {
    progress: number;
    total: number;
    message: string;
    /** Present if a platform's first page has just arrived or failed. */
    platform?: { code: string; status: PlatformStatus; jobs: number };
  }): void;
}

type Caller = Pick<PagedSearch, 'signal' | 'accountId'>;

/** The outcome of one fetch of a page, for logs and counters. */
export interface PageFetchReport {
  platform: string;
  status: PlatformStatus;
  reason?: string;
  ms: number;
  jobs: number;
}

export interface PagingOptions {
  pages: PageSource;
  clock: Clock;
  /** Receives internal errors that cost one platform's jobs but not the call. */
  onError?: (error: unknown) => void;
  onFetch?: (report: PageFetchReport) => void;
}

/** Delay before a platform's second page: the first pages of other platforms may make it unnecessary. */
const OTHERS_GRACE_MS = 500;
/** Interval of the checks for silent platforms. */
const LOOK_EVERY_MS = 250;
const SILENT = `no answer within ${SILENT_MS / 1_000} seconds of the other platforms; a later answer is stored for the next call`;
/** Time reserved for merging and settling: a tenth of the call's time, but at most this. */
const RESERVE_MS = 1_500;

/** Reads as many pages of a search's platforms as the requested slice of the list needs. */
export class Paging {
  readonly #options: PagingOptions;
  readonly #runs: readonly PlatformRun[];
  readonly #list: JobList;
  readonly #slice: Slice;

  constructor(options: PagingOptions, runs: readonly PlatformRun[], list: JobList, slice: Slice) {
    this.#options = options;
    this.#runs = runs;
    this.#list = list;
    this.#slice = slice;
  }

  /** Reads cached pages; true if they complete the slice. */
  async fillFromCache(): Promise<boolean> {
    for (;;) {
      const needed = this.#list.needs(this.#slice);
      if (needed.length === 0) return true;
      const grown = await Promise.all(needed.map((run) => this.#readCached(run)));
      if (grown.includes(false)) return false;
    }
  }

  /** Fetches pages until the slice is complete, nothing is left to read, or the time is over. */
  async fill(call: PagedSearch): Promise<void> {
    const { clock } = this.#options;
    const runs = this.#runs;
    // No fetch starts after this time, and no running fetch is awaited.
    const endsAt = call.deadlineAt - Math.min(RESERVE_MS, (call.deadlineAt - clock.now()) / 10);
    let answered = 0;
    let lastAnswerAt = clock.now();
    call.onProgress({ progress: 0, total: runs.length, message: `asking ${runs.length} platforms` });
    const stops = runs.map(() => new AbortController());
    const firstPages = runs.map(async (run, index) => {
      const { signal } = stops[index] as AbortController;
      if (run.pages === 0)
        await this.#readNext(run, endsAt, {
          accountId: call.accountId,
          signal: AbortSignal.any([call.signal, signal]),
        });
      answered += 1;
      lastAnswerAt = clock.now();
      const { status } = run;
      const { code } = run.platform;
      const what = status === 'ok' || status === 'empty' ? `${run.jobs.length} jobs` : status;
      call.onProgress({
        progress: answered,
        total: runs.length,
        message: `${code}: ${what}`,
        platform: { code, status, jobs: run.jobs.length },
      });
    });
    const looks = setInterval(() => this.#stopSilent(stops, lastAnswerAt), LOOK_EVERY_MS).unref();
    const allFirst = Promise.all(firstPages).finally(() => clearInterval(looks));
    await Promise.all(
      runs.map(async (run, index) => {
        await firstPages[index];
        // Wait briefly, because the first pages of the other platforms may be enough. While one of them hangs, read the
        // pages that the list needs without it.
        if (mayGoOn(run)) await within(allFirst, OTHERS_GRACE_MS);
        while (answered < runs.length && mayGoOn(run) && !call.signal.aborted && clock.now() < endsAt && this.#tooFew())
          await this.#readNext(run, endsAt, call);
      }),
    );
    await allFirst;
    for (;;) {
      const needed = this.#list.needs(this.#slice);
      if (needed.length === 0) return;
      await Promise.all(needed.map((run) => this.#readNext(run, endsAt, call)));
    }
  }

  /**
   * Stops waiting for the first pages of silent platforms if no other platform has answered for `SILENT_MS` (SPEC §3).
   */
  #stopSilent(stops: readonly AbortController[], lastAnswerAt: number): void {
    const { clock, pages } = this.#options;
    if (clock.now() - lastAnswerAt < SILENT_MS || !this.#runs.some((run) => run.pages > 0)) return;
    for (const [index, run] of this.#runs.entries()) {
      const isSilent = run.pages === 0 && run.fault === undefined && (pages.silentMs(run, 1) ?? 0) >= SILENT_MS;
      if (isSilent) stops[index]?.abort(new PlatformFault('timeout', SILENT));
    }
  }

  /** True if the adverts read so far cannot fill the slice. */
  #tooFew(): boolean {
    return this.#list.countPassing() < this.#slice.offset + this.#slice.limit;
  }

  async #readNext(run: PlatformRun, endsAt: number, caller: Caller): Promise<void> {
    if (await this.#readCached(run)) return;
    if (caller.signal.aborted || this.#options.clock.now() >= endsAt)
      stopAt(run, new PlatformFault('timeout', 'the call ran out of time'));
    else await this.#readFromSite(run, endsAt, caller);
  }

  async #readCached(run: PlatformRun): Promise<boolean> {
    const hit = await this.#options.pages.cached(run, run.pages + 1);
    if (!hit) return false;
    run.versions.push(hit.version);
    run.fetchedAt = Math.min(run.fetchedAt ?? hit.fetchedAt, hit.fetchedAt);
    addPage(run, hit.page);
    return true;
  }

  async #readFromSite(run: PlatformRun, endsAt: number, { signal, accountId }: Caller): Promise<void> {
    const { clock, pages, onFetch, onError } = this.#options;
    const { code } = run.platform;
    const startedAt = clock.now();
    const report = (what: Pick<PageFetchReport, 'status' | 'jobs'> & { reason?: string }): void => {
      const ms = clock.now() - startedAt;
      run.ms += ms;
      onFetch?.({ platform: code, ms, ...what });
    };
    try {
      const page = await pages.fetch(run, run.pages + 1, { leftMs: endsAt - startedAt, signal, accountId });
      run.cached = false;
      addPage(run, page);
      report({ status: run.status, jobs: page.jobs.length });
    } catch (error) {
      const isTheirs = error instanceof PlatformFault;
      const fault = isTheirs ? error : new PlatformFault('error', 'something went wrong on our side');
      stopAt(run, fault);
      report({ status: fault.status, reason: fault.message, jobs: 0 });
      if (!isTheirs) onError?.(error);
    }
  }
}
