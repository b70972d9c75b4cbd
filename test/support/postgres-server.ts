import { Client } from 'pg';
import type { Test } from 'tap';
import type { OwnServer } from '../../scripts/servers/own-server.ts';
import { hasPostgres, startPostgresServer, type PostgresOptions } from '../../scripts/servers/postgres.ts';
import { leaveOut } from './left-out.ts';

/** A schema of its own in a database, and an URL that chooses it. */
export interface TestDatabase {
  /** With `options=-csearch_path%3D<schema>`. */
  url: string;
  schema: string;
  drop(): Promise<void>;
}

/** The reason that a test without a server gives for being skipped. */
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
 * A server's database: `TEST_DATABASE_URL`, which a run of all tests sets, or
 * one of a server that is started here once and ends with this process.
 * Undefined where there is none, which the run then says; throws in CI.
 */
export function postgresUrl(): Promise<string | undefined> {
  return (shared ??= findPostgres());
}

/** For `{ skip }` of a test that needs the server. */
export async function withoutPostgres(): Promise<string | false> {
  return (await postgresUrl()) === undefined ? WITHOUT_POSTGRES : false;
}

let made = 0;

/** A new schema in the database at `url`, or in that of `postgresUrl()`. */
export async function createDatabase(url?: string): Promise<TestDatabase> {
  const server = url ?? (await postgresUrl());
  if (server === undefined) throw new Error(WITHOUT_POSTGRES);
  made += 1;
  const schema = `test_${process.pid}_${made}_${Math.random().toString(36).slice(2, 8)}`;
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    client.on('error', () => {});
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`CREATE SCHEMA ${schema}`);
  const own = new URL(server);
  own.searchParams.set('options', `-csearch_path=${schema}`);
  return {
    // As a form has it a space would be "+", which is none in a URL of PostgreSQL's.
    url: own.href.replaceAll('+', '%20'),
    schema,
    drop: () => run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`),
  };
}

/** The URL of a new schema, dropped at the test's end. Throws where there is no server: ask `withoutPostgres` before. */
export async function freshDatabase(t: Test): Promise<string> {
  const database = await createDatabase();
  // What a killed replica held may keep it a moment; where its server is gone, there is nothing to drop.
  t.teardown(() => database.drop().catch(() => {}));
  return database.url;
}

/** A server of the test's own, which it may stop, kill, suspend and start again; dropped at its end. */
export async function startPostgres(t: Test, options?: PostgresOptions): Promise<OwnServer> {
  const server = await startPostgresServer(options);
  t.teardown(() => server.drop());
  return server;
}
