import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  findProgram,
  freePort,
  guard,
  programFolders,
  ServerProcess,
  type OwnServer,
} from './own-server.ts';

export interface RedisOptions {
  settings?: Record<string, string>;
  password?: string;
}

const STARTS_WITHIN_MS = 10_000;

/** Finds Redis or else Valkey, which accepts the same arguments. */
function program(): string | undefined {
  return findProgram('redis-server', programFolders()) ?? findProgram('valkey-server', programFolders());
}

export function hasRedis(): boolean {
  return program() !== undefined;
}

/** Rejects if the server does not answer. Any answer is enough, even a request for a password. */
async function answers(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 });
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    await once(socket, 'data');
  } finally {
    socket.destroy();
  }
}

/** The server stores nothing on disk and ends with this process. */
export async function startRedisServer({ settings = {}, password }: RedisOptions = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-redis-'));
  const pidFile = join(folder, 'pid');
  const guardian = guard(folder, pidFile);
  const port = await freePort();
  const configured: Record<string, string> = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    pidfile: pidFile,
    save: '',
    appendonly: 'no',
    databases: '1024',
    ...(password === undefined ? {} : { requirepass: password }),
    ...settings,
  };
  const words = Object.entries(configured).flatMap(([name, value]) => [`--${name}`, value]);
  const server = new ServerProcess(() =>
    spawn(program() ?? 'redis-server', [...words, '--daemonize', 'no'], {
      cwd: folder,
      stdio: 'ignore',
      // Ctrl+C in a terminal must not end the server before the tests.
      detached: true,
    }),
  );
  const start = async (): Promise<void> => {
    if (!server.runs) server.begin();
    await eventually(
      () => answers(port),
      STARTS_WITHIN_MS,
      () => server.runs,
    ).catch((error: unknown) => {
      throw new Error('Redis does not start.', { cause: error });
    });
  };
  const drop = async (): Promise<void> => {
    await server.end('SIGKILL');
    guardian.release();
  };
  try {
    await start();
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    stop: () => server.end('SIGTERM'),
    kill: () => server.end('SIGKILL'),
    suspend: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    start,
    drop,
  };
}
