import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client } from 'pg';
import type { PlanTerms } from '../../credits/types.ts';
import { Database, type Connection } from '../better-sqlite3.ts';
import { lockOutCommands } from '../sqlite/lock.ts';
import { MIGRATIONS } from '../sqlite/migrations/index.ts';
import { newestOf } from '../sqlite/schema.ts';
import { planSqliteMigration } from '../sqlite/migration-plan.ts';
import { openSqliteStore } from '../sqlite/open.ts';
import { storableText } from './batch-keys.ts';
import { connectionSettings } from './connection.ts';
import { toFault } from './fault-codes.ts';
import type { Store } from '../types.ts';
import { readTables, type ImportTable } from './import-tables.ts';

export interface ImportOptions {
  file: string;
  url: string;
  termsOf: (plan: string) => PlanTerms | undefined;
  now: number;
}

export interface Moved {
  /**
   * A table if the figures are numbers of rows, or `table.column` if they are sums. Sums of amounts are in thousandths
   * of a credit.
   */
  name: string;
  source: number;
  target: number;
}

export interface Imported {
  rows: Moved[];
  sums: Moved[];
  released: number;
}

const SUMS = [
  ['account', 'balance'],
  ['account', 'overage_used'],
  ['account_month', 'used'],
  ['ledger', 'amount'],
  ['usage_day', 'calls'],
  ['usage_day', 'cost'],
  ['free_call_sum', 'calls'],
  ['replay_sum', 'bytes'],
] as const;

const ROWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 1_000_000;

/**
 * Copies all tables of the file, except those with temporary content, in one transaction. Rejects with an explanatory
 * error and copies nothing while a process serves or uses the file, or if a check fails. Before copying, releases the
 * reservations of dead processes in the file, and changes nothing else in it.
 */
export async function importSqlite(options: ImportOptions): Promise<Imported> {
  const { file, termsOf } = options;
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new Error(`${file} is no file: name the database in it.`);
  assertPresent(file);
  const unlockCommands = lockOutCommands(dirname(file));
  try {
    // The role `serve` takes the lock of a service, so that no service can start before everything is copied.
    const store = openSqliteStore({ file, role: 'serve', termsOf });
    try {
      const released = await settle(store, options);
      const source = new Database(file, { readonly: true, timeout: 2_000 });
      try {
        const { rows, sums } = await withClient(options.url, (client) => moveAll(source, client));
        return { rows, sums, released };
      } finally {
        source.close();
      }
    } finally {
      await store.close();
    }
  } finally {
    unlockCommands();
  }
}

function assertPresent(file: string): void {
  const { from } = planSqliteMigration({ file, folder: undefined });
  const newest = newestOf(MIGRATIONS);
  if (from === newest) return;
  throw new Error(
    from === 0
      ? `${file} is no database of this service.`
      : `${file} is from an older release (schema ${from}; this release needs ${newest}). Run "jobdata migrate" on it first, without DATABASE_URL.`,
  );
}

async function settle(store: Store, { file, now }: ImportOptions): Promise<number> {
  const released = await store.ledger.releaseOrphans(now);
  const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(now))];
  if (problems.length > 0) throw new Error(`${file} is not sound. Nothing was moved.\n${problems.join('\n')}`);
  return released;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  // Statements take longer here than in the service, so only connecting and waiting for a lock have a time limit.
  const client = new Client({ ...connectionSettings({ url }), statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw toFault(error, 'no');
  } finally {
    await client.end().catch(() => {});
  }
}

async function moveAll(source: Connection, client: Client): Promise<Pick<Imported, 'rows' | 'sums'>> {
  await client.query('BEGIN');
  // A replica that starts now waits for this lock, so that it sees either all accounts or none.
  await client.query('LOCK TABLE account IN ACCESS EXCLUSIVE MODE');
  const tables = await readTables(source, client);
  await assertEmpty(client, tables);
  for (const { name } of tables) {
    // All rows are copied, also those that triggers maintain, such as daily sums, so the triggers must not add to them.
    await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    if (MADE_AT_MIGRATION.has(name)) await client.query(`DELETE FROM ${name}`);
  }
  const moved = new Map<string, number>();
  for (const table of tables) moved.set(table.name, await copy(source, client, table));
  for (const { name, identity } of tables) {
    await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    if (identity !== undefined) await advance(client, name, identity);
  }
  await client.query('UPDATE change SET version = version + 1');
  const figures = {
    rows: await compare(
      source,
      client,
      tables.map(({ name }) => [name, `SELECT count(*) AS n FROM ${name}`]),
    ),
    sums: await compare(
      source,
      client,
      SUMS.map(([table, column]) => [`${table}.${column}`, sumOf(table, column)]),
    ),
  };
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back. Nothing was moved.');
  // The planner's statistics are from when the tables were empty.
  await client.query('ANALYZE');
  return figures;
}

