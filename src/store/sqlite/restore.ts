import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../lib/error-message.ts';
import { Database, type Connection } from '../better-sqlite3.ts';
import { isoTime } from '../../lib/clock.ts';
import { auditLedger } from '../steps/audit-ledger.ts';
import { syncFile } from './backup.ts';
import { checkIntegrity } from './integrity.ts';
import { emptyFolder, lockFolder } from './lock.ts';
import { makePrivateFile, makePrivateFolder } from './private-file.ts';
import { registerFunctions } from './functions.ts';
import { createDriver } from './step-runner.ts';
import { applyMigrations, schemaOf } from './schema.ts';

/**
 * Replaces the database in `file` by a backup, after checking the backup. Refuses while a service uses the
 * folder. Returns the name under which the replaced database is kept; undefined if there was none.
 */
export async function restoreSqlite(backup: string, file: string, now: number): Promise<string | undefined> {
  if (!existsSync(backup)) throw new Error(`There is no file ${backup}.`);
  makePrivateFolder(dirname(file));
  const unlock = lockFolder(dirname(file));
  try {
    const unlockCommands = emptyFolder(dirname(file));
    try {
      return await replace(backup, file, now);
    } finally {
      unlockCommands();
    }
  } finally {
    unlock();
  }
}

/** Requires that no other process uses the folder. */
async function replace(backup: string, file: string, now: number): Promise<string | undefined> {
  const copy = `${file}.restore`;
  let aside: Aside | undefined;
  try {
    await rm(copy, { force: true });
    makePrivateFile(copy, file);
    // Not `copyFile`, which would also copy the file's permissions.
    await pipeline(createReadStream(backup), createWriteStream(copy, { flags: 'r+' }));
    const problems = problemsOf(copy);
    if (problems.length > 0) {
      throw new Error(`${backup} cannot be restored; the present database is as it was.\n${problems.join('\n')}`);
    }
    await syncFile(copy);
    aside = existsSync(file) ? await setAside(file, `${file}.replaced-${isoTime(now).replaceAll(':', '')}`) : undefined;
    // One rename: at every moment the name refers to a complete database, the old or the new one.
    await rename(copy, file);
  } catch (error) {
    await aside?.undo();
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    throw new Error(`${backup} cannot be restored; the present database is as it was. ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    for (const left of ['', '-wal', '-shm', '-journal']) await rm(`${copy}${left}`, { force: true });
  }
  await syncFile(dirname(file));
  return aside?.name;
}

/** The replaced database, which is kept under a second name. */
interface Aside {
  name: string;
  /** Moves the replaced database's log back and deletes the second name. */
  undo(): Promise<void>;
}

/** Keeps the database under a second name, and moves its log away so that the next one does not use it. */
async function setAside(file: string, name: string): Promise<Aside> {
  let whole = false;
  try {
    const db = new Database(file, { timeout: 2_000 });
    // SQLite writes the log into the database, which is then complete without it.
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    whole = result?.busy === 0;
    db.close();
  } catch {
    // A damaged database may be the reason for the restore, so it is kept unchanged.
  }
  const log = await stat(`${file}-wal`).catch(() => undefined);
  const hasLog = log !== undefined && log.size > 0;
  if (hasLog && whole) throw new Error('Another process is writing to the database. Stop it before you restore.');
  await keepAs(file, name);
  const aside: Aside = {
    name,
    undo: async () => {
      if (hasLog && !existsSync(`${file}-wal`)) await rename(`${name}-wal`, `${file}-wal`);
      await rm(name, { force: true });
    },
  };
  try {
    if (hasLog) await rename(`${file}-wal`, `${name}-wal`);
    for (const part of ['-wal', '-shm']) await rm(`${file}${part}`, { force: true });
  } catch (error) {
    await aside.undo();
    throw error;
  }
  return aside;
}

/** A hard link, or a copy if the file system has none. */
async function keepAs(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    await copyFile(file, name, constants.COPYFILE_EXCL);
  }
}

/** The problems because of which a copy of a backup cannot be used. Undoes its own changes. */
function problemsOf(copy: string): string[] {
  let db: Connection | undefined;
  try {
    db = new Database(copy);
    registerFunctions(db);
    if (schemaOf(db) === 0) return ['It is no database of this service.'];
    const problems = checkIntegrity(db);
    if (problems.length > 0) return problems;
    // A copy of an older backup is migrated for the check; the backup stays unchanged.
    db.exec('BEGIN');
    applyMigrations(db);
    problems.push(...createDriver(db)(auditLedger()));
    db.exec('ROLLBACK');
    return problems;
  } catch (error) {
    return [messageOf(error)];
  } finally {
    db?.close();
  }
}
