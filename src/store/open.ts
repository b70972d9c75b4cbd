import { dirname } from 'node:path';
import { assertServable } from './sqlite/file-head.ts';
import { assertUnservedFolder } from './sqlite/lock.ts';
import { planSqliteMigration } from './sqlite/migration-plan.ts';
import { openSqliteStore } from './sqlite/open.ts';
import { restoreSqlite } from './sqlite/restore.ts';
import type { ImportOptions, Imported } from './postgres/import.ts';
import type { MigrationPlan, Store, StoreOptions } from './types.ts';

/**
 * Opens the store, of whatever engine. Rejects with a sentence when it cannot
 * be used, or when another process has the role asked for.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url } = options;
  if (url === undefined) return openSqliteStore(options);
  // Loaded only when it is needed.
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore({ ...options, url });
}

/**
 * Puts a backup in the place of the store that `file` names. Rejects with a
 * sentence while a service runs on it, or when the backup is not sound. Gives
 * the name under which the replaced store is kept, if there was one.
 */
export function restoreStore(backup: string, file: string, now: number): Promise<string | undefined> {
  return restoreSqlite(backup, file, now);
}

/** What bringing the store up to date would do. Nothing is changed, not even a file's time. Rejects with a sentence. */
export async function planMigration({
  file,
  backupFolder,
}: Pick<StoreOptions, 'file' | 'backupFolder'>): Promise<MigrationPlan> {
  return planSqliteMigration({ file, folder: backupFolder });
}

/** Rejects with a sentence where the file is no store that this release can serve. Nothing is created. */
export async function assertServableStore(file: string): Promise<void> {
  assertServable(file);
}

/** Rejects with a sentence where another process has the role `serve` and keeps it. Nothing is made. */
export async function assertUnserved(file: string): Promise<void> {
  assertUnservedFolder(dirname(file));
}

/** Says why a PostgreSQL database cannot be served from; undefined when it can. Nothing is changed. */
export async function whyNotDatabase(url: string): Promise<string | undefined> {
  const postgres = await import('./postgres/check.ts');
  return postgres.whyNotDatabase(url);
}

/** Moves an installation from an SQLite file into an empty PostgreSQL database, whole or not at all. */
export async function importStore(options: ImportOptions): Promise<Imported> {
  const { importSqlite } = await import('./postgres/import.ts');
  return importSqlite(options);
}

export type { Imported };
