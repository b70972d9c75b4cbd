import type { SessionRecord, SessionStore } from '../types.ts';
import { change, find, findAll, lockAccount, run, type StepRunner } from './step.ts';

const COLUMNS = `hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt",
  expires_at AS "expiresAt", device`;
const REVOKE = 'UPDATE session SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL';

export function createSessionStore(steps: StepRunner, touch: SessionStore['touch']): SessionStore {
  return {
    create: (session, maximum) =>
      steps.write(function* () {
        const { hash, accountId, createdAt, lastSeenAt, expiresAt, device } = session;
        // Without the lock, two simultaneous log-ins would revoke the same idle session and leave one session too many.
        yield* lockAccount(accountId);
        yield* change(
          `INSERT INTO session (hash, account_id, created_at, last_seen_at, expires_at, device)
           VALUES (?, ?, ?, ?, ?, ?)`,
          hash,
          accountId,
          createdAt,
          lastSeenAt,
          expiresAt,
          device,
        );
        yield* change(
          `UPDATE session SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL AND expires_at > ?
             AND hash <> ? AND hash NOT IN (
               SELECT hash FROM session WHERE account_id = ? AND revoked_at IS NULL AND expires_at > ? AND hash <> ?
               ORDER BY last_seen_at DESC, created_at DESC LIMIT ?)`,
          createdAt,
          accountId,
          createdAt,
          hash,
          accountId,
          createdAt,
          hash,
          Math.max(0, maximum - 1),
        );
      }),
    find: async (hash, now) => {
      const session = await steps.read(
        find<SessionRecord>(`SELECT ${COLUMNS} FROM session WHERE hash = ? AND revoked_at IS NULL`, hash),
      );
      if (!session || session.expiresAt > now) return session;
      // The session is marked as revoked, so that it stays expired even if the clock is set back.
      await steps.write(() => change(REVOKE, session.expiresAt, hash)).catch(() => {});
      return undefined;
    },
    list: (accountId, now) =>
      steps.read(
        findAll<SessionRecord>(
          `SELECT ${COLUMNS} FROM session WHERE account_id = ? AND revoked_at IS NULL AND expires_at > ?
           ORDER BY last_seen_at DESC`,
          accountId,
          now,
        ),
      ),
    touch,
    revoke: (hash, at) =>
      steps.write(function* () {
        return (yield* run(REVOKE, at, hash)) > 0;
      }),
    revokeAll: (accountId, at, exceptHash) =>
      steps.write(function* () {
        yield* lockAccount(accountId);
        return yield* run(
          'UPDATE session SET revoked_at = ? WHERE account_id = ? AND hash <> ? AND revoked_at IS NULL',
          at,
          accountId,
          exceptHash ?? '',
        );
      }),
    purge: (before, signal) =>
      steps.repeat(
        `DELETE FROM session WHERE hash IN (
           SELECT hash FROM session WHERE least(expires_at, revoked_at) < ? LIMIT ?)`,
        [before],
        signal,
      ),
  };
}
