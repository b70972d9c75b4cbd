import type { GrowingBytes } from './growing-bytes.ts';

export interface CallAnswer {
  value: unknown;
  body: GrowingBytes;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  onProgress?(update: unknown): void;
}

export interface CallContext {
  signal: AbortSignal;
  onProgress(update: unknown): void;
}

/** `body` must not change until it has been sent. */
export type CallHandler = (argument: unknown, context: CallContext) => Promise<{ value: unknown; body?: Uint8Array }>;

type CallMessage =
  | { kind: 'call'; id: number; name: string; argument: unknown }
  | { kind: 'stop'; id: number }
  | { kind: 'progress'; id: number; update: unknown }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'fault'; id: number; error: unknown };

export interface ProcessCallsOptions {
  /** The other process must pass both to `receive`, in the order of sending. */
  send(message: unknown, body: Uint8Array): void;
  handlers: Readonly<Record<string, CallHandler>>;
  writeError(error: unknown): unknown;
  readError(value: unknown): Error;
}

interface OpenCall {
  resolve(answer: CallAnswer): void;
  reject(error: unknown): void;
  onProgress: ((update: unknown) => void) | undefined;
}

const NO_BYTES = new Uint8Array(0);
/** After a cancellation, the other process has this long to answer, because it may answer with a partial result. */
const STOP_MS = 1_000;

export class ProcessCalls {
  readonly #options: ProcessCallsOptions;
  readonly #open = new Map<number, OpenCall>();
  readonly #working = new Map<number, AbortController>();
  #lastId = 0;

  constructor(options: ProcessCallsOptions) {
    this.#options = options;
  }

  /** Rejects with the other process's error, the signal's reason, or the error passed to `endAll`. */
  async call(name: string, argument: unknown, { signal, onProgress }: CallOptions = {}): Promise<CallAnswer> {
    signal?.throwIfAborted();
    const id = (this.#lastId += 1);
    let stop: () => void = () => {};
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise<CallAnswer>((resolve, reject) => {
        this.#open.set(id, { resolve, reject, onProgress });
        stop = () => {
          this.#tell({ kind: 'stop', id });
          late = setTimeout(() => reject(signal?.reason), STOP_MS);
        };
        signal?.addEventListener('abort', stop, { once: true });
        this.#tell({ kind: 'call', id, name, argument });
      });
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', stop);
      this.#open.delete(id);
    }
  }

  receive(received: unknown, body: GrowingBytes): void {
    const message = received as CallMessage;
    const call = message.kind === 'call' ? undefined : this.#open.get(message.id);
    if (message.kind === 'answer' && call) return call.resolve({ value: message.value, body });
    body.free();
    switch (message.kind) {
      case 'call':
        return void this.#answer(message.id, message.name, message.argument);
      case 'stop':
        return this.#working.get(message.id)?.abort();
      case 'progress':
        return call?.onProgress?.(message.update);
      case 'fault':
        return call?.reject(this.#options.readError(message.error));
    }
  }

  endAll(error: Error): void {
    for (const { reject } of this.#open.values()) reject(error);
    for (const working of this.#working.values()) working.abort();
  }

  async #answer(id: number, name: string, argument: unknown): Promise<void> {
    const working = new AbortController();
    this.#working.set(id, working);
    try {
      const { handlers } = this.#options;
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (!handler) throw new Error(`There is no call ${name}.`);
      const { value, body } = await handler(argument, {
        signal: working.signal,
        onProgress: (update) => this.#tell({ kind: 'progress', id, update }),
      });
      this.#tell({ kind: 'answer', id, value }, body);
    } catch (error) {
      this.#tell({ kind: 'fault', id, error: this.#options.writeError(error) });
    } finally {
      this.#working.delete(id);
    }
  }

  #tell(message: CallMessage, body: Uint8Array = NO_BYTES): void {
    this.#options.send(message, body);
  }
}
