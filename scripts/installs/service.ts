import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A start that takes longer is ended. The time is enough to compile a module on a busy machine. */
const STARTS_WITHIN_MS = 1_200_000;
const ENDS_WITHIN_MS = 120_000;

export interface StartOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number | undefined;
  /** The signal to end goes to all processes of the command, as it does from a terminal or from systemd. */
  endsTogether?: boolean;
}

export interface Started {
  /** The first start prints shell lines: the keys, and then a call to try. */
  lines: string[];
  host: string;
  /**
   * Ends the service with SIGTERM, and waits until no process of the command is left. Rejects if the command does not
   * end with `end`, by default exit code 0.
   */
  stop(end?: 0 | 'SIGTERM'): Promise<void>;
  /** Ends the service at once, so that it does not keep this process running after a failure. */
  kill(): void;
}

/** Resolves when the service says that it listens. Rejects with the printed text if the service ends first. */
export async function startService([command = '', ...words]: string[], options: StartOptions): Promise<Started> {
  const { cwd, env, uid, endsTogether = false } = options;
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(command, words, { cwd, env, stdio: 'pipe', detached: true, ...user });
  // Unlike `exit`, `close` waits for every process that has the command's output.
  const ended = once(child, 'close');
  /** Kills the remaining processes of the group that `child` leads because it is detached. */
  const killAll = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  let printed = '';
  const listens = new Promise<string>((resolve) => {
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const host = /is listening on http:\/\/([^/\s]+)\//.exec(printed)?.[1];
        if (host !== undefined) resolve(host);
      });
    }
  });
  const shown = (): string => `${[command, ...words].join(' ')}:\n${printed.slice(-4_000)}`;
  const tooLate = setTimeout(killAll, STARTS_WITHIN_MS);
  const host = await Promise.race([
    listens,
    ended.then(([code]) => {
      throw new Error(`It ended with ${code}. ${shown()}`);
    }),
  ]).finally(() => clearTimeout(tooLate));
  return {
    lines: [...printed.matchAll(/^ *((?:export|curl -s) .*)$/gm)].map(([, line = '']) => line),
    host,
    kill: killAll,
    stop: async (end = 0) => {
      const hangs = setTimeout(killAll, ENDS_WITHIN_MS);
      if (endsTogether) process.kill(-(child.pid ?? 0), 'SIGTERM');
      else child.kill('SIGTERM');
      const [code, signal] = await ended.finally(() => clearTimeout(hangs));
      if ((code ?? signal) !== end) throw new Error(`It was told to end and ended with ${code ?? signal}. ${shown()}`);
    },
  };
}

/**
 * Runs the printed shell lines and checks the call's answer. `at` replaces the service's own address in the call. If
 * something is wrong, the service is killed.
 */
export async function tryFirstLines({ lines, host, kill }: Started, at = `http://${host}`): Promise<void> {
  try {
    const calls = lines.filter((line) => line.startsWith('curl'));
    if (calls.length !== 1) throw new Error(`A first start prints one call to try, not ${calls.length}.`);
    const script = lines.join('\n').replace(`http://${host}`, at);
    const { stdout } = await run('bash', ['-c', script.replace(/ \| jq .*$/m, '')]);
    const answer = JSON.parse(stdout) as Answer;
    check('scrape_jobs', answer);
    // The printed line pipes the answer through jq, which shows only a part of it.
    const printed = await run('bash', ['-c', script]);
    const shown = JSON.parse(printed.stdout) as Record<string, unknown>;
    if ((shown['total_jobs'] ?? (shown as Answer).result?.structuredContent?.['total_jobs']) === undefined)
      throw new Error(`The printed line shows no jobs: ${printed.stdout.slice(0, 500)}`);
  } catch (error) {
    kill();
    throw error;
  }
}

export interface Answer {
  result?: { structuredContent?: Record<string, unknown>; _meta?: Record<string, unknown> };
}

/** Throws unless `ping` says OK, or a search on sample data has jobs and costs nothing. */
export function check(tool: 'ping' | 'scrape_jobs', answer: Answer | undefined): void {
  const { structuredContent = {}, _meta = {} } = answer?.result ?? {};
  const receipt = (_meta['io.jobdata/receipt'] ?? {}) as { test?: boolean };
  const isRight =
    tool === 'ping'
      ? structuredContent['status'] === 'OK'
      : Number(structuredContent['total_jobs']) > 0 && receipt.test === true;
  if (!isRight) throw new Error(`That is no answer of ${tool}: ${JSON.stringify(answer).slice(0, 500)}`);
}
