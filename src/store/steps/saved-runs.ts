import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import type { NewSavedDelivery, RunFinish, SavedSearchRecord, SavedSearchStore } from '../types.ts';
import { assignments, isKeyOf, OWNER_IS_THERE, SELECT_RUN, toClaimedRun, type RunRow } from './saved-search-rows.ts';
import { change, find, findAll, run, type Step, type StepRunner } from './step.ts';

/** Number of hashes that a search remembers, the last seen ones. */
const SEEN_KEPT = 20_000;
/** Rows per statement. */
const ROWS = 50;

/**
 * A due search, or one due so far ahead that the clock must have been set back since. The last parameter is the
 * search's interval plus the hour over which runs are spread.
 */
const DUE = `(next_run_at <= ? OR next_run_at - CASE frequency WHEN 'hourly' THEN ${2 * HOUR_MS}
    WHEN 'daily' THEN ${DAY_MS + 3 * HOUR_MS} ELSE ${7 * DAY_MS + 3 * HOUR_MS} END > ?)`;
/** Longer than from a limit to the first run of the month after it: one that ends later is that of a clock since set back. */
const LONGEST_LIMIT_MS = 40 * DAY_MS;
/**
 * A lease that ends much later than any new one comes from before the clock was set back. The margin is as long
 * as a lease, because the clocks of two replicas may differ.
 */
const FREE = '(lease_until IS NULL OR lease_until <= ? OR lease_until > ?)';

/** Also of a search that was paused or rescheduled since, because what was charged must be delivered. */
const UNFINISHED = 'run_key IS NOT NULL AND (run_due_at <= ? OR run_due_at > ?)';

/** Of a search that waits for its plan: at each planned time it is looked at again. */
const LOOKS = `(state = 'active' OR state = 'paused' AND pause_reason = 'plan')`;

/** `behind`: number of accounts that come after the others. */
const nextRun = (behind: number): string => `${SELECT_RUN}
  WHERE (${UNFINISHED} OR run_key IS NULL AND (${LOOKS} AND ${DUE} OR state = 'limit' AND (next_run_at <= ? OR next_run_at > ?)))
    AND ${FREE} AND ${OWNER_IS_THERE}
  ORDER BY ${behind === 0 ? '' : `CASE WHEN account_id IN (${Array.from({ length: behind }, () => '?').join(', ')}) THEN 1 ELSE 0 END, `}
    coalesce(run_due_at, next_run_at), saved_search.id LIMIT 1`;

/** For a step that is already inside a transaction. */
export function* insertDelivery({ id, searchId, at, content, ways, jobsUntil }: NewSavedDelivery): Step<void> {
  yield* change(
    'INSERT INTO saved_delivery (id, search_id, at, content, jobs_until) VALUES (?, ?, ?, ?, ?)',
    id,
    searchId,
    at,
    content,
    jobsUntil ?? null,
  );
  for (const way of ways) {
    yield* change(
      "INSERT INTO saved_delivery_way (delivery_id, way, state, next_at) VALUES (?, ?, 'waiting', ?)",
      id,
      way,
      at,
    );
  }
}

function* noteSeen(searchId: string, hashes: readonly string[], day: number): Step<void> {
  for (let from = 0; from < hashes.length; from += ROWS) {
    const part = hashes.slice(from, from + ROWS);
    yield* change(
      `INSERT INTO saved_search_seen (search_id, hash, day) VALUES ${part.map(() => '(?, ?, ?)').join(', ')}
       ON CONFLICT (search_id, hash) DO UPDATE SET day = excluded.day WHERE saved_search_seen.day < excluded.day`,
      ...part.flatMap((hash) => [searchId, hash, day]),
    );
  }
  yield* change(
    `DELETE FROM saved_search_seen WHERE search_id = ? AND hash IN (
       SELECT hash FROM saved_search_seen WHERE search_id = ? ORDER BY day DESC, hash LIMIT ? OFFSET ?)`,
    searchId,
    searchId,
    SEEN_KEPT,
    SEEN_KEPT,
  );
}

