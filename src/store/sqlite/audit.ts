import type { Database } from 'better-sqlite3';
import { AUDIT_FOLDED_MS, AUDIT_KEPT } from '../limits.ts';
import type { AuditRecord, AuditStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface AuditRow {
  id: number;
  account_id: string | null;
  action: string;
  detail: string;
  at: number;
  times: number;
  first_at: number | null;
}

function toRecord(row: AuditRow): AuditRecord {
  return {
    accountId: row.account_id,
    action: row.action,
    detail: row.detail,
    at: row.at,
    times: row.times,
    firstAt: row.first_at ?? row.at,
  };
}

export function createAuditStore(db: Database, writer: Writer): AuditStore {
  const insert = db.prepare(
    'INSERT INTO audit (account_id, action, detail, at) VALUES (@accountId, @action, @detail, @at)',
  );
  const like = db.prepare<[string, string, number, number, number, string], AuditRow>(
    `SELECT * FROM audit WHERE account_id = ? AND action = ? AND at > ? AND at <= ? AND (? OR detail = ?)
     ORDER BY at DESC, id DESC LIMIT 1`,
  );
  const fold = db.prepare<[string, number, number]>(
    'UPDATE audit SET times = times + 1, first_at = coalesce(first_at, at), detail = ?, at = ? WHERE id = ?',
  );
  const list = db.prepare<[string, number, number], AuditRow>(
    'SELECT * FROM audit WHERE account_id = ? ORDER BY at DESC, id DESC LIMIT ? OFFSET ?',
  );
  const trim = db.prepare<{ accountId: string | null; action: string }>(
    `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE account_id = @accountId AND action = @action
       ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${AUDIT_KEPT})`,
  );
  const purge = db.prepare<[number]>('DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? LIMIT 100)');
  return {
    add: (entry, kept) =>
      writer.commit(() => {
        const { accountId, action, detail, at } = entry;
        const any = kept === 'lastDetail' ? 1 : 0;
        const same = accountId && like.get(accountId, action, at - AUDIT_FOLDED_MS, at, any, detail);
        if (same) {
          fold.run(detail, at, same.id);
          return;
        }
        insert.run(entry);
        trim.run({ accountId, action });
      }),
    list: async (accountId, limit, offset = 0) => list.all(accountId, limit, offset).map(toRecord),
    purge: (before, signal) => inSlices(writer, () => purge.run(before).changes, signal),
  };
}
