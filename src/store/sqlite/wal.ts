import { open, type FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { workerEntry } from '../../lib/worker-entry.ts';

/** Flushes after which the log is moved into the database, and how long fewer of them wait for it. */
const FLUSHES = 2_000;
const INTERVAL_MS = 60_000;

/**
 * The write-ahead log of a database in a file. What SQLite would do on the
 * thread that answers callers, flushing the log and moving it into the
 * database, is done beside it: either takes as long as the disk likes.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #mostFlushes: number;
  #handle: FileHandle | undefined;
  #flushes = 0;
  #timer: NodeJS.Timeout | undefined;
  #checkpoint: { worker: Worker; ended: Promise<void> } | undefined;

  constructor(file: string, mostFlushes = FLUSHES) {
    this.#file = file;
    this.#mostFlushes = mostFlushes;
  }

  /** Resolves when all that was committed before it was called is on disk. One at a time. */
  async sync(): Promise<void> {
    // Any handle of the file flushes all of it. Closing one drops no lock: SQLite locks the other files.
    this.#handle ??= await open(`${this.#file}-wal`, 'r+');
    await this.#handle.datasync();
    this.#flushes += 1;
    if (this.#flushes >= this.#mostFlushes) this.#move();
    else this.#timer ??= setTimeout(() => this.#move(), INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#checkpoint?.worker.ref();
    await this.#checkpoint?.ended;
    await this.#handle?.close();
  }

  #move(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushes = 0;
    if (this.#checkpoint) return;
    const worker = new Worker(workerEntry(import.meta.url, 'checkpoint-worker'), { workerData: this.#file });
    worker.unref();
    // One that fails leaves the log longer: SQLite then moves it by itself.
    worker.on('error', () => {});
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        this.#checkpoint = undefined;
        resolve();
      });
    });
    this.#checkpoint = { worker, ended };
  }
}
