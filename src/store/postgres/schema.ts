import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { VERSION } from '../../version.ts';
import type { MigrationEvent, StoreRole } from '../types.ts';
import { connectionSettings } from './connection.ts';
import { codeOf } from './fault-codes.ts';
import { LOCK_OF_NAME } from './with-lock.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import { assertServer, explained } from './check.ts';

interface SchemaState {
  version: number;
  oldest: number;
  /** Number of the last migration whose `outside` statements have run. */
  finished: number;
}

export type Migrations = ReadonlyMap<number, Migration>;

export interface Preparation {
  url: string;
  role: StoreRole;
  migrations?: Migrations | undefined;
  onMigration?: ((event: MigrationEvent) => void) | undefined;
}

const LOCK = 'schema';
const MAKE_STATE = `CREATE TABLE IF NOT EXISTS schema_state (id BIGINT PRIMARY KEY CHECK (id = 1),
  version BIGINT NOT NULL, oldest BIGINT NOT NULL, finished BIGINT NOT NULL)`;
/** A statement of a migration must not wait longer for a lock, because other transactions queue behind it. */
const LOCK_MS = 5_000;
/** Maximum number of attempts to migrate while tables are locked, and the pause between two attempts. */
const TRIES = 12;
const RETRY_MS = 1_000;
/** Interval of the checks whether another process has released the lock, and the longest wait for the lock. */
const LOOK_MS = 100;
const OTHERS_MS = 300_000;

/**
 * Creates the schema in an empty database. In the role `migrate`, also migrates an older schema. Rejects with an
 * explanatory error if this release cannot use the database as it is.
 */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { url, role, migrations = MIGRATIONS, onMigration } = preparation;
  const known = Math.max(...migrations.keys());
  try {
    // These settings have a short time-out, because a slow answer to these first statements means that the server
    // hangs.
    const from = await withClient(connectionSettings({ url }), async (client) => {
      await assertServer(client, url);
      return readState(client);
    });
    assertServable(from, known);
    if (from.version > 0 && from.version < known && role !== 'migrate') {
      throw new Error(
        `The database is from an older release (schema ${from.version}; this release, ${VERSION}, needs ${known}). ` +
          'Run "jobdata migrate" of this release once: processes of the older release may run on meanwhile.',
      );
    }
    if (from.version >= known && (role !== 'migrate' || from.finished >= from.version)) return;
    await withClient(migrationSettings(url), async (client) => {
      const startedAt = performance.now();
      await bringUpToDate(client, migrations, known);
      if (from.version > 0 && from.version < known) {
        const ms = Math.round(performance.now() - startedAt);
        onMigration?.({ step: 'migrated', from: from.version, to: known, backup: null, ms });
      }
      await finish(client, url, migrations);
    });
  } catch (error) {
    throw explained(error, url);
  }
}

function assertServable({ version, oldest }: SchemaState, known: number): void {
  if (version <= known || oldest <= known) return;
  throw new Error(
    `The database is from a newer release (schema ${version}, which schema ${oldest} and later can serve from); ` +
      `this is release ${VERSION}, which knows ${known}. Start that release again, or restore a dump of before its migration. Nothing was changed.`,
  );
}

async function readState(client: Client): Promise<SchemaState> {
  const { rows } = await client.query<{ ours: boolean; other: string | null }>(
    `SELECT to_regclass('schema_state') IS NOT NULL AS ours,
       coalesce(to_regclass('account'), to_regclass('api_key'), to_regclass('ledger'), to_regclass('session'))::text AS other`,
  );
  const found = rows[0] as { ours: boolean; other: string | null };
  if (found.ours) {
    const state = await client.query<SchemaState>('SELECT version, oldest, finished FROM schema_state WHERE id = 1');
    if (state.rows[0]) return state.rows[0];
  }
  if (found.other !== null) {
    throw new Error(
      `The database contains another program’s tables (${found.other}). Give the service its own database.`,
    );
  }
  return { version: 0, oldest: 0, finished: 0 };
}

/**
 * Applies all due migrations in one transaction, in one process at a time. Retries if tables stay locked for too long.
 */
async function bringUpToDate(client: Client, migrations: Migrations, known: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('BEGIN');
    try {
      await lock(client);
      await applyDue(client, migrations, known);
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('The migration was rolled back.');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (codeOf(error) !== '55P03' || tries === TRIES) throw error;
      await delay(RETRY_MS);
    }
  }
}

/**
 * Takes a lock that is held until the transaction ends. Polls, because a waiting statement would block another
 * process's CREATE INDEX CONCURRENTLY.
 */
async function lock(client: Client): Promise<void> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const { rows } = await client.query<{ held: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${LOCK_OF_NAME}) AS held`,
      [LOCK],
    );
    if (rows[0]?.held) break;
    if (waited >= OTHERS_MS) throw new Error('Another process has been migrating the database for five minutes.');
    await delay(LOOK_MS);
  }
  await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
}

async function applyDue(client: Client, migrations: Migrations, known: number): Promise<void> {
  const { version, oldest } = await readState(client);
  if (version >= known) return;
  const due = [...migrations].filter(([number]) => number > version).sort(([one], [other]) => one - other);
  await client.query(MAKE_STATE);
  for (const [, { sql }] of due) await client.query(sql);
  const stillServes = Math.max(oldest, ...due.map(([, migration]) => migration.oldest));
  await client.query(
    `INSERT INTO schema_state (id, version, oldest, finished) VALUES (1, $1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, oldest = excluded.oldest`,
    [known, stillServes, version],
  );
}

/** Runs the `outside` statements in one process at a time. A second connection holds the lock. */
async function finish(client: Client, url: string, migrations: Migrations): Promise<void> {
  await withClient(migrationSettings(url), async (holder) => {
    await holder.query('BEGIN');
    await lock(holder);
    const { version, finished } = await readState(client);
    for (const [number, { outside = [] }] of [...migrations].sort(([one], [other]) => one - other)) {
      if (number > finished && number <= version) for (const statement of outside) await client.query(statement);
    }
    await client.query('UPDATE schema_state SET finished = greatest(finished, $1) WHERE id = 1', [version]);
    await holder.query('ROLLBACK');
  });
}

function migrationSettings(url: string): ClientConfig {
  return {
    ...connectionSettings({ url }),
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
}

async function withClient<T>(settings: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(settings);
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
