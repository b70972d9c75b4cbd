import { DAY_MS } from '../../lib/clock.ts';
import type { FieldCounts, HealthStore, SourceCheck, SourceDay, SourceSummary } from '../types.ts';
import { createAlertStore, insertAlert } from './health-alerts.ts';
import { change, findAll, run, type Step, type StepRunner, type Value } from './step.ts';

const CHECK = 'SELECT source, at, outcome, ms, fields, reason FROM source_check';
const DAY = 'SELECT source, day, outcomes, fields FROM source_day';

interface CheckRow extends Omit<SourceCheck, 'fields'> {
  fields: string;
}

interface DayRow {
  source: string;
  day: number;
  outcomes: string;
  fields: string;
}

function* findChecks(where: string, ...values: readonly Value[]): Step<SourceCheck[]> {
  const rows = yield* findAll<CheckRow>(`${CHECK} ${where}`, ...values);
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as FieldCounts }));
}

function* findDays(where: string, ...values: readonly Value[]): Step<SourceDay[]> {
  const rows = yield* findAll<DayRow>(`${DAY} ${where}`, ...values);
  return rows.map((row) => ({
    ...row,
    outcomes: JSON.parse(row.outcomes) as SourceDay['outcomes'],
    fields: JSON.parse(row.fields) as FieldCounts,
  }));
}

/**
 * Also merges the sums of later days into the day of the check, because those days were stored before the clock was set
 * back. The caller holds the claim on this source, so no other process changes these rows meanwhile.
 */
function* addToDay({ source, at, outcome, fields }: SourceCheck): Step<void> {
  const day = Math.floor(at / DAY_MS);
  const outcomes: Record<string, number> = { [outcome]: 1 };
  const sums = Object.fromEntries(Object.entries(fields).map(([name, count]) => [name, { ...count }]));
  for (const known of yield* findDays('WHERE source = ? AND day >= ?', source, day)) {
    for (const [name, count] of Object.entries(known.outcomes)) outcomes[name] = (outcomes[name] ?? 0) + count;
    for (const [name, { hits, of }] of Object.entries(known.fields)) {
      const count = (sums[name] ??= { hits: 0, of: 0 });
      count.hits += hits;
      count.of += of;
    }
  }
  yield* change('DELETE FROM source_day WHERE source = ? AND day > ?', source, day);
  yield* change(
    `INSERT INTO source_day (source, day, outcomes, fields) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, day) DO UPDATE SET outcomes = excluded.outcomes, fields = excluded.fields`,
    source,
    day,
    JSON.stringify(outcomes),
    JSON.stringify(sums),
  );
}

export function createHealthStore(steps: StepRunner): HealthStore {
  return {
    ...createAlertStore(steps),
    summaries: () =>
      steps.read(
        findAll<SourceSummary>(
          `SELECT source, last_at AS "lastAt", last_outcome AS "lastOutcome", state FROM source_health
           WHERE last_at IS NOT NULL ORDER BY source`,
        ),
      ),
    claim: (source, holder, now, { everyMs, leaseMs }) =>
      steps.write(function* () {
        // A single statement tests the conditions after it has locked the row, so two replicas cannot both claim the
        // check.
        const claimed = yield* run(
          `INSERT INTO source_health AS known (source, lease_holder, lease_until) VALUES (?, ?, ?)
           ON CONFLICT (source) DO UPDATE SET lease_holder = excluded.lease_holder, lease_until = excluded.lease_until
           WHERE NOT coalesce(known.lease_until > ? AND known.lease_until <= ?, false)
             AND NOT coalesce(known.last_at <= ? AND known.last_at > ?, false)`,
          source,
          holder,
          now + leaseMs,
          now,
          now + leaseMs,
          now,
          now - everyMs,
        );
        return claimed > 0;
      }),
    release: (source, holder) =>
      steps.write(() =>
        change(
          'UPDATE source_health SET lease_holder = NULL, lease_until = NULL WHERE source = ? AND lease_holder = ?',
          source,
          holder,
        ),
      ),
    history: async (source, limit) => ({
      recent: await steps.read(findChecks('WHERE source = ? ORDER BY at DESC, id DESC LIMIT ?', source, limit)),
      days: await steps.read(findDays('WHERE source = ? ORDER BY day', source)),
    }),
    finish: (holder, check, state, alerts) =>
      steps.write(function* () {
        const { source, at, outcome, ms, fields, reason } = check;
        const held = yield* run(
          `UPDATE source_health SET last_at = ?, last_outcome = ?, state = ?, lease_holder = NULL, lease_until = NULL
           WHERE source = ? AND lease_holder = ?`,
          at,
          outcome,
          state,
          source,
          holder,
        );
        if (held === 0) return false;
        // Times in the future were stored before the clock was set back. They are set to the time of this check.
        yield* change('UPDATE source_check SET at = ? WHERE source = ? AND at > ?', at, source, at);
        yield* change(
          'INSERT INTO source_check (source, at, outcome, ms, fields, reason) VALUES (?, ?, ?, ?, ?, ?)',
          source,
          at,
          outcome,
          ms,
          JSON.stringify(fields),
          reason,
        );
        yield* addToDay(check);
        for (const alert of alerts) yield* insertAlert(alert);
        return true;
      }),
    days: () => steps.read(findDays('ORDER BY source, day')),
    checks: (source, from, to) =>
      steps.read(findChecks('WHERE source = ? AND at >= ? AND at < ? ORDER BY at DESC, id DESC', source, from, to)),
    purge: async (before, signal) => {
      let rows = 0;
      for (const sql of [
        'DELETE FROM source_check WHERE id IN (SELECT id FROM source_check WHERE at < ? LIMIT ?)',
        'DELETE FROM source_alert WHERE id IN (SELECT id FROM source_alert WHERE at < ? LIMIT ?)',
        'DELETE FROM source_health WHERE source IN (SELECT source FROM source_health WHERE last_at < ? LIMIT ?)',
      ]) {
        rows += await steps.repeat(sql, [before], signal);
      }
      const days = `DELETE FROM source_day WHERE (source, day) IN (
        SELECT source, day FROM source_day WHERE day < ? LIMIT ?)`;
      return rows + (await steps.repeat(days, [Math.floor(before / DAY_MS)], signal));
    },
  };
}
