import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The database holds what opens accounts: it is for whoever runs the service. */
const OWNER_ALONE = 0o600;
const OWNER_ALONE_FOLDER = 0o700;

/**
 * Makes a folder, and those above it, for their owner alone. Not by Node's own
 * recursion, which never ends on file systems that refuse it (those of /proc).
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
    if (code !== 'EEXIST') throw new Error(`The folder ${folder} cannot be made (${code}).`, { cause: error });
  }
}

/** The rights of a file, as an operator may have set them; those of its owner alone where there is none. */
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
