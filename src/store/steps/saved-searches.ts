import { ownerGone, savedSearchRuns, tooManySavedSearches } from '../refusals.ts';
import { SavedSearchChanged } from '../saved-search-changed.ts';
import type { NewSavedSearch, SavedSearchRecord, SavedSearchStore } from '../types.ts';
import { createSavedDeliveries } from './saved-deliveries.ts';
import { createSavedDeliveryClaims, type Replicas } from './saved-delivery-claims.ts';
import { closeKey, createSavedRuns } from './saved-runs.ts';
import {
  assignments,
  OWNER_IS_THERE,
  SEARCH_COLUMNS,
  SELECT_SEARCH,
  toSearch,
  type SavedSearchRow,
} from './saved-search-rows.ts';
import { change, find, findAll, lockAccount, run, type Step, type StepRunner, type Value } from './step.ts';

interface Begun {
  accountId: string;
  key: string;
  leaseUntil: number | null;
}

const BEGUN = `SELECT account_id AS "accountId", run_key AS key, lease_until AS "leaseUntil" FROM saved_search
  WHERE id = ? AND run_key IS NOT NULL`;

function* insert(search: NewSavedSearch): Step<void> {
  const members = Object.entries(search) as [keyof NewSavedSearch, Value][];
  yield* change(
    `INSERT INTO saved_search (${members.map(([name]) => SEARCH_COLUMNS[name]).join(', ')})
     VALUES (${members.map(() => '?').join(', ')})`,
    ...members.map(([, value]) => value),
  );
}

function* checkOthers(id: string, check: (others: readonly SavedSearchRecord[]) => void): Step<void> {
  const own = yield* find<{ accountId: string }>('SELECT account_id AS "accountId" FROM saved_search WHERE id = ?', id);
  if (!own) return;
  yield* lockAccount(own.accountId);
  const others = `${SELECT_SEARCH} WHERE account_id = ? AND saved_search.id <> ?`;
  check((yield* findAll<SavedSearchRow>(others, own.accountId, id)).map(toSearch));
}

function* checkUnchanged(before: SavedSearchRecord): Step<void> {
  const sql = `${SELECT_SEARCH} WHERE saved_search.id = ?`;
  const row = (yield { sql, values: [before.id], lockClause: 'FOR UPDATE' }).rows[0] as SavedSearchRow | undefined;
  const present = row && toSearch(row);
  const isChanged = (name: keyof SavedSearchRecord): boolean => present?.[name] !== before[name];
  if (present && (Object.keys(SEARCH_COLUMNS) as (keyof SavedSearchRecord)[]).some(isChanged))
    throw new SavedSearchChanged();
}

export function createSavedSearchStore(steps: StepRunner, replicas?: Replicas): SavedSearchStore {
  return {
    create: (search, maximum, check) =>
      steps.write(function* () {
        const { accountId } = search;
        yield* lockAccount(accountId);
        if (!(yield* find('SELECT 1 FROM account WHERE id = ? AND deleted_at IS NULL', accountId))) throw ownerGone();
        const held = yield* findAll<SavedSearchRow>(`${SELECT_SEARCH} WHERE account_id = ?`, accountId);
        check?.(held.map(toSearch));
        if (held.length >= maximum) throw tooManySavedSearches(maximum);
        yield* insert(search);
      }),
    find: async (id) => {
      const row = await steps.read(
        find<SavedSearchRow>(`${SELECT_SEARCH} WHERE saved_search.id = ? AND ${OWNER_IS_THERE}`, id),
      );
      return row && toSearch(row);
    },
    list: async (accountId) => {
      const rows = await steps.read(
        findAll<SavedSearchRow>(`${SELECT_SEARCH} WHERE account_id = ? ORDER BY created_at, id`, accountId),
      );
      return rows.map(toSearch);
    },
    change: (id, changed, { before, check } = {}) =>
      steps.write(function* () {
        if (check) yield* checkOthers(id, check);
        if (before) yield* checkUnchanged(before);
        const { sql, values } = assignments(changed);
        return (yield* run(`UPDATE saved_search SET ${sql} WHERE id = ?`, ...values, id)) > 0;
      }),
    runNow: (id, now) =>
      steps.write(() =>
        change(
          `UPDATE saved_search SET asked_at = ?, next_run_at = CASE WHEN next_run_at > ? THEN ? ELSE next_run_at END
           WHERE id = ? AND run_key IS NULL`,
          now,
          now,
          now,
          id,
        ),
      ),
    delete: (id, now) =>
      steps.write(function* () {
        const begun = (yield { sql: BEGUN, values: [id], lockClause: 'FOR UPDATE' }).rows[0] as Begun | undefined;
        const isUnderWay = begun && begun.leaseUntil !== null && begun.leaseUntil > now;
        if (isUnderWay) throw savedSearchRuns();
        // The lease has ended by the clock, but the call of the run may still be running.
        if (begun && !(yield* closeKey({ ...begun, searchId: id }, now))) throw savedSearchRuns();
        return (yield* run('DELETE FROM saved_search WHERE id = ?', id)) > 0;
      }),
    ...createSavedRuns(steps),
    ...createSavedDeliveries(steps),
    ...createSavedDeliveryClaims(steps, replicas),
  };
}
