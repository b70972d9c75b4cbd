import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import type { NewSavedDelivery, RunFinish, SavedSearchRecord, SavedSearchStore } from '../types.ts';
import { assignments, OWNER_IS_THERE, SELECT_SEARCH, toSearch, type SavedSearchRow } from './saved-search-rows.ts';
import { change, find, findAll, type Step, type StepRunner } from './step.ts';

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
/**
 * A lease that ends much later than any new one comes from before the clock was set back. The margin is as long
 * as a lease, because the clocks of two replicas may differ.
 */
const FREE = '(lease_until IS NULL OR lease_until <= ? OR lease_until > ?)';

/** `behind`: number of accounts that come after the others. */
const nextRun = (
  behind: number,
): string => `${SELECT_SEARCH} WHERE (state = 'active' AND ${DUE} OR state = 'limit' AND next_run_at <= ?)
    AND ${FREE} AND ${OWNER_IS_THERE}
  ORDER BY ${behind === 0 ? '' : `CASE WHEN account_id IN (${Array.from({ length: behind }, () => '?').join(', ')}) THEN 1 ELSE 0 END, `}
    next_run_at, saved_search.id LIMIT 1`;

/** For a step that is already inside a transaction. */
export function* insertDelivery({ id, searchId, at, content, ways }: NewSavedDelivery): Step<void> {
  yield* change(
    'INSERT INTO saved_delivery (id, search_id, at, content) VALUES (?, ?, ?, ?)',
    id,
    searchId,
    at,
    content,
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
interface HeldRun {
  accountId: string;
  arguments: string;
  pauseReason: string | null;
  mail: SavedSearchRecord['mail'];
  webhook: SavedSearchRecord['webhook'];
  due: number;
  /** `due` at the time when the run was claimed. */
  claimedDue: number;
}

const HELD = `SELECT account_id AS "accountId", arguments, pause_reason AS "pauseReason", mail, webhook,
    next_run_at AS due, run_due_at AS "claimedDue" FROM saved_search WHERE id = ? AND lease = ?`;

function* finishRun(id: string, lease: string, finish: RunFinish): Step<boolean> {
  // Locks the search, so that neither its owner nor another replica changes it between the check and the write.
  const held = (yield { sql: HELD, values: [id, lease], lockClause: 'FOR UPDATE' }).rows[0] as HeldRun | undefined;
  if (!held) return false;
  const { lastDeliveredAt } = finish.change;
  // Changes that the owner made during the run are kept: a pause, or other arguments with a new schedule.
  const isDecided = held.pauseReason === 'owner' || held.due !== held.claimedDue;
  const decided = { nextRunAt: held.due, ...(lastDeliveredAt === undefined ? {} : { lastDeliveredAt }) };
  const answersQuestion = held.arguments === finish.arguments;
  const { sql, values } = assignments(isDecided ? decided : { nextRunAt: held.due, ...finish.change });
  yield* change(
    `UPDATE saved_search SET lease = NULL, lease_until = NULL, last_run_at = ?, last_result = ?,
       has_run = CASE WHEN ? THEN true ELSE has_run END, ${sql} WHERE id = ?`,
    finish.at,
    finish.lastResult,
    finish.succeeded && answersQuestion,
    ...values,
    id,
  );
  yield* noteSeen(id, finish.seen, finish.day);
  // A delivery without jobs says why the search stops; that no longer holds after the owner's change.
  if (finish.delivery && (finish.succeeded || !isDecided)) {
    const ways = finish.delivery.ways.filter((way) => held[way] !== 'off');
    yield* insertDelivery({ ...finish.delivery, ways });
  }
  yield* change('DELETE FROM replay WHERE account_id = ? AND key = ?', held.accountId, finish.idempotencyKey);
  return true;
}

/** Runs of saved searches: one process claims each, and its result is written in one step. */
export function createSavedRuns(
  steps: StepRunner,
): Pick<SavedSearchStore, 'claimRun' | 'returnRun' | 'finishRun' | 'seen'> {
  return {
    claimRun: async (lease, now, leaseMs, { dueBy = now, behind = [] } = {}) => {
      const sql = nextRun(behind.length);
      const values = [dueBy, now, dueBy, now, now + 2 * leaseMs, ...behind];
      // Called often and usually without result, so it looks before it opens a transaction.
      if (!(await steps.read(find(sql, ...values)))) return undefined;
      return steps.write(function* () {
        // A run that another replica claims at this moment is skipped.
        const lockClause = 'FOR UPDATE OF saved_search SKIP LOCKED';
        const row = (yield { sql, values, lockClause }).rows[0] as SavedSearchRow | undefined;
        if (!row) return undefined;
        yield* change(
          'UPDATE saved_search SET lease = ?, lease_until = ?, run_due_at = next_run_at WHERE id = ?',
          lease,
          now + leaseMs,
          row.id,
        );
        return toSearch(row);
      });
    },
    returnRun: (id, lease, at) =>
      steps.write(() => change('UPDATE saved_search SET lease_until = ? WHERE id = ? AND lease = ?', at, id, lease)),
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
