import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import type { Test } from 'tap';
import { Replica } from '../../scripts/servers/replica.ts';
import { findHaproxy, startHaproxy } from '../../scripts/installs/proxies.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { leaveOut } from './left-out.ts';
import { freshDatabase, withoutPostgres } from './postgres-server.ts';
import { freshRedis, withoutRedis } from './redis-server.ts';
import { Visitor } from './visitor.ts';

const SERVER = fileURLToPath(new URL('replica-server.mjs', import.meta.url));
/** The shipped load balancer notices after 2 s that a replica drains, and later on a busy machine. */
export const DRAIN_MS = 3_500;
/** The shipped load balancer notices after 1 s that a replica serves again. */
const SEEN_MS = 1_300;

/** Returns the reason why a test of a whole fleet is skipped. */
export async function withoutFleet(): Promise<string | false> {
  const missing = (await withoutPostgres()) || (await withoutRedis());
  if (missing !== false) return missing;
  if (findHaproxy() !== undefined) return false;
  leaveOut('HAProxy', 'install haproxy');
  return 'HAProxy is not there';
}

export interface CommandOutcome {
  code: number;
  out: string;
  err: string;
}

/** Runs `jobdata` in this process with the settings of a service. */
export async function runCommand(env: NodeJS.ProcessEnv, line: string[], stdin = ''): Promise<CommandOutcome> {
  let out = '';
  let err = '';
  const code = await runCommandLine(line, {
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdin: (async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from(stdin);
    })(),
    interactive: false,
    env,
  });
  return { code, out, err };
}

export interface Fleet {
  url: string;
  replicas: readonly Replica[];
  env: NodeJS.ProcessEnv;
  apiKey: string;
  command(line: string[], stdin?: string): Promise<CommandOutcome>;
  /** Restarts the replicas one after another, as an orchestrator does, while the others serve. */
  restartEach(): Promise<void>;
  restart(index: number, more?: NodeJS.ProcessEnv): Promise<void>;
}

/** No test comes near these limits of credits and calls a minute. */
export function manyCredits(t: Test): { PLANS_FILE: string } {
  const file = join(t.testdir({}), 'plans.json');
  writeFileSync(file, JSON.stringify({ free_trial: { monthly_credits: 1_000_000, rpm_limit: 1_000_000 } }));
  return { PLANS_FILE: file };
}

/** Starts replicas on a new database and a new Redis behind the shipped HAProxy. All end with the test. */
export async function startFleet(
  t: Test,
  { count = 3, env: more = {} }: { count?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Fleet> {
  const env = {
    DATABASE_URL: more['DATABASE_URL'] ?? (await freshDatabase(t)),
    REDIS_URL: more['REDIS_URL'] ?? (await freshRedis(t)),
    DRAIN_WAIT_MS: String(DRAIN_MS),
    // If a killed replica had cached a search, repeating the search would cost less.
    JOBS_CACHE_SECONDS: '0',
    ...more,
  };
  const command: Fleet['command'] = (line, stdin) => runCommand(env, line, stdin);
  const migrated = await command(['migrate']);
  if (migrated.code !== 0) throw new Error(migrated.err);
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(t, env)));
  const balancer = await startHaproxy(replicas.map(({ port }) => `127.0.0.1:${port}`));
  t.teardown(() => balancer.stop());
  await untilReady(balancer.url);
  return {
    url: balancer.url,
    replicas,
    env,
    apiKey: replicas.map(({ printed }) => /jdm_live_\w+/.exec(printed)?.[0]).find((key) => key !== undefined) ?? '',
    command,
    restartEach: async () => {
      for (const replica of replicas) await restart(replica);
    },
    restart: (index, further) => restart(replicas[index] as Replica, further),
  };
}

/** The replica answers from a single feed and ends with the test. */
export async function startReplica(t: Test, env: NodeJS.ProcessEnv): Promise<Replica> {
  const replica = await Replica.make(env, SERVER);
  t.teardown(() => replica.stop('SIGKILL'));
  await replica.start();
  return replica;
}

async function restart(replica: Replica, more?: NodeJS.ProcessEnv): Promise<void> {
  const code = await replica.stop();
  if (code !== 0) throw new Error(`A replica that was told to stop ended with ${String(code)}.`);
  await replica.start(more);
  await delay(SEEN_MS);
}

/** Resolves with the milliseconds until the condition is true. The caller's test must have a time limit. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) await delay(20);
  return Math.round(performance.now() - startedAt);
}

/** Returns the status of /readyz, or 0 if nothing listens. */
export async function readiness(url: string): Promise<number> {
  return fetch(`${url}/readyz`).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => 0,
  );
}

export function untilReady(url: string): Promise<number> {
  return until(async () => (await readiness(url)) === 200);
}

export interface Receipt {
  id: string;
  cost: number;
  replayed: boolean;
}

export interface CallAnswer {
  status: number;
  receipt: Receipt | undefined;
  result: Record<string, unknown> | undefined;
  reason: string | undefined;
  retryable: boolean;
  progress: number;
}

export interface CallOptions {
  tool?: string;
  args?: object;
  idempotencyKey?: string;
  stream?: boolean;
}

interface RpcMessage {
  method?: string;
  result?: { structuredContent: Record<string, unknown>; _meta: Record<string, Receipt> };
  error?: { data?: { reason?: string; retryable?: boolean } };
}

