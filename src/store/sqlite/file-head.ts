import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { assertKnown } from './schema.ts';

/** SQLite's "Database File Format", §1.3: the magic text is at the start, the user version at byte 60. */
const MAGIC = 'SQLite format 3\0';
const USER_VERSION_AT = 60;
const HEAD_BYTES = 100;

/**
 * Throws an explanatory error if this release cannot serve the file. Reads only the first bytes, because opening the
 * file as a database would create other files beside it.
 */
export function assertServable(file: string): void {
  if (!existsSync(file)) return;
  if (!statSync(file).isFile())
    throw new Error(`${file} is no file: the database has to bear that name. Move it away.`);
  const head = readHead(file);
  // SQLite has created the file but not written it yet.
  if (head.length === 0) return;
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error(
      `${file} is no database of SQLite, or is damaged. Put a backup in its place with "jobdata restore FILE", or set DATA_DIR to another folder.`,
    );
  if (head.length === HEAD_BYTES) assertKnown(head.readUInt32BE(USER_VERSION_AT));
}

function readHead(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}
