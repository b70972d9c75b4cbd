import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Writer } from './writer.ts';

const BYTES = 32;

/** Random values that are made once and kept. */
export function createSecrets(db: Database, writer: Writer): (name: string) => Promise<string> {
  const insert = db.prepare<[string, string]>('INSERT OR IGNORE INTO salt (name, value) VALUES (?, ?)');
  const find = db.prepare<[string], string>('SELECT value FROM salt WHERE name = ?').pluck();
  return async (name) =>
    find.get(name) ??
    writer.commit(() => {
      insert.run(name, randomBytes(BYTES).toString('hex'));
      return find.get(name) as string;
    });
}
