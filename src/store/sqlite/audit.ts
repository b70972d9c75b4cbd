import type { Database } from 'better-sqlite3';
import type { AuditEntry, AuditStore } from '../types.ts';
import type { Writer } from './writer.ts';

export function createAuditStore(db: Database, writer: Writer): AuditStore {
  const insert = db.prepare(
    'INSERT INTO audit (account_id, action, detail, at) VALUES (@accountId, @action, @detail, @at)',
  );
  const list = db.prepare<[string, number], { account_id: string | null; action: string; detail: string; at: number }>(
    'SELECT account_id, action, detail, at FROM audit WHERE account_id = ? ORDER BY id DESC LIMIT ?',
  );
  return {
    add: (entry) =>
      writer.commit(() => {
        insert.run(entry);
      }),
    list: async (accountId, limit): Promise<AuditEntry[]> =>
      list
        .all(accountId, limit)
        .map((row) => ({ accountId: row.account_id, action: row.action, detail: row.detail, at: row.at })),
  };
}
