import { execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  eventually,
  findProgram,
  freePort,
  guard,
  postgresFolders,
  ServerProcess,
  unprivileged,
  type OwnServer,
} from './own-server.ts';

export interface PostgresOptions {
  settings?: Record<string, string>;
  /** Password of the user `postgres`. Without a password, every local user may connect. */
  password?: string;
}

const STARTS_WITHIN_MS = 30_000;

export function hasPostgres(): boolean {
  return findProgram('initdb', postgresFolders()) !== undefined;
}

/** Creates a database cluster that only its own user can read. Returns its folder. */
function makeCluster(user: { uid: number; gid: number } | undefined, password: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const passwordFile = join(folder, 'password');
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o644 });
  const words = ['-D', join(folder, 'data'), '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'];
  words.push(...(password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', '--pwfile', passwordFile]));
  execFileSync(findProgram('initdb', postgresFolders()) ?? 'initdb', words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  return folder;
}

/** The server has a database `postgres` and ends with this process. */
export async function startPostgresServer({ settings = {}, password }: PostgresOptions = {}): Promise<OwnServer> {
  const user = unprivileged();
  const folder = makeCluster(user, password);
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const guardian = guard(folder, join(data, 'postmaster.pid'));
  const port = await freePort();
  const url = `postgres://postgres${password === undefined ? '' : `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/postgres`;
  const configured = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    log_min_messages: 'warning',
    ...settings,
  };
  const words = Object.entries(configured).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = new ServerProcess(() => {
    const output = openSync(log, 'a');
    const program = findProgram('postgres', postgresFolders()) ?? 'postgres';
    const child = spawn(program, ['-D', data, ...words], {
      cwd: folder,
      stdio: ['ignore', output, output],
      // Ctrl+C in a terminal must not end the server before the tests.
      detached: true,
      ...user,
    });
    closeSync(output);
    return child;
  });

  const answers = async (): Promise<void> => {
    // After its main process was killed, PostgreSQL refuses to start until its other processes have ended, so the start
    // is retried.
    if (!server.runs) server.begin();
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
    } finally {
      await client.end().catch(() => {});
    }
  };
  const start = (): Promise<void> =>
    eventually(answers, STARTS_WITHIN_MS, () => true).catch((error: unknown) => {
      throw new Error(`PostgreSQL does not start: ${readFileSync(log, 'utf8').slice(-2_000)}`, { cause: error });
    });
  const drop = async (): Promise<void> => {
    await server.end('SIGQUIT');
    guardian.release();
  };
  try {
    await start();
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    url,
    get pid() {
      return server.pid;
    },
    // SIGINT asks for a "fast" shutdown, which ends connections and writes committed data to disk.
    stop: () => server.end('SIGINT'),
    kill: () => server.end('SIGKILL'),
    suspend: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    start,
    drop,
  };
}
