import { closeSync, existsSync, openSync, statSync } from 'node:fs';

/** The database holds what opens accounts: it is for whoever runs the service. */
const OWNER_ALONE = 0o600;
export const OWNER_ALONE_FOLDER = 0o700;

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
