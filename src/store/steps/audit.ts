import { AUDIT_FOLDED_MS, AUDIT_KEPT } from '../limits.ts';
import type { AuditRecord, AuditStore } from '../types.ts';
import { change, findAll, lockName, run, type StepRunner } from './step.ts';

export function createAuditStore(steps: StepRunner): AuditStore {
  return {
    add: ({ accountId, action, detail, at }, kept) =>
      steps.write(function* () {
        if (accountId) {
          // Under the lock, two simultaneous equal events become one record.
          yield* lockName(`audit ${accountId} ${action}`);
          const folded = yield* run(
            `UPDATE audit SET times = times + 1, first_at = coalesce(first_at, at), detail = ?, at = ? WHERE id = (
               SELECT id FROM audit WHERE account_id = ? AND action = ? AND at > ? AND at <= ?
                 ${kept === 'lastDetail' ? '' : 'AND detail = ?'} ORDER BY at DESC, id DESC LIMIT 1)`,
            detail,
            at,
            accountId,
            action,
            at - AUDIT_FOLDED_MS,
            at,
            ...(kept === 'lastDetail' ? [] : [detail]),
          );
          if (folded > 0) return;
        }
        yield* change(
          'INSERT INTO audit (account_id, action, detail, at) VALUES (?, ?, ?, ?)',
          accountId,
          action,
          detail,
          at,
        );
        if (!accountId) return;
        yield* change(
          `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE account_id = ? AND action = ?
             ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${AUDIT_KEPT})`,
          accountId,
          action,
        );
      }),
    list: (accountId, limit, offset = 0) =>
      steps.read(
        findAll<AuditRecord>(
          `SELECT account_id AS "accountId", action, detail, at, times, coalesce(first_at, at) AS "firstAt"
           FROM audit WHERE account_id = ? ORDER BY audit.at DESC, id DESC LIMIT ? OFFSET ?`,
          accountId,
          limit,
          offset,
        ),
      ),
    purge: (before, signal) =>
      steps.repeat('DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? LIMIT ?)', [before], signal),
  };
}
