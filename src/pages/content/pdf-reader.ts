import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { MIB } from '../../lib/byte-units.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { spawnLimited } from '../../lib/spawn-limited.ts';
import { workerEntry } from '../../lib/worker-entry.ts';
import type { PdfReport } from './pdf-process.ts';

export interface PdfReading {
  markdown: string;
  /** Number of pages of the PDF. */
  pages: number;
  /** Number of pages that `markdown` contains. */
  read: number;
}

export interface PdfReaderOptions {
  timeoutMs?: number;
  memoryMib?: number;
}

const TIMEOUT_MS = 10_000;
/** Node.js and pdf.js take about 70 MB, or 115 MB with 200 pages of text. */
const MEMORY_MIB = 256;
const START_TIMEOUT_MS = 15_000;
const WATCH_MS = 50;
const PAGE_BYTES = 4_096;

/**
 * Reads PDFs one at a time, each in a separate process, because only the operating system can limit the memory of
 * pdf.js. A process that exceeds its limit of memory or time is killed, and the pages that it has read are delivered.
 */
export class PdfReader {
  readonly #timeoutMs: number;
  readonly #memoryMib: number;
  readonly #places = new FairQueue({
    places: 1,
    placesEach: 1,
    reserved: 0,
    waitingEach: 10,
    waiting: 100,
  });
  readonly #running = new Map<ChildProcess, Promise<void>>();
  #closed = false;

  constructor(options: PdfReaderOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#memoryMib = options.memoryMib ?? MEMORY_MIB;
  }

  /** Resolves to undefined if no page could be read. Rejects with QueueFull, or with the signal's reason. */
  async read(bytes: Uint8Array, account: string, signal?: AbortSignal): Promise<PdfReading | undefined> {
    const release = await this.#places.acquire(account, signal);
    try {
      const reading = await this.#run(bytes, signal);
      signal?.throwIfAborted();
      return reading;
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const child of this.#running.keys()) child.kill('SIGKILL');
    await Promise.all(this.#running.values());
  }

  async #run(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<PdfReading | undefined> {
    if (this.#closed) return undefined;
    const child = this.#start();
    const kill = (): void => void child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    let timer = setTimeout(kill, START_TIMEOUT_MS);
    const watch = setInterval(() => void this.#watch(child), WATCH_MS);
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    this.#running.set(child, ended);
    const written: string[] = [];
    let pages = 0;
    try {
      child.stdin?.on('error', () => {});
      child.stdin?.end(bytes);
      if (child.stdout) {
        for await (const line of createInterface({ input: child.stdout })) {
          const report = reportOf(line);
          if (!report) break;
          if ('ready' in report) {
            clearTimeout(timer);
            timer = setTimeout(kill, this.#timeoutMs);
          } else if ('markdown' in report) {
            written.push(report.markdown);
            ({ pages } = report);
          } else break;
        }
      }
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', kill);
      kill();
      await ended;
      this.#running.delete(child);
    }
    if (written.length === 0) return undefined;
    return { markdown: written.filter((page) => page !== '').join('\n\n'), pages, read: written.length };
  }

  #start(): ChildProcess {
    return spawnLimited(workerEntry(import.meta.url, 'pdf-process'), {
      heapMib: Math.floor(this.#memoryMib * 0.75),
      semiSpaceMib: 2,
      memoryMib: this.#memoryMib,
      cpuSeconds: Math.ceil((START_TIMEOUT_MS + this.#timeoutMs) / 1_000),
    });
  }

  /**
   * On Linux, kills the process if its resident memory exceeds the limit. Unlike the limit that the operating system
   * enforces, this check includes shared memory.
   */
  async #watch(child: ChildProcess): Promise<void> {
    const statm = await readFile(`/proc/${child.pid}/statm`, 'utf8').catch(() => '');
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
    if (resident > this.#memoryMib * MIB) child.kill('SIGKILL');
  }
}

function reportOf(line: string): PdfReport | undefined {
  try {
    return JSON.parse(line) as PdfReport;
  } catch {
    // The process ended in the middle of a line.
    return undefined;
  }
}
