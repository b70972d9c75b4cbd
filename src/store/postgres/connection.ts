import { setTimeout as delay } from 'node:timers/promises';
import {
  Client,
  Pool,
  types as defaultTypes,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  type PoolClient,
} from 'pg';
import { StoreFault } from '../store-fault.ts';
import { isConflict, isCut, isLost, isIdleTimeout, toFault } from './fault-codes.ts';
import { withoutNul } from './without-nul.ts';

export interface Rows<Row> {
  rows: Row[];
  rowCount: number;
}

/** `text` refers to the values as $1, $2 and so on. Results of type bigint are numbers. */
export interface Queryable {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Rows<Row>>;
}

export interface PostgresConnections {
  /** Runs a single statement on any free connection. It may run twice, so it must be a read or repeatable. */
  readonly pool: Queryable;
  /**
   * Runs `work` in a READ COMMITTED transaction. After a conflict with another transaction, or if the connection is cut
   * before COMMIT, `work` runs again, so it must change only the database. Faults of the server become StoreFaults, and
   * the server cancels each statement after STATEMENT_MS.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * For long work: uses a separate connection without time-outs for statements, locks and idleness, and never repeats
   * `work`.
   */
  longTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PostgresConnectionOptions {
  url: string;
  connections: number;
  /** The search path. It takes precedence over one in the options of the URL. */
  schema?: string | undefined;
}

const STATEMENT_MS = 10_000;
const LOCK_MS = 5_000;
/**
 * How long a transaction may be idle, for example in a suspended process, while others wait for its locks. The
 * transaction is repeated when the process continues.
 */
const IDLE_MS = 1_000;
const CONNECT_MS = 5_000;
/**
 * A server counts as unreachable if it has not answered a statement within this time, because it should have cancelled
 * the statement after STATEMENT_MS.
 */
const SILENT_MS = STATEMENT_MS + 2_000;
const KEEPALIVE_AFTER_MS = 5_000;
const UNUSED_MS = 30_000;
const TRIES = 6;
const UNHURRIED = {
  statement_timeout: 0,
  query_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
} as const;

const INT8 = 20;
const NUMERIC = 1700;

/**
 * By default, the driver returns bigint and numeric (the type of sums of bigint) as text. They are parsed as numbers,
 * because a double represents all amounts of the service exactly.
 */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    format !== 'binary' && (oid === INT8 || oid === NUMERIC)
      ? Number
      : defaultTypes.getTypeParser(oid, format as 'text')) as CustomTypesConfig['getTypeParser'],
};

export function connectionSettings({ url, schema }: Pick<PostgresConnectionOptions, 'url' | 'schema'>): ClientConfig {
  let connectionString = url;
  try {
    const parsed = new URL(url);
    if (schema !== undefined) {
      const options = parsed.searchParams.get('options');
      parsed.searchParams.set('options', `${options === null ? '' : `${options} `}-csearch_path=${schema}`);
      // URLSearchParams writes a space as "+", which the driver does not decode.
      parsed.search = parsed.search.replaceAll('+', '%20');
      connectionString = parsed.href;
    }
  } catch {
    // The original error would contain the URL with its password.
    throw new Error(
      'The URL of the database cannot be read: it is of the form postgres://user:password@host/database.',
    );
  }
  return {
    connectionString,
    application_name: 'jobdata',
    types,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    query_timeout: SILENT_MS,
    connectionTimeoutMillis: CONNECT_MS,
    // The statements of a transaction can be sent without waiting for the answers of earlier ones.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  };
}

/** The connection ended before the server could execute COMMIT, so nothing was changed. */
class ConnectionCut extends Error {}

export function openConnections(options: PostgresConnectionOptions): PostgresConnections {
  const pool = new Pool({
    ...connectionSettings(options),
    idle_in_transaction_session_timeout: IDLE_MS,
    max: options.connections,
    idleTimeoutMillis: UNUSED_MS,
  });
  pool.on('error', () => {});
  // The next statement on a connection that the server has ended for idleness fails with a general error, so the reason
  // is remembered here.
  const endedIdle = new WeakSet<object>();
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (isIdleTimeout(error)) endedIdle.add(client);
    }),
  );

  async function connect(): Promise<PoolClient> {
    return pool.connect().catch((error: unknown) => {
      throw toFault(error, 'no');
    });
  }

  async function attempt<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const client = await connect();
    let usable = false;
    try {
      const result = await transact(client, work);
      usable = true;
      return result;
    } catch (error) {
      usable = !isLost(error) && !(error instanceof StoreFault) && (await rollBack(client));
      throw endedIdle.has(client) || (error instanceof StoreFault && error.applied === 'no' && isCut(error.cause))
        ? new ConnectionCut('', { cause: error })
        : error;
    } finally {
      client.release(!usable);
    }
  }

  async function read<Row extends object>(text: string, values?: readonly unknown[]): Promise<Rows<Row>> {
    const client = await connect();
    let usable = true;
    try {
      return await queryable(client).query<Row>(text, values);
    } catch (error) {
      usable = !isLost(error);
      throw toFault(error, 'unknown');
    } finally {
      client.release(!usable);
    }
  }

  async function longTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const client = new Client({ ...connectionSettings(options), ...UNHURRIED });
    client.on('error', () => {});
    try {
      await client.connect().catch((error: unknown) => {
        throw toFault(error, 'no');
      });
      return await transact(client, work).catch((error: unknown) => {
        throw toFault(error, 'no');
      });
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    pool: {
      // A pooled connection may have ended while it was idle. A statement that fails for this reason is repeated once.
      query: <Row extends object>(text: string, values?: readonly unknown[]) =>
        read<Row>(text, values).catch((error: unknown) => {
          if (isCut((error as Error).cause)) return read<Row>(text, values);
          throw error;
        }),
    },
    transaction: async (work) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isConflict(error) && !(error instanceof ConnectionCut)) throw error;
          if (tries === TRIES) throw toFault(error instanceof ConnectionCut ? error.cause : error, 'no');
          await delay(Math.random() * 10 * 2 ** tries);
        }
      }
    },
    longTransaction,
    close: () => pool.end(),
  };
}

/** If it throws, the transaction may still be open, and the caller must roll it back or close the connection. */
async function transact<T>(client: ClientBase, work: (tx: Queryable) => Promise<T>): Promise<T> {
  let applied: 'no' | 'unknown' = 'no';
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work(queryable(client));
    applied = 'unknown';
    const { command } = await client.query('COMMIT');
    // After a failed statement, COMMIT rolls back without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    throw isConflict(error) ? error : toFault(error, isIdleTimeout(error) ? 'no' : applied);
  }
}

function queryable(client: ClientBase): Queryable {
  return {
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const { rows, rowCount } = await client.query<Row>(text, values && withoutNul(values));
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

async function rollBack(client: ClientBase): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
