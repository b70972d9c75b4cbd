import { copyOf, toCheck, toDay, type CheckRow, type DayRow } from '../health-rows.ts';
import type { HealthStore, SourceCheck, SourceDay, SourceStanding } from '../types.ts';
import type { Connections, Queryable } from './connection.ts';
import { createAlertStore, insertAlert } from './health-alerts.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

const DAY_MS = 86_400_000;

const CHECK = 'SELECT source, at, outcome, ms, fields, reason FROM source_check';
const DAY = 'SELECT source, day, outcomes, fields FROM source_day';

export function createHealthStore(connections: Connections, writer: Writer): HealthStore {
  const { pool } = connections;
  async function checks(sql: string, ...values: readonly unknown[]): Promise<SourceCheck[]> {
    return (await pool.query<CheckRow>(sql, values)).rows.map(toCheck);
  }
  async function days(sql: string, ...values: readonly unknown[]): Promise<SourceDay[]> {
    return (await pool.query<DayRow>(sql, values)).rows.map(toDay);
  }
  return {
    ...createAlertStore(connections, writer),
    standings: async () => {
      const { rows } = await pool.query<SourceStanding>(
        `SELECT source, last_at AS "lastAt", last_outcome AS "lastOutcome", state FROM source_health
         WHERE last_at IS NOT NULL ORDER BY source`,
      );
      return rows;
    },
    claim: (source, holder, now, { everyMs, leaseMs }) =>
      writer.commit(async (tx) => {
        // One statement: the row is looked at as it is once it is locked.
        const { rowCount } = await tx.query(
          `INSERT INTO source_health AS known (source, lease_holder, lease_until) VALUES ($1, $2, $4)
           ON CONFLICT (source) DO UPDATE SET lease_holder = excluded.lease_holder, lease_until = excluded.lease_until
           WHERE NOT coalesce(known.lease_until > $3 AND known.lease_until <= $4, false)
             AND NOT coalesce(known.last_at <= $3 AND $3 - known.last_at < $5, false)`,
          [source, holder, now, now + leaseMs, everyMs],
        );
        return rowCount > 0;
      }),
    release: (source, holder) =>
      writer.commit(async (tx) => {
        await tx.query(
          'UPDATE source_health SET lease_holder = NULL, lease_until = NULL WHERE source = $1 AND lease_holder = $2',
          [source, holder],
        );
      }),
    history: async (source, limit) => ({
      recent: await checks(`${CHECK} WHERE source = $1 ORDER BY at DESC, id DESC LIMIT $2`, source, limit),
      days: await days(`${DAY} WHERE source = $1 ORDER BY day`, source),
    }),
    finish: (holder, check, state, found) =>
      writer.commit(async (tx) => {
        const { source, at, outcome, ms, fields, reason } = check;
        const { rowCount } = await tx.query(
          `UPDATE source_health SET last_at = $1, last_outcome = $2, state = $3, lease_holder = NULL, lease_until = NULL
           WHERE source = $4 AND lease_holder = $5`,
          [at, outcome, state, source, holder],
        );
        if (rowCount === 0) return false;
        /** Checks that a clock since set back made in its future count as made now. */
        await tx.query('UPDATE source_check SET at = $1 WHERE source = $2 AND at > $1', [at, source]);
        await tx.query(
          'INSERT INTO source_check (source, at, outcome, ms, fields, reason) VALUES ($1, $2, $3, $4, $5, $6)',
          [source, at, outcome, ms, JSON.stringify(fields), reason],
        );
        await addToDay(tx, check);
        for (const alert of found) await insertAlert(tx, alert);
        return true;
      }),
    days: () => days(`${DAY} ORDER BY source, day`),
    checks: (source, from, to) =>
      checks(`${CHECK} WHERE source = $1 AND at >= $2 AND at < $3 ORDER BY at DESC, id DESC`, source, from, to),
    purge: async (before, signal) => {
      const purges = [
        slice('DELETE FROM source_check WHERE id IN (SELECT id FROM source_check WHERE at < $1 LIMIT 1000)', before),
        slice('DELETE FROM source_alert WHERE id IN (SELECT id FROM source_alert WHERE at < $1 LIMIT 500)', before),
        slice('DELETE FROM source_health WHERE last_at < $1', before),
        slice('DELETE FROM source_day WHERE day < $1', Math.floor(before / DAY_MS)),
      ];
      let rows = 0;
      for (const purge of purges) rows += await inSlices(writer, purge, signal);
      return rows;
    },
  };
}

/** Adds a check to its day; days that lie ahead become part of it. The source's turn, which is held, keeps others off. */
async function addToDay(tx: Queryable, { source, at, outcome, fields }: SourceCheck): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  const sum = { outcomes: { [outcome]: 1 } as Record<string, number>, fields: copyOf(fields) };
  const { rows } = await tx.query<DayRow>(`${DAY} WHERE source = $1 AND day >= $2`, [source, day]);
  for (const row of rows) {
    const known = toDay(row);
    for (const [name, count] of Object.entries(known.outcomes)) sum.outcomes[name] = (sum.outcomes[name] ?? 0) + count;
    for (const [name, { hits, of }] of Object.entries(known.fields)) {
      const tally = (sum.fields[name] ??= { hits: 0, of: 0 });
      tally.hits += hits;
      tally.of += of;
    }
  }
  await tx.query('DELETE FROM source_day WHERE source = $1 AND day > $2', [source, day]);
  await tx.query(
    `INSERT INTO source_day (source, day, outcomes, fields) VALUES ($1, $2, $3, $4)
     ON CONFLICT (source, day) DO UPDATE SET outcomes = excluded.outcomes, fields = excluded.fields`,
    [source, day, JSON.stringify(sum.outcomes), JSON.stringify(sum.fields)],
  );
}
