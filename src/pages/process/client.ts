import { EgressError, FAULT_TEXTS } from '../../egress/egress.ts';
import { MINUTE_MS, type Clock } from '../../lib/clock.ts';
import { ProcessCalls, type CallAnswer, type CallOptions } from '../../lib/process-calls.ts';
import { ProcessFolder, removeLeftFolders } from '../../lib/process-folder.ts';
import type { ProcessLimits } from '../../lib/spawn-limited.ts';
import { within } from '../../lib/within.ts';
import { workerEntry } from '../../lib/worker-entry.ts';
import { WorkerProcess } from '../../lib/worker-process.ts';
import type { HostThrottle } from '../../shared/types.ts';
import type { PagesLoad } from '../create-pages.ts';
import {
  readFault,
  writeFault,
  type BeatAnswer,
  type ClockOrder,
  type OpenOrder,
  type ThrottleAnswer,
  type ThrottleOrder,
  type PageProcessSettings,
} from './orders.ts';

interface Running {
  load: BeatAnswer | undefined;
  worker: WorkerProcess;
  calls: ProcessCalls;
}

export interface PageProcessOptions {
  settings: PageProcessSettings;
  clock: Clock;
  /**
   * The service's own throttle. The page process uses it too, so that both together keep the interval between requests
   * to a host.
   */
  hostThrottle: HostThrottle;
  idleMs?: number;
  /** Interval of heartbeats. A process that sends nothing during MOST_MISSED heartbeats is killed at the next one. */
  beatMs?: number;
}

/** Longer than the time after which an idle browser is closed, so that the browser ends before its process. */
const IDLE_MS = 330_000;
const LOADING_MS = MINUTE_MS;
const BEAT_MS = 5_000;
const MOST_MISSED = 4;
const CLOSE_TIMEOUT_MS = 10_000;
const FOLDER = 'jobdata-pages-';
const LIMITS: ProcessLimits = { heapMib: 256, semiSpaceMib: 16, trusted: true };

export class PageProcess {
  readonly #options: PageProcessOptions;
  #running: Running | undefined;
  #open = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #ending = new Set<Promise<void>>();
  #started = 0;
  #failed = 0;
  #closed = false;

  constructor(options: PageProcessOptions) {
    this.#options = options;
  }

  /** Rejects with an EgressError, or with the signal's reason. */
  async call(name: 'scrape' | 'render', order: object, options: CallOptions): Promise<CallAnswer> {
    if (this.#closed) throw new EgressError('crashed', FAULT_TEXTS.closing);
    clearTimeout(this.#idle);
    const { worker, calls } = (this.#running ??= this.#start());
    worker.ref();
    this.#open += 1;
    try {
      return await calls.call(name, order, options);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#endWhenIdle();
    }
  }

  load(): PagesLoad {
    const { rssBytes = 0, ...load } = this.#running?.load ?? {};
    return { ...load, process: { rssBytes, started: this.#started, failed: this.#failed } };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#end();
    // While this waits, a process may end and add the removal of its folder to `#ending`.
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }

  #start(): Running {
    this.#started += 1;
    this.#await(removeLeftFolders(FOLDER));
    const folder = ProcessFolder.make(FOLDER);
    const limits = { ...LIMITS, folder: folder?.path };
    const worker = new WorkerProcess(workerEntry(import.meta.url, 'page-process'), limits);
    const calls = new ProcessCalls({
      send: (value, body) => worker.postMessage({ value, body }),
      handlers: {
        throttle: async (order) => {
          const { host, minIntervalMs, latestAt } = order as ThrottleOrder;
          const slot = await this.#options.hostThrottle.take(host, minIntervalMs, latestAt);
          return { value: slot satisfies ThrottleAnswer };
        },
      },
      writeError: writeFault,
      readError: readFault,
    });
    const running: Running = { worker, calls, load: undefined };
    let missed = 0;
    let watch = setTimeout(() => void worker.terminate(), LOADING_MS).unref();
    const askForLoad = async (): Promise<void> => {
      try {
        const { value, body } = await calls.call('beat', { now: this.#options.clock.now() } satisfies ClockOrder);
        body.free();
        running.load = value as BeatAnswer;
      } catch {
        // `beat` counts the missing answer.
      }
    };
    const beat = (): void => {
      missed += 1;
      void folder?.touch();
      if (missed > MOST_MISSED) void worker.terminate();
      else void askForLoad();
    };
    const onProcessEnd = (): void => {
      clearTimeout(watch);
      if (this.#running === running) {
        this.#running = undefined;
        this.#failed += 1;
      }
      calls.endAll(new EgressError('crashed', 'the process that loads pages has ended'));
      if (folder) this.#await(folder.remove());
    };
    worker.on('message', (message, body) => {
      missed = 0;
      calls.receive(message, body);
    });
    worker.on('error', onProcessEnd);
    worker.on('exit', onProcessEnd);
    void (async () => {
      try {
        const { settings, clock } = this.#options;
        await calls.call('open', { settings, now: clock.now() } satisfies OpenOrder);
      } catch {
        // The calls that follow report the fault.
        return;
      }
      clearTimeout(watch);
      void askForLoad();
      watch = setInterval(beat, this.#options.beatMs ?? BEAT_MS).unref();
    })();
    return running;
  }

  #endWhenIdle(): void {
    this.#running?.worker.unref();
    if (this.#closed) return;
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }

  #end(): void {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    const ended = (async () => {
      running.worker.ref();
      await within(
        running.calls.call('close', null).catch(() => undefined),
        CLOSE_TIMEOUT_MS,
      );
      await running.worker.terminate();
    })();
    this.#await(ended);
  }

  #await(work: Promise<void>): void {
    this.#ending.add(work);
    void work.finally(() => this.#ending.delete(work));
  }
}
