import type { Database } from 'better-sqlite3';
import { Spent } from '../spent.ts';
import type { FactorStore } from '../types.ts';
import type { Writer } from './writer.ts';

interface FactorRow {
  account_id: string;
  secret: string;
  enabled_at: number | null;
  offered_to: string | null;
  offered_at: number | null;
}

export function createFactorStore(db: Database, writer: Writer): FactorStore {
  const find = db.prepare<[string], FactorRow>('SELECT * FROM second_factor WHERE account_id = ?');
  const offer = db.prepare<[string, string, string, number]>(
    `INSERT INTO second_factor (account_id, secret, offered_to, offered_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, offered_to = excluded.offered_to,
       offered_at = excluded.offered_at WHERE enabled_at IS NULL`,
  );
  const enable = db.prepare<[number, number, string, string]>(
    'UPDATE second_factor SET enabled_at = ?, last_step = ? WHERE account_id = ? AND secret = ? AND enabled_at IS NULL',
  );
  const useStep = db.prepare<[number, string, number]>(
    'UPDATE second_factor SET last_step = ? WHERE account_id = ? AND enabled_at IS NOT NULL AND last_step < ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM second_factor WHERE account_id = ?');
  const addCode = db.prepare<[string, string]>('INSERT INTO recovery_code (account_id, hash) VALUES (?, ?)');
  const takeCode = db.prepare<[string, string]>('DELETE FROM recovery_code WHERE account_id = ? AND hash = ?');
  const dropCodes = db.prepare<[string]>('DELETE FROM recovery_code WHERE account_id = ?');
  const countCodes = db.prepare<[string], number>('SELECT count(*) FROM recovery_code WHERE account_id = ?').pluck();

  function setCodes(accountId: string, hashes: readonly string[]): void {
    dropCodes.run(accountId);
    for (const hash of hashes) addCode.run(accountId, hash);
  }
  return {
    find: async (accountId) => {
      const row = find.get(accountId);
      if (!row) return undefined;
      return {
        accountId: row.account_id,
        secret: row.secret,
        enabledAt: row.enabled_at,
        offeredTo: row.offered_to,
        offeredAt: row.offered_at,
      };
    },
    offer: (accountId, secret, sessionHash, at) =>
      writer.commit(() => offer.run(accountId, secret, sessionHash, at).changes > 0),
    enable: (accountId, secret, at, step, codeHashes) =>
      writer.commit(() => {
        const enabled = enable.run(at, step, accountId, secret).changes > 0;
        if (enabled) setCodes(accountId, codeHashes);
        return enabled;
      }),
    useStep: (accountId, step) =>
      writer.commit(() => {
        if (useStep.run(step, accountId, step).changes === 0) throw new Spent('code');
      }),
    takeCode: (accountId, codeHash) =>
      writer.commit(() => {
        if (takeCode.run(accountId, codeHash).changes === 0) throw new Spent('code');
      }),
    replaceCodes: (accountId, codeHashes) => writer.commit(() => setCodes(accountId, codeHashes)),
    countCodes: async (accountId) => countCodes.get(accountId) ?? 0,
    remove: (accountId) =>
      writer.commit(() => {
        dropCodes.run(accountId);
        return remove.run(accountId).changes > 0;
      }),
  };
}
