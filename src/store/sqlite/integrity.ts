import type { Database } from 'better-sqlite3';

export function checkIntegrity(db: Database): string[] {
  const integrity = (db.pragma('integrity_check') as { integrity_check: string }[]).map((row) => row.integrity_check);
  const foreign = (db.pragma('foreign_key_check') as { table: string; rowid: number }[]).map(
    (row) => `Table ${row.table}: row ${row.rowid} points at a row that is gone.`,
  );
  return [...integrity.filter((line) => line !== 'ok'), ...foreign];
}
