import type { Database } from 'better-sqlite3';
import { copyOf, toCheck, toDay, type CheckRow, type DayRow } from '../health-rows.ts';
import type { HealthStore, SourceCheck, SourceStanding } from '../types.ts';
import { createAlertStore } from './health-alerts.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

const DAY_MS = 86_400_000;

interface HealthRow {
  source: string;
  last_at: number | null;
  last_outcome: SourceStanding['lastOutcome'] | null;
  state: string;
  lease_holder: string | null;
  lease_until: number | null;
}

export function createHealthStore(db: Database, writer: Writer): HealthStore {
  const { insertAlert, ...alerts } = createAlertStore(db, writer);
  const find = db.prepare<[string], HealthRow>('SELECT * FROM source_health WHERE source = ?');
  const listStandings = db.prepare<[], HealthRow>(
    'SELECT * FROM source_health WHERE last_at IS NOT NULL ORDER BY source',
  );
  const lease = db.prepare<[string, string, number]>(
    `INSERT INTO source_health (source, lease_holder, lease_until) VALUES (?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET lease_holder = excluded.lease_holder, lease_until = excluded.lease_until`,
  );
  const giveBack = db.prepare<[string, string]>(
    'UPDATE source_health SET lease_holder = NULL, lease_until = NULL WHERE source = ? AND lease_holder = ?',
  );
  const keep = db.prepare<[number, string, string, string]>(
    `UPDATE source_health SET last_at = ?, last_outcome = ?, state = ?, lease_holder = NULL, lease_until = NULL
     WHERE source = ?`,
  );
  /** Checks that a clock since set back made in its future count as made now. */
  const recall = db.prepare<[number, string, number]>('UPDATE source_check SET at = ? WHERE source = ? AND at > ?');
  const insert = db.prepare<[string, number, string, number, string, string]>(
    'INSERT INTO source_check (source, at, outcome, ms, fields, reason) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const latest = db.prepare<[string, number], CheckRow>(
    'SELECT * FROM source_check WHERE source = ? ORDER BY at DESC, id DESC LIMIT ?',
  );
  const between = db.prepare<[string, number, number], CheckRow>(
    'SELECT * FROM source_check WHERE source = ? AND at >= ? AND at < ? ORDER BY at DESC, id DESC',
  );
  const daysFrom = db.prepare<[string, number], DayRow>('SELECT * FROM source_day WHERE source = ? AND day >= ?');
  const daysOf = db.prepare<[string], DayRow>('SELECT * FROM source_day WHERE source = ? ORDER BY day');
  const allDays = db.prepare<[], DayRow>('SELECT * FROM source_day ORDER BY source, day');
  const dropDays = db.prepare<[string, number]>('DELETE FROM source_day WHERE source = ? AND day > ?');
  const putDay = db.prepare<[string, number, string, string]>(
    `INSERT INTO source_day (source, day, outcomes, fields) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, day) DO UPDATE SET outcomes = excluded.outcomes, fields = excluded.fields`,
  );
  const purges = [
    'DELETE FROM source_check WHERE id IN (SELECT id FROM source_check WHERE at < ? LIMIT 100)',
    'DELETE FROM source_alert WHERE id IN (SELECT id FROM source_alert WHERE at < ? LIMIT 50)',
    'DELETE FROM source_health WHERE source IN (SELECT source FROM source_health WHERE last_at < ? LIMIT 50)',
  ].map((sql) => db.prepare<[number]>(sql));
  const purgeDays = db.prepare<[number]>(
    'DELETE FROM source_day WHERE (source, day) IN (SELECT source, day FROM source_day WHERE day < ? LIMIT 50)',
  );

  /** Adds a check to its day; days that lie ahead become part of it. */
  const addToDay = ({ source, at, outcome, fields }: SourceCheck): void => {
    const day = Math.floor(at / DAY_MS);
    const sum = { outcomes: { [outcome]: 1 } as Record<string, number>, fields: copyOf(fields) };
    for (const row of daysFrom.all(source, day)) {
      const known = toDay(row);
      for (const [name, count] of Object.entries(known.outcomes))
        sum.outcomes[name] = (sum.outcomes[name] ?? 0) + count;
      for (const [name, { hits, of }] of Object.entries(known.fields)) {
        const tally = (sum.fields[name] ??= { hits: 0, of: 0 });
        tally.hits += hits;
        tally.of += of;
      }
    }
    dropDays.run(source, day);
    putDay.run(source, day, JSON.stringify(sum.outcomes), JSON.stringify(sum.fields));
  };

  return {
    ...alerts,
    standings: async () => listStandings.all().map(toStanding),
    claim: (source, holder, now, { everyMs, leaseMs }) =>
      writer.commit(() => {
        const row = find.get(source);
        const until = row?.lease_until ?? 0;
        if (until > now && until <= now + leaseMs) return false;
        const lastAt = row?.last_at ?? null;
        if (lastAt !== null && lastAt <= now && now - lastAt < everyMs) return false;
        lease.run(source, holder, now + leaseMs);
        return true;
      }),
    release: (source, holder) => writer.commit(() => void giveBack.run(source, holder)),
    history: async (source, checks) => ({
      recent: latest.all(source, checks).map(toCheck),
      days: daysOf.all(source).map(toDay),
    }),
    finish: (holder, check, state, found) =>
      writer.commit(() => {
        const { source, at, outcome, ms, fields, reason } = check;
        if (find.get(source)?.lease_holder !== holder) return false;
        recall.run(at, source, at);
        insert.run(source, at, outcome, ms, JSON.stringify(fields), reason);
        addToDay(check);
        keep.run(at, outcome, state, source);
        for (const alert of found) insertAlert(alert);
        return true;
      }),
    days: async () => allDays.all().map(toDay),
    checks: async (source, from, to) => between.all(source, from, to).map(toCheck),
    purge: async (before, signal) => {
      let rows = 0;
      for (const purge of purges) rows += await inSlices(writer, () => purge.run(before).changes, signal);
      const firstDay = Math.floor(before / DAY_MS);
      return rows + (await inSlices(writer, () => purgeDays.run(firstDay).changes, signal));
    },
  };
}

function toStanding(row: HealthRow): SourceStanding {
  return {
    source: row.source,
    lastAt: row.last_at as number,
    lastOutcome: row.last_outcome as SourceStanding['lastOutcome'],
    state: row.state,
  };
}
