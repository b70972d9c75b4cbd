import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Store, StoreOptions } from '../types.ts';
import { AccountRows } from './account-rows.ts';
import { createAccountStore } from './accounts.ts';
import { createAuditStore } from './audit.ts';
import { createBudgetStore } from './budgets.ts';
import { createJobsCacheStore } from './jobs-cache.ts';
import { createKeyStore } from './keys.ts';
import { createLedgerStore } from './ledger.ts';
import { lockFolder } from './lock.ts';
import { createMailStore } from './mail.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createReplayStore } from './replays.ts';
import { createReputationStore } from './reputation.ts';
import { createSessionStore } from './sessions.ts';
import { createUsageStore } from './usage.ts';
import { WriteAheadLog } from './wal.ts';
import { Writer } from './writer.ts';

/** Opens (and creates or migrates) the database in a file. */
export function openSqliteStore({ file, role = 'use' }: StoreOptions): Store {
  const inMemory = file === ':memory:';
  if (!inMemory) mkdirSync(dirname(file), { recursive: true });
  const unlock = role === 'serve' && !inMemory ? lockFolder(dirname(file)) : undefined;
  try {
    return openDatabase(file, () => unlock?.());
  } catch (error) {
    unlock?.();
    throw error;
  }
}

function openDatabase(file: string, unlock: () => void): Store {
  const db = new Database(file, { timeout: 10_000 });
  db.pragma('journal_mode = WAL');
  // A settled charge must outlive a power cut: the writer flushes the log, off this thread, before it answers.
  db.pragma('synchronous = NORMAL');
  // The log is moved off this thread too; this is for when that fails.
  db.pragma('wal_autocheckpoint = 16000');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  migrate(db);

  const log = file === ':memory:' ? undefined : new WriteAheadLog(file);
  const writer = new Writer(db, async () => log?.sync());
  const rows = new AccountRows(db);
  let changes = 0;
  const changed = (): void => {
    changes += 1;
    lookedThisTurn = undefined;
    rows.clear();
  };
  let seenVersion = 0;
  let lookedThisTurn: Promise<number> | undefined;
  const dataVersion = db.prepare('PRAGMA data_version').pluck();
  const touchProbe = db.prepare(
    'INSERT INTO probe (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
  );
  const readProbe = db.prepare('SELECT at FROM probe WHERE id = 1').pluck();
  const { replays, saveReplay } = createReplayStore(db, writer);

  return {
    accounts: createAccountStore(db, writer, changed),
    keys: createKeyStore(db, writer, changed),
    ledger: createLedgerStore(db, writer, rows, saveReplay),
    replays,
    jobsCache: createJobsCacheStore(db, writer),
    reputation: createReputationStore(db, writer),
    audit: createAuditStore(db, writer),
    budgets: createBudgetStore(db, writer),
    sessions: createSessionStore(db, writer),
    mail: createMailStore(db, writer),
    usage: createUsageStore(db, writer),
    // data_version moves with commits of other connections only, `changes` with our own.
    version: () => {
      if (lookedThisTurn) return lookedThisTurn;
      setImmediate(() => {
        lookedThisTurn = undefined;
      });
      const version = dataVersion.get() as number;
      if (version !== seenVersion) rows.clear();
      seenVersion = version;
      lookedThisTurn = Promise.resolve(version * 1_000_003 + changes);
      return lookedThisTurn;
    },
    checkIntegrity: async () => {
      const integrity = (db.pragma('integrity_check') as { integrity_check: string }[]).map(
        (row) => row.integrity_check,
      );
      const foreign = (db.pragma('foreign_key_check') as { table: string; rowid: number }[]).map(
        (row) => `Table ${row.table}: row ${row.rowid} points at a row that is gone.`,
      );
      return [...integrity.filter((line) => line !== 'ok'), ...foreign];
    },
    probe: () =>
      writer.commit(() => {
        const value = Date.now();
        touchProbe.run(value);
        if (readProbe.get() !== value) throw new Error('The store did not read back what was written.');
      }),
    backup: async (target) => {
      if (existsSync(target)) throw new Error(`The file ${target} exists already.`);
      writer.flush();
      await db.backup(target);
    },
    close: async () => {
      await writer.close();
      await log?.close();
      db.close();
      unlock();
    },
  };
}

function migrate(db: Database.Database): void {
  const apply = db.transaction(() => {
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version > MIGRATIONS.length) {
      throw new Error(
        `The database is of a newer release (schema ${version}; this release knows ${MIGRATIONS.length}). Start that release, or restore a backup.`,
      );
    }
    for (let index = version; index < MIGRATIONS.length; index += 1) {
      db.exec(MIGRATIONS[index] as string);
      db.pragma(`user_version = ${index + 1}`);
    }
  });
  apply.immediate();
}
