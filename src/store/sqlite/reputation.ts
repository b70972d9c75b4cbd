import type { Database } from 'better-sqlite3';
import type { ReputationRecord, ReputationStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface Row {
  company_key: string;
  scope: ReputationRecord['scope'];
  site: string;
  depth: ReputationRecord['depth'];
  found: number;
  fetched_at: number;
  value: string;
}

export function createReputationStore(db: Database, writer: Writer): ReputationStore {
  const select = db.prepare<[string, string], Row>('SELECT * FROM reputation WHERE company_key = ? AND scope = ?');
  const upsert = db.prepare(
    `INSERT INTO reputation (company_key, scope, site, depth, found, fetched_at, value) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (company_key, scope, site, depth) DO UPDATE SET
       found = excluded.found, fetched_at = excluded.fetched_at, value = excluded.value`,
  );
  const purge = db.prepare(
    `DELETE FROM reputation WHERE (company_key, scope, site, depth) IN (
       SELECT company_key, scope, site, depth FROM reputation
       WHERE fetched_at < ? OR (found = 0 AND fetched_at < ?) LIMIT 50)`,
  );
  return {
    get: async (companyKey, scope) => select.all(companyKey, scope).map(toRecord),
    put: (records) =>
      writer.commit(() => {
        for (const record of records) {
          upsert.run(
            record.companyKey,
            record.scope,
            record.site,
            record.depth,
            record.found ? 1 : 0,
            record.fetchedAt,
            record.value,
          );
        }
      }),
    purge: (before, negativeBefore, signal) =>
      inSlices(writer, () => purge.run(before, negativeBefore).changes, signal),
  };
}

function toRecord(row: Row): ReputationRecord {
  return {
    companyKey: row.company_key,
    scope: row.scope,
    site: row.site,
    depth: row.depth,
    found: row.found === 1,
    fetchedAt: row.fetched_at,
    value: row.value,
  };
}
