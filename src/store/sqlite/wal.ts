import { open, type FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../lib/clock.ts';
import { messageOf } from '../../lib/error-message.ts';
import { workerEntry } from '../../lib/worker-entry.ts';

const PAGES = 8_000;
const INTERVAL_MS = MINUTE_MS;
/** Number of flushes between two checks of the log's length. */
const LOOK_EVERY = 20;

/**
 * The worker could not be loaded, for example because its file was removed while the service ran. The disk is not at
 * fault: the log is intact, and a later checkpoint moves it.
 */
export class CheckpointNotRun extends Error {
  override readonly name = 'CheckpointNotRun';

  constructor(cause: unknown) {
    super(
      `The worker that moves the write-ahead log into the database could not run (${messageOf(cause)}). The data is safe. If files of the program were removed or replaced, start the service again.`,
      { cause },
    );
  }
}

function isOfSqlite(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_');
}

/** The file operations of the log. Tests replace them to simulate a failing disk. */
export interface Disk {
  sync(handle: FileHandle): Promise<void>;
  /**
   * Moves the log of the database `file` into the database. Calls `hold` before the last pass, during which the writer
   * must pause. Rejects with an error that has SQLite's code, or with CheckpointNotRun.
   */
  checkpoint(file: string, hold: () => void): Promise<void>;
}

/** `entry` is the module of the worker that moves the log. */
export const diskWith = (entry: URL): Disk => ({
  sync: (handle) => handle.datasync(),
  checkpoint: (file, hold) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(entry, { workerData: file });
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
        fault ??= isOfSqlite(error) ? error : new CheckpointNotRun(error);
      });
      worker.on('exit', () => (fault ? reject(fault) : resolve()));
    }),
});

export const realDisk: Disk = diskWith(workerEntry(import.meta.url, 'checkpoint-worker'));

/** After these errors of a checkpoint a retry is safe, because the log is intact but not moved yet. */
const HARMLESS = /^SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN)/;

export interface LogOwner {
  /** Number of pages of the log that are not yet in the database. */
  waiting(): number;
  /** The writer begins no transaction between `hold` and `resume`. */
  hold(): void;
  resume(): void;
  break(error: unknown): void;
}

export interface LogOptions {
  disk?: Disk;
  mostPages?: number;
  /** Receives errors that do not stop the store. */
  onFault?: ((error: unknown) => void) | undefined;
}

/**
 * Flushes the write-ahead log and moves it into the database, both outside the thread that answers callers, because
 * both take as long as the disk needs.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #disk: Disk;
  readonly #mostPages: number;
  readonly #owner: LogOwner;
  readonly #onFault: (error: unknown) => void;
  #handle: FileHandle | undefined;
  #flushes = 0;
  #timer: NodeJS.Timeout | undefined;
  #checkpoint: Promise<void> | undefined;

  constructor(
    file: string,
    owner: LogOwner,
    { disk = realDisk, mostPages = PAGES, onFault = () => {} }: LogOptions = {},
  ) {
    this.#file = file;
    this.#disk = disk;
    this.#mostPages = mostPages;
    this.#owner = owner;
    this.#onFault = onFault;
  }

  /** Resolves when everything committed before the call is on disk. Calls must not overlap. */
  async sync(): Promise<void> {
    // Flushing through any handle flushes the whole file. Closing the handle releases no lock, because SQLite's locks
    // are on other files.
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
        if (error instanceof CheckpointNotRun) this.#onFault(error);
        else if (!HARMLESS.test(String((error as { code?: unknown }).code))) this.#owner.break(error);
      })
      .finally(() => {
        this.#owner.resume();
        this.#checkpoint = undefined;
      });
  }
}
