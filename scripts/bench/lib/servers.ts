// Each server that the service benchmark compares runs in a separate process (`servers.js KIND`), which is controlled
// over IPC.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import type { Passwords } from '../../../src/accounts/passwords.ts';
import { createService } from '../../../src/app/service.ts';
import { readConfig } from '../../../src/config/config.ts';
import { callOn } from './caller.ts';
import { feed } from './feed.ts';
import { startHostileSite } from './hostile-site.ts';

const ROOMY = { roomy: { monthly_credits: 1_000_000_000, overage_rate: 0, rpm_limit: 1_000_000_000 } };

interface Scraping {
  allowed: string;
  plans: readonly string[];
}

function sendToParent(message: object): void {
  process.send?.(message);
}

/**
 * Starts the service with a database on disk. Instead of the internet, it has one feed of 50 jobs or, with `scraping`,
 * one port of this machine.
 */
async function startService(scraping?: Scraping): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobdata-bench-'));
  const plansFile = join(dataDir, 'plans.json');
  const plans = scraping?.plans ?? ['roomy'];
  writeFileSync(plansFile, JSON.stringify(ROOMY));
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(plans.includes('roomy') ? { PLANS_FILE: plansFile } : {}),
    LOG_LEVEL: 'info',
    PORT: '0',
    EGRESS_ALLOW: scraping?.allowed ?? '',
  });
  const played = {
    fetch: async ({ url }: { url: string }) => ({ status: 200, url, headers: {}, body: Buffer.from(feed(50)) }),
    close: async () => {},
  };
  const context = await createService(config, scraping ? { throttle: false } : { egress: played });
  const apiKeys: string[] = [];
  for (const [index, plan] of plans.entries()) {
    const account = await context.accounts.create({ email: `bench${index}@example.com`, plan });
    apiKeys.push((await context.apiKeys.create(account.id)).apiKey);
  }
  const address = await context.app.listen({ host: '127.0.0.1', port: 0 });
  sendToParent({ port: Number(new URL(address).port), apiKey: apiKeys[0], apiKeys, dataDir });
  process.on('message', (message) => {
    if (message === 'memory') sendToParent({ rss: process.memoryUsage().rss });
    if (message === 'log-ins') void logIns(context.passwords).then((passwords) => sendToParent({ passwords }));
    if (message === 'stop') void context.close().then(() => process.exit(0));
  });
}

/** Checks 28 wrong passwords at once, each for another address, and returns the number of checks. */
async function logIns(passwords: Passwords): Promise<number> {
  const tries = Array.from({ length: 28 }, (_, index) =>
    passwords.verify('a wrong password', null, `address ${index}`),
  );
  return (await Promise.all(tries)).length;
}

function startBare(answer: unknown): void {
  const server = createServer((request, response) => {
    request.on('data', () => {});
    request.on('end', () => {
      const body = JSON.stringify(answer);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => sendToParent({ port: (server.address() as AddressInfo).port }));
}

async function startFastify(answer: unknown): Promise<void> {
  const app = Fastify();
  app.post('/mcp', () => answer);
  await app.listen({ host: '127.0.0.1', port: 0 });
  sendToParent({ port: (app.server.address() as AddressInfo).port });
}

/** Uses Fastify with its rate-limit plugin, and finds keys in SQLite by their hash. */
async function startComposed(answer: unknown): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobdata-bench-'));
  const database = new Database(join(dataDir, 'keys.sqlite'));
  const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
  const apiKey = `key_${'0123456789abcdef'.repeat(2)}`;
  database.exec('CREATE TABLE keys (hash TEXT PRIMARY KEY, account TEXT NOT NULL)');
  database.prepare('INSERT INTO keys VALUES (?, ?)').run(hashOf(apiKey), 'account');
  const find = database.prepare('SELECT account FROM keys WHERE hash = ?');
  const app = Fastify();
  await app.register(rateLimit, {
    hook: 'preHandler',
    max: 1_000_000_000,
    timeWindow: 60_000,
    keyGenerator: ({ headers }) => headers.authorization ?? '',
  });
  app.post('/mcp', {
    onRequest: async ({ headers }, reply) => {
      const key = headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (find.get(hashOf(key)) === undefined) return reply.code(401).send();
      return undefined;
    },
    handler: () => answer,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  sendToParent({ port: (app.server.address() as AddressInfo).port, apiKey });
}

/** Uses the official SDK, stateless and with JSON answers. Its `ping` tool returns the same text as the service's. */
async function startSdk(text: string): Promise<void> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const server = new McpServer({ name: 'sdk', version: '1.0.0' });
      server.registerTool('ping', { description: 'ping' }, async () => ({
        content: [{ type: 'text' as const, text }],
        structuredContent: JSON.parse(text) as Record<string, unknown>,
      }));
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true } as never);
      void server
        .connect(transport as never)
        .then(() => transport.handleRequest(request, response, JSON.parse(Buffer.concat(chunks).toString())))
        .finally(() => response.on('close', () => void server.close()));
    });
  });
  http.listen(0, '127.0.0.1', () => sendToParent({ port: (http.address() as AddressInfo).port }));
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

process.on('message', (message) => {
  if (message === 'processor time') sendToParent({ us: processorTime() });
});

// The servers end with the benchmark, even if it crashes.
process.on('disconnect', () => process.exit(0));
const kind = process.argv[2];
if (kind === 'service') await startService();
else if (kind === 'scraping') process.once('message', (scraping) => void startService(scraping as Scraping));
else if (kind === 'hostile') sendToParent({ port: await startHostileSite() });
else if (kind === 'caller') callOn(sendToParent);
else if (kind === 'bare') process.once('message', startBare);
else if (kind === 'fastify') process.once('message', (answer) => void startFastify(answer));
else if (kind === 'composed') process.once('message', (answer) => void startComposed(answer));
else process.once('message', (text) => void startSdk(text as string));
