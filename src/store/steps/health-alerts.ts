import { LONGEST_WAIT_MS } from '../limits.ts';
import type { AlertDelivery, HealthStore, NewSourceAlert, SourceAlert } from '../types.ts';
import { change, find, findAll, type Step, type StepRunner } from './step.ts';

type AlertRow = Omit<NewSourceAlert, 'channels'>;

interface DeliveryRow extends AlertRow {
  channel: AlertDelivery['channel'];
  tries: number;
}

const NEXT = `SELECT id, source, at, value, channel, tries FROM source_alert_delivery JOIN source_alert ON id = alert_id
  WHERE state = 'waiting' AND (next_at <= ? OR next_at > ?) ORDER BY next_at, id LIMIT 1`;

export function* insertAlert({ id, source, at, value, channels }: NewSourceAlert): Step<void> {
  yield* change('INSERT INTO source_alert (id, source, at, value) VALUES (?, ?, ?, ?)', id, source, at, value);
  for (const channel of channels) {
    yield* change(
      "INSERT INTO source_alert_delivery (alert_id, channel, state, next_at) VALUES (?, ?, 'waiting', ?)",
      id,
      channel,
      at,
    );
  }
}

function* listAlerts(limit: number, source: string | undefined): Step<SourceAlert[]> {
  const rows = yield* findAll<AlertRow>(
    `SELECT id, source, at, value FROM source_alert ${source ? 'WHERE source = ?' : ''} ORDER BY at DESC, id LIMIT ?`,
    ...(source ? [source] : []),
    limit,
  );
  const alerts: SourceAlert[] = [];
  for (const row of rows) {
    const deliveries = yield* findAll<SourceAlert['deliveries'][number]>(
      'SELECT channel, state FROM source_alert_delivery WHERE alert_id = ? ORDER BY channel',
      row.id,
    );
    alerts.push({ ...row, deliveries });
  }
  return alerts;
}

export function createAlertStore(steps: StepRunner): Pick<HealthStore, 'alerts' | 'claimDelivery' | 'noteDelivery'> {
  return {
    alerts: (limit, source) => steps.read(listAlerts(limit, source)),
    claimDelivery: async (now, leaseMs) => {
      const times = [now, now + LONGEST_WAIT_MS];
      if (!(await steps.read(find(NEXT, ...times)))) return undefined;
      return steps.write(function* () {
        const lockClause = 'FOR UPDATE OF source_alert_delivery SKIP LOCKED';
        const row = (yield { sql: NEXT, values: times, lockClause }).rows[0] as DeliveryRow | undefined;
        if (!row) return undefined;
        const { channel, tries, ...alert } = row;
        yield* change(
          'UPDATE source_alert_delivery SET tries = tries + 1, next_at = ? WHERE alert_id = ? AND channel = ?',
          now + leaseMs,
          alert.id,
          channel,
        );
        return { alert, channel, tries: tries + 1 };
      });
    },
    noteDelivery: (alertId, channel, outcome) =>
      steps.write(() =>
        'retryAt' in outcome
          ? change(
              "UPDATE source_alert_delivery SET next_at = ? WHERE alert_id = ? AND channel = ? AND state = 'waiting'",
              outcome.retryAt,
              alertId,
              channel,
            )
          : change(
              'UPDATE source_alert_delivery SET state = ? WHERE alert_id = ? AND channel = ?',
              outcome.state,
              alertId,
              channel,
            ),
      ),
  };
}
