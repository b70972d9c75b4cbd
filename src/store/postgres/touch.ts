import type { KeyStore, SessionStore } from '../types.ts';
import { DeferredNotes } from './deferred-notes.ts';
import type { PostgresWriter } from './writer.ts';

// Notes are written in one statement, which first locks the rows in order, to avoid deadlocks.

export function createSessionTouch(writer: PostgresWriter): SessionStore['touch'] {
  const seen = new DeferredNotes<{ at: number; expiresAt: number }>(writer, (tx, notes) => {
    const values = [...notes.values()];
    return tx.query(
      `WITH locked AS MATERIALIZED (
         SELECT hash FROM session WHERE hash = ANY ($1::text[]) AND revoked_at IS NULL ORDER BY hash FOR NO KEY UPDATE)
       UPDATE session SET last_seen_at = noted.at, expires_at = noted.expires_at
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS noted (hash, at, expires_at)
       WHERE session.hash = noted.hash AND session.hash IN (SELECT hash FROM locked) AND session.revoked_at IS NULL`,
      [[...notes.keys()], values.map(({ at }) => at), values.map(({ expiresAt }) => expiresAt)],
    );
  });
  return (hash, at, expiresAt) => seen.add(hash, () => ({ at, expiresAt }));
}

export function createKeyTouch(writer: PostgresWriter): KeyStore['touch'] {
  const used = new DeferredNotes<number>(writer, (tx, notes) =>
    tx.query(
      `WITH locked AS MATERIALIZED (SELECT id FROM api_key WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE)
       UPDATE api_key SET last_used_at = greatest(last_used_at, noted.at)
       FROM unnest($1::text[], $2::bigint[]) AS noted (id, at)
       WHERE api_key.id = noted.id AND api_key.id IN (SELECT id FROM locked)`,
      [[...notes.keys()], [...notes.values()]],
    ),
  );
  return (id, at) => used.add(id, (before) => Math.max(before ?? 0, at));
}
