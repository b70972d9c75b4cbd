import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../src/store/better-sqlite3.ts';

/** Puts the database of an earlier release, of that schema, into a data folder; gives its file. */
export function releaseDatabase(folder: string, schema: number): string {
  const sql = readFileSync(new URL(`releases/schema-${String(schema).padStart(2, '0')}.sql`, import.meta.url), 'utf8');
  const file = join(folder, 'jobdata.sqlite');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
  return file;
}
