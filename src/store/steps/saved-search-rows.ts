import type { BegunRun, ClaimedRun, SavedSearchChange, SavedSearchRecord } from '../types.ts';
import type { Value } from './step.ts';

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
  askedAt: 'asked_at',
  runDueAt: 'run_due_at',
  failingSince: 'failing_since',
  failures: 'failures',
  lastRunAt: 'last_run_at',
  lastResult: 'last_result',
  hasRun: 'has_run',
  lastDeliveredAt: 'last_delivered_at',
};

const COLUMNS = Object.entries(SEARCH_COLUMNS)
  .map(([name, column]) => `saved_search.${column} AS "${name}"`)
  .join(', ');

export const SELECT_SEARCH = `SELECT ${COLUMNS} FROM saved_search`;

export const SELECT_RUN = `SELECT ${COLUMNS}, run_key AS "runKey", run_arguments AS "runArguments",
  run_is_first AS "runIsFirst" FROM saved_search`;

/** Searches of an account that is being deleted are not run, sent or shown. */
export const OWNER_IS_THERE = 'EXISTS (SELECT 1 FROM account WHERE account.id = account_id AND deleted_at IS NULL)';

export type SavedSearchRow = Omit<SavedSearchRecord, 'hasRun'> & { hasRun: boolean | number };

export type RunRow = SavedSearchRow & {
  runKey: string | null;
  runArguments: string | null;
  runIsFirst: boolean | number | null;
};

export function isKeyOf(lease: string, runKey: string): boolean {
  return runKey.endsWith(` ${lease}`);
}

/** Returns the unfinished run if there is one, otherwise a new run under `lease`. */
export function toClaimedRun({ runKey, runArguments, runIsFirst, ...row }: RunRow, lease: string): ClaimedRun {
  const search = toSearch(row);
  const { id, nextRunAt, runDueAt, hasRun } = search;
  const run: BegunRun =
    runKey === null || runDueAt === null || runArguments === null
      ? { key: `watch ${id} ${nextRunAt} ${lease}`, dueAt: nextRunAt, arguments: search.arguments, isFirst: !hasRun }
      : { key: runKey, dueAt: runDueAt, arguments: runArguments, isFirst: Boolean(runIsFirst) };
  return { search, run };
}

export function toSearch(row: SavedSearchRow): SavedSearchRecord {
  return { ...row, hasRun: Boolean(row.hasRun) };
}

export function assignments(members: SavedSearchChange): { sql: string; values: Value[] } {
  const all = Object.entries(members) as [keyof SavedSearchChange, Value | undefined][];
  const given = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return {
    sql: given.map(([name]) => `${SEARCH_COLUMNS[name]} = ?`).join(', '),
    values: given.map(([, value]) => value),
  };
}
