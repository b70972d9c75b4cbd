import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { messageOf } from '../../lib/error-message.ts';
import { randomHex } from '../../lib/random-id.ts';
import { makePrivateFile } from './private-file.ts';

/** Error codes of file systems without hard links, such as FAT and some network file systems. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/**
 * Copies the database as of one moment, while other processes may write. `file` appears once the copy is complete and
 * on disk, and never replaces an existing file. Blocks the thread, so only commands call it.
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
      : new Error(`The backup cannot be written to ${file}: ${messageOf(error)}. No partial file was left.`, {
          cause: error,
        });
  } finally {
    await rm(partial, { force: true });
  }
  await syncFile(dirname(file));
}

/**
 * A hard link is used because it cannot replace an existing file. On file systems without hard links, the file is
 * renamed.
 */
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

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
