import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The database contains secrets of accounts, so only the service's user may read it. */
const OWNER_ALONE = 0o600;
const OWNER_ALONE_FOLDER = 0o700;

/**
 * Also creates missing parent folders. The `recursive` option of mkdir is not used, because mkdir would then never end
 * on file systems that refuse new folders, such as /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(resolve(folder));
  if (above !== resolve(folder)) makePrivateFolder(above);
  try {
    mkdirSync(folder, { mode: OWNER_ALONE_FOLDER });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EEXIST means that another process has just created the folder.
    if (code !== 'EEXIST') throw new Error(`The folder ${folder} cannot be created (${code}).`, { cause: error });
  }
}

/**
 * An existing file keeps its permissions, which an operator may have set. A missing file gets access for its owner
 * only.
 */
function rightsOf(file: string): number {
  return existsSync(file) ? statSync(file).mode & 0o777 : OWNER_ALONE;
}

/**
 * Creates an empty file with the permissions of the file `like`, so that SQLite's data is private from the first byte.
 * Throws if the file exists.
 */
export function makePrivateFile(file: string, like = file): void {
  closeSync(openSync(file, 'wx', rightsOf(like)));
}
