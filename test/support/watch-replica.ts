import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SavedSearchLoad } from '../../src/store/types.ts';

const SCRIPT = fileURLToPath(new URL('watch-replica.mjs', import.meta.url));

/** A moment of a run, as watch-replica.mjs names them, and how often it comes before the process is killed there. */
export interface Kill {
  moment: 'asked' | 'finishing' | 'sent';
  after: number;
}

/** A saved search as it was made. */
export interface MadeSearch {
  id: string;
  accountId: string;
  frequency: string;
  nextRunAt: number;
  secret: string;
}

/** What the receiver of webhooks was sent. */
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

/** One process of the service; started again after it was killed. */
export class WatchReplica {
  /** How often it was killed as it was told. */
  kills = 0;
  /** Exit codes of processes that ended by themselves, and what rounds failed with. */
  readonly faults: string[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #onPosted: (posted: Posted) => void;
  #process: ChildProcess | undefined;
  #killing = false;

  constructor(env: NodeJS.ProcessEnv, onPosted: (posted: Posted) => void) {
    this.#env = env;
    this.#onPosted = onPosted;
  }

  /** Whether it was told where to be killed, and lives still. */
  get isDoomed(): boolean {
    return this.#killing;
  }

  async start(now: number): Promise<void> {
    const child = fork(SCRIPT, [JSON.stringify({ now })], {
      env: { ...process.env, ...this.#env },
      // It runs what is built: nothing of the tests' own loader.
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

  /** What the store says of all searches. */
  async load(now: number): Promise<SavedSearchLoad | undefined> {
    return (await this.#ask({ now, load: true }))?.load;
  }

  /** Makes and sends what is due. False when the process has ended meanwhile. */
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

  /** Undefined when the process ends before it answers. */
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
