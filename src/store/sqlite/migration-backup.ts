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
import { isoTime } from '../../lib/clock.ts';
import { randomHex } from '../../lib/random-id.ts';
import { Database } from '../better-sqlite3.ts';
import type { MigrationBackup } from '../migration-types.ts';
import { reasonOf } from './backup.ts';
import { checkIntegrity } from './integrity.ts';
import { makePrivateFile, makePrivateFolder } from './private-file.ts';
import { schemaOf } from './schema.ts';

/** Backups of so many schemas are kept, the newest of each. */
const SCHEMAS_KEPT = 3;

/** The paths of a database and its backups. */
export interface BackupPlace {
  file: string;
  /** Absent: beside it. */
  folder?: string | undefined;
}

export function folderOf({ file, folder }: BackupPlace): string {
  return folder ?? dirname(file);
}

/**
 * Prefix of the names of a database's copies. It identifies the database in a folder that several services
 * share: by its path and by its first account, since the path is the same in all containers.
 */
function baseOf(db: Connection, { file, folder }: BackupPlace): string {
  const place = resolve(dirname(file));
  if (folder === undefined || resolve(folder) === place) return `${basename(file)}.schema-`;
  const account = db.prepare<[], string>('SELECT id FROM account ORDER BY created_at, id LIMIT 1').pluck().get() ?? '';
  const whose = createHash('sha256').update(`${place}\n${account}`).digest('hex').slice(0, 8);
  return `${basename(file)}.${whose}.schema-`;
}

/** What a copy takes: the pages in use. */
export function liveBytes(db: Connection): number {
  const read = (name: string): number => db.pragma(name, { simple: true }) as number;
  return (read('page_count') - read('freelist_count')) * read('page_size');
}

/** Room for this user on the disk of a folder that is there, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Copies the database before its migration and checks the copy; it gets its name once it is on disk. Throws a
 * sentence if that fails; then no copy is left, and the database must not be migrated. Blocks the thread: only
 * before a process serves.
 */
export function backUpBeforeMigration(db: Connection, place: BackupPlace, now: number): MigrationBackup {
  const folder = folderOf(place);
  const base = baseOf(db, place);
  const name = join(folder, `${base}${schemaOf(db)}-${isoTime(now).replaceAll(':', '')}`);
  const partial = `${name}.${randomHex(8)}.partial`;
  try {
    makePrivateFolder(folder);
    // Left by a process that was killed: only one at a time is here.
    for (const left of readdirSync(folder))
      if (left.startsWith(base) && /\.partial(?:-journal)?$/.test(left)) rmSync(join(folder, left));
    const [needed, free] = [liveBytes(db), freeBytes(folder)];
    if (free < needed) throw new Error(`it takes ${megabytes(needed)}, and ${megabytes(free)} are free`);
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
    // Without a folder there is nothing to delete.
    if (existsSync(partial)) for (const part of ['', '-journal']) rmSync(partial + part, { force: true });
    throw new Error(
      `The database ${place.file} needs a migration, but the backup before it cannot be written to ${folder}: ${reasonOf(error)}. ` +
        'Make room there, or set BACKUP_DIR to a folder with enough room. The database has not been changed.',
      { cause: error },
    );
  }
}

/** A backup without a migration after it: the database is unchanged. */
export function dropBackup({ file }: MigrationBackup): void {
  rmSync(file, { force: true });
}

/** Throws if the copy's file, schema or number of rows of a table is wrong. */
function assertSame(db: Connection, copy: string): void {
  const read = new Database(copy, { readonly: true });
  try {
    const [problem] = checkIntegrity(read);
    // Foreign keys that were broken before are not the copy's fault.
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

/** The newest backup of each schema stays, of the last few schemas; and the one just made, whatever clock or schema it is of. */
function dropOlder(folder: string, base: string, made: string): void {
  const kept = new Set<string>();
  const found = readdirSync(folder)
    .map((name) => ({
      name,
      told: /^(\d+)-(\d{4}-\d\d-\d\dT[\dZ.]+)$/.exec(name.startsWith(base) ? name.slice(base.length) : ''),
    }))
    .filter(({ told }) => told !== null)
    .sort(
      (one, other) =>
        Number(other.name === made) - Number(one.name === made) ||
        Number(other.told?.[1]) - Number(one.told?.[1]) ||
        ((other.told?.[2] ?? '') > (one.told?.[2] ?? '') ? 1 : -1),
    );
  for (const { name, told } of found) {
    const schema = told?.[1] as string;
    if (kept.has(schema) || kept.size >= SCHEMAS_KEPT) rmSync(join(folder, name), { force: true });
    else kept.add(schema);
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;
}

/** Of a file, or of a folder: then its names are on disk. */
function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
