import { openSqliteStore } from './sqlite/open.ts';
import type { Store, StoreOptions } from './types.ts';

/**
 * Opens the store, of whatever engine. Rejects with a sentence when it cannot
 * be used, or when another process has the role asked for.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return openSqliteStore(options);
}
