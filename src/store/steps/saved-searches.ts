import { ownerGone, tooManySavedSearches } from '../refusals.ts';
import type { NewSavedSearch, SavedSearchStore } from '../types.ts';
import { createSavedDeliveries } from './saved-deliveries.ts';
import { createSavedRuns } from './saved-runs.ts';
import {
  assignments,
  OWNER_IS_THERE,
  SEARCH_COLUMNS,
  SELECT_SEARCH,
  toSearch,
  type SavedSearchRow,
} from './saved-search-rows.ts';
import { change, find, findAll, lockAccount, run, type Step, type StepRunner, type Value } from './step.ts';

function* insert(search: NewSavedSearch): Step<void> {
  const members = Object.entries(search) as [keyof NewSavedSearch, Value][];
  yield* change(
    `INSERT INTO saved_search (${members.map(([name]) => SEARCH_COLUMNS[name]).join(', ')})
     VALUES (${members.map(() => '?').join(', ')})`,
    ...members.map(([, value]) => value),
  );
}

export function createSavedSearchStore(steps: StepRunner): SavedSearchStore {
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
    change: (id, changed) =>
      steps.write(function* () {
        const { sql, values } = assignments(changed);
        return (yield* run(`UPDATE saved_search SET ${sql} WHERE id = ?`, ...values, id)) > 0;
      }),
    runNow: (id, now) =>
      steps.write(() =>
        change(
          `UPDATE saved_search SET next_run_at = ?
           WHERE id = ? AND next_run_at > ? AND (lease_until IS NULL OR lease_until <= ?)`,
          now,
          id,
          now,
          now,
        ),
      ),
    delete: (id) =>
      steps.write(function* () {
        return (yield* run('DELETE FROM saved_search WHERE id = ?', id)) > 0;
      }),
    ...createSavedRuns(steps),
    ...createSavedDeliveries(steps),
  };
}
