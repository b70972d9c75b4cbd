import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { MIB } from '../../lib/byte-units.ts';
import { systemClock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Database, type Connection } from '../better-sqlite3.ts';
import { notReadBack } from '../store-fault.ts';
import type { Store, StoreOptions } from '../types.ts';
import { SqliteAccountRows } from './account-rows.ts';
import { createAccountStore } from '../steps/accounts.ts';
import { createAuditStore } from '../steps/audit.ts';
import { backUp } from './backup.ts';
import { createBudgetStore } from '../steps/budgets.ts';
import { checkIntegrity } from './integrity.ts';
import { createFactorStore } from '../steps/factors.ts';
import { createHealthStore } from '../steps/health.ts';
import { createJobsCacheStore } from './jobs-cache.ts';
import { createKeyStore } from '../steps/keys.ts';
import { createLedgerStore } from './ledger.ts';
import { lockOutCommands, lockFolder, shareFolder } from './lock.ts';
import { createLogInStore } from '../steps/log-ins.ts';
import { createMailStore } from '../steps/mail.ts';
import { createOAuthStore } from '../steps/oauth.ts';
import { createReplayStore } from './replays.ts';
import { measureReplays } from '../steps/replays.ts';
import { createReputationStore } from '../steps/reputation.ts';
import { makePrivateFile, makePrivateFolder } from './private-file.ts';
import { Revision } from './revision.ts';
import { backUpBeforeMigration, dropBackup, freeBytes } from './migration-backup.ts';
import { registerFunctions } from './functions.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { assertKnown, assertPresentSchema, migrate, newestOf, schemaOf, type SqliteMigrations } from './schema.ts';
import { createSavedSearchStore } from '../steps/saved-searches.ts';
import { createSecrets } from '../steps/secrets.ts';
import { createSessionStore } from '../steps/sessions.ts';
import { createKeyTouch, createSessionTouch } from './touch.ts';
import { createSpentTrialStore } from '../steps/spent-trials.ts';
import { createDriver, createStepRunner } from './step-runner.ts';
import { createUsageStore } from '../steps/usage.ts';
import { realDisk, WriteAheadLog, type Disk, type LogOwner } from './wal.ts';
import { SqliteWriter } from './writer.ts';

/**
 * How long SQLite may block this thread while another process writes. It is short, because this thread also answers
 * callers, and the writer tries again later.
 */
const BUSY_MS = 1;
/** After a full disk, the store counts as writable once this many bytes are free. */
const WRITABLE_BYTES = MIB;

interface SqliteOptions extends StoreOptions {
  migrations?: SqliteMigrations;
}

/** Tests may pass other `migrations`, and a `disk` that fails. */
export function openSqliteStore(options: SqliteOptions, disk: Disk = realDisk): Store {
  const { file, role = 'use' } = options;
  if (file === ':memory:') return createStore(prepare({ ...options, role: 'serve' }), undefined, () => {}, options);
  makePrivateFolder(dirname(file));
  if (role === 'use') createIfMissing(options);
  const unlock = role === 'use' ? shareFolder(dirname(file)) : lockFolder(dirname(file));
  try {
    return createStore(prepareOrDelete(options), { file, disk }, unlock, options);
  } catch (error) {
    unlock();
    throw explained(error, file);
  }
}

function explained(error: unknown, file: string): unknown {
  const code = String((error as { code?: unknown }).code);
  if (!code.startsWith('SQLITE_')) return error;
  const why = code.startsWith('SQLITE_FULL')
    ? 'its disk is full: make room, then try again'
    : code.startsWith('SQLITE_BUSY')
      ? 'another process keeps it busy: try again later'
      : messageOf(error);
  return new Error(`The database ${file} cannot be opened: ${why} (${code}).`, { cause: error });
}

/**
 * Creates a missing store for a command, under the lock of a service, because a service may be creating the store too.
 */
function createIfMissing(options: SqliteOptions): void {
  const { file } = options;
  if (existsSync(file)) return;
  const unlock = lockFolder(dirname(file));
  try {
    prepareOrDelete({ ...options, role: 'migrate' }).close();
  } catch (error) {
    throw explained(error, file);
  } finally {
    unlock();
  }
}

/**
 * If a database could not be created completely, for example on a full disk, it is deleted, so that the next start
 * creates it again.
 */
function prepareOrDelete(options: SqliteOptions): Connection {
  const wasThere = existsSync(options.file);
  try {
    if (!wasThere) tryCreateFile(options.file);
    return prepare(options);
  } catch (error) {
    if (!wasThere) for (const part of ['', '-wal', '-shm', '-journal']) rmSync(options.file + part, { force: true });
    throw error;
  }
}

function tryCreateFile(file: string): void {
  try {
    makePrivateFile(file);
  } catch {
    // Opening the database reports the error.
  }
}

