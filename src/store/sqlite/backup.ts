import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';

/**
 * A copy of the database as it stands at one moment, in one go, however much
 * is committed meanwhile. It bears its name when it is whole and on disk.
 * Keeps the thread until it is read: for a process that serves nobody.
 */
export async function backUp(db: Database, file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`The file ${file} exists already.`);
  const partial = `${file}.${process.pid}.partial`;
  await rm(partial, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(partial);
    await syncFile(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFile(dirname(file));
}

/** Of a file, or of a folder: then its names are on disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
