import { AUDIT_FOLDED_MS, AUDIT_KEPT } from '../limits.ts';
import type { AuditRecord, AuditStore } from '../types.ts';
import type { Connections } from './connection.ts';
import { lockName } from './locks.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

export function createAuditStore({ pool }: Connections, writer: Writer): AuditStore {
  return {
    add: ({ accountId, action, detail, at }, kept) =>
      writer.commit(async (tx) => {
        if (accountId) {
          // Two like ones at once are one, and what goes for one that is too many goes once.
          await lockName(tx, `audit ${accountId} ${action}`);
          const { rowCount } = await tx.query(
            `UPDATE audit SET times = times + 1, first_at = coalesce(first_at, at), detail = $1, at = $2 WHERE id = (
               SELECT id FROM audit WHERE account_id = $3 AND action = $4 AND at > $5 AND at <= $2
                 AND ($6::boolean OR detail = $1) ORDER BY at DESC, id DESC LIMIT 1)`,
            [detail, at, accountId, action, at - AUDIT_FOLDED_MS, kept === 'lastDetail'],
          );
          if (rowCount > 0) return;
        }
        await tx.query('INSERT INTO audit (account_id, action, detail, at) VALUES ($1, $2, $3, $4)', [
          accountId,
          action,
          detail,
          at,
        ]);
        if (!accountId) return;
        await tx.query(
          `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE account_id = $1 AND action = $2
             ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${AUDIT_KEPT})`,
          [accountId, action],
        );
      }),
    list: async (accountId, limit, offset = 0) => {
      const { rows } = await pool.query<AuditRecord>(
        `SELECT account_id AS "accountId", action, detail, at, times, coalesce(first_at, at) AS "firstAt"
         FROM audit WHERE account_id = $1 ORDER BY audit.at DESC, id DESC LIMIT $2 OFFSET $3`,
        [accountId, limit, offset],
      );
      return rows;
    },
    purge: (before, signal) =>
      inSlices(
        writer,
        slice('DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < $1 LIMIT 1000)', before),
        signal,
      ),
  };
}
