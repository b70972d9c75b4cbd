import type { SavedSearchChange, SavedSearchRecord } from '../types.ts';
import type { Value } from './step.ts';

/** Each member of a record with its column. */
export const SEARCH_COLUMNS: Readonly<Record<keyof SavedSearchRecord, string>> = {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  language: 'language',
  arguments: 'arguments',
  frequency: 'frequency',
  hour: 'hour',
  weekday: 'weekday',
  zone: 'zone',
  monthlyLimit: 'monthly_limit',
  state: 'state',
  pauseReason: 'pause_reason',
  pauseDetail: 'pause_detail',
  mail: 'mail',
  webhook: 'webhook',
  webhookUrl: 'webhook_url',
  webhookSecret: 'webhook_secret',
  feedVersion: 'feed_version',
  createdAt: 'created_at',
  nextRunAt: 'next_run_at',
  failingSince: 'failing_since',
  failures: 'failures',
  lastRunAt: 'last_run_at',
  lastResult: 'last_result',
  hasRun: 'has_run',
  lastDeliveredAt: 'last_delivered_at',
};

export const SELECT_SEARCH = `SELECT ${Object.entries(SEARCH_COLUMNS)
  .map(([name, column]) => `saved_search.${column} AS "${name}"`)
  .join(', ')} FROM saved_search`;

/** Searches of an account that is being deleted are not run, sent or shown. */
export const OWNER_IS_THERE = 'EXISTS (SELECT 1 FROM account WHERE account.id = account_id AND deleted_at IS NULL)';

export type SavedSearchRow = Omit<SavedSearchRecord, 'hasRun'> & { hasRun: boolean | number };

export function toSearch(row: SavedSearchRow): SavedSearchRecord {
  return { ...row, hasRun: Boolean(row.hasRun) };
}

/** `column = ?` for each member, and the values. */
export function assignments(members: SavedSearchChange): { sql: string; values: Value[] } {
  const given = Object.entries(members) as [keyof SavedSearchChange, Value][];
  return {
    sql: given.map(([name]) => `${SEARCH_COLUMNS[name]} = ?`).join(', '),
    values: given.map(([, value]) => value),
  };
}
