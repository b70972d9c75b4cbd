import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The database holds secrets of accounts, so only the service's user may read it. */
const OWNER_ALONE = 0o600;
const OWNER_ALONE_FOLDER = 0o700;

/**
 * Creates a folder and its parents, accessible to their owner only. Node's recursive mkdir never ends on file
 * systems that refuse it, such as /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(resolve(folder));
  if (above !== resolve(folder)) makePrivateFolder(above);
  try {
    mkdirSync(folder, { mode: OWNER_ALONE_FOLDER });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process was quicker.
    if (code !== 'EEXIST') throw new Error(`The folder ${folder} cannot be created (${code}).`, { cause: error });
  }
}

/** The permissions of a file, as an operator may have set them; owner only if it does not exist. */
function rightsOf(file: string): number {
  return existsSync(file) ? statSync(file).mode & 0o777 : OWNER_ALONE;
}

/**
 * Makes an empty file with the rights of `like`: what SQLite writes into it,
 * and lays beside it, is as private as that from the first byte on. Throws
 * where there is a file of that name.
 */
export function makePrivateFile(file: string, like = file): void {
  closeSync(openSync(file, 'wx', rightsOf(like)));
}
