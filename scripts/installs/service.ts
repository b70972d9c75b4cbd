import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Long enough for an installation that compiles a module; a start that hangs is ended. */
const STARTS_WITHIN_MS = 300_000;
const ENDS_WITHIN_MS = 30_000;

export interface StartOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** User that runs the service; undefined for the current user. */
  uid?: number | undefined;
}

/** A service that was started by its documented command. */
export interface Started {
  /** The shell lines that the first start prints: the keys, then a call to try. */
  lines: string[];
  /** host:port on which the service listens. */
  host: string;
  /** Ends the service by SIGTERM. Rejects if it does not end with `end`, by default exit code 0. */
  stop(end?: 0 | 'SIGTERM'): Promise<void>;
}

/**
 * Starts a service and waits until it says that it listens. Rejects with the printed text if the service ends first.
 */
export async function startService([command = '', ...words]: string[], options: StartOptions): Promise<Started> {
  const { cwd, env, uid } = options;
  const child = spawn(command, words, { cwd, env, stdio: 'pipe', ...(uid === undefined ? {} : { uid, gid: uid }) });
  const ended = once(child, 'exit');
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
  const tooLate = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS);
  const host = await Promise.race([
    listens,
    ended.then(([code]) => {
      throw new Error(`It ended with ${code}. ${shown()}`);
    }),
  ]).finally(() => clearTimeout(tooLate));
  return {
    lines: [...printed.matchAll(/^ *((?:export|curl -s) .*)$/gm)].map(([, line = '']) => line),
    host,
    stop: async (end = 0) => {
      const hangs = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
      child.kill('SIGTERM');
      const [code, signal] = await ended.finally(() => clearTimeout(hangs));
      if ((code ?? signal) !== end) throw new Error(`It was told to end and ended with ${code ?? signal}. ${shown()}`);
    },
  };
}

/**
 * Runs the printed shell lines and checks the call's answer. `at`: the address to call instead of the service's own.
 */
export async function tryFirstLines({ lines, host }: Started, at = `http://${host}`): Promise<void> {
  const calls = lines.filter((line) => line.startsWith('curl'));
  if (calls.length !== 1) throw new Error(`A first start prints one call to try, not ${calls.length}.`);
  const { stdout } = await run('bash', ['-c', lines.join('\n').replace(`http://${host}`, at)]);
  check('scrape_jobs', JSON.parse(stdout) as Answer);
}

/** The parts of a tool's result that `check` reads. */
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
