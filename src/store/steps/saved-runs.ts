import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts';
import { FURTHEST_RUN_MS } from '../limits.ts';
import type { NewSavedDelivery, RunFinish, SavedSearchRecord, SavedSearchStore } from '../types.ts';
import { assignments, isKeyOf, OWNER_IS_THERE, SELECT_RUN, toClaimedRun, type RunRow } from './saved-search-rows.ts';
import { change, find, findAll, run, type Step, type StepRunner } from './step.ts';

const SEEN_KEPT = 20_000;
const ROWS = 50;

/**
 * True if the search is due. A next run further ahead than the frequency allows counts as due, because it dates from
 * before the clock was set back.
 */
const DUE = `(next_run_at <= ? OR next_run_at - CASE frequency WHEN 'hourly' THEN ${FURTHEST_RUN_MS.hourly}
    WHEN 'daily' THEN ${FURTHEST_RUN_MS.daily} ELSE ${FURTHEST_RUN_MS.weekly} END > ?)`;
/**
 * A search at its limit never waits this long for the account's next month, so a next run further ahead dates from
 * before the clock was set back.
 */
const LONGEST_LIMIT_MS = 40 * DAY_MS;
/** Assumed maximum difference between the clocks of replicas. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;
/**
 * True if no process has claimed the search. A lease that ends further ahead than a lease lasts, even if replicas'
 * clocks differ, dates from before the clock was set back and does not count.
 */
const UNCLAIMED = '(lease_until IS NULL OR lease_until <= ? OR lease_until > ?)';

/**
 * True for a begun run that may be continued now. A charged run must be delivered, so it is continued even if the
 * search was paused or rescheduled since. A due time in the future dates from before the clock was set back, or comes
 * from a replica whose clock is ahead.
 */
const UNFINISHED = 'run_key IS NOT NULL AND (run_due_at <= ? OR run_due_at > ?)';

/** A search that was paused because of its plan is checked when due, in case the plan allows it again. */
const ACTIVE_OR_AWAITING_PLAN = `(state = 'active' OR state = 'paused' AND pause_reason = 'plan')`;

const nextRun = (behind: number): string => `${SELECT_RUN}
  WHERE (${UNFINISHED} OR run_key IS NULL AND (${ACTIVE_OR_AWAITING_PLAN} AND ${DUE} OR state = 'limit' AND (next_run_at <= ? OR next_run_at > ?)))
    AND ${UNCLAIMED} AND ${OWNER_IS_THERE}
  ORDER BY ${behind === 0 ? '' : `CASE WHEN account_id IN (${Array.from({ length: behind }, () => '?').join(', ')}) THEN 1 ELSE 0 END, `}
    coalesce(run_due_at, next_run_at), saved_search.id LIMIT 1`;

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
  const row = yield* find<{ count: number }>(
    'SELECT count(*) AS count FROM saved_search_seen WHERE search_id = ?',
    searchId,
  );
  const excess = Number(row?.count ?? 0) - SEEN_KEPT;
  if (excess > 0) yield* forgetOldest(searchId, excess, new Set(hashes));
}

/** `kept`: hashes of the newest run, which are not deleted. */
function* forgetOldest(searchId: string, count: number, kept: ReadonlySet<string>): Step<void> {
  const oldest = yield* findAll<{ hash: string }>(
    'SELECT hash FROM saved_search_seen WHERE search_id = ? ORDER BY day, hash DESC LIMIT ?',
    searchId,
    count + kept.size,
  );
  const forgotten = oldest.map(({ hash }) => hash).filter((hash) => !kept.has(hash));
  for (let from = 0; from < Math.min(count, forgotten.length); from += ROWS) {
    const part = forgotten.slice(from, Math.min(from + ROWS, count));
    yield* change(
      `DELETE FROM saved_search_seen WHERE search_id = ? AND hash IN (${part.map(() => '?').join(', ')})`,
      searchId,
      ...part,
    );
  }
}

interface PresentSearch extends Pick<
  SavedSearchRecord,
  'accountId' | 'arguments' | 'monthlyLimit' | 'state' | 'pauseReason' | 'mail' | 'webhook'
> {
  due: number;
  lease: string | null;
  runKey: string | null;
  runDue: number | null;
}

const PRESENT = `SELECT account_id AS "accountId", arguments, monthly_limit AS "monthlyLimit", state,
    pause_reason AS "pauseReason", mail, webhook, next_run_at AS due, lease,
    run_key AS "runKey", run_due_at AS "runDue" FROM saved_search WHERE id = ?`;
const RUN_ENDED = `lease = NULL, lease_until = NULL, run_key = NULL, run_due_at = NULL, run_arguments = NULL,
    run_is_first = NULL`;
/** Assignments that discard a run. If the owner requested the run, the search stays due. */
const RUN_DROPPED = `${RUN_ENDED}, next_run_at = coalesce(asked_at, next_run_at)`;

