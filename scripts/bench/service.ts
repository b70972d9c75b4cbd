import { once } from 'node:events';
import { load, type LoadResult } from './lib/load.ts';
import { post, rpc, start, stop, type Started } from './lib/processes.ts';

const CONNECTIONS = 64;
/**
 * Each round makes a fixed number of requests, unless ROUND_MS ends it earlier. In a fixed time, a busy machine would
 * make fewer requests, and the compiler's work would weigh more in each of them.
 */
const PINGS = 15_000;
const SEARCHES = 2_000;
const WARM_UP_ROUNDS = 2;
const ROUNDS = 5;
const ROUND_MS = 8_000;

/** `processorUs` is the processor time of one request, which other work on the machine hardly changes. */
interface Measured extends LoadResult {
  processorUs: number;
}

async function processorTimeOf({ child }: Started): Promise<number> {
  const message = once(child, 'message');
  child.send('processor time');
  const [{ us }] = (await message) as [{ us: number }];
  return us;
}

async function measure(server: Started, body: string, requests: number): Promise<Measured> {
  const before = await processorTimeOf(server);
  const result = await load({
    port: server.port,
    body,
    connections: CONNECTIONS,
    requests,
    durationMs: ROUND_MS,
    headers: server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {},
  });
  return { ...result, processorUs: ((await processorTimeOf(server)) - before) / result.requests };
}

/**
 * Measures the servers in turn, so that a machine that slows down slows all of them. Returns each server's median round
 * by processor time.
 */
async function compare(
  servers: Record<string, Started>,
  body: string,
  requests: number,
): Promise<Record<string, Measured>> {
  const results: Record<string, Measured[]> = {};
  for (const server of Object.values(servers)) await measure(server, body, WARM_UP_ROUNDS * requests);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, server] of Object.entries(servers))
      (results[name] ??= []).push(await measure(server, body, requests));
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, list]) => {
      const sorted = [...list].sort((a, b) => a.processorUs - b.processorUs);
      return [name, sorted[Math.floor(sorted.length / 2)] as Measured];
    }),
  );
}

function print(title: string, results: Record<string, Measured>, service: string): void {
  process.stdout.write(`${title}\n`);
  const own = results[service]?.processorUs ?? 0;
  for (const [name, { processorUs, requestsPerSecond, p50Ms, p99Ms }] of Object.entries(results)) {
    const ratio = name === service ? '' : `  the service takes ${(own / processorUs).toFixed(2)} times as much`;
    process.stdout.write(
      `  ${name.padEnd(36)} ${processorUs.toFixed(0).padStart(5)} µs of processor a request  ${requestsPerSecond.toFixed(0).padStart(6)} requests/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms${ratio}\n`,
    );
  }
}

/**
 * Prints the service's memory at rest, and compares its speed with that of other servers. For `ping`, these are bare
 * node:http, bare Fastify, Fastify with a rate limit and keys in SQLite, and the official SDK; for a cached search,
 * bare node:http.
 */
export async function run(): Promise<void> {
  const service = await start('service');
  const memory = once(service.child, 'message');
  service.child.send('memory');
  const [{ rss }] = (await memory) as [{ rss: number }];
  process.stdout.write(`memory at rest: ${(rss / 1024 / 1024).toFixed(0)} MB\n`);

  const ping = rpc('ping', {});
  const pong = await post(service, ping);
  const bare = await start('bare', pong);
  const fastify = await start('fastify', pong);
  const composed = await start('composed', pong);
  const sdk = await start('sdk', JSON.stringify(pong.result?.structuredContent));
  print(
    `ping (key proven, counted, noted), ${CONNECTIONS} connections`,
    await compare(
      {
        service,
        'bare node:http': bare,
        'bare Fastify': fastify,
        'Fastify, rate limit, keys in SQLite': composed,
        "official SDK's server": sdk,
      },
      ping,
      PINGS,
    ),
    'service',
  );

  const search = rpc('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });
  await post(service, search);
  const found = await post(service, search);
  const bareSearch = await start('bare', found);
  print(
    `cached scrape_jobs, 50 jobs, ${(JSON.stringify(found).length / 1024).toFixed(0)} kB (charged durably), ${CONNECTIONS} connections`,
    await compare({ service, 'bare node:http, stringify each': bareSearch }, search, SEARCHES),
    'service',
  );

  for (const { child } of [bare, fastify, composed, sdk, bareSearch]) child.kill();
  await stop(service);
}