function prepare(options: SqliteOptions): Connection {
  const { file, role = 'use', migrations } = options;
  // Opening may wait longer for another process than later statements, whose time-out is set below.
  const db = new Database(file, { timeout: 10_000 });
  try {
    registerFunctions(db);
    // The schema is checked before anything is written, so that a database that cannot be used stays unchanged.
    if (role === 'use') assertPresentSchema(db, migrations);
    else assertKnown(schemaOf(db), migrations);
    if (role === 'use') db.pragma('journal_mode = WAL');
    else bringUpToDate(db, options);
    // A settled charge must survive a power cut. NORMAL is enough, because the writer flushes the log itself, in
    // another thread, before it answers.
    db.pragma('synchronous = NORMAL');
    // A worker moves the log into the database and reports disk errors. SQLite's automatic checkpoint would hide them.
    db.pragma('wal_autocheckpoint = 0');
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    db.pragma(`busy_timeout = ${BUSY_MS}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function bringUpToDate(db: Connection, options: SqliteOptions): void {
  const { file, backupFolder, now = Date.now(), onMigration, migrations = MIGRATIONS } = options;
  const from = schemaOf(db);
  const to = newestOf(migrations);
  if (from === 0 || from === to) return flushAndMigrate(db, migrations);
  // Commands of the older release must not write between the copy and the end of the migration.
  const unlockCommands = lockOutCommands(dirname(file));
  try {
    const startedAt = performance.now();
    const backup = backUpBeforeMigration(db, { file, folder: backupFolder }, now);
    onMigration?.({ step: 'backed_up', from, to, backup });
    try {
      flushAndMigrate(db, migrations);
    } catch (error) {
      dropBackup(backup);
      throw error;
    }
    onMigration?.({ step: 'migrated', from, to, backup, ms: Math.round(performance.now() - startedAt) });
  } finally {
    unlockCommands();
  }
}

function flushAndMigrate(db: Connection, migrations: SqliteMigrations): void {
  db.pragma('journal_mode = WAL');
  // If the previous process stopped after a disk error, its last changes may be only in the log, so they are written
  // and flushed again.
  db.pragma('synchronous = FULL');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('foreign_keys = OFF');
  migrate(db, migrations);
}

function createStore(
  db: Connection,
  onDisk: { file: string; disk: Disk } | undefined,
  unlock: () => void,
  { termsOf = () => undefined, onFault }: SqliteOptions,
): Store {
  const writer: SqliteWriter = new SqliteWriter(db, async () => log?.sync());
  const logState = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  const owner: LogOwner = {
    waiting: () => {
      const { log: pages, checkpointed } = logState.get() as { log: number; checkpointed: number };
      return pages - checkpointed;
    },
    hold: () => writer.hold(),
    resume: () => writer.resume(),
    break: (error) => writer.break(error),
  };
  const log = onDisk && new WriteAheadLog(onDisk.file, owner, { disk: onDisk.disk, onFault });
  const revision = new Revision(db);
  const drive = createDriver(db);
  const rows = new SqliteAccountRows(db, drive, revision, termsOf);
  const steps = createStepRunner(db, writer, drive, () => {
    revision.bump();
    rows.forget();
  });
  const touchProbe = db.prepare(
    'INSERT INTO probe (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
  );
  const readProbe = db.prepare('SELECT at FROM probe WHERE id = 1').pluck();
  const { replays, saveReplay } = createReplayStore(db, writer, steps);

  return {
    clock: systemClock,
    accounts: createAccountStore(steps, { addressIs: 'email = ?', read: (id, now) => rows.read(id, now), termsOf }),
    keys: createKeyStore(steps, createKeyTouch(db, writer)),
    ledger: createLedgerStore(db, writer, steps, rows, saveReplay),
    replays,
    jobsCache: createJobsCacheStore(db, writer, revision),
    reputation: createReputationStore(steps),
    audit: createAuditStore(steps),
    budgets: createBudgetStore(steps),
    sessions: createSessionStore(steps, createSessionTouch(db, writer)),
    mail: createMailStore(steps),
    spentTrials: createSpentTrialStore(steps),
    logIns: createLogInStore(steps),
    factors: createFactorStore(steps),
    usage: createUsageStore(steps),
    health: createHealthStore(steps),
    oauth: createOAuthStore(steps),
    savedSearches: createSavedSearchStore(steps),
    transaction: (begin) => writer.transaction(begin),
    // No lock between processes is needed, because only one process serves a file.
    withLock: <T>(_name: string, work: () => Promise<T>) => work(),
    secret: createSecrets(steps),
    failed: writer.failed,
    version: () => revision.current(),
    checkIntegrity: async () => checkIntegrity(db),
    probe: async () => {
      // The probe's write is small, so it can succeed on a disk that is too full for the writes of calls.
      if (writer.full && onDisk && freeBytes(dirname(onDisk.file)) < WRITABLE_BYTES) throw writer.full;
      await writer.commit(() => {
        const value = Date.now();
        touchProbe.run(value);
        if (readProbe.get() !== value) throw notReadBack();
      });
      writer.forgetFull();
    },
    load: async () => ({ waitingSteps: writer.waiting, ...(await steps.read(measureReplays())) }),
    backup: async (target) => {
      writer.flush();
      await backUp(db, target);
    },
    close: async () => {
      try {
        await writer.close();
        await log?.close();
        // Closing would write the log into the database, which must not happen after a disk error.
        if (!writer.broken) db.close();
      } finally {
        unlock();
      }
    },
  };
}
