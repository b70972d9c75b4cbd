import type { Database } from 'better-sqlite3';
import type { AuditEntry, AuditStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

/** What is kept of an account: more than a person looks through, and no more however often something is changed. */
const KEPT = 1_000;

export function createAuditStore(db: Database, writer: Writer): AuditStore {
  const insert = db.prepare(
    'INSERT INTO audit (account_id, action, detail, at) VALUES (@accountId, @action, @detail, @at)',
  );
  const list = db.prepare<[string, number], { account_id: string | null; action: string; detail: string; at: number }>(
    'SELECT account_id, action, detail, at FROM audit WHERE account_id = ? ORDER BY id DESC LIMIT ?',
  );
  const trim = db.prepare<{ accountId: string | null }>(
    `DELETE FROM audit WHERE account_id = @accountId AND id <= (
       SELECT id FROM audit WHERE account_id = @accountId ORDER BY id DESC LIMIT 1 OFFSET ${KEPT})`,
  );
  const purge = db.prepare<[number]>('DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? LIMIT 100)');
  return {
    add: (entry) =>
      writer.commit(() => {
        insert.run(entry);
        trim.run({ accountId: entry.accountId });
      }),
    list: async (accountId, limit): Promise<AuditEntry[]> =>
      list
        .all(accountId, limit)
        .map((row) => ({ accountId: row.account_id, action: row.action, detail: row.detail, at: row.at })),
    purge: (before, signal) => inSlices(writer, () => purge.run(before).changes, signal),
  };
}
