import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { load, type LoadResult } from './load.ts';

const CONNECTIONS = 64;
const DURATION_MS = 4_000;
const ROUNDS = 3;

interface Started {
  child: ChildProcess;
  port: number;
  apiKey?: string;
  dataDir?: string;
}

async function start(kind: 'service' | 'bare' | 'sdk', message?: unknown): Promise<Started> {
  const child = fork(new URL('./servers.js', import.meta.url), [kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // As npm start has it.
    execArgv: ['--max-semi-space-size=32'],
  });
  if (message !== undefined) child.send(message as object);
  const [told] = (await once(child, 'message')) as [Omit<Started, 'child'>];
  return { child, ...told };
}

function rpc(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}

async function measure(server: Started, body: string): Promise<LoadResult> {
  return load({
    port: server.port,
    body,
    connections: CONNECTIONS,
    durationMs: DURATION_MS,
    headers: server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {},
  });
}

/** In turn, so that a machine that gets slower is slower for all; the median of each. */
async function compare(servers: Record<string, Started>, body: string): Promise<Record<string, LoadResult>> {
  const results: Record<string, LoadResult[]> = {};
  for (const server of Object.values(servers))
    await load({
      port: server.port,
      body,
      connections: 8,
      durationMs: 500,
      headers: server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {},
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, server] of Object.entries(servers)) (results[name] ??= []).push(await measure(server, body));
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, list]) => {
      const sorted = [...list].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
      return [name, sorted[Math.floor(sorted.length / 2)] as LoadResult];
    }),
  );
}

function print(title: string, results: Record<string, LoadResult>, service: string): void {
  process.stdout.write(`${title}\n`);
  const own = results[service]?.requestsPerSecond ?? 0;
  for (const [name, { requestsPerSecond, p50Ms, p99Ms }] of Object.entries(results)) {
    const ratio = name === service ? '' : `  the service does ${(own / requestsPerSecond).toFixed(2)} of it`;
    process.stdout.write(
      `  ${name.padEnd(34)} ${requestsPerSecond.toFixed(0).padStart(7)} requests/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms${ratio}\n`,
    );
  }
}

async function post(server: Started, body: string): Promise<{ result: { structuredContent: unknown } }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: server.port,
        path: '/mcp',
        method: 'POST',
        headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as never));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** `ping` and a cached search beside a bare server and the official SDK's. */
export async function run(): Promise<void> {
  const service = await start('service');
  const memory = once(service.child, 'message');
  service.child.send('memory');
  const [{ rss }] = (await memory) as [{ rss: number }];
  process.stdout.write(`memory at rest: ${(rss / 1024 / 1024).toFixed(0)} MB\n`);

  const ping = rpc('ping', {});
  const pong = await post(service, ping);
  const bare = await start('bare', pong);
  const sdk = await start('sdk', JSON.stringify(pong.result.structuredContent));
  print(
    `ping (key proven, counted, noted), ${CONNECTIONS} connections`,
    await compare({ service, 'bare node:http': bare, "official SDK's server": sdk }, ping),
    'service',
  );

  const search = rpc('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });
  await post(service, search);
  const found = await post(service, search);
  const bareSearch = await start('bare', found);
  print(
    `cached scrape_jobs, 50 jobs, ${(JSON.stringify(found).length / 1024).toFixed(0)} kB (charged durably), ${CONNECTIONS} connections`,
    await compare({ service, 'bare node:http, stringify each': bareSearch }, search),
    'service',
  );

  for (const { child } of [bare, sdk, bareSearch]) child.kill();
  service.child.send('stop');
  await once(service.child, 'exit');
  if (service.dataDir) rmSync(service.dataDir, { recursive: true, force: true });
}