/** What may have changed when a run ends. */
interface PresentSearch extends Pick<
  SavedSearchRecord,
  'accountId' | 'arguments' | 'state' | 'pauseReason' | 'mail' | 'webhook'
> {
  due: number;
  lease: string | null;
  /** Null: there is no unfinished run. */
  runKey: string | null;
  runDue: number | null;
}

const PRESENT = `SELECT account_id AS "accountId", arguments, state, pause_reason AS "pauseReason", mail,
    webhook, next_run_at AS due, lease,
    run_key AS "runKey", run_due_at AS "runDue" FROM saved_search WHERE id = ?`;
const RUN_ENDED = `lease = NULL, lease_until = NULL, run_key = NULL, run_due_at = NULL, run_arguments = NULL,
    run_is_first = NULL`;

/** The hash of arguments that no call has. */
const NOT_AN_ANSWER = '';
/** Longer than any call that is under way. */
const CLOSED_KEY_MS = 31 * DAY_MS;

/**
 * Ends a run that nothing was charged for, so that nothing can be either: a process that was only slow finds the key of
 * its call taken. False if a call is under way under the key or was charged. For a step that is already inside a
 * transaction.
 */
export function* closeKey(
  { accountId, searchId, key }: { accountId: string; searchId: string; key: string },
  now: number,
): Step<boolean> {
  const open = "SELECT 1 FROM ledger WHERE state = 'reserved' AND account_id = ? AND key_id = ?";
  if (yield* find(open, accountId, searchId)) return false;
  // A call of another replica has a row of its own here from its reservation on.
  const taken = yield* run(
    `INSERT INTO replay (account_id, key, tool, arguments_hash, result, expires_at) VALUES (?, ?, '', ?, '', ?)
     ON CONFLICT DO NOTHING`,
    accountId,
    key,
    NOT_AN_ANSWER,
    now + CLOSED_KEY_MS,
  );
  return taken > 0;
}

function* finishRun(id: string, lease: string, finish: RunFinish): Step<boolean> {
  // Locks the search, so that neither its owner nor another replica changes it between the check and the write.
  const present = (yield { sql: PRESENT, values: [id], lockClause: 'FOR UPDATE' }).rows[0] as PresentSearch | undefined;
  if (!present) return false;
  const isHeld = present.lease === lease;
  if (!isHeld && !(yield* isDroppedAndCharged(present, finish))) return false;
  const { runKey: key, accountId } = present;
  // Another process has begun this run, and may still be charged for it.
  const isShared = isHeld && key !== null && !isKeyOf(lease, key);
  const isClosed = isShared && !finish.succeeded;
  if (isClosed && !(yield* closeKey({ accountId, searchId: id, key }, finish.at))) return false;
  const { lastDeliveredAt } = finish.change;
  // Changes that the owner made during the run are kept: a pause, or other arguments with a new schedule.
  const isPaused = present.state === 'paused' && present.pauseReason !== 'plan';
  const isDecided = !isHeld || isPaused || present.due !== present.runDue;
  const decided = { nextRunAt: present.due, ...(lastDeliveredAt === undefined ? {} : { lastDeliveredAt }) };
  const answersQuestion = present.arguments === finish.arguments;
  const { sql, values } = assignments(isDecided ? decided : { nextRunAt: present.due, ...finish.change });
  yield* change(
    `UPDATE saved_search SET ${isHeld ? `${RUN_ENDED}, ` : ''}last_run_at = ?, last_result = ?,
       has_run = CASE WHEN ? THEN true ELSE has_run END, last_success_day = coalesce(?, last_success_day), ${sql}
     WHERE id = ?`,
    finish.at,
    finish.lastResult,
    finish.succeeded && answersQuestion,
    finish.succeeded ? finish.day : null,
    ...values,
    id,
  );
  yield* noteSeen(id, finish.seen, finish.day);
  // A delivery without jobs says why the search stops; that no longer holds after the owner's change.
  if (finish.delivery && (finish.succeeded || !isDecided)) {
    const ways = finish.delivery.ways.filter((way) => present[way] !== 'off');
    yield* insertDelivery({ ...finish.delivery, ways });
  }
  if (!isClosed) yield* change('DELETE FROM replay WHERE account_id = ? AND key = ?', accountId, finish.idempotencyKey);
  return true;
}

