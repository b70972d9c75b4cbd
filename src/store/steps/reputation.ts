import type { ReputationRecord, ReputationStore } from '../types.ts';
import { change, findAll, type StepRunner } from './step.ts';

interface Row extends Omit<ReputationRecord, 'found'> {
  found: boolean | number;
}

export function createReputationStore(steps: StepRunner): ReputationStore {
  return {
    get: async (companyKey, scope) => {
      const rows = await steps.read(
        findAll<Row>(
          `SELECT company_key AS "companyKey", scope, site, depth, found, fetched_at AS "fetchedAt", value
           FROM reputation WHERE company_key = ? AND scope = ?`,
          companyKey,
          scope,
        ),
      );
      return rows.map((row) => ({ ...row, found: Boolean(row.found) }));
    },
    put: (records) =>
      steps.write(function* () {
        // Records are written in a fixed order, so that two transactions with the same records cannot deadlock.
        for (const record of records.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
          yield* change(
            `INSERT INTO reputation (company_key, scope, site, depth, found, fetched_at, value)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (company_key, scope, site, depth) DO UPDATE SET
               found = excluded.found, fetched_at = excluded.fetched_at, value = excluded.value`,
            record.companyKey,
            record.scope,
            record.site,
            record.depth,
            record.found,
            record.fetchedAt,
            record.value,
          );
        }
      }),
    purge: (before, negativeBefore, signal) =>
      steps.repeat(
        `DELETE FROM reputation WHERE (company_key, scope, site, depth) IN (
           SELECT company_key, scope, site, depth FROM reputation
           WHERE fetched_at < ? OR (NOT found AND fetched_at < ?) LIMIT ?)`,
        [before, negativeBefore],
        signal,
      ),
  };
}

function keyOf({ companyKey, scope, site, depth }: ReputationRecord): string {
  return JSON.stringify([companyKey, scope, site, depth]);
}
