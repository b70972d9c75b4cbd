import { Client } from 'pg';
import type { Test } from 'tap';
import type { OwnServer } from '../../scripts/servers/own-server.ts';
import { hasPostgres, startPostgresServer, type PostgresOptions } from '../../scripts/servers/postgres.ts';
import { leaveOut } from './left-out.ts';

/** A new database, or a new schema in one, and a URL that selects it. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export const WITHOUT_POSTGRES = 'PostgreSQL is not there: install postgresql, or set TEST_DATABASE_URL';

let shared: Promise<string | undefined> | undefined;

async function findPostgres(): Promise<string | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  if (hasPostgres()) return (await startPostgresServer()).url;
  leaveOut('PostgreSQL', 'install postgresql, or set TEST_DATABASE_URL');
  return undefined;
}

/**
 * Returns `TEST_DATABASE_URL`, which a run of all tests sets, or the URL of a server that this process starts.
 * Undefined if PostgreSQL is missing, which is reported at the end of the run. Throws in continuous integration.
 */
export function postgresUrl(): Promise<string | undefined> {
  return (shared ??= findPostgres());
}

/** For `{ skip }` of a test that needs the server. */
export async function withoutPostgres(): Promise<string | false> {
  return (await postgresUrl()) === undefined ? WITHOUT_POSTGRES : false;
}

let made = 0;

function newName(): string {
  made += 1;
  return `test_${process.pid}_${made}_${Math.random().toString(36).slice(2, 8)}`;
}

async function run(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  client.on('error', () => {});
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Creates a schema in the database at `url`, or in the database of `postgresUrl()`. */
export async function createDatabase(url?: string): Promise<TestDatabase> {
  const server = url ?? (await postgresUrl());
  if (server === undefined) throw new Error(WITHOUT_POSTGRES);
  const schema = newName();
  await run(server, `CREATE SCHEMA ${schema}`);
  const own = new URL(server);
  own.searchParams.set('options', `-csearch_path=${schema}`);
  return {
    // In a URL of PostgreSQL, "+" does not mean a space.
    url: own.href.replaceAll('+', '%20'),
    drop: () => run(server, `DROP SCHEMA IF EXISTS ${schema} CASCADE`),
  };
}

/** The tables of the service may already exist in it. A run of all tests copies them. */
export async function createPreparedDatabase(): Promise<TestDatabase> {
  const server = await postgresUrl();
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  if (server === undefined || template === undefined) return createDatabase();
  const name = newName();
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/**
 * Returns the URL of a new schema, which is dropped at the end of the test. Throws if there is no server, so call
 * `withoutPostgres` before.
 */
export async function freshDatabase(t: Test): Promise<string> {
  const database = await createDatabase();
  // Locks of a killed replica may delay the drop. If the server itself has ended, there is nothing to drop.
  t.teardown(() => database.drop().catch(() => {}));
  return database.url;
}

/** As `freshDatabase`, for a test that does not look at how the tables are created. */
export async function preparedDatabase(t: Test): Promise<string> {
  const database = await createPreparedDatabase();
  t.teardown(() => database.drop().catch(() => {}));
  return database.url;
}

/** A test may stop, kill, suspend and start this server. The server is dropped at the end of the test. */
export async function startPostgres(t: Test, options?: PostgresOptions): Promise<OwnServer> {
  const server = await startPostgresServer(options);
  t.teardown(() => server.drop());
  return server;
}
