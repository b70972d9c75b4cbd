import { openSqliteStore } from './sqlite/open.ts';
import { restoreSqlite } from './sqlite/restore.ts';
import type { Store, StoreOptions } from './types.ts';

/**
 * Opens the store, of whatever engine. Rejects with a sentence when it cannot
 * be used, or when another process has the role asked for.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return openSqliteStore(options);
}

/**
 * Puts a backup in the place of the store that `file` names. Rejects with a
 * sentence while a service runs on it, or when the backup is not sound. Gives
 * the name under which the replaced store is kept, if there was one.
 */
export function restoreStore(backup: string, file: string, now: number): Promise<string | undefined> {
  return restoreSqlite(backup, file, now);
}
