import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SavedSearchLoad } from '../../src/store/types.ts';

const SCRIPT = fileURLToPath(new URL('watch-replica.mjs', import.meta.url));

/** The process is killed when the moment, as named in `watch-replica.mjs`, occurs for the `after`-th time. */
export interface Kill {
  moment: 'asked' | 'finishing' | 'sent';
  after: number;
}

export interface MadeSearch {
  id: string;
  accountId: string;
  frequency: string;
  nextRunAt: number;
  secret: string;
}

export interface Posted {
  url: string;
  body: string;
  headers: Record<string, string>;
}

interface Answer {
  posted?: Posted;
  created?: MadeSearch[];
  load?: SavedSearchLoad;
  done?: true;
  fault?: string;
}

export class WatchReplica {
  kills = 0;
  /** Exit codes of processes that ended by themselves, and errors of rounds. */
  readonly faults: string[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #onPosted: (posted: Posted) => void;
  #process: ChildProcess | undefined;
  #killing = false;

  constructor(env: NodeJS.ProcessEnv, onPosted: (posted: Posted) => void) {
    this.#env = env;
    this.#onPosted = onPosted;
  }

  /** True if the process is to be killed but is still running. */
  get isDoomed(): boolean {
    return this.#killing;
  }

  async start(now: number): Promise<void> {
    const child = fork(SCRIPT, [JSON.stringify({ now })], {
      env: { ...process.env, ...this.#env },
      // The process runs built code and does not need the tests' loader.
      execArgv: [],
      stdio: 'inherit',
    });
    this.#process = child;
    this.#killing = false;
    child.on('message', ({ posted }: Answer) => posted && this.#onPosted(posted));
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (!isAlive(child)) throw new Error(`A replica did not start: ${child.exitCode}`);
  }

  async create(now: number, accounts: number, each: number): Promise<MadeSearch[]> {
    return (await this.#ask({ now, create: { accounts, each } }))?.created ?? [];
  }

  async load(now: number): Promise<SavedSearchLoad | undefined> {
    return (await this.#ask({ now, load: true }))?.load;
  }

  /** Runs the due searches and sends their deliveries. Returns false if the process ended meanwhile. */
  async round(now: number, kill?: Kill): Promise<boolean> {
    if (kill) this.#killing = true;
    const answer = await this.#ask({ now, kill });
    if (answer?.fault !== undefined) this.faults.push(answer.fault);
    if (answer) return true;
    const { exitCode, signalCode } = this.#process as ChildProcess;
    if (this.#killing && signalCode === 'SIGKILL') this.kills += 1;
    else this.faults.push(`ended with ${exitCode ?? signalCode}`);
    return false;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || !isAlive(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Resolves to undefined if the process ends before it answers. */
  #ask(message: object): Promise<Answer | undefined> {
    const child = this.#process as ChildProcess;
    return new Promise((resolve) => {
      const end = (answer?: Answer): void => {
        child.off('message', hear);
        child.off('exit', gone);
        resolve(answer);
      };
      const hear = (answer: Answer): void => {
        if (!answer.posted) end(answer);
      };
      const gone = (): void => end();
      child.on('message', hear);
      child.on('exit', gone);
      child.send(message);
    });
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
