import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Holds a data folder for one serving process. The lock is SQLite's own file
 * lock, so the kernel drops it with the process, however that ends; whoever
 * gets it therefore knows that every open reservation is of a dead process.
 * Returns the release.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(join(dataDir, 'serve.lock'), { timeout: 2_000 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw new Error(
      `Another process serves the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      {
        cause: error,
      },
    );
  }
  return () => db.close();
}
