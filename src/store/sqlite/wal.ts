import { open, type FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { workerEntry } from '../../lib/worker-entry.ts';

/** Pages in the log at which it is moved into the database, and the longest that fewer pages wait for that. */
const PAGES = 8_000;
const INTERVAL_MS = 60_000;
/** Flushes between two looks at its length. */
const LOOK_EVERY = 20;

/** File operations; tests replace them by a failing disk. */
export interface Disk {
  /** Flushes the data of an open file. */
  sync(handle: FileHandle): Promise<void>;
  /**
   * Moves the log of the database in `file` into it; rejects with SQLite's
   * code. `hold` is called for the last of it: the writer holds still then.
   */
  checkpoint(file: string, hold: () => void): Promise<void>;
}

export const realDisk: Disk = {
  sync: (handle) => handle.datasync(),
  checkpoint: (file, hold) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(workerEntry(import.meta.url, 'checkpoint-worker'), { workerData: file });
      let fault: Error | undefined;
      worker.on('message', (said: 'nearly' | { code: string; message: string }) => {
        if (said !== 'nearly') {
          fault ??= Object.assign(new Error(said.message), { code: said.code });
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

/** Of a checkpoint that may be tried again: the log is whole, and the database is only not up to it. */
const HARMLESS = /^SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN)/;

/** What the log asks of the one who writes it. */
export interface LogOwner {
  /** Pages of the log that are not in the database. */
  waiting(): number;
  /** No transaction is begun from here to `resume`. */
  hold(): void;
  resume(): void;
  /** A checkpoint failed so that a later one could lose what this one did not write. */
  break(error: unknown): void;
}

/**
 * The write-ahead log of a database in a file. What SQLite would do on the
 * thread that answers callers, flushing the log and moving it into the
 * database, is done beside it: either takes as long as the disk likes.
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

  /** Resolves when all that was committed before it was called is on disk. One at a time. */
  async sync(): Promise<void> {
    // Any handle of the file flushes all of it. Closing one drops no lock: SQLite locks the other files.
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
