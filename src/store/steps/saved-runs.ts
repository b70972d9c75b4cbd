import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import type { NewSavedDelivery, RunFinish, SavedSearchRecord, SavedSearchStore } from '../types.ts';
import { assignments, isKeyOf, OWNER_IS_THERE, SELECT_RUN, toClaimedRun, type RunRow } from './saved-search-rows.ts';
import { change, find, findAll, run, type Step, type StepRunner } from './step.ts';

/** Maximum number of job hashes per search; the last seen are kept. */
const SEEN_KEPT = 20_000;
/** Rows per SQL statement. */
const ROWS = 50;

/**
 * The search is due, or its next run is further ahead than its frequency allows because the clock was set back since.
 */
const DUE = `(next_run_at <= ? OR next_run_at - CASE frequency WHEN 'hourly' THEN ${2 * HOUR_MS}
    WHEN 'daily' THEN ${DAY_MS + 3 * HOUR_MS} ELSE ${7 * DAY_MS + 3 * HOUR_MS} END > ?)`;
/** Longer than any wait for the account's next month. A later time comes from before the clock was set back. */
const LONGEST_LIMIT_MS = 40 * DAY_MS;
/**
 * No process has claimed the search. A lease that ends more than two lease lengths ahead was made before the clock was
 * set back; one length would be too strict, because the clocks of replicas differ.
 */
const UNCLAIMED = '(lease_until IS NULL OR lease_until <= ? OR lease_until > ?)';

/**
 * A begun run is finished even if the search was paused or rescheduled since, because what was charged must be
 * delivered.
 */
const UNFINISHED = 'run_key IS NOT NULL AND (run_due_at <= ? OR run_due_at > ?)';

/** A search that its plan paused is checked at each planned time, in case the plan allows it again. */
const ACTIVE_OR_AWAITING_PLAN = `(state = 'active' OR state = 'paused' AND pause_reason = 'plan')`;

/** `behind`: number of accounts whose runs come last. */
const nextRun = (behind: number): string => `${SELECT_RUN}
  WHERE (${UNFINISHED} OR run_key IS NULL AND (${ACTIVE_OR_AWAITING_PLAN} AND ${DUE} OR state = 'limit' AND (next_run_at <= ? OR next_run_at > ?)))
    AND ${UNCLAIMED} AND ${OWNER_IS_THERE}
  ORDER BY ${behind === 0 ? '' : `CASE WHEN account_id IN (${Array.from({ length: behind }, () => '?').join(', ')}) THEN 1 ELSE 0 END, `}
    coalesce(run_due_at, next_run_at), saved_search.id LIMIT 1`;

/** Runs inside the caller's transaction. */
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

/** Fields of the search that may have changed since the run began. */
interface PresentSearch extends Pick<
  SavedSearchRecord,
  'accountId' | 'arguments' | 'state' | 'pauseReason' | 'mail' | 'webhook'
> {
  due: number;
  lease: string | null;
  /** Null if no run is unfinished. */
  runKey: string | null;
  runDue: number | null;
}

const PRESENT = `SELECT account_id AS "accountId", arguments, state, pause_reason AS "pauseReason", mail,
    webhook, next_run_at AS due, lease,
    run_key AS "runKey", run_due_at AS "runDue" FROM saved_search WHERE id = ?`;
const RUN_ENDED = `lease = NULL, lease_until = NULL, run_key = NULL, run_due_at = NULL, run_arguments = NULL,
    run_is_first = NULL`;

/** An arguments hash that no call has. A row with this hash blocks its key and is no replay. */
const NOT_AN_ANSWER = '';
/** How long a key stays blocked: longer than any call lasts. */
const CLOSED_KEY_MS = 31 * DAY_MS;

/**
 * Blocks the idempotency key of a run that was not charged, so that a slow process cannot be charged for the run later.
 * False if a call with the key is under way or was charged. Runs inside the caller's transaction.
 */
export function* closeKey(
  { accountId, searchId, key }: { accountId: string; searchId: string; key: string },
  now: number,
): Step<boolean> {
  const open = "SELECT 1 FROM ledger WHERE state = 'reserved' AND account_id = ? AND key_id = ?";
  if (yield* find(open, accountId, searchId)) return false;
  // A call of another replica has its own row under this key since its reservation, so this insert then does nothing.
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
  // Another process has begun this run and may still be charged for it.
  const isShared = isHeld && key !== null && !isKeyOf(lease, key);
  const isClosed = isShared && !finish.succeeded;
  if (isClosed && !(yield* closeKey({ accountId, searchId: id, key }, finish.at))) return false;
  const { lastDeliveredAt } = finish.change;
  // Changes that the owner made during the run are kept: a pause, or other arguments with a new schedule.
  const isPaused = present.state === 'paused' && present.pauseReason !== 'plan';
  const isDecided = !isHeld || isPaused || present.due !== present.runDue;
  const decided = { nextRunAt: present.due, ...(lastDeliveredAt === undefined ? {} : { lastDeliveredAt }) };
  const answersQuestion = finish.answers(present.arguments);
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
  // A failed run's delivery says why the search stops, which is no longer true after a change by the owner.
  if (finish.delivery && (finish.succeeded || !isDecided)) {
    const ways = finish.delivery.ways.filter((way) => present[way] !== 'off');
    yield* insertDelivery({ ...finish.delivery, ways });
  }
  if (!isClosed) yield* change('DELETE FROM replay WHERE account_id = ? AND key = ?', accountId, finish.idempotencyKey);
  return true;
}

/**
 * True if another process discarded the run as not charged, but this slower process was charged for it since. The
 * answer is still stored then, so no process has delivered it: delivery deletes it.
 */
function* isDroppedAndCharged(
  { accountId, runKey }: PresentSearch,
  { succeeded, idempotencyKey }: RunFinish,
): Step<boolean> {
  return succeeded && runKey !== idempotencyKey && (yield* isCharged(accountId, idempotencyKey));
}

function* isCharged(accountId: string, runKey: string): Step<boolean> {
  const sql = 'SELECT 1 FROM replay WHERE account_id = ? AND key = ? AND result IS NOT NULL AND arguments_hash <> ?';
  return (yield* find(sql, accountId, runKey, NOT_AN_ANSWER)) !== undefined;
}

export function createSavedRuns(
  steps: StepRunner,
): Pick<SavedSearchStore, 'claimRun' | 'returnRun' | 'dropRun' | 'finishRun' | 'seen'> {
  return {
    claimRun: async (lease, now, leaseMs, { dueBy = now, behind = [] } = {}) => {
      const sql = nextRun(behind.length);
      const values = [dueBy, now, dueBy, now, dueBy, now + LONGEST_LIMIT_MS, now, now + 2 * leaseMs, ...behind];
      // Usually no run is due, so a transaction is opened only if a read finds one.
      if (!(await steps.read(find(sql, ...values)))) return undefined;
      return steps.write(function* () {
        // Skips a run that another replica is claiming.
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
