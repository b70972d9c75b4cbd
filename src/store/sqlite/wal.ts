import { open, type FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../lib/clock.ts';
import { workerEntry } from '../../lib/worker-entry.ts';

/** The log is moved into the database when it has this many pages, or after this interval. */
const PAGES = 8_000;
const INTERVAL_MS = MINUTE_MS;
/** Flushes between two checks of the log's length. */
const LOOK_EVERY = 20;

/** The file operations of the log; tests replace them to simulate a failing disk. */
export interface Disk {
  sync(handle: FileHandle): Promise<void>;
  /**
   * Moves the log of the database `file` into it; rejects with SQLite's code. Calls `hold` before the last pass, during
   * which the writer must pause.
   */
  checkpoint(file: string, hold: () => void): Promise<void>;
}

export const realDisk: Disk = {
  sync: (handle) => handle.datasync(),
  checkpoint: (file, hold) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(workerEntry(import.meta.url, 'checkpoint-worker'), { workerData: file });
      let fault: Error | undefined;
      worker.on('message', (message: 'nearly' | { code: string; message: string }) => {
        if (message !== 'nearly') {
          fault ??= Object.assign(new Error(message.message), { code: message.code });
          return;
        }
        hold();
        worker.postMessage('held');
      });
      worker.on('error', (error) => {
        fault ??= error;
      });
      worker.on('exit', () => (fault ? reject(fault) : resolve()));
    }),
};

/** Checkpoint errors after which a retry is safe: the log is intact, but not moved yet. */
const HARMLESS = /^SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN)/;

/** What the log needs from the writer. */
export interface LogOwner {
  /** Pages of the log that are not yet in the database. */
  waiting(): number;
  /** The writer begins no transaction between `hold` and `resume`. */
  hold(): void;
  resume(): void;
  /** Reports a failed checkpoint after which another one is unsafe. */
  break(error: unknown): void;
}

/**
 * The write-ahead log of a database file. It is flushed and moved into the database outside the thread that answers
 * callers, because both take as long as the disk needs.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #disk: Disk;
  readonly #mostPages: number;
  readonly #owner: LogOwner;
  #handle: FileHandle | undefined;
  #flushes = 0;
  #timer: NodeJS.Timeout | undefined;
  #checkpoint: Promise<void> | undefined;

  constructor(
    file: string,
    owner: LogOwner,
    { disk = realDisk, mostPages = PAGES }: { disk?: Disk; mostPages?: number } = {},
  ) {
    this.#file = file;
    this.#disk = disk;
    this.#mostPages = mostPages;
    this.#owner = owner;
  }

  /** Resolves when everything committed before the call is on disk. Calls must not overlap. */
  async sync(): Promise<void> {
    // Any file handle flushes the whole file. Closing the handle releases no lock, because SQLite's locks are on other
    // files.
    this.#handle ??= await open(`${this.#file}-wal`, 'r+');
    await this.#disk.sync(this.#handle);
    this.#flushes += 1;
    if (this.#flushes % LOOK_EVERY === 0 && this.#owner.waiting() >= this.#mostPages) this.#move();
    else this.#timer ??= setTimeout(() => this.#move(), INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#checkpoint;
    await this.#handle?.close();
  }

  #move(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#checkpoint ??= this.#disk
      .checkpoint(this.#file, () => this.#owner.hold())
      .catch((error: unknown) => {
        if (!HARMLESS.test(String((error as { code?: unknown }).code))) this.#owner.break(error);
      })
      .finally(() => {
        this.#owner.resume();
        this.#checkpoint = undefined;
      });
  }
}
