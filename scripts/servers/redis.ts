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
  /** Directives of redis.conf beside those that a server here has. */
  settings?: Record<string, string>;
  /** Demanded of all who connect. */
  password?: string;
}

const STARTS_WITHIN_MS = 10_000;

/** Valkey's, where there is one, takes the same words. */
function program(): string | undefined {
  return findProgram('redis-server', programFolders()) ?? findProgram('valkey-server', programFolders());
}

/** Whether a server can be started on this machine. */
export function hasRedis(): boolean {
  return program() !== undefined;
}

/** Whatever it answers, one that asks for a password too, it is there. */
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

/** A new Redis or Valkey server that keeps nothing on disk, with many databases. It ends with this process. */
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
      // A terminal's Ctrl+C is for the tests, not for what they run on.
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
