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
/** Longer than the shipped balancer's checks take to see that a replica drains: 2 s, and more on a busy machine. */
export const DRAIN_MS = 3_500;
/** Longer than they take to see that one serves again: 1 s. */
const SEEN_MS = 1_300;

/** The reason that a test of a whole fleet is skipped for. */
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

/** `jobdata` with the settings of a service, in this process. */
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
  /** The balancer's. */
  url: string;
  replicas: readonly Replica[];
  /** What the replicas and commands beside them are given. */
  env: NodeJS.ProcessEnv;
  /** Of the account that the first start made. */
  apiKey: string;
  command(line: string[], stdin?: string): Promise<CommandOutcome>;
  /** Each in turn, as an orchestrator does it, while the others serve. */
  restartEach(): Promise<void>;
  /** One of them, with further settings. */
  restart(index: number, more?: NodeJS.ProcessEnv): Promise<void>;
}

/** Credits and calls a minute that no test comes near. */
export function manyCredits(t: Test): { PLANS_FILE: string } {
  const file = join(t.testdir({}), 'plans.json');
  writeFileSync(file, JSON.stringify({ free_trial: { monthly_credits: 1_000_000, rpm_limit: 1_000_000 } }));
  return { PLANS_FILE: file };
}

/** Replicas on a database and a Redis of their own behind the shipped HAProxy, ended with the test. */
export async function startFleet(
  t: Test,
  { count = 3, env: more = {} }: { count?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Fleet> {
  const env = {
    DATABASE_URL: more['DATABASE_URL'] ?? (await freshDatabase(t)),
    REDIS_URL: more['REDIS_URL'] ?? (await freshRedis(t)),
    DRAIN_WAIT_MS: String(DRAIN_MS),
    // A search that a killed replica had fetched would cost less when it is asked for again.
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

/** A replica that answers from one feed, ended with the test. */
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

/** Resolves with how long it took until it is so; the caller's test has a timeout of its own. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) await delay(20);
  return Math.round(performance.now() - startedAt);
}

/** What a probe of /readyz is answered: 0 where nobody listens. */
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
  /** Of the error, where there is one. */
  reason: string | undefined;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** Progress that came before the answer. */
  progress: number;
}

export interface CallOptions {
  tool?: string;
  args?: object;
  idempotencyKey?: string;
  /** Asks for a stream. */
  stream?: boolean;
}

interface RpcMessage {
  method?: string;
  result?: { structuredContent: Record<string, unknown>; _meta: Record<string, Receipt> };
  error?: { data?: { reason?: string; retryable?: boolean } };
}

/** One call of a tool over the wire. Rejects when the connection breaks before the whole answer is there. */
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
  // A balancer's own answer is none of the service's.
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

/** In thousandths of a credit, where nothing is cached. */
export const NEW_SEARCH = 2_000;

/** A search that nobody made before. */
export function newSearch(waitMs = 0): { tool: string; args: object } {
  const query = `${waitMs > 0 ? `wait${waitMs} ` : ''}nurse ${randomUUID()}`;
  return { tool: 'scrape_jobs', args: { query, platforms: ['nhs_jobs'] } };
}

/** Callers that each repeat their call under its key until it is answered, as programs should; then they make the next. */
export class StubbornCallers {
  /** Where they call, now. */
  url: string;
  /** By idempotency key, what it was told to have cost: each answer of it. */
  readonly told = new Map<string, Receipt[]>();
  /** Answers that were none: connections lost, and errors that may be tried again. */
  repeats = 0;
  readonly faults: string[] = [];
  readonly #apiKey: string;
  readonly #ending = new AbortController();
  #gone = false;
  readonly #all: Promise<void>[];

  constructor(t: Test, url: string, apiKey: string, count: number) {
    // A test that failed waits for none of them.
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
          // Some ask once more for what they have.
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

  /** Resolves when each has had its last answer. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#all);
  }

  /** What was charged, in thousandths of a credit, by what the callers were told; and sentences about keys that were told two things. */
  sum(): { calls: number; charged: number; problems: string[] } {
    const problems = [...this.told].flatMap(([key, receipts]) => {
      const paid = receipts.filter(({ replayed }) => !replayed);
      const isWrong = paid.length > 1 || paid.some(({ cost }) => cost * 1_000 !== NEW_SEARCH);
      return isWrong ? [`${key}: ${JSON.stringify(receipts)}`] : [];
    });
    return { calls: this.told.size, charged: this.told.size * NEW_SEARCH, problems: [...problems, ...this.faults] };
  }
}

/** What the database says of all calls that cost something, and what `verify` says of it. */
export async function readBooks(env: NodeJS.ProcessEnv): Promise<{
  charged: number;
  calls: number;
  /** Allowances less balances, of all accounts. */
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

/** A browser that calls whichever replica `at` names then. */
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
