import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../better-sqlite3.ts';

// Moves the write-ahead log into the database in two passes: one while the writer continues, and one for the rest,
// while the writer pauses. SQLite can then reuse the log from its beginning.
try {
  const db = new Database(workerData as string, { fileMustExist: true });
  db.pragma('synchronous = NORMAL');
  db.pragma('wal_autocheckpoint = 0');
  const pass = (): void => {
    try {
      db.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      parentPort?.postMessage({ code: (error as { code?: string }).code ?? '', message: String(error) });
    }
  };
  pass();
  parentPort?.once('message', () => {
    pass();
    db.close();
    parentPort?.close();
  });
  parentPort?.postMessage('nearly');
} catch (error) {
  parentPort?.postMessage({ code: (error as { code?: string }).code ?? '', message: String(error) });
  parentPort?.close();
}
