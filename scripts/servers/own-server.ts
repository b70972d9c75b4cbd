import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

export interface OwnServer {
  readonly url: string;
  readonly pid: number | undefined;
  /** Shuts the server down as its operator would, and waits for its end. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Suspends the server, so that it does not answer until `resume`. Its connections stay open. */
  suspend(): void;
  resume(): void;
  /** Starts the server again with the same data on the same port. Resolves when it answers. */
  start(): Promise<void>;
  /** Ends the server for good and removes its data. */
  drop(): Promise<void>;
}

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

/** Returns the folders in `PATH` and those in which Debian installs servers, which may be missing from `PATH`. */
export function programFolders(): string[] {
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return [...path, '/usr/sbin', '/usr/local/sbin'];
}

export function postgresFolders(): string[] {
  const parent = '/usr/lib/postgresql';
  let releases: string[] = [];
  try {
    releases = readdirSync(parent);
  } catch {
    // This is not a Debian installation.
  }
  return releases
    .sort((one, other) => Number(other) - Number(one))
    .map((release) => join(parent, release, 'bin'))
    .concat(programFolders());
}

/**
 * Returns a user without privileges, because some servers refuse to run as root. Returns undefined if this process is
 * not root.
 */
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
 * On `release`, or when this process ends for any reason, ends the server whose process ID is in the first line of
 * `pidFile`, and removes `folder`. A shell script does this. It waits until its standard input, which only this process
 * holds open, is closed.
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
  // Removing the files can take seconds, so the end of the script is not awaited.
  return { release: () => child.stdin.end() };
}

/** Retries until `attempt` succeeds. Throws the last error after `withinMs`, or once `go` returns false. */
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
    // The server must not keep the test's process alive.
    child.unref();
  }

  /** Sends the signal to all processes of the server or, if the system does not list them, to its main process. */
  signal(signal: NodeJS.Signals): void {
    if (!this.runs) return;
    for (const pid of [this.pid ?? 0, ...childrenOf(this.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended meanwhile.
      }
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.runs) return;
    this.#child?.ref();
    this.#child?.kill(signal);
    // A suspended process handles no other signal.
    this.signal('SIGCONT');
    await this.#ended;
  }
}
