import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../better-sqlite3.ts';

/** How long a process waits for a data folder that another one holds. */
const WAIT_MS = 2_000;

/**
 * Locks a data folder for one process, with SQLite's own file lock. The kernel releases it however the process
 * ends, so open reservations found by the next holder belong to a dead process. Returns a function that
 * releases the lock.
 */
export function lockFolder(folder: string): () => void {
  return hold(
    join(folder, 'serve.lock'),
    'BEGIN EXCLUSIVE',
    WAIT_MS,
    `Another process serves the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Whether a process holds the folder now; creates no lock file. */
export function isServed(folder: string): boolean {
  const file = join(folder, 'serve.lock');
  if (!existsSync(file)) return false;
  try {
    hold(file, 'BEGIN EXCLUSIVE', 0, '')();
    return false;
  } catch (error) {
    if (isBusy((error as Error).cause)) return true;
    throw error;
  }
}

/** Throws a sentence if another process holds the folder and does not release it; creates nothing. */
export function assertUnservedFolder(folder: string): void {
  if (existsSync(join(folder, 'serve.lock'))) lockFolder(folder)();
}

/**
 * A shared lock for commands, which may use the database beside a service and beside each other. While one is
 * held, the database file is not replaced. Returns a function that releases it.
 */
export function shareFolder(folder: string): () => void {
  return hold(
    join(folder, 'use.lock'),
    // SQLite takes the lock with the first read.
    'BEGIN; SELECT * FROM sqlite_master',
    5 * WAIT_MS,
    `The database in the data folder ${folder} is being restored or migrated. Try again when that is done.`,
  );
}

/** Keeps commands away from a folder that no service uses. Returns a function that releases it. */
export function emptyFolder(folder: string): () => void {
  return hold(
    join(folder, 'use.lock'),
    'BEGIN EXCLUSIVE',
    WAIT_MS,
    `Another command uses the database in ${folder}. Try again when that is done.`,
  );
}

function hold(file: string, begin: string, timeout: number, refusal: string): () => void {
  const db = new Database(file, { timeout });
  try {
    // Nothing is written, so this works on a full disk.
    db.pragma('journal_mode = MEMORY');
    db.exec(begin);
  } catch (error) {
    db.close();
    throw new Error(isBusy(error) ? refusal : `The file ${file} cannot be locked: ${String(error)}`, { cause: error });
  }
  return () => db.close();
}

function isBusy(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'SQLITE_BUSY';
}
