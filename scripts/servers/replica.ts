import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../installs/root.ts';
import { freePort } from './own-server.ts';

const STARTS_WITHIN_MS = 60_000;

/** Runs the built service as one replica, which has the same port after each start. */
export class Replica {
  readonly port: number;
  /** All output since the replica was made, including its log. */
  printed = '';
  readonly #env: NodeJS.ProcessEnv;
  readonly #main: string;
  #child: ChildProcess | undefined;
  #ended: Promise<unknown[]> = Promise.resolve([]);

  /** `main` is the entry point of the release to run. The default is that of this checkout. */
  static async make(env: NodeJS.ProcessEnv, main = join(root(), 'dist', 'src', 'main.js')): Promise<Replica> {
    return new Replica(await freePort(), env, main);
  }

  private constructor(port: number, env: NodeJS.ProcessEnv, main: string) {
    this.port = port;
    this.#main = main;
    this.#env = { PATH: process.env['PATH'], LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1', ...env, PORT: String(port) };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /**
   * Resolves when the replica listens, and rejects with its output if it ends first. The settings in `more` apply only
   * to this start.
   */
  async start(more: NodeJS.ProcessEnv = {}): Promise<void> {
    const env = { ...this.#env, ...more };
    const child = spawn(process.execPath, [this.#main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#ended = once(child, 'exit');
    let printed = '';
    const listens = new Promise<void>((resolve) => {
      for (const output of [child.stdout, child.stderr]) {
        output.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
          this.printed += text;
          if (printed.includes('is listening on')) resolve();
        });
      }
    });
    const tooLate = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS);
    const ended = this.#ended.then(([code, signal]) => {
      throw new Error(`A replica ended with ${String(code ?? signal)} before it listened:\n${printed}`);
    });
    // If the process ends later, that is not an error of the start.
    ended.catch(() => {});
    await Promise.race([listens, ended]).finally(() => clearTimeout(tooLate));
  }

  /** Ends the replica as an orchestrator does. Returns its exit code, or the signal that ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
    this.#child?.kill(signal);
    const [code, by] = await this.#ended;
    return code ?? by;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }
}
