import { existsSync } from 'node:fs';
import { copyFile, link, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isoTime } from '../../lib/clock.ts';
import { AccountRows } from './account-rows.ts';
import { auditLedger } from './audit-ledger.ts';
import { syncFile } from './backup.ts';
import { checkIntegrity } from './integrity.ts';
import { lockFolder } from './lock.ts';
import { Revision } from './revision.ts';
import { applyMigrations, schemaOf } from './schema.ts';

/**
 * Puts a backup in the place of the database in `file`, after looking whether
 * it is sound. Refuses while a service holds the folder. Gives the name under
 * which the replaced database is kept; undefined where there was none.
 */
export async function restoreSqlite(backup: string, file: string, now: number): Promise<string | undefined> {
  if (!existsSync(backup)) throw new Error(`There is no file ${backup}.`);
  const unlock = lockFolder(dirname(file));
  const copy = `${file}.restore`;
  try {
    await rm(copy, { force: true });
    await copyFile(backup, copy);
    const problems = problemsOf(copy);
    if (problems.length > 0) {
      throw new Error(`${backup} cannot be restored; the present database is as it was.\n${problems.join('\n')}`);
    }
    await syncFile(copy);
    const aside = existsSync(file)
      ? await setAside(file, `${file}.replaced-${isoTime(now).replaceAll(':', '')}`)
      : undefined;
    // One step: at any moment there is a whole database under the name, the old or the new.
    await rename(copy, file);
    await syncFile(dirname(file));
    return aside;
  } finally {
    for (const left of ['', '-wal', '-shm', '-journal']) await rm(`${copy}${left}`, { force: true });
    unlock();
  }
}

/** Keeps the database under a second name, and takes its log out of the way of the next. */
async function setAside(file: string, aside: string): Promise<string> {
  let whole = false;
  try {
    const db = new Database(file, { timeout: 2_000 });
    // The log goes into the database, which is then complete by itself.
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    whole = result?.busy === 0;
    db.close();
  } catch {
    // It may be what the backup is for: kept as it is.
  }
  await link(file, aside);
  const log = await stat(`${file}-wal`).catch(() => undefined);
  if (log && log.size > 0) {
    if (whole) throw new Error('Another process writes to the database. Stop it, then restore.');
    await rename(`${file}-wal`, `${aside}-wal`);
  }
  for (const part of ['-wal', '-shm']) await rm(`${file}${part}`, { force: true });
  return aside;
}

/** Why a copy of a backup must not serve; its own changes are undone. */
function problemsOf(copy: string): string[] {
  let db: Database.Database | undefined;
  try {
    db = new Database(copy);
    if (schemaOf(db) === 0) return ['It is no database of this service.'];
    const problems = checkIntegrity(db);
    if (problems.length > 0) return problems;
    // An older one is looked at as the next start will make it, and left as it is.
    db.exec('BEGIN');
    applyMigrations(db);
    problems.push(...auditLedger(db, new AccountRows(db, new Revision(db), undefined)));
    db.exec('ROLLBACK');
    return problems;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    db?.close();
  }
}
