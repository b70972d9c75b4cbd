import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { GrowingBytes } from './growing-bytes.ts';
import { FrameReader, frameHead } from './process-frames.ts';
import { spawnLimited, type ProcessLimits } from './spawn-limited.ts';
import type { PoolWorker } from './worker-pool.ts';

export interface ProcessTask {
  value: unknown;
  body: Uint8Array;
}

/** Additional memory for the TypeScript loader, which runs if the sources are not compiled. */
const LOADER_MIB = 640;

/**
 * Runs a worker in a separate process, because its memory is freed when the process ends, its garbage collection does
 * not delay the service, and the operating system can limit its memory and processor time.
 */
export class WorkerProcess
  extends EventEmitter<{ message: [value: unknown, body: GrowingBytes]; error: [Error]; exit: [] }>
  implements PoolWorker
{
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(entry: URL, limits: ProcessLimits) {
    super();
    const loaderMib = entry.pathname.endsWith('.ts') ? LOADER_MIB : 0;
    const child = spawnLimited(entry, {
      ...limits,
      heapMib: limits.heapMib + loaderMib,
      ...(limits.memoryMib === undefined ? {} : { memoryMib: limits.memoryMib + loaderMib }),
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    child.once('error', (error) => this.emit('error', error));
    child.once('close', () => this.emit('exit'));
    // Errors of writing to an ended process are ignored, because the end of the process is reported anyway.
    child.stdin?.on('error', () => {});
    const reader = new FrameReader((value, body) => this.emit('message', value, body));
    child.stdout?.on('data', (piece: Buffer) => {
      try {
        reader.push(piece);
      } catch {
        child.stdout?.destroy();
        child.kill('SIGKILL');
      }
    });
  }

  /** `body` must not change until the answer has arrived or the process has ended. */
  postMessage({ value, body }: ProcessTask): void {
    this.#child.stdin?.write(frameHead(value, body.length));
    if (body.length > 0) this.#child.stdin?.write(body);
  }

  async terminate(): Promise<void> {
    this.ref();
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  ref(): void {
    this.#hold('ref');
  }

  unref(): void {
    this.#hold('unref');
  }

  #hold(way: 'ref' | 'unref'): void {
    this.#child[way]();
    for (const pipe of [this.#child.stdin, this.#child.stdout] as ((Readable | Writable) &
      Partial<Record<typeof way, () => void>>)[]) {
      pipe?.[way]?.();
    }
  }
}
