// Measures how much due runs of saved searches slow down other calls. One service with 1,000 searches is measured in
// turn with no run due and with all runs due.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { load } from './lib/load.ts';
import { post, rpc } from './lib/processes.ts';

const SEARCHES = 1_000;
const PAIRS = 7;
const ROUND_MS = 4_000;
/** Running and waiting runs end within this time. */
const DRAIN_MS = 3_000;
const CONNECTIONS = 16;
/** Interval between two calls when the service is not saturated. */
const PACE_MS = 20;
const CALL = rpc('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });

interface Server {
  child: ChildProcess;
  port: number;
  apiKey: string;
}

interface Told {
  cpuUs: number;
  runs: number;
  deliveries: number;
}

interface Measured {
  p50Ms: number;
  p99Ms: number;
  meanMs: number;
  cpuUs: number;
  runs: number;
}

type Load = (server: Server) => Promise<Omit<Measured, 'cpuUs' | 'runs'> & { requests: number }>;

async function start(searches: number): Promise<Server> {
  const child = fork(new URL('./lib/saved-search-server.js', import.meta.url), [String(searches)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=32'],
  });
  const [told] = (await once(child, 'message')) as [Omit<Server, 'child'>];
  return { child, ...told };
}

async function ask({ child }: Server, aheadMs: number): Promise<Told> {
  const told = once(child, 'message');
  child.send({ aheadMs });
  const [answer] = (await told) as [Told];
  return answer;
}

const saturated: Load = async ({ port, apiKey }) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const result = await load({ port, body: CALL, connections: CONNECTIONS, durationMs: ROUND_MS, headers });
  return { ...result, meanMs: (CONNECTIONS * 1_000) / result.requestsPerSecond };
};

/** Makes a call every PACE_MS, whether or not the previous call has been answered. */
const paced: Load = async (server) => {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let number = 0; performance.now() - startedAt < ROUND_MS; number += 1) {
    const sentAt = performance.now();
    calls.push(post(server, CALL).then(() => void times.push(performance.now() - sentAt)));
    await delay(Math.max(0, startedAt + (number + 1) * PACE_MS - performance.now()));
  }
  await Promise.all(calls);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  const meanMs = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return { requests: times.length, p50Ms: at(0.5), p99Ms: at(0.99), meanMs };
};

async function measure(server: Server, run: Load, aheadMs: number): Promise<Measured> {
  const before = await ask(server, aheadMs);
  const { requests, ...times } = await run(server);
  const after = await ask(server, 0);
  await delay(DRAIN_MS);
  return { ...times, cpuUs: (after.cpuUs - before.cpuUs) / requests, runs: after.runs - before.runs };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function percentOf(ratio: number): string {
  return `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;
}

export async function run(): Promise<void> {
  const server = await start(SEARCHES);
  await post(server, CALL);
  for (let round = 0; round < 2; round += 1) await measure(server, saturated, 0);
  const compare = async (title: string, load_: Load, aheadMs: number): Promise<void> => {
    const pairs: { a: Measured; b: Measured }[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      // The two measurements take turns in going first.
      const first = pair % 2 === 0 ? await measure(server, load_, 0) : undefined;
      const b = await measure(server, load_, aheadMs);
      pairs.push({ a: first ?? (await measure(server, load_, 0)), b });
    }
    process.stdout.write(`${title}: ${median(pairs.map(({ b }) => b.runs))} runs in ${ROUND_MS / 1_000} s\n`);
    // The printed difference is the median of the pairs' differences, with the smallest and the largest. If these have
    // different signs, the noise of the machine is larger than the effect.
    for (const [name, unit] of [
      ['p50Ms', 'ms'],
      ['meanMs', 'ms'],
      ['p99Ms', 'ms'],
      ['cpuUs', 'µs of processor a call, runs included'],
    ] as const) {
      const [off, on] = [median(pairs.map(({ a }) => a[name])), median(pairs.map(({ b }) => b[name]))];
      const ratios = pairs.map(({ a, b }) => b[name] / a[name]);
      const percent = `${percentOf(median(ratios))} (${percentOf(Math.min(...ratios))} to ${percentOf(Math.max(...ratios))})`;
      process.stdout.write(
        `  ${name.replace(/Ms|Us/, '').padEnd(5)} ${off.toFixed(2)} while none is due, ${on.toFixed(2)} while all are: ${percent}  ${unit}\n`,
      );
    }
  };
  await compare('a call every 20 ms, 1,000 runs due', paced, HOUR_MS + MINUTE_MS);
  await compare('16 callers without a pause, 1,000 runs due', saturated, HOUR_MS + MINUTE_MS);
  await compare('16 callers without a pause, runs 30 minutes late', saturated, HOUR_MS + 30 * MINUTE_MS);
  server.child.send({ stop: true });
  await once(server.child, 'exit');
}
