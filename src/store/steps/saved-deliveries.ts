import { DAY_MS } from '../../lib/clock.ts';
import { OWNER_NOTICE } from '../owner-notice.ts';
import { LONGEST_WAIT_MS } from '../limits.ts';
import type {
  ClaimedDelivery,
  DeliveryChoice,
  DeliveryProgress,
  DeliveryChannel,
  SavedDelivery,
  SavedDeliveryHead,
  SavedSearchLoad,
  SavedSearchStore,
} from '../types.ts';
import { insertDelivery } from './saved-runs.ts';
import { assignments, OWNER_IS_THERE, SELECT_SEARCH, toSearch, type SavedSearchRow } from './saved-search-rows.ts';
import { change, find, findAll, run, type Step, type StepRunner, type Value } from './step.ts';

const IS_NOTICE = `substr(delivery_id, 1, ${OWNER_NOTICE.length}) = '${OWNER_NOTICE}'`;
/**
 * The channel of a waiting delivery is on. A notice to the account's owner is also mailed if the search sends no mail.
 */
const IS_ON = `(CASE way WHEN 'mail' THEN mail ELSE webhook END = 'on'
    OR way = 'mail' AND mail = 'off' AND ${IS_NOTICE})`;

const COLUMNS = 'saved_delivery.id, search_id AS "searchId", at, content';

/**
 * The hash of a job is kept if an answer contained the job at most this many days before the last successful run, so
 * that the job is not new again after an outage of its platform.
 */
const SEEN_DAYS = 8;

/**
 * The next due delivery whose channel is on. The content, which can be megabytes, is read only for the chosen delivery.
 */
function nextDelivery(
  now: number,
  { way, withoutAccounts = [], withoutSearches = [], dueBy = now, evenAfter }: DeliveryChoice,
): { sql: string; values: Value[] } {
  const without = (column: string, ids: readonly string[]): string =>
    ids.length === 0 ? '' : `AND ${column} NOT IN (${ids.map(() => '?').join(', ')})`;
  return {
    sql: `SELECT saved_delivery.id, search_id AS "searchId", account_id AS "accountId", at, way, tries, fault
      FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
      JOIN saved_search ON saved_search.id = search_id
      WHERE saved_delivery_way.state = 'waiting' AND (next_at <= ? OR next_at > ? ${evenAfter === undefined ? '' : 'OR fault = ?'})
        AND ${IS_ON} AND ${OWNER_IS_THERE}
        ${way === undefined ? '' : 'AND way = ?'}
        ${without('account_id', withoutAccounts)} ${without('search_id', withoutSearches)}
      ORDER BY next_at, at, delivery_id, way LIMIT 1`,
    values: [
      dueBy,
      now + LONGEST_WAIT_MS,
      ...(evenAfter === undefined ? [] : [evenAfter]),
      ...(way === undefined ? [] : [way]),
      ...withoutAccounts,
      ...withoutSearches,
    ],
  };
}

/** Deliveries that wait for a channel that is on. Deliveries that wait for a paused channel may be purged. */
const TO_BE_SENT = `EXISTS (SELECT 1 FROM saved_delivery_way JOIN saved_search ON saved_search.id = search_id
  WHERE delivery_id = saved_delivery.id AND saved_delivery_way.state = 'waiting'
    AND ${IS_ON})`;
const OF_SEARCH = 'SELECT id FROM saved_delivery WHERE search_id = ?';

const REWRITTEN_AT_ONCE = 20;
/** Codes of deliveries that were given up: their channel was switched off, or too many waited. */
const SWITCHED_OFF = 'switched_off';
const SKIPPED = 'skipped';

