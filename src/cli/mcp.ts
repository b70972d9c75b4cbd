import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Embedded } from '../app/embedded.ts';
import { messageOf } from '../lib/error-message.ts';
import { isLoopbackName } from '../lib/loopback.ts';
import { UsageError } from '../errors.ts';
import { Bridge } from '../stdio/bridge.ts';
import { serveStdio, type Answerer } from '../stdio/serve-stdio.ts';
import { text, type Command, type CommandArguments } from './command.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const LAST_ANSWERS_MS = 1_000;

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve MCP over standard input and output, for clients that start servers themselves.',
  usage: '[--url URL | --test]',
  examples: ['--test', '--url http://127.0.0.1:8080/mcp'],
  details: `With --url, the command is a bridge to a running service, and uses the API key in JOB_DATA_KEY. Without --url, the service itself runs in this process, with its own data folder (DATA_DIR, or one in your home folder) or the database in DATABASE_URL, and an account for you; no port is opened. With --test, answers come from sample data, offline and free.
Standard output carries only messages; everything else goes to standard error.`,
  run: async (args) => {
    const url = text(args, 'url');
    const test = args.values['test'] === true;
    if (url !== undefined && test)
      throw new UsageError(
        'Use --test without --url. A running service answers from sample data if you use a test key.',
      );
    await (url === undefined ? runEmbedded(args, test) : runBridge(args, requireUrl(url)));
  },
};

async function runBridge(args: CommandArguments, url: URL): Promise<void> {
  const { terminal } = args;
  const apiKey = terminal.env['JOB_DATA_KEY']?.trim() || undefined;
  if (apiKey !== undefined && !/^[\u0021-\u007e]+$/.test(apiKey))
    throw new UsageError(
      'JOB_DATA_KEY contains characters that no key has, such as a space or a line break. Copy the key again.',
    );
  if (apiKey === undefined) terminal.stderr('JOB_DATA_KEY is not set: the service will ask for a key.\n');
  else if (url.protocol === 'http:' && !isLoopbackName(url.hostname)) {
    terminal.stderr(`The key goes to ${url.host} in clear: use https where others can listen.\n`);
  }
  const bridge = new Bridge({ url, apiKey, sleep: (ms, signal) => delay(ms, undefined, { signal }) });
  await converse(args, bridge);
}

async function runEmbedded(args: CommandArguments, test: boolean): Promise<void> {
  const { env, stderr, overrides } = args.terminal;
  const settings = { ...env, DATA_DIR: env['DATA_DIR']?.trim() || ownFolder(env) };
  // The service is loaded only here, because the bridge and other commands do not need it and would start later.
  const { loadForStart } = await import('../app/check-start.ts');
  const { createEmbedded } = await import('../app/embedded.ts');
  const start = async (): Promise<Embedded> =>
    createEmbedded(await loadForStart(settings, { listens: false }), { test }, overrides);
  const embedded = await start().catch((error: unknown) => {
    const sentence = messageOf(error);
    const isInUse = sentence.includes('Another process serves');
    throw new Error(
      isInUse
        ? `${sentence} Several clients share one service: run "jobdata serve", and give each client "jobdata mcp --url http://127.0.0.1:8080/mcp" with its key in JOB_DATA_KEY.`
        : sentence,
      { cause: error },
    );
  });
  try {
    const place =
      embedded.service.config.databaseUrl === null ? `data folder ${settings.DATA_DIR}` : 'database of DATABASE_URL';
    stderr(`Job Data MCP works on the ${place}.\n`);
    const noBrowser = await embedded.service.renderer.unavailable();
    if (noBrowser !== undefined) stderr(`scrape_url reads pages without running their scripts: ${noBrowser}\n`);
    await Promise.race([converse(args, embedded.answerer), embedded.failed.then((sentence) => leave(args, sentence))]);
  } finally {
    await embedded.close();
  }
}

/**
 * Called when the store has failed. Gives running calls a second to return their error, and then ends the process
 * without a regular shutdown, which would write to the failed disk.
 */
async function leave({ terminal }: CommandArguments, sentence: string): Promise<never> {
  await delay(LAST_ANSWERS_MS);
  terminal.stderr(`${sentence}\n`);
  process.exit(1);
}

async function converse({ terminal }: CommandArguments, answerer: Answerer): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  try {
    await serveStdio({
      input: terminal.stdin,
      output: process.stdout,
      answerer,
      signal: stopping.signal,
      onFault: (error) =>
        terminal.stderr(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
    });
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop);
    // An open standard input would keep the process alive.
    process.stdin.destroy();
  }
}

function requireUrl(value: string): URL {
  const url = canParseUrl(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new UsageError(
    '--url is the address of a service, such as https://jobs.example.com/mcp; its key goes in JOB_DATA_KEY.',
  );
}

/** Clients start servers in any working directory, so the data folder must not depend on it. */
function ownFolder(env: NodeJS.ProcessEnv): string {
  const home = homedir();
  if (process.platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'jobdata');
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'jobdata');
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'jobdata');
}
