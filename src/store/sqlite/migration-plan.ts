import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database, type Connection } from '../better-sqlite3.ts';
import type { MigrationPlan, PlannedMigration } from '../migration-types.ts';
import { countOf, folderOf, freeBytes, liveBytes, tablesOf, type BackupPlace } from './migration-backup.ts';
import { lockOutCommands, isServed, lockFolder } from './lock.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { assertKnown, newestOf, schemaOf } from './schema.ts';

const TRIGGER = /CREATE TRIGGER[^]*?END;/g;
const MADE = /CREATE TABLE (\w+)/g;
const NAMED =
  /(?:ALTER TABLE|DROP TABLE|UPDATE|INTO|FROM|JOIN|CREATE (?:UNIQUE )?INDEX \w+ ON|CREATE TRIGGER \w+ AFTER (?:INSERT|DELETE|UPDATE(?: OF [\w, ]+)?) ON) (\w+)/g;

export function planSqliteMigration(place: BackupPlace): MigrationPlan {
  const { file } = place;
  const folder = nearestFolder(dirname(file));
  const empty: MigrationPlan = {
    file,
    from: 0,
    to: newestOf(MIGRATIONS),
    migrations: [],
    backup: { folder: folderOf(place), bytes: 0 },
    bytes: 0,
    free: { backup: freeBytes(nearestFolder(folderOf(place))), store: freeBytes(folder) },
  };
  if (!existsSync(file)) return empty;
  return readOnly(file, (db) => {
    const from = schemaOf(db);
    assertKnown(from);
    const migrations = describe(db, from);
    if (migrations.length === 0) return { ...empty, from };
    const touched = new Set(migrations.flatMap(({ tables }) => tables.map(({ name }) => name)));
    return {
      ...empty,
      from,
      migrations,
      backup: { ...empty.backup, bytes: from === 0 ? 0 : liveBytes(db) },
      // Each page may be written twice: to the log and to the database.
      bytes: 2 * bytesOf(db, touched),
    };
  });
}

function describe(db: Connection, from: number): PlannedMigration[] {
  const here = new Set(tablesOf(db));
  const due = [...MIGRATIONS].filter(([schema]) => schema > from);
  return due.map(([schema, sql]) => {
    const makes = [...sql.matchAll(MADE)].map(([, name]) => name as string);
    // The bodies of triggers run only when rows change later, so they are not part of the migration.
    const plain = sql.replace(TRIGGER, (text) => text.slice(0, text.indexOf('BEGIN')));
    const named = new Set([...plain.matchAll(NAMED)].map(([, name]) => name as string));
    const tables = [...named].filter((name) => here.has(name)).map((name) => ({ name, rows: countOf(db, name) }));
    return { schema, tables, makes };
  });
}

function bytesOf(db: Connection, tables: ReadonlySet<string>): number {
  const sizes = db
    .prepare<[], { name: string; bytes: number }>(
      'SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat AS d JOIN sqlite_schema AS s ON s.name = d.name GROUP BY 1',
    )
    .all();
  return sizes.filter(({ name }) => tables.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Leaves no files of a write-ahead log behind, although SQLite creates them even for reading. While `read` runs, no
 * other process can open the database, unless a service already has it open.
 */
function readOnly<T>(file: string, read: (db: Connection) => T): T {
  if (isServed(dirname(file))) return readOnce(file, read);
  const unlock = lockFolder(dirname(file));
  try {
    const unlockCommands = lockOutCommands(dirname(file));
    try {
      const made = ['-wal', '-shm'].map((part) => file + part).filter((part) => !existsSync(part));
      try {
        return readOnce(file, read);
      } finally {
        for (const part of made) rmSync(part, { force: true });
      }
    } finally {
      unlockCommands();
    }
  } finally {
    unlock();
  }
}

function readOnce<T>(file: string, read: (db: Connection) => T): T {
  const db = new Database(file, { readonly: true, timeout: 2_000 });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}