const MADE_AT_MIGRATION: ReadonlySet<string> = new Set(['salt']);

async function assertEmpty(client: Client, tables: readonly ImportTable[]): Promise<void> {
  const { rows: living } = await client.query('SELECT 1 FROM replica WHERE lease_until > clock_timestamp() LIMIT 1');
  if (living.length > 0)
    throw new Error('A service is using the database in DATABASE_URL. Stop it first. Nothing was moved.');
  for (const { name } of tables) {
    if (MADE_AT_MIGRATION.has(name)) continue;
    const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rows.length > 0) {
      throw new Error(
        `The database in DATABASE_URL is not empty (table ${name}). You can move an installation only into an empty one. Nothing was moved.`,
      );
    }
  }
}

/** Returns the number of copied rows. Reads the next batch while one is written. */
async function copy(source: Connection, client: Client, { name, columns }: ImportTable): Promise<number> {
  const names = columns.map((column) => column.name).join(', ');
  const parameters = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const insert = `INSERT INTO ${name} (${names}) SELECT * FROM unnest(${parameters})`;
  let moved = 0;
  let lot: unknown[][] = columns.map(() => []);
  let characters = 0;
  let sent: Promise<unknown> = Promise.resolve();
  const send = async (): Promise<void> => {
    const values = lot;
    lot = columns.map(() => []);
    characters = 0;
    await sent;
    sent = client.query(insert, values);
    // `send` awaits the promise before the next batch. Until then, this handler prevents an unhandled rejection.
    sent.catch(() => {});
  };
  for (const row of source.prepare(`SELECT ${names} FROM ${name}`).raw().iterate() as Iterable<unknown[]>) {
    row.forEach((value, index) => {
      const { name: column, type } = columns[index] as ImportTable['columns'][number];
      // Idempotency keys that PostgreSQL cannot store are escaped as in the service, so that they are found again.
      const isKey = name === 'replay' && column === 'key';
      const storable = isKey ? storableText(value as string) : toPostgres(value, type);
      if (typeof storable === 'string') characters += storable.length;
      lot[index]?.push(storable);
    });
    moved += 1;
    if ((lot[0]?.length ?? 0) >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await send();
  }
  if ((lot[0]?.length ?? 0) > 0) await send();
  await sent;
  return moved;
}

/** SQLite stores booleans as numbers, and allows NUL in texts, which PostgreSQL refuses. */
function toPostgres(value: unknown, type: string | undefined): unknown {
  if (value === null) return null;
  if (type === 'boolean') return value !== 0;
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : value;
}

async function advance(client: Client, table: string, column: string): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence($1, $2), greatest((SELECT max(${column}) FROM ${table}), 1))`,
    [table, column],
  );
}

function sumOf(table: string, column: string): string {
  return `SELECT CAST(coalesce(sum(${column}), 0) AS BIGINT) AS n FROM ${table}`;
}

async function compare(
  source: Connection,
  client: Client,
  questions: readonly (readonly [string, string])[],
): Promise<Moved[]> {
  const figures: Moved[] = [];
  for (const [name, sql] of questions) {
    const { rows } = await client.query<{ n: number }>(sql);
    const figure = {
      name,
      source: source.prepare<[], number>(sql).pluck().get() as number,
      target: Number(rows[0]?.n),
    };
    if (figure.source !== figure.target)
      throw new Error(`${name}: ${figure.source} in the file, ${figure.target} in the database. Nothing was moved.`);
    figures.push(figure);
  }
  return figures;
}
