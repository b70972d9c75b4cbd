import { HOUR_MS } from '../../lib/clock.ts';
import { OWNER_NOTICE } from '../owner-notice.ts';
import { LONGEST_WAIT_MS } from '../limits.ts';
import type { ClaimedDelivery, DeliveryChoice, SavedSearchRecord, SavedSearchStore } from '../types.ts';
import { insertDelivery } from './saved-runs.ts';
import { assignments, OWNER_IS_THERE, SELECT_SEARCH, toSearch, type SavedSearchRow } from './saved-search-rows.ts';
import { change, find, run, type Step, type StepRunner, type Value } from './step.ts';

const IS_NOTICE = `substr(delivery_id, 1, ${OWNER_NOTICE.length}) = '${OWNER_NOTICE}'`;
/**
 * True if the channel of a waiting delivery is on. A notice to the account's owner is also mailed if the search's mail
 * is off.
 */
export const IS_ON = `(CASE way WHEN 'mail' THEN mail ELSE webhook END = 'on'
    OR way = 'mail' AND mail = 'off' AND ${IS_NOTICE})`;

/** An attempt that is made later than this after it was due is not timely. */
const LATE_MS = HOUR_MS;

export interface Replicas {
  /** ID of this process. */
  id(): string;
  /** SQL expression: true if the replica whose ID is in the column has a valid lease by the database's clock. */
  isLive(column: string): string;
}

/**
 * Selects the next due delivery whose channel is on, without its content. The content can be megabytes, so it is read
 * only for the delivery that is claimed.
 */
function nextDelivery(
  now: number,
  replicas: Replicas | undefined,
  { way, withoutAccounts = [], withoutSearches = [], dueBy = now, evenAfter }: DeliveryChoice,
): { sql: string; values: Value[] } {
  const without = (column: string, ids: readonly string[]): string =>
    ids.length === 0 ? '' : `AND ${column} NOT IN (${ids.map(() => '?').join(', ')})`;
  return {
    sql: `SELECT saved_delivery.id, search_id AS "searchId", account_id AS "accountId", at, way, tries, fault,
        webhook_url AS "webhookUrl", next_at AS "nextAt", first_try_at AS "firstTryAt"
      FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
      JOIN saved_search ON saved_search.id = search_id
      WHERE saved_delivery_way.state = 'waiting' AND (next_at <= ? OR next_at > ? ${evenAfter === undefined ? '' : 'OR fault = ?'})
        ${replicas === undefined ? '' : `AND (claimed_by IS NULL OR claimed_by = ? OR NOT ${replicas.isLive('claimed_by')})`}
        AND ${IS_ON} AND ${OWNER_IS_THERE}
        ${way === undefined ? '' : 'AND way = ?'}
        ${without('account_id', withoutAccounts)} ${without('search_id', withoutSearches)}
      ORDER BY next_at, at, delivery_id, way LIMIT 1`,
    values: [
      dueBy,
      now + LONGEST_WAIT_MS,
      ...(evenAfter === undefined ? [] : [evenAfter]),
      ...(replicas === undefined ? [] : [replicas.id()]),
      ...(way === undefined ? [] : [way]),
      ...withoutAccounts,
      ...withoutSearches,
    ],
  };
}

const OF_SEARCH = 'SELECT id FROM saved_delivery WHERE search_id = ?';

/** Faults of deliveries that were given up because their channel was switched off or `resend` skipped them. */
export const SWITCHED_OFF = 'switched_off';
export const SKIPPED = 'skipped';

const NOTE = 'UPDATE saved_delivery_way SET state = ?, fault = ?';
/**
 * Selects the waiting delivery of a claim, unless the webhook's address has changed since, because an answer of the old
 * address says nothing about the new one.
 */
const OF_CLAIM = `WHERE delivery_id = ? AND way = ? AND state = 'waiting'
  AND (way = 'mail' OR EXISTS (SELECT 1 FROM saved_search WHERE id = ? AND webhook_url = ?))`;
/** True if no other claim has followed this one. */
const IS_LATEST = 'AND tries = ? AND next_at = ?';
const ofLatest = ({ tries, leaseUntil }: ClaimedDelivery): Value[] => [tries, leaseUntil];
const ofClaim = ({ id, way, searchId, webhookUrl }: ClaimedDelivery): Value[] => [id, way, searchId, webhookUrl];

interface DueDelivery extends Omit<ClaimedDelivery, 'content' | 'leaseUntil' | 'isTimely'> {
  fault: string | null;
  nextAt: number;
  /** Null before the first attempt, and once the webhook has accepted another delivery since. */
  firstTryAt: number | null;
}

/** Every transaction that writes a search and its deliveries locks the search first, to avoid deadlocks. */
function* lockSearch(id: string): Step<SavedSearchRecord | undefined> {
  const locked = { sql: `${SELECT_SEARCH} WHERE id = ?`, values: [id], lockClause: 'FOR UPDATE' };
  const row = (yield locked).rows[0] as SavedSearchRow | undefined;
  return row && toSearch(row);
}

/**
 * Records in the search's waiting webhook deliveries that the webhook has accepted another delivery since their first
 * attempts. No times are compared for this, because the clock may be wrong.
 */
function* noteAccepted({ searchId }: ClaimedDelivery): Step<void> {
  yield* change(
    `UPDATE saved_delivery_way SET first_try_at = NULL
     WHERE way = 'webhook' AND state = 'waiting' AND first_try_at IS NOT NULL AND delivery_id IN (${OF_SEARCH})`,
    searchId,
  );
}

