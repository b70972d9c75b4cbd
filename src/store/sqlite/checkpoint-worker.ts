import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

// Moves the log of a database into it, as far as nobody reads the older pages, and ends.
const db = new Database(workerData as string, { fileMustExist: true });
db.pragma('synchronous = NORMAL');
db.pragma('wal_checkpoint(PASSIVE)');
db.close();
