import { once } from 'node:events';
import { load, type LoadResult } from './lib/load.ts';
import { post, rpc, start, stop, type Started } from './lib/processes.ts';

const CONNECTIONS = 4;
const DURATION_MS = 4_000;

const SEARCH = rpc('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });

function charges(service: Started): Promise<LoadResult> {
  return load({
    port: service.port,
    body: SEARCH,
    connections: CONNECTIONS,
    durationMs: DURATION_MS,
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
}

function print(title: string, { requestsPerSecond, p50Ms, p99Ms }: LoadResult): void {
  process.stdout.write(
    `  ${title.padEnd(26)} ${requestsPerSecond.toFixed(0).padStart(6)} charges/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms\n`,
  );
}

/** Measures how long charged calls wait while 28 passwords are checked. */
export async function run(): Promise<void> {
  const service = await start('service');
  await post(service, SEARCH);
  await charges(service);
  print('alone', await charges(service));
  const begun = performance.now();
  const checked = once(service.child, 'message').then(() => performance.now() - begun);
  service.child.send('log-ins');
  print('while 28 passwords wait', await charges(service));
  process.stdout.write(`  all 28 were checked after ${((await checked) / 1000).toFixed(1)} s\n`);
  await stop(service);
}
