import { setFlagsFromString } from 'node:v8';
import { Worker, type ResourceLimits, type WorkerOptions } from 'node:worker_threads';
import type { PoolLoad } from './load.ts';
import type { WorkerMessage } from './worker-task.ts';

interface Task {
  payload: unknown;
  timeoutMs: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface RunOptions {
  timeoutMs?: number | undefined;
  /** Aborting removes a waiting task, or kills the worker of a running task. */
  signal?: AbortSignal | undefined;
}

export interface PoolWorker {
  postMessage(task: unknown): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

interface Slot {
  worker: PoolWorker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
  ready: boolean;
}

export class WorkerFault extends Error {
  override readonly name: string = 'WorkerFault';
}

/** The worker ended before it was ready, for example because its file is missing: the task did not cause it. */
export class WorkerNotLoaded extends WorkerFault {
  override readonly name = 'WorkerNotLoaded';
}

/** Reason given to callers. It does not blame the site whose answer was to be read. */
export const NOT_LOADED = 'this service could not load its reader; the operator should start it again';

export interface WorkerPoolOptions {
  /** A module that calls `doTasks`, or `doProcessTasks` if `start` creates processes. */
  entry: URL;
  size: number;
  /**
   * Time limit of a task for which `run` gets no `timeoutMs`, not counting the loading of the worker. At the limit, the
   * worker is killed.
   */
  timeoutMs: number;
  idleMs: number;
  resourceLimits?: ResourceLimits;
  start?(entry: URL): PoolWorker;
}

function poolClosed(): WorkerFault {
  return new WorkerFault('The worker pool is closed.');
}

function endOf({ ready }: Slot, options?: ErrorOptions): WorkerFault {
  return ready
    ? new WorkerFault('The worker failed.', options)
    : new WorkerNotLoaded('The worker could not be loaded.', options);
}

const LOADING_MS = 30_000;

/**
 * Runs tasks on untrusted text in threads or processes that can be killed, so that a parser that hangs cannot stop the
 * service.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #queue: Task[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #started = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  get load(): PoolLoad {
    let working = 0;
    for (const { task } of this.#slots) if (task !== undefined) working += 1;
    return { places: this.#options.size, working, waiting: this.#queue.length, started: this.#started };
  }

  /** Rejects with the task's error, a WorkerFault, or the signal's reason. */
  async run(payload: unknown, { timeoutMs = this.#options.timeoutMs, signal }: RunOptions = {}): Promise<unknown> {
    if (this.#closed) throw poolClosed();
    signal?.throwIfAborted();
    let drop: () => void = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const task: Task = { payload, timeoutMs, resolve, reject };
        drop = () => this.#drop(task, signal?.reason);
        signal?.addEventListener('abort', drop, { once: true });
        this.#queue.push(task);
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', drop);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const task of this.#queue.splice(0)) task.reject(poolClosed());
    await Promise.all([...this.#slots].map(({ worker }) => worker.terminate()));
  }

  #drop(task: Task, reason: unknown): void {
    const position = this.#queue.indexOf(task);
    if (position >= 0) {
      this.#queue.splice(position, 1);
      return task.reject(reason);
    }
    const slot = [...this.#slots].find((candidate) => candidate.task === task);
    if (slot) this.#retire(slot, reason);
  }

  #next(): void {
    clearTimeout(this.#idleTimer);
    const task = this.#queue[0];
    if (!task) return this.#watchIdle();
    const free = [...this.#slots].filter((candidate) => candidate.task === undefined);
    const slot = free.find(({ ready }) => ready) ?? free[0] ?? this.#grow();
    if (!slot) return;
    this.#queue.shift();
    slot.task = task;
    slot.worker.ref();
    this.#limit(slot, slot.ready ? task.timeoutMs : LOADING_MS);
    slot.worker.postMessage(task.payload);
  }

  #limit(slot: Slot, ms: number): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.#retire(slot, new WorkerFault('The task took too long.')), ms);
  }

  #grow(): Slot | undefined {
    if (this.#slots.size >= this.#options.size) return undefined;
    const { entry, start, resourceLimits } = this.#options;
    const worker = start?.(entry) ?? startWorker(entry, resourceLimits ? { resourceLimits } : {});
    const slot: Slot = { worker, task: undefined, timer: undefined, ready: false };
    this.#started += 1;
    worker.unref();
    worker.on('message', (received) => {
      const message = received as WorkerMessage;
      const { task } = slot;
      if ('ready' in message) {
        slot.ready = true;
        if (task) this.#limit(slot, task.timeoutMs);
        return;
      }
      this.#free(slot);
      if (message.ok) task?.resolve(message.value);
      else task?.reject(message.error);
      this.#next();
    });
    worker.on('error', (error) => this.#retire(slot, endOf(slot, { cause: error })));
    worker.on('exit', () => this.#retire(slot, endOf(slot)));
    this.#slots.add(slot);
    return slot;
  }

  #free(slot: Slot): void {
    clearTimeout(slot.timer);
    slot.task = undefined;
    slot.timer = undefined;
    slot.worker.unref();
  }

  #retire(slot: Slot, fault: unknown): void {
    if (!this.#slots.delete(slot)) return;
    const { task } = slot;
    this.#free(slot);
    void slot.worker.terminate();
    task?.reject(fault);
    if (this.#closed) return;
    this.#next();
    // A loaded worker that ended during a task is replaced at once if no other worker is idle, so that the next task
    // does not wait for loading.
    if (slot.ready && task && [...this.#slots].every((other) => other.task !== undefined)) this.#grow();
  }

  #watchIdle(): void {
    if ([...this.#slots].some(({ task }) => task !== undefined)) return;
    this.#idleTimer = setTimeout(() => {
      for (const slot of this.#slots) {
        this.#slots.delete(slot);
        void slot.worker.terminate();
      }
    }, this.#options.idleMs);
    this.#idleTimer.unref();
  }
}

/**
 * The command line can set a large young generation, which V8 prefers to the limit in `resourceLimits`. Therefore the
 * flag is reset; existing heaps keep their size.
 */
function startWorker(entry: URL, options: WorkerOptions): Worker {
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(entry, options);
}
