import type { Database } from 'better-sqlite3';
import type { SessionRecord, SessionStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface SessionRow {
  hash: string;
  account_id: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  device: string;
}

function toRecord(row: SessionRow): SessionRecord {
  return {
    hash: row.hash,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    device: row.device,
  };
}

export function createSessionStore(db: Database, writer: Writer): SessionStore {
  const insert = db.prepare(
    'INSERT INTO session (hash, account_id, created_at, last_seen_at, expires_at, device) VALUES (@hash, @accountId, @createdAt, @lastSeenAt, @expiresAt, @device)',
  );
  const find = db.prepare<[string], SessionRow>('SELECT * FROM session WHERE hash = ? AND revoked_at IS NULL');
  const list = db.prepare<[string, number], SessionRow>(
    'SELECT * FROM session WHERE account_id = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY last_seen_at DESC',
  );
  const endIdle = db.prepare<{ now: number; accountId: string; maximum: number; hash: string }>(
    `UPDATE session SET revoked_at = @now WHERE hash IN (
       SELECT hash FROM session WHERE account_id = @accountId AND revoked_at IS NULL AND expires_at > @now AND hash <> @hash
       ORDER BY last_seen_at DESC, created_at DESC LIMIT -1 OFFSET @maximum - 1)`,
  );
  const touch = db.prepare<[number, number, string]>(
    'UPDATE session SET last_seen_at = ?, expires_at = ? WHERE hash = ? AND revoked_at IS NULL',
  );
  const revoke = db.prepare<[number, string]>(
    'UPDATE session SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL',
  );
  const revokeAll = db.prepare<[number, string, string]>(
    'UPDATE session SET revoked_at = ? WHERE account_id = ? AND hash <> ? AND revoked_at IS NULL',
  );
  const purge = db.prepare<[number]>(
    `DELETE FROM session WHERE hash IN (
       SELECT hash FROM session WHERE min(expires_at, coalesce(revoked_at, expires_at)) < ? LIMIT 100)`,
  );
  return {
    create: (session, maximum) =>
      writer.commit(() => {
        const { accountId, createdAt: now, hash } = session;
        insert.run(session);
        endIdle.run({ now, accountId, maximum, hash });
      }),
    find: async (hash, now) => {
      const row = find.get(hash);
      if (!row || row.expires_at > now) return row && toRecord(row);
      // Its end is a fact from now on: a clock that is set back does not revive it.
      await writer.commit(() => revoke.run(row.expires_at, hash)).catch(() => {});
      return undefined;
    },
    list: async (accountId, now) => list.all(accountId, now).map(toRecord),
    touch: (hash, at, expiresAt) => writer.defer(() => touch.run(at, expiresAt, hash)),
    revoke: (hash, at) => writer.commit(() => revoke.run(at, hash).changes > 0),
    revokeAll: (accountId, at, exceptHash) =>
      writer.commit(() => revokeAll.run(at, accountId, exceptHash ?? '').changes),
    purge: (before, signal) => inSlices(writer, () => purge.run(before).changes, signal),
  };
}
