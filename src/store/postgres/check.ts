import { Client } from 'pg';
import { StoreFault } from '../store-fault.ts';
import { connectionSettings } from './connection.ts';
import { codeOf, isLost, toFault } from './fault-codes.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const LEAST_VERSION = 13;

const REACH_IT =
  'Let the service reach the server itself, which it keeps a few connections to: see "PgBouncer" in the documentation (several-machines.md).';

const UNTRUSTED =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT_ALTNAME_INVALID$)/;

interface Place {
  server: string;
  user: string;
  database: string;
}

interface Found {
  version: number;
  name: string;
  standby: boolean;
  readOnly: boolean;
  encoding: string;
  schema: string | null;
  built: boolean;
  mayBuild: boolean | null;
  lockTimeout: string;
  pid: number;
}

const ASK = `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
  pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly",
  current_setting('server_encoding') AS encoding, current_schema() AS schema,
  to_regclass('schema_state') IS NOT NULL AS built,
  has_schema_privilege(current_schema(), 'CREATE') AS "mayBuild",
  current_setting('lock_timeout') AS "lockTimeout", pg_backend_pid() AS pid`;

export async function whyNotDatabase(url: string): Promise<string | undefined> {
  let client: Client | undefined;
  try {
    client = new Client(connectionSettings({ url }));
    client.on('error', () => {});
    await client.connect();
    return named(await whyNotServer(client, url));
  } catch (error) {
    const reason = error instanceof Error ? error.message : codeOf(error);
    return named(whyFailed(error, url) ?? `The database cannot be used (${reason}).`);
  } finally {
    await client?.end().catch(() => {});
  }
}

export async function assertServer(client: Client, url: string): Promise<void> {
  const why = await whyNotServer(client, url);
  if (why !== undefined) throw new Error(why);
}

/**
 * Explains errors of the server and the connection in a sentence without the password. Returns other errors unchanged.
 */
export function explained(error: unknown, url: string): unknown {
  const why = whyFailed(error, url);
  return why === undefined ? error : new Error(why);
}

async function whyNotServer(client: Client, url: string): Promise<string | undefined> {
  const { server, user, database } = placeOf(url);
  const { rows } = await client.query<Found>(ASK);
  const found = rows[0] as Found;
  if (found.version < LEAST_VERSION)
    return `The server ${server} is PostgreSQL ${found.name}; ${LEAST_VERSION} or later is needed.`;
  if (found.standby)
    return `The server ${server} is a standby, or in recovery, and takes no writes: name the primary, or promote it.`;
  if (found.readOnly)
    return `The database "${database}" of ${server} is read-only for user "${user}" (default_transaction_read_only): let it write.`;
  if (found.encoding !== 'UTF8')
    return `The database "${database}" of ${server} keeps texts as ${found.encoding}: make one with "createdb --encoding=UTF8 --template=template0".`;
  if (found.schema === null)
    return `The search path of user "${user}" names no schema that is there in database "${database}": make it with CREATE SCHEMA, or grant its use.`;
  if (!found.built && found.mayBuild !== true)
    return `The user "${user}" may make no tables in schema "${found.schema}" of database "${database}": make it the owner with ALTER DATABASE ${database} OWNER TO ${user}, or GRANT CREATE.`;
  if (found.lockTimeout === '0')
    return `There is a pooler at ${server} that drops the settings of a connection (ignore_startup_parameters in PgBouncer). ${REACH_IT}`;
  // Behind a pooler, the server process that answers can differ from the one that was named when the connection was
  // opened.
  const { processID } = client as Client & { processID?: number };
  if (processID !== found.pid && (await isPooledByTransaction(url)))
    return `There is a pooler at ${server} that gives each transaction another connection (pool_mode = transaction in PgBouncer). ${REACH_IT}`;
  return undefined;
}

/**
 * True if a pooler changes server processes between transactions: two clients share a server process, or one client
 * gets another server process.
 */
async function isPooledByTransaction(url: string): Promise<boolean> {
  const clients = Array.from({ length: 2 }, () => new Client(connectionSettings({ url })));
  const [one, other] = clients as [Client, Client];
  const pidOf = async (client: Client): Promise<number | undefined> =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    const before = await pidOf(one);
    await other.query('BEGIN');
    const taken = await pidOf(other);
    const after = await pidOf(one);
    return taken === before || before !== after;
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

function whyFailed(error: unknown, url: string): string | undefined {
  const { message } = error as Error;
  if (!canParseUrl(url)) return undefined;
  let place: Place;
  try {
    place = placeOf(url);
  } catch (unread) {
    // Creating a client reads the certificate files that the URL names.
    return `A file that the URL names (sslrootcert, sslcert, sslkey) cannot be read: ${(unread as Error).message}.`;
  }
  const { server, user, database } = place;
  if (/configuration parameter "|value for parameter "/.test(message))
    return `The server ${server} refuses a setting that the URL names: ${message}.`;
  if (/password must be a (?:non-empty )?string/.test(message))
    return `The server ${server} asks for a password, and the URL has none.`;
  if (message === 'The server does not support SSL connections')
    return `The server ${server} does not speak TLS, which the URL asks for (sslmode): let it (ssl = on), or leave that out.`;
  if (UNTRUSTED.test(codeOf(error)))
    return `The certificate of the server ${server} is not trusted (${message}): name the file of its authority, sslmode=verify-full&sslrootcert=/path/to/ca.pem, and the server as the certificate does.`;
  switch (codeOf(error)) {
    case '08P01':
      // PgBouncer reports this error if it does not support a setting of the connection.
      if (!message.includes('startup parameter')) break;
      return `There is a pooler at ${server} that refuses a setting of the connection (${message}). ${REACH_IT}`;
    case '28P01':
      return `The server ${server} refuses the password of user "${user}".`;
    case '28000':
      return `The server ${server} does not let user "${user}" in from here (its pg_hba.conf, or TLS: sslmode=require).`;
    case '3D000':
      return `The server ${server} has no database "${database}": make it with "createdb --owner=${user} ${database}".`;
    case '42501':
      return `The database "${database}" of ${server} does not let user "${user}" do what the service needs (${message}): make it the owner of its database or schema.`;
    case '55P03':
      return 'Other transactions kept the migration waiting too long: nothing was changed. Try it again.';
    case '53300':
      return `The server ${server} has no connection left: raise max_connections, or lower DATABASE_CONNECTIONS.`;
    case '25006':
      return `The server ${server} is read-only: name the primary.`;
    case '57P03':
      return `The server ${server} is starting or stopping: try again in a moment.`;
  }
  if (isLost(error))
    return `No PostgreSQL answers at ${server} (${codeOf(error) || message}): start it, or correct the address.`;
  const fault = toFault(error, 'no');
  if (!(fault instanceof StoreFault)) return undefined;
  const reason = (fault.cause as Error | undefined)?.message;
  return `${fault.message.slice(0, -1)}${reason ? `: ${reason}` : ''}.`;
}

/** The driver's client reads the URL, because it fills missing parts from the environment. */
function placeOf(url: string): Place {
  const { host, port, user = '', database = '' } = new Client(connectionSettings({ url }));
  return { server: `${host}:${port}`, user, database };
}

function named(sentence: string | undefined): string | undefined {
  return sentence && `DATABASE_URL: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