export function createSavedDeliveryClaims(
  steps: StepRunner,
  replicas?: Replicas,
): Pick<SavedSearchStore, 'claimDelivery' | 'noteAttempt' | 'failDelivery' | 'resend' | 'endWaiting'> {
  return {
    claimDelivery: async (now, leaseMs, which = {}) => {
      const { sql, values } = nextDelivery(now, replicas, which);
      if (!(await steps.read(find(sql, ...values)))) return undefined;
      return steps.write(function* () {
        const lockClause = 'FOR UPDATE OF saved_delivery_way SKIP LOCKED';
        const row = (yield { sql, values, lockClause }).rows[0] as DueDelivery | undefined;
        const kept =
          row && (yield* find<{ content: string }>('SELECT content FROM saved_delivery WHERE id = ?', row.id));
        if (!row || !kept) return undefined;
        const { fault, nextAt, firstTryAt, ...claimed } = row;
        const isAnew = fault !== null && fault === which.evenAfter;
        const isFirst = isAnew || row.tries === 0;
        // The clock was set back, so the pause before this attempt was shorter than it should be.
        const isEarly = nextAt > now + LONGEST_WAIT_MS;
        const tries = isFirst ? 1 : row.tries + (isEarly ? 0 : 1);
        const leaseUntil = now + leaseMs;
        yield* change(
          `UPDATE saved_delivery_way SET tries = ?, first_try_at = ?, next_at = ?, claimed_by = ?, fault = ?
           WHERE delivery_id = ? AND way = ?`,
          tries,
          isFirst ? now : firstTryAt,
          leaseUntil,
          replicas?.id() ?? null,
          // A delivery with the fault `evenAfter` could be claimed again before the lease ends, so the fault is
          // removed.
          isAnew ? null : fault,
          row.id,
          row.way,
        );
        return { ...claimed, ...kept, tries, leaseUntil, isTimely: !isEarly && nextAt >= now - LATE_MS };
      });
    },
    noteAttempt: (claimed, attempt) =>
      steps.write(function* () {
        if (attempt.state === 'waiting') {
          const sql = `${NOTE}, next_at = ?, claimed_by = NULL ${OF_CLAIM} ${IS_LATEST}`;
          const { fault, retryAt } = attempt;
          return yield* change(sql, 'waiting', fault, retryAt, ...ofClaim(claimed), ...ofLatest(claimed));
        }
        if (claimed.way === 'webhook') yield* lockSearch(claimed.searchId);
        // A delivery that this address has accepted counts as sent, even if it was claimed or queued again since.
        const noted = yield* run(`${NOTE}, next_at = ? ${OF_CLAIM}`, 'sent', null, attempt.at, ...ofClaim(claimed));
        if (noted > 0 && claimed.way === 'webhook') yield* noteAccepted(claimed);
      }),
    failDelivery: (claimed, fault, end) =>
      steps.write(function* () {
        const { id, way, searchId } = claimed;
        const search = yield* lockSearch(searchId);
        const sql = `${NOTE} ${OF_CLAIM} ${IS_LATEST}`;
        const noted = yield* run(sql, 'failed', fault, ...ofClaim(claimed), ...ofLatest(claimed));
        if (!search || noted === 0) return;
        const accepted = 'SELECT 1 FROM saved_delivery_way WHERE delivery_id = ? AND way = ? AND first_try_at IS NULL';
        const ended = end(search, (yield* find(accepted, id, way)) !== undefined);
        if (!ended) return;
        const { sql: set, values } = assignments(ended.change);
        yield* change(`UPDATE saved_search SET ${set} WHERE id = ?`, ...values, searchId);
        yield* insertDelivery(ended.notice);
      }),
    resend: (searchId, way, at, newest) =>
      steps.write(function* () {
        // Deliveries that were sent, or were given up by `resend` or `endWaiting`, do not count.
        const isNewest = `delivery_id IN (
          SELECT delivery_id FROM saved_delivery_way JOIN saved_delivery ON saved_delivery.id = delivery_id
          WHERE search_id = ? AND way = ? AND state <> 'sent' AND coalesce(fault, '') NOT IN (?, ?)
          ORDER BY at DESC, delivery_id DESC LIMIT ?)`;
        const newestMissed = [searchId, way, SWITCHED_OFF, SKIPPED, newest];
        yield* change(
          `${NOTE} WHERE way = ? AND state = 'waiting' AND delivery_id IN (${OF_SEARCH}) AND NOT ${isNewest}`,
          'failed',
          SKIPPED,
          way,
          searchId,
          ...newestMissed,
        );
        yield* change(
          `UPDATE saved_delivery_way SET state = 'waiting', tries = 0, next_at = ?, claimed_by = NULL WHERE way = ? AND ${isNewest}`,
          at,
          way,
          ...newestMissed,
        );
      }),
    endWaiting: (searchId, way) =>
      steps.write(() =>
        change(
          // A notice is mailed even if the search's mail is off.
          `${NOTE} WHERE way = ? AND state <> 'sent' AND NOT ${IS_NOTICE} AND delivery_id IN (${OF_SEARCH})`,
          'failed',
          SWITCHED_OFF,
          way,
          searchId,
        ),
      ),
  };
}
