import type { SessionRecord, SessionStore } from '../types.ts';
import type { Connections } from './connection.ts';
import { lockAccount } from './locks.ts';
import { Noted } from './noted.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

const COLUMNS = `hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt",
  expires_at AS "expiresAt", device`;
const REVOKE = 'UPDATE session SET revoked_at = $1 WHERE hash = $2 AND revoked_at IS NULL';

export function createSessionStore({ pool }: Connections, writer: Writer): SessionStore {
  const seen = new Noted<{ at: number; expiresAt: number }>(writer, (tx, notes) => {
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
  return {
    create: (session, maximum) =>
      writer.commit(async (tx) => {
        const { hash, accountId, createdAt, lastSeenAt, expiresAt, device } = session;
        // Two log-ins at once would each end one that is idle, the same one.
        await lockAccount(tx, accountId);
        await tx.query(
          `INSERT INTO session (hash, account_id, created_at, last_seen_at, expires_at, device)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [hash, accountId, createdAt, lastSeenAt, expiresAt, device],
        );
        await tx.query(
          `UPDATE session SET revoked_at = $1 WHERE hash IN (
             SELECT hash FROM session WHERE account_id = $2 AND revoked_at IS NULL AND expires_at > $1 AND hash <> $3
             ORDER BY last_seen_at DESC, created_at DESC OFFSET $4)`,
          [createdAt, accountId, hash, Math.max(0, maximum - 1)],
        );
      }),
    find: async (hash, now) => {
      const { rows } = await pool.query<SessionRecord>(
        `SELECT ${COLUMNS} FROM session WHERE hash = $1 AND revoked_at IS NULL`,
        [hash],
      );
      const [row] = rows;
      if (!row || row.expiresAt > now) return row;
      // Its end is a fact from now on: a clock that is set back does not revive it.
      await writer.commit((tx) => tx.query(REVOKE, [row.expiresAt, hash])).catch(() => {});
      return undefined;
    },
    list: async (accountId, now) => {
      const { rows } = await pool.query<SessionRecord>(
        `SELECT ${COLUMNS} FROM session WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2
         ORDER BY last_seen_at DESC`,
        [accountId, now],
      );
      return rows;
    },
    touch: (hash, at, expiresAt) => seen.add(hash, () => ({ at, expiresAt })),
    revoke: (hash, at) => writer.commit(async (tx) => (await tx.query(REVOKE, [at, hash])).rowCount > 0),
    revokeAll: (accountId, at, exceptHash) =>
      writer.commit(async (tx) => {
        await lockAccount(tx, accountId);
        const { rowCount } = await tx.query(
          'UPDATE session SET revoked_at = $1 WHERE account_id = $2 AND hash <> $3 AND revoked_at IS NULL',
          [at, accountId, exceptHash ?? ''],
        );
        return rowCount;
      }),
    purge: (before, signal) =>
      inSlices(
        writer,
        slice(
          `DELETE FROM session WHERE hash IN (
             SELECT hash FROM session WHERE least(expires_at, revoked_at) < $1 LIMIT 1000)`,
          before,
        ),
        signal,
      ),
  };
}
