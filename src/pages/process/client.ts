import { EgressError } from '../../egress/egress.ts';
import type { PaceKeeper } from '../../egress/pacing.ts';
import { ProcessCalls, type CallAnswer, type CallOptions } from '../../lib/process-calls.ts';
import type { ProcessLimits } from '../../lib/spawn-limited.ts';
import { within } from '../../lib/within.ts';
import { workerEntry } from '../../lib/worker-entry.ts';
import { WorkerProcess } from '../../lib/worker-process.ts';
import { readFault, writeFault, type PaceAnswer, type PaceOrder, type PageProcessSettings } from './orders.ts';

interface Running {
  worker: WorkerProcess;
  calls: ProcessCalls;
}

export interface PageProcessOptions {
  settings: PageProcessSettings;
  /** The service's own: requests of both count. */
  pacing: PaceKeeper;
  /** A process with nothing to do for so long is ended. */
  idleMs?: number;
  /** How often it is asked whether it is there; one that says nothing MOST_MISSED times over hangs, and is ended. */
  beatMs?: number;
}

/** Longer than a browser with nothing to do is kept. */
const IDLE_MS = 330_000;
/** One that has not loaded by then never will. */
const LOADING_MS = 60_000;
const BEAT_MS = 5_000;
const MOST_MISSED = 4;
const CLOSE_TIMEOUT_MS = 10_000;
const LIMITS: ProcessLimits = { heapMib: 256, semiSpaceMib: 16, trusted: true };

/** The process that loads pages: there while it is needed, and again when it has ended. */
export class PageProcess {
  readonly #options: PageProcessOptions;
  #running: Running | undefined;
  #open = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #ending = new Set<Promise<void>>();
  #closed = false;

  constructor(options: PageProcessOptions) {
    this.#options = options;
  }

  /** Rejects with an EgressError, or with the signal's reason. */
  async call(name: 'scrape' | 'render', order: object, options: CallOptions): Promise<CallAnswer> {
    if (this.#closed) throw new EgressError('crashed', 'the service is closing');
    clearTimeout(this.#idle);
    const { worker, calls } = (this.#running ??= this.#start());
    worker.ref();
    this.#open += 1;
    try {
      return await calls.call(name, order, options);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#rest();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#end();
    await Promise.all(this.#ending);
  }

  #start(): Running {
    const worker = new WorkerProcess(workerEntry(import.meta.url, 'page-process'), LIMITS);
    const calls = new ProcessCalls({
      send: (value, body) => worker.postMessage({ value, body }),
      handlers: {
        pace: async (order) => {
          const { host, paceMs, latestAt } = order as PaceOrder;
          const at = await this.#options.pacing.take(host, paceMs, latestAt);
          return { value: (at ?? null) satisfies PaceAnswer };
        },
      },
      writeError: writeFault,
      readError: readFault,
    });
    let missed = 0;
    let watch = setTimeout(() => void worker.terminate(), LOADING_MS).unref();
    const beat = (): void => {
      missed += 1;
      if (missed > MOST_MISSED) void worker.terminate();
      else calls.call('beat', null).catch(() => undefined);
    };
    const lose = (): void => {
      clearTimeout(watch);
      if (this.#running?.worker === worker) this.#running = undefined;
      calls.lose(new EgressError('crashed', 'the process that loads pages has ended'));
    };
    worker.on('message', (message, body) => {
      missed = 0;
      calls.receive(message, body);
    });
    worker.on('error', lose);
    worker.on('exit', lose);
    void (async () => {
      try {
        await calls.call('open', this.#options.settings);
      } catch {
        // Its fault is that of the calls after it.
        return;
      }
      clearTimeout(watch);
      watch = setInterval(beat, this.#options.beatMs ?? BEAT_MS).unref();
    })();
    return { worker, calls };
  }

  #rest(): void {
    this.#running?.worker.unref();
    if (this.#closed) return;
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }

  /** In its own order, or by force where that takes too long. */
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
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
  }
}
