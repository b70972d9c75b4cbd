import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Holds a data folder for one serving process. The lock is SQLite's own file
 * lock, so the kernel drops it with the process, however that ends; whoever
 * gets it therefore knows that every open reservation is of a dead process.
 * Returns the release.
 */
export function lockFolder(folder: string): () => void {
  const db = new Database(join(folder, 'serve.lock'), { timeout: 2_000 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw new Error(
      `Another process serves the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
      {
        cause: error,
      },
    );
  }
  return () => db.close();
}
