import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, copyFile, link, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../lib/error-message.ts';
import { Database, type Connection } from '../better-sqlite3.ts';
import { isoTime } from '../../lib/clock.ts';
import { auditLedger } from '../steps/audit-ledger.ts';
import { syncFile } from './backup.ts';
import { checkIntegrity } from './integrity.ts';
import { lockOutCommands, lockFolder } from './lock.ts';
import { makePrivateFile, makePrivateFolder } from './private-file.ts';
import { registerFunctions } from './functions.ts';
import { createDriver } from './step-runner.ts';
import { applyMigrations, schemaOf } from './schema.ts';

export async function restoreSqlite(backup: string, file: string, now: number): Promise<string | undefined> {
  await assertReadable(backup);
  makePrivateFolder(dirname(file));
  const unlock = lockFolder(dirname(file));
  try {
    const unlockCommands = lockOutCommands(dirname(file));
    try {
      return await replace(backup, file, now);
    } finally {
      unlockCommands();
    }
  } finally {
    unlock();
  }
}

async function assertReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`There is no file ${file}.`, { cause: error });
    throw new Error(`${file} cannot be read (${messageOf(error)}).`, { cause: error });
  }
}

/** The caller must hold both locks of the folder (`lockFolder` and `lockOutCommands`). */
async function replace(backup: string, file: string, now: number): Promise<string | undefined> {
  const copy = `${file}.restore`;
  let aside: ReplacedDatabase | undefined;
  try {
    await rm(copy, { force: true });
    makePrivateFile(copy, file);
    // `copyFile` would also copy the backup's permissions.
    await pipeline(createReadStream(backup), createWriteStream(copy, { flags: 'r+' }));
    const problems = problemsOf(copy);
    if (problems.length > 0) {
      throw new Error(`${backup} cannot be restored; the present database is as it was.\n${problems.join('\n')}`);
    }
    await syncFile(copy);
    aside = existsSync(file)
      ? await keepReplaced(file, `${file}.replaced-${isoTime(now).replaceAll(':', '')}`)
      : undefined;
    // A rename is atomic, so the name always refers to a complete database, the old or the new one.
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

interface ReplacedDatabase {
  name: string;
  undo(): Promise<void>;
}

/**
 * Keeps the database, and its log if there is one, under a second name, so that the restored database does not use the
 * old log.
 */
async function keepReplaced(file: string, name: string): Promise<ReplacedDatabase> {
  let whole = false;
  try {
    const db = new Database(file, { timeout: 2_000 });
    // Writes the log into the database, which is then complete without the log.
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    whole = result?.busy === 0;
    db.close();
  } catch {
    // The restore may be needed because this database is damaged, so errors are ignored and the database is kept
    // unchanged.
  }
  const log = await stat(`${file}-wal`).catch(() => undefined);
  const hasLog = log !== undefined && log.size > 0;
  if (hasLog && whole) throw new Error('Another process is writing to the database. Stop it before you restore.');
  await keepAs(file, name);
  const aside: ReplacedDatabase = {
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

async function keepAs(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    await copyFile(file, name, constants.COPYFILE_EXCL);
  }
}

/** Returns sentences that say why the copy of a backup cannot be used. Leaves the copy's content unchanged. */
function problemsOf(copy: string): string[] {
  let db: Connection | undefined;
  try {
    db = new Database(copy);
    registerFunctions(db);
    if (schemaOf(db) === 0) return ['It is no database of this service.'];
    const problems = checkIntegrity(db);
    if (problems.length > 0) return problems;
    // The copy of an older backup is migrated only to check its ledger, and the migration is then rolled back.
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
