import type { JobList, Slice } from './job-list.ts';
import { type PageSource, SILENT_MS } from './page-source.ts';
import { PlatformFault } from './platform-fault.ts';
import { addPage, mayGoOn, type PlatformRun, stopAt } from './platform-run.ts';
import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import type { PlatformStatus } from '../../schemas/index.ts';

export interface PagedSearch {
  /** Accounts take turns at a site; absent for a caller without an account. */
  accountId?: string | undefined;
  signal: AbortSignal;
  deadlineAt: number;
  onProgress(update: {
    progress: number;
    total: number;
    message: string;
    platform?: { code: string; status: PlatformStatus; jobs: number };
  }): void;
}

type Caller = Pick<PagedSearch, 'signal' | 'accountId'>;

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
  onError?: (error: unknown) => void;
  onFetch?: (report: PageFetchReport) => void;
}

const OTHERS_GRACE_MS = 500;
const LOOK_EVERY_MS = 250;
const SILENT = `no answer within ${SILENT_MS / 1_000} seconds of the other platforms; a later answer is stored for the next call`;
/** A tenth of the call's time, but at most this, is reserved for merging and settling. */
const RESERVE_MS = 1_500;

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

  async fillFromCache(): Promise<boolean> {
    for (;;) {
      const needed = this.#list.needs(this.#slice);
      if (needed.length === 0) return true;
      const grown = await Promise.all(needed.map((run) => this.#readCached(run)));
      if (grown.includes(false)) return false;
    }
  }

  async fill(call: PagedSearch): Promise<void> {
    const { clock } = this.#options;
    const runs = this.#runs;
    // After this time, no fetch starts and no running fetch is awaited.
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
        // The first pages of all platforms may be enough, so a platform waits briefly for the others before its second
        // page is read. While a slower platform has still not answered, the others read further pages until enough
        // adverts pass the filters.
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

  /** Stops waiting for the first page of platforms that are silent after another one has delivered (SPEC §3). */
  #stopSilent(stops: readonly AbortController[], lastAnswerAt: number): void {
    const { clock, pages } = this.#options;
    if (clock.now() - lastAnswerAt < SILENT_MS || !this.#runs.some((run) => run.pages > 0)) return;
    for (const [index, run] of this.#runs.entries()) {
      const isSilent = run.pages === 0 && run.fault === undefined && (pages.silentMs(run, 1) ?? 0) >= SILENT_MS;
      if (isSilent) stops[index]?.abort(new PlatformFault('timeout', SILENT));
    }
  }

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
