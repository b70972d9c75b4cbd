import { LONGEST_WAIT_MS } from '../limits.ts';
import type { AlertDelivery, HealthStore, NewSourceAlert, SourceAlert } from '../types.ts';
import type { Connections, Queryable } from './connection.ts';
import type { Writer } from './writer.ts';

type AlertRow = Omit<NewSourceAlert, 'channels'>;

interface DeliveryRow extends AlertRow {
  channel: AlertDelivery['channel'];
  tries: number;
}

type AlertSteps = Pick<HealthStore, 'alerts' | 'claimDelivery' | 'noteDelivery'>;

const NEXT = `SELECT id, source, at, value, channel, tries FROM source_alert_delivery JOIN source_alert ON id = alert_id
  WHERE state = 'waiting' AND (next_at <= $1 OR next_at > $2) ORDER BY next_at, id LIMIT 1`;

/** For a step that is already inside a transaction. */
export async function insertAlert(tx: Queryable, { id, source, at, value, channels }: NewSourceAlert): Promise<void> {
  await tx.query('INSERT INTO source_alert (id, source, at, value) VALUES ($1, $2, $3, $4)', [id, source, at, value]);
  await tx.query(
    `INSERT INTO source_alert_delivery (alert_id, channel, state, next_at) SELECT $1::text, unnest($2::text[]), 'waiting', $3::bigint`,
    [id, channels, at],
  );
}

/** Alerts and their ways out. */
export function createAlertStore({ pool }: Connections, writer: Writer): AlertSteps {
  return {
    alerts: async (limit, source = '') => {
      const { rows } = await pool.query<AlertRow>(
        `SELECT id, source, at, value FROM source_alert WHERE $1 = '' OR source = $1 ORDER BY at DESC, id LIMIT $2`,
        [source, limit],
      );
      const deliveries = await pool.query<SourceAlert['deliveries'][number] & { id: string }>(
        `SELECT alert_id AS id, channel, state FROM source_alert_delivery WHERE alert_id = ANY ($1::text[]) ORDER BY channel`,
        [rows.map(({ id }) => id)],
      );
      return rows.map((row) => ({
        ...row,
        deliveries: deliveries.rows.filter(({ id }) => id === row.id).map(({ channel, state }) => ({ channel, state })),
      }));
    },
    claimDelivery: async (now, leaseMs) => {
      const times = [now, now + LONGEST_WAIT_MS];
      // Asked for often and in vain: what is not there needs no transaction.
      if ((await pool.query(NEXT, times)).rowCount === 0) return undefined;
      return writer.commit(async (tx) => {
        // What another process takes at this moment is passed over.
        const { rows } = await tx.query<DeliveryRow>(`${NEXT} FOR UPDATE OF source_alert_delivery SKIP LOCKED`, times);
        const [row] = rows;
        if (!row) return undefined;
        const { channel, tries, ...alert } = row;
        await tx.query(
          'UPDATE source_alert_delivery SET tries = tries + 1, next_at = $1 WHERE alert_id = $2 AND channel = $3',
          [now + leaseMs, alert.id, channel],
        );
        return { alert, channel, tries: tries + 1 };
      });
    },
    noteDelivery: (alertId, channel, outcome) =>
      writer.commit(async (tx) => {
        if ('retryAt' in outcome) {
          await tx.query(
            `UPDATE source_alert_delivery SET next_at = $1 WHERE alert_id = $2 AND channel = $3 AND state = 'waiting'`,
            [outcome.retryAt, alertId, channel],
          );
        } else {
          await tx.query('UPDATE source_alert_delivery SET state = $1 WHERE alert_id = $2 AND channel = $3', [
            outcome.state,
            alertId,
            channel,
          ]);
        }
      }),
  };
}