const NOTE = 'UPDATE saved_delivery_way SET state = ?, fault = ?';
const OF_WAITING = "WHERE delivery_id = ? AND way = ? AND state = 'waiting'";

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
    // Deliveries that wait for a channel that is off or paused do not count.
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
  | 'hasSent'
  | 'claimDelivery'
  | 'noteAttempt'
  | 'failDelivery'
  | 'resend'
  | 'endWaiting'
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
    hasSent: async (searchId, way, from, to) => {
      const sql = `SELECT 1 FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
        WHERE search_id = ? AND way = ? AND state = 'sent' AND next_at BETWEEN ? AND ? LIMIT 1`;
      return (await steps.read(find(sql, searchId, way, from, to))) !== undefined;
    },
    claimDelivery: async (now, leaseMs, which = {}) => {
      const { sql, values } = nextDelivery(now, which);
      if (!(await steps.read(find(sql, ...values)))) return undefined;
      return steps.write(function* () {
        const lockClause = 'FOR UPDATE OF saved_delivery_way SKIP LOCKED';
        const row = (yield { sql, values, lockClause }).rows[0] as
          | (Omit<ClaimedDelivery, 'content'> & { fault: string | null })
          | undefined;
        const kept =
          row && (yield* find<{ content: string }>('SELECT content FROM saved_delivery WHERE id = ?', row.id));
        if (!row || !kept) return undefined;
        const { fault, ...claimed } = row;
        const isAnew = fault !== null && fault === which.evenAfter;
        const tries = isAnew ? 1 : row.tries + 1;
        yield* change(
          'UPDATE saved_delivery_way SET tries = ?, next_at = ?, fault = ? WHERE delivery_id = ? AND way = ?',
          tries,
          now + leaseMs,
          // Without the fault, no other process claims it before the lease ends.
          isAnew ? null : fault,
          row.id,
          row.way,
        );
        return { ...claimed, ...kept, tries };
      });
    },
    noteAttempt: ({ id, way, tries }, attempt) =>
      steps.write(() =>
        attempt.state === 'sent'
          ? // `>=`: also if claimed again since. A delivery that was queued again has 0 tries and stays waiting.
            change(`${NOTE}, next_at = ? ${OF_WAITING} AND tries >= ?`, 'sent', null, attempt.at, id, way, tries)
          : change(
              `${NOTE}, next_at = ? ${OF_WAITING} AND tries = ?`,
              'waiting',
              attempt.fault,
              attempt.retryAt,
              id,
              way,
              tries,
            ),
      ),
    failDelivery: ({ id, way, tries, searchId }, fault, end) =>
      steps.write(function* () {
        // Locks the search before the delivery, as every step does that writes both, to avoid deadlocks.
        const sql = `${SELECT_SEARCH} WHERE id = ?`;
        const row = (yield { sql, values: [searchId], lockClause: 'FOR UPDATE' }).rows[0] as SavedSearchRow | undefined;
        const noted = yield* run(`${NOTE} ${OF_WAITING} AND tries = ?`, 'failed', fault, id, way, tries);
        const ended = row && noted > 0 ? end(toSearch(row)) : undefined;
        if (!ended) return;
        const { sql: set, values } = assignments(ended.change);
        yield* change(`UPDATE saved_search SET ${set} WHERE id = ?`, ...values, searchId);
        yield* insertDelivery(ended.notice);
      }),
    resend: (searchId, way, at, newest) =>
      steps.write(function* () {
        const isNewest = `delivery_id IN (${OF_SEARCH} ORDER BY at DESC, id DESC LIMIT ?)`;
        yield* change(
          `${NOTE} WHERE way = ? AND state = 'waiting' AND delivery_id IN (${OF_SEARCH}) AND NOT ${isNewest}`,
          'failed',
          SKIPPED,
          way,
          searchId,
          searchId,
          newest,
        );
        yield* change(
          `UPDATE saved_delivery_way SET state = 'waiting', tries = 0, next_at = ?
           WHERE way = ? AND state <> 'sent' AND coalesce(fault, '') NOT IN (?, ?) AND ${isNewest}`,
          at,
          way,
          SWITCHED_OFF,
          SKIPPED,
          searchId,
          newest,
        );
      }),
    endWaiting: (searchId, way) =>
      steps.write(() =>
        change(
          // A notice does not depend on whether the search sends mail.
          `${NOTE} WHERE way = ? AND state <> 'sent' AND NOT ${IS_NOTICE} AND delivery_id IN (${OF_SEARCH})`,
          'failed',
          SWITCHED_OFF,
          way,
          searchId,
        ),
      ),
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
