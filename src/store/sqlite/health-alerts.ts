import type { Database } from 'better-sqlite3';
import { LONGEST_WAIT_MS } from '../limits.ts';
import type { AlertDelivery, HealthStore, NewSourceAlert, SourceAlert } from '../types.ts';
import type { Writer } from './writer.ts';

type AlertRow = Omit<NewSourceAlert, 'channels'>;

interface DeliveryRow extends AlertRow {
  channel: AlertDelivery['channel'];
  tries: number;
}

type AlertSteps = Pick<HealthStore, 'alerts' | 'claimDelivery' | 'noteDelivery'>;

/** Alerts and their ways out, and the plain write for a step that is already inside a transaction. */
export function createAlertStore(
  db: Database,
  writer: Writer,
): AlertSteps & { insertAlert: (alert: NewSourceAlert) => void } {
  const insert = db.prepare<[string, string, number, string]>(
    'INSERT INTO source_alert (id, source, at, value) VALUES (?, ?, ?, ?)',
  );
  const insertDelivery = db.prepare<[string, string, number]>(
    "INSERT INTO source_alert_delivery (alert_id, channel, state, next_at) VALUES (?, ?, 'waiting', ?)",
  );
  const list = db.prepare<[string, string, number], AlertRow>(
    "SELECT * FROM source_alert WHERE ? = '' OR source = ? ORDER BY at DESC, id LIMIT ?",
  );
  const deliveriesOf = db.prepare<[string], SourceAlert['deliveries'][number]>(
    'SELECT channel, state FROM source_alert_delivery WHERE alert_id = ? ORDER BY channel',
  );
  const next = db.prepare<[number, number], DeliveryRow>(
    `SELECT id, source, at, value, channel, tries FROM source_alert_delivery JOIN source_alert ON id = alert_id
     WHERE state = 'waiting' AND (next_at <= ? OR next_at > ?) ORDER BY next_at, id LIMIT 1`,
  );
  const take = db.prepare<[number, string, string]>(
    'UPDATE source_alert_delivery SET tries = tries + 1, next_at = ? WHERE alert_id = ? AND channel = ?',
  );
  const end = db.prepare<[string, string, string]>(
    'UPDATE source_alert_delivery SET state = ? WHERE alert_id = ? AND channel = ?',
  );
  const wait = db.prepare<[number, string, string]>(
    "UPDATE source_alert_delivery SET next_at = ? WHERE alert_id = ? AND channel = ? AND state = 'waiting'",
  );
  return {
    insertAlert: ({ id, source, at, value, channels }) => {
      insert.run(id, source, at, value);
      for (const channel of channels) insertDelivery.run(id, channel, at);
    },
    alerts: async (limit, source = '') =>
      list.all(source, source, limit).map((row) => ({ ...row, deliveries: deliveriesOf.all(row.id) })),
    claimDelivery: async (now, leaseMs) => {
      // Asked for often and in vain: what is not there needs no step on disk.
      if (!next.get(now, now + LONGEST_WAIT_MS)) return undefined;
      return writer.commit(() => {
        const row = next.get(now, now + LONGEST_WAIT_MS);
        if (!row) return undefined;
        const { channel, tries, ...alert } = row;
        take.run(now + leaseMs, alert.id, channel);
        return { alert, channel, tries: tries + 1 };
      });
    },
    noteDelivery: (alertId, channel, outcome) =>
      writer.commit(() => {
        if ('retryAt' in outcome) wait.run(outcome.retryAt, alertId, channel);
        else end.run(outcome.state, alertId, channel);
      }),
  };
}
