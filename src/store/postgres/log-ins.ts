import { Spent } from '../spent.ts';
import { BROWSERS } from '../limits.ts';
import type { LogInStep, LogInStore } from '../types.ts';
import type { Connections } from './connection.ts';
import { lockAccount } from './locks.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

const DAY_MS = 86_400_000;

const STEP = 'hash, account_id AS "accountId", password_hash AS "passwordHash", expires_at AS "expiresAt"';

export function createLogInStore({ pool }: Connections, writer: Writer): LogInStore {
  return {
    saveBrowser: (hash, accountId, at) =>
      writer.commit(async (tx) => {
        await lockAccount(tx, accountId);
        await tx.query('INSERT INTO known_browser (hash, account_id, seen_at) VALUES ($1, $2, $3)', [
          hash,
          accountId,
          at,
        ]);
        await tx.query(
          `DELETE FROM known_browser WHERE account_id = $1 AND hash NOT IN (
             SELECT hash FROM known_browser WHERE account_id = $1 ORDER BY seen_at DESC LIMIT ${BROWSERS})`,
          [accountId],
        );
      }),
    findBrowser: async (hash) => {
      const { rows } = await pool.query<{ id: string }>('SELECT account_id AS id FROM known_browser WHERE hash = $1', [
        hash,
      ]);
      return rows[0]?.id;
    },
    dropBrowser: (hash) =>
      writer.commit(async (tx) => {
        await tx.query('DELETE FROM known_browser WHERE hash = $1', [hash]);
      }),
    forget: (accountId) =>
      writer.commit(async (tx) => {
        // A log-in that goes on meanwhile comes before this or after it.
        await lockAccount(tx, accountId);
        await tx.query('DELETE FROM known_browser WHERE account_id = $1', [accountId]);
        await tx.query('DELETE FROM login_step WHERE account_id = $1', [accountId]);
      }),
    saveStep: ({ hash, accountId, passwordHash, expiresAt }) =>
      writer.commit(async (tx) => {
        await tx.query('INSERT INTO login_step (hash, account_id, password_hash, expires_at) VALUES ($1, $2, $3, $4)', [
          hash,
          accountId,
          passwordHash,
          expiresAt,
        ]);
      }),
    findStep: async (hash, now) => {
      const { rows } = await pool.query<LogInStep>(
        `SELECT ${STEP} FROM login_step WHERE hash = $1 AND expires_at > $2`,
        [hash, now],
      );
      return rows[0];
    },
    tryStep: (hash, maximum, now) =>
      writer.commit(async (tx) => {
        const { rows } = await tx.query<LogInStep>(
          `UPDATE login_step SET tries = tries + 1 WHERE hash = $1 AND tries < $2 AND expires_at > $3 RETURNING ${STEP}`,
          [hash, maximum, now],
        );
        return rows[0];
      }),
    takeStep: (hash) =>
      writer.commit(async (tx) => {
        if ((await tx.query('DELETE FROM login_step WHERE hash = $1', [hash])).rowCount === 0) throw new Spent('step');
      }),
    countRefusal: (accountId, at) =>
      writer.commit(async (tx) => {
        await tx.query(
          `INSERT INTO login_refusal (account_id, day, count, last_at) VALUES ($1, $2, 1, $3)
           ON CONFLICT (account_id, day) DO UPDATE SET count = login_refusal.count + 1,
             last_at = greatest(login_refusal.last_at, excluded.last_at)`,
          [accountId, Math.floor(at / DAY_MS), at],
        );
      }),
    refusals: async (accountId, since) => {
      const { rows } = await pool.query<{ count: number; lastAt: number | null }>(
        `SELECT coalesce(sum(count), 0)::bigint AS count, max(last_at) AS "lastAt"
         FROM login_refusal WHERE account_id = $1 AND day >= $2`,
        [accountId, Math.floor(since / DAY_MS)],
      );
      return rows[0] ?? { count: 0, lastAt: null };
    },
    purge: async (now, unseenSince, refusedBefore, signal) => {
      const purges = [
        slice(
          'DELETE FROM login_step WHERE hash IN (SELECT hash FROM login_step WHERE expires_at <= $1 LIMIT 1000)',
          now,
        ),
        slice(
          'DELETE FROM known_browser WHERE hash IN (SELECT hash FROM known_browser WHERE seen_at < $1 LIMIT 1000)',
          unseenSince,
        ),
        slice(
          `DELETE FROM login_refusal WHERE (account_id, day) IN (
             SELECT account_id, day FROM login_refusal WHERE day < $1 LIMIT 1000)`,
          Math.floor(refusedBefore / DAY_MS),
        ),
      ];
      let rows = 0;
      for (const purge of purges) rows += await inSlices(writer, purge, signal);
      return rows;
    },
  };
}
