import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { formatMegabytes } from '../../lib/byte-units.ts';
import { isoTime } from '../../lib/clock.ts';
import { messageOf } from '../../lib/error-message.ts';
import { randomHex } from '../../lib/random-id.ts';
import { Database } from '../better-sqlite3.ts';
import type { MigrationBackup } from '../migration-types.ts';
import { checkIntegrity } from './integrity.ts';
import { makePrivateFile, makePrivateFolder } from './private-file.ts';
import { schemaOf } from './schema.ts';

const SCHEMAS_KEPT = 3;

export interface BackupPlace {
  file: string;
  folder?: string | undefined;
}

export function folderOf({ file, folder }: BackupPlace): string {
  return folder ?? dirname(file);
}

/**
 * Prefix of the names of a database's backups. In a folder other than the database's, which several services may share,
 * the prefix includes a hash of the database's path and first account, because the path alone can be the same in all
 * containers.
 */
function baseOf(db: Connection, { file, folder }: BackupPlace): string {
  const place = resolve(dirname(file));
  if (folder === undefined || resolve(folder) === place) return `${basename(file)}.schema-`;
  const account = db.prepare<[], string>('SELECT id FROM account ORDER BY created_at, id LIMIT 1').pluck().get() ?? '';
  const whose = createHash('sha256').update(`${place}\n${account}`).digest('hex').slice(0, 8);
  return `${basename(file)}.${whose}.schema-`;
}

export function liveBytes(db: Connection): number {
  const read = (name: string): number => db.pragma(name, { simple: true }) as number;
  return (read('page_count') - read('freelist_count')) * read('page_size');
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Copies the database, checks the copy, and gives the copy its name once it is on disk. If that fails, throws an
 * explanatory error and leaves no copy, and the database must not be migrated. Blocks the thread, so it runs only
 * before a process serves.
 */
export function backUpBeforeMigration(db: Connection, place: BackupPlace, now: number): MigrationBackup {
  const folder = folderOf(place);
  const base = baseOf(db, place);
  const name = join(folder, `${base}${schemaOf(db)}-${isoTime(now).replaceAll(':', '')}`);
  const partial = `${name}.${randomHex(8)}.partial`;
  try {
    makePrivateFolder(folder);
    // A process that was killed may have left partial copies. Because of the folder's lock, no other process makes one
    // now.
    for (const left of readdirSync(folder))
      if (left.startsWith(base) && /\.partial(?:-journal)?$/.test(left)) rmSync(join(folder, left));
    const [needed, free] = [liveBytes(db), freeBytes(folder)];
    if (free < needed) throw new Error(`it takes ${formatMegabytes(needed)}, and ${formatMegabytes(free)} are free`);
    makePrivateFile(partial, place.file);
    db.prepare('VACUUM INTO ?').run(partial);
    assertSame(db, partial);
    syncPath(partial);
    renameSync(partial, name);
    syncPath(folder);
    const { size: bytes } = statSync(name);
    dropOlder(folder, base, basename(name));
    return { file: name, bytes };
  } catch (error) {
    if (existsSync(partial)) for (const part of ['', '-journal']) rmSync(partial + part, { force: true });
    throw new Error(
      `The database ${place.file} needs a migration, but the backup before it cannot be written to ${folder}: ${messageOf(error)}. ` +
        'Make room there, or set BACKUP_DIR to a folder with enough room. The database has not been changed.',
      { cause: error },
    );
  }
}

/** After a failed migration, which leaves the database unchanged, the copy is not needed. */
export function dropBackup({ file }: MigrationBackup): void {
  rmSync(file, { force: true });
}

/** Throws if the copy is damaged or differs in its schema or in a table's number of rows. */
function assertSame(db: Connection, copy: string): void {
  const read = new Database(copy, { readonly: true });
  try {
    const [problem] = checkIntegrity(read);
    // If the database itself has problems, a copy with problems is accepted.
    if (problem !== undefined && checkIntegrity(db).length === 0) throw new Error(`the copy is not sound: ${problem}`);
    if (schemaOf(read) !== schemaOf(db)) throw new Error('the copy is of another schema');
    for (const table of tablesOf(db)) {
      if (countOf(read, table) !== countOf(db, table)) throw new Error(`the copy has not all rows of ${table}`);
    }
  } finally {
    read.close();
  }
}

export function tablesOf(db: Connection): string[] {
  return db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .pluck()
    .all();
}

export function countOf(db: Connection, table: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
}

/**
 * Keeps the newest backup of each of the last SCHEMAS_KEPT schemas, including the one just made, and deletes the
 * others.
 */
function dropOlder(folder: string, base: string, made: string): void {
  const kept = new Set<string>();
  const found = readdirSync(folder)
    .map((name) => ({
      name,
      told: /^(\d+)-(\d{4}-\d\d-\d\dT[\dZ.]+)$/.exec(name.startsWith(base) ? name.slice(base.length) : ''),
    }))
    .filter(({ told: nameParts }) => nameParts !== null)
    .sort(
      (one, other) =>
        Number(other.name === made) - Number(one.name === made) ||
        Number(other.told?.[1]) - Number(one.told?.[1]) ||
        ((other.told?.[2] ?? '') > (one.told?.[2] ?? '') ? 1 : -1),
    );
  for (const { name, told: nameParts } of found) {
    const schema = nameParts?.[1] as string;
    if (kept.has(schema) || kept.size >= SCHEMAS_KEPT) rmSync(join(folder, name), { force: true });
    else kept.add(schema);
  }
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
