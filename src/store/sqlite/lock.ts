import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../better-sqlite3.ts';

/** How long a process waits for a data folder that another one holds. */
const WAIT_MS = 2_000;

/**
 * Locks a data folder for one process. It is SQLite's own file lock, which the kernel releases however the
 * process ends, so every open reservation that its next holder finds is of a dead process. Returns a function
 * that releases it.
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

/** Throws a sentence when another process holds the folder, and goes on holding it; makes nothing. */
export function assertUnservedFolder(folder: string): void {
  if (existsSync(join(folder, 'serve.lock'))) lockFolder(folder)();
}

/**
 * Of commands, which use the database beside a service and beside each other:
 * while one does, the file under its name is not replaced. Returns the release.
 */
export function shareFolder(folder: string): () => void {
  return hold(
    join(folder, 'use.lock'),
    // The lock is taken with the first read.
    'BEGIN; SELECT * FROM sqlite_master',
    5 * WAIT_MS,
    `The database in the data folder ${folder} is being restored or migrated. Try again when that is done.`,
  );
}

/** Keeps commands away from a folder that no service uses. Returns a function that ends this. */
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
    // Nothing is ever written: a lock can be had on a full disk.
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