/**
 * Whether another process took over the run, found nothing charged and discarded it, but this process was only slow
 * and was charged since. Nobody else delivers its answer then. Whoever delivers an answer deletes it.
 */
function* isDroppedAndCharged(
  { accountId, runKey }: PresentSearch,
  { succeeded, idempotencyKey }: RunFinish,
): Step<boolean> {
  return succeeded && runKey !== idempotencyKey && (yield* isCharged(accountId, idempotencyKey));
}

/** For a step that is already inside a transaction. */
function* isCharged(accountId: string, runKey: string): Step<boolean> {
  const sql = 'SELECT 1 FROM replay WHERE account_id = ? AND key = ? AND result IS NOT NULL AND arguments_hash <> ?';
  return (yield* find(sql, accountId, runKey, NOT_AN_ANSWER)) !== undefined;
}

/** Runs of saved searches: one process claims each, and its result is written in one step. */
export function createSavedRuns(
  steps: StepRunner,
): Pick<SavedSearchStore, 'claimRun' | 'returnRun' | 'dropRun' | 'finishRun' | 'seen'> {
  return {
    claimRun: async (lease, now, leaseMs, { dueBy = now, behind = [] } = {}) => {
      const sql = nextRun(behind.length);
      const values = [dueBy, now, dueBy, now, dueBy, now + LONGEST_LIMIT_MS, now, now + 2 * leaseMs, ...behind];
      // Called often and usually without result, so it looks before it opens a transaction.
      if (!(await steps.read(find(sql, ...values)))) return undefined;
      return steps.write(function* () {
        // A run that another replica claims at this moment is skipped.
        const lockClause = 'FOR UPDATE OF saved_search SKIP LOCKED';
        const row = (yield { sql, values, lockClause }).rows[0] as RunRow | undefined;
        if (!row) return undefined;
        const claimed = toClaimedRun(row, lease);
        const { key, dueAt, arguments: asked, isFirst } = claimed.run;
        yield* change(
          `UPDATE saved_search SET lease = ?, lease_until = ?, run_key = ?, run_due_at = ?, run_arguments = ?,
             run_is_first = ? WHERE id = ?`,
          lease,
          now + leaseMs,
          key,
          dueAt,
          asked,
          isFirst,
          claimed.search.id,
        );
        return claimed;
      });
    },
    returnRun: (id, lease, at) =>
      steps.write(() => change('UPDATE saved_search SET lease_until = ? WHERE id = ? AND lease = ?', at, id, lease)),
    dropRun: (id, lease, now) =>
      steps.write(function* () {
        const present = (yield { sql: PRESENT, values: [id], lockClause: 'FOR UPDATE' }).rows[0] as
          | PresentSearch
          | undefined;
        if (present?.lease !== lease || present.runKey === null) return true;
        const { accountId, runKey: key } = present;
        const isEnded = isKeyOf(lease, key) || (yield* closeKey({ accountId, searchId: id, key }, now));
        if (isEnded) yield* change(`UPDATE saved_search SET ${RUN_ENDED} WHERE id = ?`, id);
        return isEnded;
      }),
    finishRun: (id, lease, finish) => steps.write(() => finishRun(id, lease, finish)),
    seen: async (searchId, hashes) => {
      const found = new Set<string>();
      for (let from = 0; from < hashes.length; from += ROWS) {
        const part = hashes.slice(from, from + ROWS);
        const rows = await steps.read(
          findAll<{ hash: string }>(
            `SELECT hash FROM saved_search_seen WHERE search_id = ? AND hash IN (${part.map(() => '?').join(', ')})`,
            searchId,
            ...part,
          ),
        );
        for (const { hash } of rows) found.add(hash);
      }
      return found;
    },
  };
}
