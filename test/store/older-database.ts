import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../src/store/better-sqlite3.ts';
import { registerFunctions } from '../../src/store/sqlite/functions.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/index.ts';
import type { SqliteMigrations } from '../../src/store/sqlite/schema.ts';

export const OLDEST = Math.min(...MIGRATIONS.keys());
export const NEWEST = Math.max(...MIGRATIONS.keys());

/** The service's migrations, and three that do not exist yet. */
export const FOLLOWING: SqliteMigrations = new Map([
  ...MIGRATIONS,
  ...[1, 2, 3].map((more) => [NEWEST + more, `CREATE TABLE invented_${more} (id INTEGER PRIMARY KEY)`] as const),
]);

/** Writes a database of an older schema with rows into a data folder; returns its file. */
export function olderDatabase(folder: string, schema = OLDEST): string {
  const file = join(folder, 'jobdata.sqlite');
  const db = new Database(file);
  registerFunctions(db);
  db.pragma('journal_mode = WAL');
  for (const [number, migration] of FOLLOWING) {
    if (number > schema) break;
    db.exec(migration);
    if (number === OLDEST) db.exec(readFileSync(new URL('older-database.sql', import.meta.url), 'utf8'));
  }
  db.pragma(`user_version = ${schema}`);
  db.close();
  return file;
}
