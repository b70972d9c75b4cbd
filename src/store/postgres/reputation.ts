import type { ReputationRecord, ReputationStore } from '../types.ts';
import type { Connections } from './connection.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

const COLUMNS = 'company_key AS "companyKey", scope, site, depth, found, fetched_at AS "fetchedAt", value';

export function createReputationStore({ pool }: Connections, writer: Writer): ReputationStore {
  return {
    get: async (companyKey, scope) => {
      const { rows } = await pool.query<ReputationRecord>(
        `SELECT ${COLUMNS} FROM reputation WHERE company_key = $1 AND scope = $2`,
        [companyKey, scope],
      );
      return rows;
    },
    put: (records) =>
      writer.commit(async (tx) => {
        // In one order, so that two who put the same ones wait for each other and not in a ring.
        for (const record of records.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
          await tx.query(
            `INSERT INTO reputation (company_key, scope, site, depth, found, fetched_at, value)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (company_key, scope, site, depth) DO UPDATE SET
               found = excluded.found, fetched_at = excluded.fetched_at, value = excluded.value`,
            [record.companyKey, record.scope, record.site, record.depth, record.found, record.fetchedAt, record.value],
          );
        }
      }),
    purge: (before, negativeBefore, signal) =>
      inSlices(
        writer,
        slice(
          `DELETE FROM reputation WHERE (company_key, scope, site, depth) IN (
             SELECT company_key, scope, site, depth FROM reputation
             WHERE fetched_at < $1 OR (NOT found AND fetched_at < $2) LIMIT 500)`,
          before,
          negativeBefore,
        ),
        signal,
      ),
  };
}

function keyOf({ companyKey, scope, site, depth }: ReputationRecord): string {
  return JSON.stringify([companyKey, scope, site, depth]);
}
