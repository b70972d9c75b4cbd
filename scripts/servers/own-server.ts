import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server started for a test or a measurement, on loopback. */
export interface OwnServer {
  readonly url: string;
  /** Of its main process; undefined while it does not run. */
  readonly pid: number | undefined;
  /** Ends it as its operator would, and waits for the end. */
  stop(): Promise<void>;
  /** Ends its main process at once (SIGKILL), and waits for the end. */
  kill(): Promise<void>;
  /** Keeps it from answering, connections open, until it is resumed. */
  suspend(): void;
  resume(): void;
  /** Starts it again with the same data on the same port. Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  drop(): Promise<void>;
}

/** The first of the folders that holds the program. */
export function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    });
}

/** Where programs are looked for: `PATH`, and what Debian keeps outside it. */
export function programFolders(): string[] {
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return [...path, '/usr/sbin', '/usr/local/sbin'];
}

/** Debian keeps a release's programs in a folder of its own: the newest first. */
export function postgresFolders(): string[] {
  const parent = '/usr/lib/postgresql';
  let releases: string[] = [];
  try {
    releases = readdirSync(parent);
  } catch {
    // Not Debian's packages.
  }
  return releases
    .sort((one, other) => Number(other) - Number(one))
    .map((release) => join(parent, release, 'bin'))
    .concat(programFolders());
}

/** Whom a server runs as that refuses to be root's: undefined where this user is not root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([known]) => known === name)).find((found) => found);
  return { uid: Number(user?.[2] ?? 65_534), gid: Number(user?.[3] ?? 65_534) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Ends the server whose pid the file's first line names, and removes its
 * folder, when it is released or when this process ends, however it ends: it
 * reads from a pipe that only this process holds.
 */
export function guard(folder: string, pidFile: string): { release(): void } {
  const script =
    'read -r _; for pid in $(head -n 1 "$1" 2>/dev/null); do kill -QUIT $pid; kill -CONT $pid; done; rm -rf "$0"';
  const child = spawn('sh', ['-c', script, folder, pidFile], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  // Removing what was just recovered may take a disk seconds: nobody waits for it.
  return { release: () => child.stdin.end() };
}

/** Tries until it does not throw; the last fault after `withinMs`. */
export async function eventually<T>(attempt: () => Promise<T>, withinMs: number, go: () => boolean): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until || !go()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The process of a server: started, ended and stopped by its pid. */
export class ServerProcess {
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> | undefined;
  readonly #begin: () => ChildProcess;

  constructor(begin: () => ChildProcess) {
    this.#begin = begin;
  }

  get pid(): number | undefined {
    return this.runs ? this.#child?.pid : undefined;
  }

  get runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  begin(): void {
    const child = this.#begin();
    this.#child = child;
    this.#ended = once(child, 'exit');
    // Nothing here keeps a test's process from ending.
    child.unref();
  }

  /** To all processes of the server, where the system tells which they are. */
  signal(signal: NodeJS.Signals): void {
    if (!this.runs) return;
    for (const pid of [this.pid ?? 0, ...childrenOf(this.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.runs) return;
    this.#child?.ref();
    this.#child?.kill(signal);
    // What stands still hears nothing else.
    this.signal('SIGCONT');
    await this.#ended;
  }
}
