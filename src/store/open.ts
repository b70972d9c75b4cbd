import { dirname } from 'node:path';
import { assertServable } from './sqlite/file-head.ts';
import { assertUnservedFolder } from './sqlite/lock.ts';
import { planSqliteMigration } from './sqlite/migration-plan.ts';
import { openSqliteStore } from './sqlite/open.ts';
import { restoreSqlite } from './sqlite/restore.ts';
import type { ImportOptions, Imported } from './postgres/import.ts';
import type { MigrationPlan, Store, StoreOptions } from './types.ts';

/**
 * Rejects with an explanatory error if the store cannot be used, or if another process has a role that excludes
 * `options.role`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url } = options;
  if (url === undefined) return openSqliteStore(options);
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore({ ...options, url });
}

/**
 * Replaces the store at `file` by a backup. Returns the name under which the replaced store is kept, or undefined if
 * there was none. Rejects with an explanatory error while another process uses the store, or if the backup cannot be
 * used.
 */
export function restoreStore(backup: string, file: string, now: number): Promise<string | undefined> {
  return restoreSqlite(backup, file, now);
}

/**
 * Does not change the database, not even the modification time of its file. Rejects with an explanatory error if this
 * release cannot migrate the store.
 */
export async function planMigration({
  file,
  backupFolder,
}: Pick<StoreOptions, 'file' | 'backupFolder'>): Promise<MigrationPlan> {
  return planSqliteMigration({ file, folder: backupFolder });
}

/** Rejects with an explanatory error if this release cannot serve the SQLite file. Creates no file. */
export async function assertServableStore(file: string): Promise<void> {
  assertServable(file);
}

/**
 * Rejects with an explanatory error if another process has the role `serve` and does not end within two seconds.
 * Creates no file.
 */
export async function assertUnserved(file: string): Promise<void> {
  assertUnservedFolder(dirname(file));
}

/** Returns a sentence that says why the database cannot be used, or undefined if it can. Changes nothing. */
export async function whyNotDatabase(url: string): Promise<string | undefined> {
  const postgres = await import('./postgres/check.ts');
  return postgres.whyNotDatabase(url);
}

/**
 * Copies the content of an SQLite file, except temporary content, into an empty PostgreSQL database, completely or not
 * at all.
 */
export async function importStore(options: ImportOptions): Promise<Imported> {
  const { importSqlite } = await import('./postgres/import.ts');
  return importSqlite(options);
}

export type { Imported };
