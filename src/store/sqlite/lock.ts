import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../better-sqlite3.ts';

/** How long a process waits for a lock; a command waits five times as long for its shared lock. */
const WAIT_MS = 2_000;

/**
 * Lets only one process serve a data folder, by means of SQLite's file lock. The kernel releases the lock whenever the
 * process ends, so reservations that the next holder finds belong to a dead process. Returns a function that releases
 * the lock. Throws if another process does not release the lock within WAIT_MS.
 */
export function lockFolder(folder: string): () => void {
  return hold(
    join(folder, 'serve.lock'),
    'BEGIN EXCLUSIVE',
    WAIT_MS,
    `Another process serves the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** True if a process serves the data folder. Creates no lock file. Throws if the lock file cannot be opened. */
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

export function assertUnservedFolder(folder: string): void {
  if (existsSync(join(folder, 'serve.lock'))) lockFolder(folder)();
}

/**
 * A shared lock for commands, which may use the database at the same time as a service and other commands. The database
 * file is not replaced while the lock is held. Returns a function that releases the lock.
 */
export function shareFolder(folder: string): () => void {
  return hold(
    join(folder, 'use.lock'),
    // SQLite takes the shared lock with the first read.
    'BEGIN; SELECT * FROM sqlite_master',
    5 * WAIT_MS,
    `The database in the data folder ${folder} is being restored or migrated. Try again when that is done.`,
  );
}

/** Excludes commands until the returned function is called. Throws if a command does not end within WAIT_MS. */
export function lockOutCommands(folder: string): () => void {
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
    // A journal in memory writes nothing, so the lock also works on a full disk.
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
