import { DAY_MS } from '../../lib/clock.ts';
import { AlreadyUsed } from '../already-used.ts';
import { BROWSERS } from '../limits.ts';
import type { LogInLinkRecord, LogInStep, LogInStore } from '../types.ts';
import { change, find, lockAccount, run, type StepRunner } from './step.ts';

const STEP = 'hash, account_id AS "accountId", password_hash AS "passwordHash", expires_at AS "expiresAt"';

const LINK = 'hash, account_id AS "accountId", created_at AS "createdAt", expires_at AS "expiresAt"';

export function createLogInStore(steps: StepRunner): LogInStore {
  return {
    saveBrowser: (hash, accountId, at) =>
      steps.write(function* () {
        yield* lockAccount(accountId);
        yield* change('INSERT INTO known_browser (hash, account_id, seen_at) VALUES (?, ?, ?)', hash, accountId, at);
        yield* change(
          `DELETE FROM known_browser WHERE account_id = ? AND hash NOT IN (
             SELECT hash FROM known_browser WHERE account_id = ? ORDER BY seen_at DESC LIMIT ${BROWSERS})`,
          accountId,
          accountId,
        );
      }),
    findBrowser: async (hash) => {
      const row = await steps.read(
        find<{ id: string }>('SELECT account_id AS id FROM known_browser WHERE hash = ?', hash),
      );
      return row?.id;
    },
    dropBrowser: (hash) => steps.write(() => change('DELETE FROM known_browser WHERE hash = ?', hash)),
    forget: (accountId) =>
      steps.write(function* () {
        // `saveBrowser` takes the same lock, so it runs completely before or after this deletion.
        yield* lockAccount(accountId);
        yield* change('DELETE FROM known_browser WHERE account_id = ?', accountId);
        yield* change('DELETE FROM login_step WHERE account_id = ?', accountId);
        yield* change('DELETE FROM login_link WHERE account_id = ?', accountId);
      }),
    saveStep: ({ hash, accountId, passwordHash, expiresAt }) =>
      steps.write(() =>
        change(
          'INSERT INTO login_step (hash, account_id, password_hash, expires_at) VALUES (?, ?, ?, ?)',
          hash,
          accountId,
          passwordHash,
          expiresAt,
        ),
      ),
    findStep: (hash, now) =>
      steps.read(find<LogInStep>(`SELECT ${STEP} FROM login_step WHERE hash = ? AND expires_at > ?`, hash, now)),
    tryStep: (hash, maximum, now) =>
      steps.write(() =>
        find<LogInStep>(
          `UPDATE login_step SET tries = tries + 1 WHERE hash = ? AND tries < ? AND expires_at > ? RETURNING ${STEP}`,
          hash,
          maximum,
          now,
        ),
      ),
    takeStep: (hash) =>
      steps.write(function* () {
        if ((yield* run('DELETE FROM login_step WHERE hash = ?', hash)) === 0) throw new AlreadyUsed('step');
      }),
    saveLink: ({ hash, accountId, createdAt, expiresAt }) =>
      steps.write(() =>
        change(
          'INSERT INTO login_link (hash, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
          hash,
          accountId,
          createdAt,
          expiresAt,
        ),
      ),
    findLink: async (hash, now) => {
      const sql = `SELECT ${LINK} FROM login_link WHERE hash = ? AND spent_at IS NULL`;
      const link = await steps.read(find<LogInLinkRecord>(sql, hash));
      if (!link || link.expiresAt > now) return link;
      // The link is marked as used, so that it stays expired even if the clock is set back.
      await steps
        .write(() =>
          change('UPDATE login_link SET spent_at = ? WHERE hash = ? AND spent_at IS NULL', link.expiresAt, hash),
        )
        .catch(() => {});
      return undefined;
    },
    spendLink: (hash, now) =>
      steps.write(function* () {
        const sql = 'UPDATE login_link SET spent_at = ? WHERE hash = ? AND spent_at IS NULL AND expires_at > ?';
        if ((yield* run(sql, now, hash, now)) === 0) throw new AlreadyUsed('link');
      }),
    countRefusal: (accountId, at) =>
      steps.write(() =>
        change(
          `INSERT INTO login_refusal (account_id, day, count, last_at) VALUES (?, ?, 1, ?)
           ON CONFLICT (account_id, day) DO UPDATE SET count = login_refusal.count + 1,
             last_at = greatest(login_refusal.last_at, excluded.last_at)`,
          accountId,
          Math.floor(at / DAY_MS),
          at,
        ),
      ),
    refusals: async (accountId, since) => {
      const row = await steps.read(
        find<{ count: number; lastAt: number | null }>(
          `SELECT coalesce(sum(count), 0) AS count, max(last_at) AS "lastAt"
           FROM login_refusal WHERE account_id = ? AND day >= ?`,
          accountId,
          Math.floor(since / DAY_MS),
        ),
      );
      return row ?? { count: 0, lastAt: null };
    },
    purge: async (now, unseenSince, refusedBefore, signal) =>
      (await steps.repeat(
        'DELETE FROM login_step WHERE hash IN (SELECT hash FROM login_step WHERE expires_at <= ? LIMIT ?)',
        [now],
        signal,
      )) +
      (await steps.repeat(
        'DELETE FROM login_link WHERE hash IN (SELECT hash FROM login_link WHERE expires_at <= ? LIMIT ?)',
        [now],
        signal,
      )) +
      (await steps.repeat(
        'DELETE FROM known_browser WHERE hash IN (SELECT hash FROM known_browser WHERE seen_at < ? LIMIT ?)',
        [unseenSince],
        signal,
      )) +
      (await steps.repeat(
        `DELETE FROM login_refusal WHERE (account_id, day) IN (
           SELECT account_id, day FROM login_refusal WHERE day < ? LIMIT ?)`,
        [Math.floor(refusedBefore / DAY_MS)],
        signal,
      )),
  };
}