/** Arguments hash of no call. A row with this hash only blocks its idempotency key and is not a replay. */
const NOT_AN_ANSWER = '';
/** How long a key stays blocked, which is longer than any call lasts. */
const CLOSED_KEY_MS = 31 * DAY_MS;

/**
 * Blocks the idempotency key of a run that was not charged, so that no process can be charged for the run later. False
 * if a call of the search is running, or if the key was used or blocked before. Must be called inside a transaction.
 */
export function* closeKey(
  { accountId, searchId, key }: { accountId: string; searchId: string; key: string },
  now: number,
): Step<boolean> {
  const open = "SELECT 1 FROM ledger WHERE state = 'reserved' AND account_id = ? AND key_id = ?";
  if (yield* find(open, accountId, searchId)) return false;
  // A call of another replica has had a row under this key since its reservation, so this insert then does nothing.
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

/**
 * Deletes the stored answer of a run that has ended. If another process has begun the run, its call may not have
 * reserved anything yet, so the key stays blocked.
 */
function* endReplay(accountId: string, key: string, isShared: boolean, now: number): Step<void> {
  yield* change('DELETE FROM replay WHERE account_id = ? AND key = ?', accountId, key);
  if (!isShared) return;
  yield* change(
    `INSERT INTO replay (account_id, key, tool, arguments_hash, result, expires_at) VALUES (?, ?, '', ?, '', ?)`,
    accountId,
    key,
    NOT_AN_ANSWER,
    now + CLOSED_KEY_MS,
  );
}

function* finishRun(id: string, lease: string, finish: RunFinish): Step<boolean> {
  // Under the lock, neither the owner nor another replica changes the search between the check and the write.
  const present = (yield { sql: PRESENT, values: [id], lockClause: 'FOR UPDATE' }).rows[0] as PresentSearch | undefined;
  if (!present) return false;
  const isHeld = present.lease === lease;
  if (!isHeld && !(yield* isDroppedAndCharged(present, finish))) return false;
  const { runKey: key, accountId } = present;
  // True if another process has begun this run. That process may still be charged for the run.
  const isShared = isHeld && key !== null && !isKeyOf(lease, key);
  const isClosed = isShared && !finish.succeeded;
  if (isClosed && !(yield* closeKey({ accountId, searchId: id, key }, finish.at))) return false;
  // What the owner changed during the run is kept: a pause, or an edit of the arguments or the schedule, which moves
  // `due`.
  const isPaused = present.state === 'paused' && present.pauseReason !== 'plan';
  const isMoved = present.due !== present.runDue;
  if (!finish.succeeded && (isPaused || isMoved || !(yield* isStillStopped(present, finish)))) {
    yield* change(`UPDATE saved_search SET ${RUN_DROPPED} WHERE id = ?`, id);
    return true;
  }
  const { state, pauseReason, pauseDetail, ...unlessPaused } = finish.change;
  const { lastDeliveredAt } = unlessPaused;
  const written = {
    ...(isHeld ? unlessPaused : lastDeliveredAt === undefined ? {} : { lastDeliveredAt }),
    ...(isHeld && !isPaused ? { state, pauseReason, pauseDetail } : {}),
    ...(!isHeld || isMoved ? { nextRunAt: present.due } : {}),
  };
  const answersQuestion = finish.answers(present.arguments);
  const { sql, values } = assignments(written);
  yield* change(
    `UPDATE saved_search SET ${isHeld ? `${RUN_ENDED}, ` : ''}asked_at = NULL, last_run_at = ?, last_result = ?,
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
  if (finish.delivery) {
    const ways = finish.delivery.ways.filter((way) => present[way] !== 'off');
    yield* insertDelivery({ ...finish.delivery, ways });
  }
  if (!isClosed) yield* endReplay(accountId, finish.idempotencyKey, isShared, finish.at);
  return true;
}

function* isStillStopped({ accountId, monthlyLimit }: PresentSearch, { stoppedBy }: RunFinish): Step<boolean> {
  if (!stoppedBy) return true;
  const account = yield* find<{ anchorAt: number }>(
    'SELECT anchor_at AS "anchorAt" FROM account WHERE id = ?',
    accountId,
  );
  return monthlyLimit === stoppedBy.monthlyLimit && account?.anchorAt === stoppedBy.anchorAt;
}

/**
 * True if another process discarded the run as not charged, but this slower process was charged for it later. The
 * answer is then still stored, and no process has delivered it, because delivery deletes it.
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
      const values = [
        dueBy,
        now,
        dueBy,
        now,
        dueBy,
        now + LONGEST_LIMIT_MS,
        now,
        now + leaseMs + CLOCKS_DIFFER_MS,
        ...behind,
      ];
      if (!(await steps.read(find(sql, ...values)))) return undefined;
      return steps.write(function* () {
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
        if (isEnded) yield* change(`UPDATE saved_search SET ${RUN_DROPPED} WHERE id = ?`, id);
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