/** Calls a tool over HTTP. Rejects if the connection breaks before the answer is complete. */
export async function callTool(url: string, apiKey: string, options: CallOptions = {}): Promise<CallAnswer> {
  const { tool = 'ping', args = {}, idempotencyKey, stream = false } = options;
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args, ...(stream ? { _meta: { progressToken: 1 } } : {}) },
    }),
  });
  const text = await response.text();
  const messages = (response.headers.get('content-type') ?? '').includes('event-stream')
    ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '{}']) => JSON.parse(data) as RpcMessage)
    : [parse(text)];
  const answer = messages.find(({ result, error }) => result || error);
  // The answer of a load balancer is not an answer of the service.
  if (stream && response.status === 200 && !answer) throw new Error('The stream ended without an answer.');
  return {
    status: response.status,
    receipt: answer?.result?._meta['io.jobdata/receipt'],
    result: answer?.result?.structuredContent,
    reason: answer?.error?.data?.reason,
    retryable: answer?.error?.data?.retryable ?? response.status >= 500,
    progress: messages.filter(({ method }) => method === 'notifications/progress').length,
  };
}

function parse(text: string): RpcMessage {
  try {
    return JSON.parse(text) as RpcMessage;
  } catch {
    return {};
  }
}

/** Cost of a search that is not cached, in millicredits. */
export const NEW_SEARCH = 2_000;

export function newSearch(waitMs = 0): { tool: string; args: object } {
  const query = `${waitMs > 0 ? `wait${waitMs} ` : ''}nurse ${randomUUID()}`;
  return { tool: 'scrape_jobs', args: { query, platforms: ['nhs_jobs'] } };
}

/**
 * Each caller repeats its call with the same idempotency key until the call is answered, as programs should, and then
 * makes the next call.
 */
export class StubbornCallers {
  url: string;
  /** Maps an idempotency key to the receipts of all answers to its call. */
  readonly told = new Map<string, Receipt[]>();
  /** Number of lost connections and of errors after which a call may be repeated. */
  repeats = 0;
  readonly faults: string[] = [];
  readonly #apiKey: string;
  readonly #ending = new AbortController();
  #gone = false;
  readonly #all: Promise<void>[];

  constructor(t: Test, url: string, apiKey: string, count: number) {
    // A failed test must not wait for the callers.
    t.teardown(() => {
      this.#gone = true;
      this.#ending.abort();
    });
    this.url = url;
    this.#apiKey = apiKey;
    this.#all = Array.from({ length: count }, (_, index) => this.#live(index));
  }

  async #live(index: number): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const key = randomUUID();
      const call = newSearch(index % 3 === 0 ? 150 : 0);
      while (!this.#gone) {
        const answer = await callTool(this.url, this.#apiKey, { ...call, idempotencyKey: key }).catch(() => undefined);
        if (answer?.receipt) {
          this.told.set(key, [...(this.told.get(key) ?? []), answer.receipt]);
          // Some callers repeat a call that was already answered.
          if (index % 4 !== 0 || (this.told.get(key)?.length ?? 0) > 1) break;
          continue;
        }
        this.repeats += 1;
        if (answer && !answer.retryable) {
          this.faults.push(`${answer.status} ${answer.reason ?? ''}`);
          break;
        }
        await delay(20);
      }
    }
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#all);
  }

  /**
   * Returns the charge that follows from the receipts, in millicredits, and a sentence about each key whose receipts
   * contradict each other.
   */
  sum(): { calls: number; charged: number; problems: string[] } {
    const problems = [...this.told].flatMap(([key, receipts]) => {
      const paid = receipts.filter(({ replayed }) => !replayed);
      const isWrong = paid.length > 1 || paid.some(({ cost }) => cost * 1_000 !== NEW_SEARCH);
      return isWrong ? [`${key}: ${JSON.stringify(receipts)}`] : [];
    });
    return { calls: this.told.size, charged: this.told.size * NEW_SEARCH, problems: [...problems, ...this.faults] };
  }
}

/** Reads the sums of all calls from the database, and the output of `verify`. */
export async function readBooks(env: NodeJS.ProcessEnv): Promise<{
  charged: number;
  calls: number;
  /** Sum of the allowances minus the balances of all accounts. */
  used: number;
  held: number;
  claims: number;
  verify: string;
}> {
  const client = new Client({ connectionString: env['DATABASE_URL'] });
  await client.connect();
  const { rows } = await client.query<Record<'charged' | 'calls' | 'used' | 'held' | 'claims', number>>(
    `SELECT coalesce(sum(amount), 0)::int AS charged, count(*) FILTER (WHERE amount > 0)::int AS calls,
       count(*) FILTER (WHERE state = 'reserved')::int AS held,
       (SELECT sum(allowance - balance)::int FROM account) AS used,
       (SELECT count(*)::int FROM replay WHERE result IS NULL) AS claims FROM ledger`,
  );
  await client.end();
  const { out, err } = await runCommand(env, ['verify']);
  return { ...(rows[0] as Record<'charged' | 'calls' | 'used' | 'held' | 'claims', number>), verify: out + err };
}

/** Each request goes to the replica that `at` names at that moment. */
export function browserAt(at: () => string): Visitor {
  const app = {
    inject: async (request: { method: string; url: string; headers: Record<string, string>; payload?: string }) => {
      const response = await fetch(new URL(request.url, at()), {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        ...(request.payload === undefined ? {} : { body: request.payload }),
      });
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        payload: await response.text(),
        cookies: response.headers.getSetCookie().map((line) => {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          return { name, value, ...(/max-age=0/i.test(line) ? { maxAge: 0 } : {}) };
        }),
      };
    },
  };
  return new Visitor(app as unknown as FastifyInstance);
}
