import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { limitData } from './data-limit.ts';
import { FrameReader, frameHead } from './process-frames.ts';
import type { PoolWorker } from './worker-pool.ts';

export interface WorkerProcessOptions {
  /** Of the process, as the operating system counts it; three quarters of it for its heap. */
  memoryMib: number;
}

/** What a worker process is given: a JSON value with the bytes that it is about. */
export interface ProcessTask {
  value: unknown;
  body: Uint8Array;
}

/** Where sources are run as they are, as in tests, their loader takes this beside. */
const LOADER_MIB = 640;

/**
 * A worker in a process of its own, which the operating system holds down: what
 * its work takes is gone with it, its garbage is nobody else's to collect, and
 * all its threads stand back behind the service's.
 */
export class WorkerProcess
  extends EventEmitter<{ message: [unknown]; error: [Error]; exit: [] }>
  implements PoolWorker
{
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(entry: URL, { memoryMib }: WorkerProcessOptions) {
    super();
    const file = fileURLToPath(entry);
    const child = spawnLimited(file, memoryMib + (file.endsWith('.ts') ? LOADER_MIB : 0));
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    child.once('error', (error) => this.emit('error', error));
    child.once('close', () => this.emit('exit'));
    // One that was ended takes no more: that it ends says enough.
    child.stdin?.on('error', () => {});
    const reader = new FrameReader((value) => this.emit('message', value));
    child.stdout?.on('data', (piece: Buffer) => reader.push(piece));
  }

  /** The body must stay as it is until there is an answer, or the process has ended. */
  postMessage({ value, body }: ProcessTask): void {
    this.#child.stdin?.write(frameHead(value, body.length));
    if (body.length > 0) this.#child.stdin?.write(body);
  }

  /** Resolves when the process has ended. */
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

function spawnLimited(entry: string, memoryMib: number): ChildProcess {
  const node = [
    ...process.execArgv.filter((argument) => !/^--(?:max-|inspect|trace|prof|cpu-prof|heap)/.test(argument)),
    `--max-old-space-size=${Math.floor(memoryMib * 0.75)}`,
    '--max-semi-space-size=4',
    entry,
  ];
  const options = {
    stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'],
    // What reads a stranger's text is told none of the service's secrets.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  };
  if (process.platform !== 'linux') return spawn(process.execPath, node, options);
  const limited = [
    limitData(memoryMib),
    // Whatever becomes of the service, its child does not outlive it.
    'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$0" "$@"',
    'exec "$0" "$@"',
  ].join('\n');
  return spawn('/bin/sh', ['-c', limited, process.execPath, ...node], options);
}
