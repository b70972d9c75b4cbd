import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { randomHex } from '../../lib/random-id.ts';
import { makePrivateFile } from './private-file.ts';

/** What file systems without second names for a file say (FAT, some of the network). */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/**
 * Copies the database as of one moment, whatever is committed meanwhile. The copy gets its name once it is
 * complete and on disk; an existing file is never replaced. Blocks the thread while reading: only for a process
 * that serves nobody.
 */
export async function backUp(db: Database, file: string): Promise<void> {
  if (existsSync(file)) throw existsAlready(file);
  const partial = `${file}.${randomHex(8)}.partial`;
  try {
    makePrivateFile(partial, db.name);
    db.prepare('VACUUM INTO ?').run(partial);
    await syncFile(partial);
    await name(partial, file);
  } catch (error) {
    throw error instanceof Error && error.message === existsAlready(file).message
      ? error
      : new Error(`The backup cannot be written to ${file}: ${reasonOf(error)}. No partial file was left.`, {
          cause: error,
        });
  } finally {
    await rm(partial, { force: true });
  }
  await syncFile(dirname(file));
}

/** A hard link fails if the name exists, so that two backups never replace each other. */
async function name(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(file)) throw existsAlready(file);
    if (!NO_LINKS.has(code)) throw error;
    await rename(partial, file);
  }
}

function existsAlready(file: string): Error {
  return new Error(`The file ${file} already exists.`);
}

/** Of a fault of the disk, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
