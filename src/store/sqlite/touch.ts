import type { Database } from 'better-sqlite3';
import type { KeyStore, SessionStore } from '../types.ts';
import type { SqliteWriter } from './writer.ts';

// The time of the last use need not survive a crash, so its write is deferred to the next commit, which usually happens
// within a moment.

export function createSessionTouch(db: Database, writer: SqliteWriter): SessionStore['touch'] {
  const touch = db.prepare<[number, number, string]>(
    'UPDATE session SET last_seen_at = ?, expires_at = ? WHERE hash = ? AND revoked_at IS NULL',
  );
  return (hash, at, expiresAt) => writer.defer(() => touch.run(at, expiresAt, hash));
}

export function createKeyTouch(db: Database, writer: SqliteWriter): KeyStore['touch'] {
  const touch = db.prepare<[number, string]>(
    'UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
  );
  return (id, at) => writer.defer(() => touch.run(at, id));
}
