import type { Worker } from 'node:worker_threads';
import type { QueueLoad } from '../../lib/load.ts';
import { startWorker } from '../../lib/start-worker.ts';
import { workerEntry } from '../../lib/worker-entry.ts';
import { within } from '../../lib/within.ts';
import { EgressError } from '../egress.ts';
import type { RenderedPage } from '../renderer.ts';
import type { BrowserOrder, BrowserReport, BrowserThreadData, RenderJob } from './orders.ts';

/** What the one who ordered a page has to say while it is being opened. */
export interface RenderWatch {
  /** Ends the visit; an EgressError as its reason is what the visit rejects with. */
  signal: AbortSignal;
  /** A document of the page came, or failed to. */
  onDocument(url: string): void;
  /** Whether the document may be loaded, for orders that ask first; who says no has ended the visit. Never rejects. */
  onQuestion(url: string): Promise<boolean>;
}

interface PageSession {
  /** Has its place in the browser. */
  begun: boolean;
  resolve(page: RenderedPage): void;
  reject(error: EgressError): void;
  watch: RenderWatch;
}

/** A thread that is silent for so long after a visit's time hangs. */
const OVERDUE_MS = 5_000;
const CLOSE_TIMEOUT_MS = 8_000;

/**
 * The browser's client in a thread of its own, started when first needed and
 * ended when idle: neither the client's library while it loads nor a page's
 * megabytes while they are decoded keep the service from answering.
 */
export class BrowserThread {
  readonly #data: BrowserThreadData;
  readonly #idleMs: number;
  readonly #sessions = new Map<number, PageSession>();
  #worker: Worker | undefined;
  readonly #ending = new Set<Promise<void>>();
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  /** A thread with nothing to do for `idleMs` is ended, its browser with it. */
  constructor(data: BrowserThreadData, idleMs: number) {
    this.#data = data;
    this.#idleMs = idleMs;
  }

  get load(): QueueLoad {
    let working = 0;
    for (const { begun } of this.#sessions.values()) if (begun) working += 1;
    return { places: this.#data.size, working, waiting: this.#sessions.size - working };
  }

  /** Opens a page; rejects with EgressError. */
  async session(order: RenderJob, watch: RenderWatch): Promise<RenderedPage> {
    if (this.#closed) throw new EgressError('no_browser', 'the service is closing');
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    const tell = (message: BrowserOrder): void => worker.postMessage(message);
    let overdue: NodeJS.Timeout | undefined;
    let stop: () => void = () => {};
    try {
      return await new Promise<RenderedPage>((resolve, reject) => {
        this.#sessions.set(id, { begun: false, resolve, reject, watch });
        stop = () => {
          tell({ kind: 'stop', id });
          const { reason } = watch.signal;
          reject(reason instanceof EgressError ? reason : tooLate());
        };
        if (watch.signal.aborted) return reject(tooLate());
        watch.signal.addEventListener('abort', stop, { once: true });
        overdue = setTimeout(() => {
          reject(tooLate());
          void worker.terminate();
        }, order.timeoutMs + OVERDUE_MS);
        tell({ kind: 'visit', id, order });
      });
    } finally {
      clearTimeout(overdue);
      watch.signal.removeEventListener('abort', stop);
      this.#sessions.delete(id);
      if (this.#sessions.size === 0 && !this.#closed) {
        this.#idle = setTimeout(() => void this.#end(), this.#idleMs);
        this.#idle.unref();
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    void this.#end();
    await Promise.all(this.#ending);
  }

  #start(): Worker {
    const worker = startWorker(workerEntry(import.meta.url, 'browser-worker'), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    });
    worker.on('message', (report: BrowserReport) => {
      const session = this.#sessions.get(report.id);
      if (session) answer(session, report, (message) => worker.postMessage(message));
    });
    worker.on('error', () => this.#lose(worker));
    worker.on('exit', () => this.#lose(worker));
    worker.unref();
    return worker;
  }

  /** The thread has ended by itself: so have its visits. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#sessions.values()) {
      reject(new EgressError('crashed', 'the browser ended before the page was ready'));
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = undefined;
    const ended = (async () => {
      const gone = new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
      });
      worker.postMessage({ kind: 'close' } satisfies BrowserOrder);
      if (!(await within(gone, CLOSE_TIMEOUT_MS))) await worker.terminate();
    })();
    this.#ending.add(ended);
    await ended;
    this.#ending.delete(ended);
  }
}

function answer(session: PageSession, report: BrowserReport, tell: (message: BrowserOrder) => void): void {
  switch (report.kind) {
    case 'begun':
      session.begun = true;
      return;
    case 'document':
      return session.watch.onDocument(report.url);
    case 'question':
      return void (async () => {
        const allowed = await session.watch.onQuestion(report.url);
        if (allowed) tell({ kind: 'proceed', id: report.id, question: report.question });
      })();
    case 'page':
      return session.resolve(report.page);
    case 'fault':
      return session.reject(new EgressError(report.fault, report.message));
  }
}

function tooLate(): EgressError {
  return new EgressError('timeout', 'the page was not ready in time');
}
