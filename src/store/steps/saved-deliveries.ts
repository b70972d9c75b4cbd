import { DAY_MS } from '../../lib/clock.ts';
import type {
  DeliveryProgress,
  DeliveryChannel,
  SavedDelivery,
  SavedDeliveryHead,
  SavedSearchLoad,
  SavedSearchStore,
} from '../types.ts';
import { IS_ON, SKIPPED, SWITCHED_OFF } from './saved-delivery-claims.ts';
import { insertDelivery } from './saved-runs.ts';
import { OWNER_IS_THERE } from './saved-search-rows.ts';
import { change, find, findAll, type Step, type StepRunner } from './step.ts';

const COLUMNS = 'saved_delivery.id, search_id AS "searchId", at, content';

/**
 * The hash of a job is kept if an answer contained the job at most this many days before the last successful run. A job
 * is then not new again after an outage of its platform for a week.
 */
const SEEN_DAYS = 8;

/**
 * True if a delivery waits for a channel that is on. Other deliveries may be purged, also those that wait for a paused
 * channel.
 */
const TO_BE_SENT = `EXISTS (SELECT 1 FROM saved_delivery_way JOIN saved_search ON saved_search.id = search_id
  WHERE delivery_id = saved_delivery.id AND saved_delivery_way.state = 'waiting'
    AND ${IS_ON})`;

const REWRITTEN_AT_ONCE = 20;

function* measure(now: number): Step<SavedSearchLoad> {
  const searches = yield* find<Omit<SavedSearchLoad, 'waitingDeliveries'>>(
    `SELECT coalesce(sum(CASE WHEN state = 'active' THEN 1 ELSE 0 END), 0) AS active,
       coalesce(sum(CASE WHEN state = 'limit' THEN 1 ELSE 0 END), 0) AS limited,
       coalesce(sum(CASE WHEN state = 'paused' THEN 1 ELSE 0 END), 0) AS paused,
       min(CASE WHEN run_key IS NOT NULL THEN run_due_at WHEN state = 'active' AND next_run_at <= ? THEN next_run_at END)
         AS "oldestDueAt",
       coalesce(sum(CASE WHEN webhook = 'paused' OR webhook = 'on' AND EXISTS (
         SELECT 1 FROM saved_delivery JOIN saved_delivery_way ON delivery_id = saved_delivery.id
         WHERE search_id = saved_search.id AND way = 'webhook' AND saved_delivery_way.state = 'waiting'
           AND fault IS NOT NULL) THEN 1 ELSE 0 END), 0) AS "failingWebhooks"
     FROM saved_search WHERE ${OWNER_IS_THERE}`,
    now,
  );
  const waiting = yield* find<{ count: number }>(
    `SELECT count(*) AS count FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
       JOIN saved_search ON saved_search.id = search_id
     WHERE saved_delivery_way.state = 'waiting' AND ${IS_ON} AND ${OWNER_IS_THERE}`,
  );
  const { active, limited, paused, oldestDueAt, failingWebhooks } = searches as Omit<
    SavedSearchLoad,
    'waitingDeliveries'
  >;
  return {
    active: Number(active),
    limited: Number(limited),
    paused: Number(paused),
    oldestDueAt,
    failingWebhooks: Number(failingWebhooks),
    waitingDeliveries: Number(waiting?.count ?? 0),
  };
}

export function createSavedDeliveries(
  steps: StepRunner,
): Pick<
  SavedSearchStore,
  | 'addDelivery'
  | 'deliveries'
  | 'deliveryHeads'
  | 'delivery'
  | 'progress'
  | 'givenUp'
  | 'load'
  | 'rewriteExpired'
  | 'purge'
> {
  return {
    addDelivery: (delivery) =>
      steps.write(function* () {
        yield* change('DELETE FROM saved_delivery WHERE id = ?', delivery.id);
        yield* insertDelivery(delivery);
      }),
    deliveries: (searchId, limit) =>
      steps.read(
        findAll<SavedDelivery>(
          `SELECT ${COLUMNS} FROM saved_delivery WHERE search_id = ? ORDER BY at DESC, id DESC LIMIT ?`,
          searchId,
          limit,
        ),
      ),
    deliveryHeads: (searchId, limit, from) =>
      steps.read(
        findAll<SavedDeliveryHead>(
          `SELECT id, at, jobs_until AS "jobsUntil" FROM saved_delivery
           WHERE search_id = ? ${from ? 'AND (at < ? OR at = ? AND id <= ?)' : ''} ORDER BY at DESC, id DESC LIMIT ?`,
          searchId,
          ...(from ? [from.at, from.at, from.id] : []),
          limit,
        ),
      ),
    delivery: (id) => steps.read(find<SavedDelivery>(`SELECT ${COLUMNS} FROM saved_delivery WHERE id = ?`, id)),
    progress: (searchId, limit) =>
      steps.read(
        findAll<DeliveryProgress>(
          `SELECT delivery_id AS "deliveryId", way, state, tries, next_at AS "nextAt", fault
           FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
           WHERE search_id = ? ORDER BY at DESC, delivery_id, way ${limit === undefined ? '' : 'LIMIT ?'}`,
          searchId,
          ...(limit === undefined ? [] : [limit]),
        ),
      ),
    givenUp: async (searchId) => {
      const rows = await steps.read(
        findAll<{ way: DeliveryChannel; count: number }>(
          `SELECT way, count(*) AS count FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
           WHERE search_id = ? AND state = 'failed' AND coalesce(fault, '') NOT IN (?, ?) GROUP BY way`,
          searchId,
          SWITCHED_OFF,
          SKIPPED,
        ),
      );
      return Object.fromEntries(rows.map(({ way, count }) => [way, Number(count)]));
    },
    load: (now) => steps.read(measure(now)),
    rewriteExpired: async (now, rewrite, signal) => {
      let count = REWRITTEN_AT_ONCE;
      while (count === REWRITTEN_AT_ONCE && !signal?.aborted) {
        count = await steps.write(function* () {
          const sql = 'SELECT id, content FROM saved_delivery WHERE jobs_until <= ? ORDER BY jobs_until LIMIT ?';
          const values = [now, REWRITTEN_AT_ONCE];
          const rows = (yield { sql, values, lockClause: 'FOR UPDATE' }).rows as Pick<
            SavedDelivery,
            'id' | 'content'
          >[];
          for (const { id, content } of rows)
            yield* change(
              'UPDATE saved_delivery SET content = ?, jobs_until = NULL WHERE id = ?',
              rewrite(content),
              id,
            );
          return rows.length;
        });
      }
    },
    purge: async (before, signal) => {
      const deliveries = await steps.repeat(
        `DELETE FROM saved_delivery WHERE id IN (SELECT id FROM saved_delivery WHERE at < ? AND NOT ${TO_BE_SENT} LIMIT ?)`,
        [before],
        signal,
      );
      const seen = await steps.repeat(
        `DELETE FROM saved_search_seen WHERE (search_id, hash) IN (
           SELECT search_id, hash FROM saved_search_seen JOIN saved_search ON id = search_id
           WHERE day < ? AND day < last_success_day - ${SEEN_DAYS} LIMIT ?)`,
        [Math.floor(before / DAY_MS)],
        signal,
      );
      return deliveries + seen;
    },
  };
}
