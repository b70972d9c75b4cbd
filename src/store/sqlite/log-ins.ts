import type { Database } from 'better-sqlite3';
import { Spent } from '../spent.ts';
import { BROWSERS } from '../limits.ts';
import type { LogInStep, LogInStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

const DAY_MS = 86_400_000;

interface StepRow {
  hash: string;
  account_id: string;
  password_hash: string;
  expires_at: number;
}

function toStep(row: StepRow): LogInStep {
  return { hash: row.hash, accountId: row.account_id, passwordHash: row.password_hash, expiresAt: row.expires_at };
}

export function createLogInStore(db: Database, writer: Writer): LogInStore {
  const saveBrowser = db.prepare<[string, string, number]>(
    'INSERT INTO known_browser (hash, account_id, seen_at) VALUES (?, ?, ?)',
  );
  const trimBrowsers = db.prepare<{ accountId: string }>(
    `DELETE FROM known_browser WHERE account_id = @accountId AND hash NOT IN (
       SELECT hash FROM known_browser WHERE account_id = @accountId ORDER BY seen_at DESC LIMIT ${BROWSERS})`,
  );
  const findBrowser = db.prepare<[string], string>('SELECT account_id FROM known_browser WHERE hash = ?').pluck();
  const dropBrowser = db.prepare<[string]>('DELETE FROM known_browser WHERE hash = ?');
  const forgetBrowsers = db.prepare<[string]>('DELETE FROM known_browser WHERE account_id = ?');
  const forgetSteps = db.prepare<[string]>('DELETE FROM login_step WHERE account_id = ?');
  const saveStep = db.prepare(
    'INSERT INTO login_step (hash, account_id, password_hash, expires_at) VALUES (@hash, @accountId, @passwordHash, @expiresAt)',
  );
  const findStep = db.prepare<[string, number], StepRow>('SELECT * FROM login_step WHERE hash = ? AND expires_at > ?');
  const tryStep = db.prepare<[string, number, number], StepRow>(
    'UPDATE login_step SET tries = tries + 1 WHERE hash = ? AND tries < ? AND expires_at > ? RETURNING *',
  );
  const takeStep = db.prepare<[string]>('DELETE FROM login_step WHERE hash = ?');
  const countRefusal = db.prepare<[string, number, number]>(
    `INSERT INTO login_refusal (account_id, day, count, last_at) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)`,
  );
  const refusals = db.prepare<[string, number], { count: number; lastAt: number | null }>(
    'SELECT coalesce(sum(count), 0) AS count, max(last_at) AS lastAt FROM login_refusal WHERE account_id = ? AND day >= ?',
  );
  const purgeSteps = db.prepare<[number]>(
    'DELETE FROM login_step WHERE hash IN (SELECT hash FROM login_step WHERE expires_at <= ? LIMIT 100)',
  );
  const purgeBrowsers = db.prepare<[number]>(
    'DELETE FROM known_browser WHERE hash IN (SELECT hash FROM known_browser WHERE seen_at < ? LIMIT 100)',
  );
  const purgeRefusals = db.prepare<[number]>('DELETE FROM login_refusal WHERE day < ?');
  return {
    saveBrowser: (hash, accountId, at) =>
      writer.commit(() => {
        saveBrowser.run(hash, accountId, at);
        trimBrowsers.run({ accountId });
      }),
    findBrowser: async (hash) => findBrowser.get(hash),
    dropBrowser: (hash) =>
      writer.commit(() => {
        dropBrowser.run(hash);
      }),
    forget: (accountId) =>
      writer.commit(() => {
        forgetBrowsers.run(accountId);
        forgetSteps.run(accountId);
      }),
    saveStep: (step) =>
      writer.commit(() => {
        saveStep.run(step);
      }),
    findStep: async (hash, now) => {
      const row = findStep.get(hash, now);
      return row && toStep(row);
    },
    tryStep: (hash, maximum, now) =>
      writer.commit(() => {
        const row = tryStep.get(hash, maximum, now);
        return row && toStep(row);
      }),
    takeStep: (hash) =>
      writer.commit(() => {
        if (takeStep.run(hash).changes === 0) throw new Spent('step');
      }),
    countRefusal: (accountId, at) =>
      writer.commit(() => {
        countRefusal.run(accountId, Math.floor(at / DAY_MS), at);
      }),
    refusals: async (accountId, since) =>
      refusals.get(accountId, Math.floor(since / DAY_MS)) ?? { count: 0, lastAt: null },
    purge: async (now, unseenSince, refusedBefore, signal) =>
      (await inSlices(writer, () => purgeSteps.run(now).changes, signal)) +
      (await inSlices(writer, () => purgeBrowsers.run(unseenSince).changes, signal)) +
      (await inSlices(writer, () => purgeRefusals.run(Math.floor(refusedBefore / DAY_MS)).changes, signal)),
  };
}
