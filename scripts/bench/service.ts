import { once } from 'node:events';
import { load, type LoadResult } from './load.ts';
import { post, rpc, start, stop, type Started } from './processes.ts';

const CONNECTIONS = 64;
const DURATION_MS = 4_000;
const ROUNDS = 3;

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
  const sdk = await start('sdk', JSON.stringify(pong.result?.structuredContent));
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
  await stop(service);
}
