import { setTimeout as delay } from 'node:timers/promises';
import { HOSTILE_NAMES } from './lib/hostile-site.ts';
import { post, processesBelow, residentMegabytes, rpc, start, stop, type Started } from './lib/processes.ts';

const PING_EVERY_MS = 20;
const AT_ONCE = 3;
/** Longer than the 30 s after which an idle process that reads pages ends. */
const TIDY_MS = 40_000;

/**
 * Measures how long each hostile page takes and how it ends, with and without a browser, and how long `ping` waits
 * meanwhile.
 */
export async function run(): Promise<void> {
  const site = await start('hostile');
  const service = await start('scraping', { allowed: `127.0.0.1:${site.port}`, plans: ['roomy'] });
  const atRest = megabytes(service);
  const pings: number[] = [];
  const open = new Set<string>();
  let slowest: { ms: number; beside: string[] } = { ms: 0, beside: [] };
  let ended = false;
  const pinging = (async () => {
    while (!ended) {
      const startedAt = performance.now();
      await post(service, rpc('ping', {}));
      const ms = performance.now() - startedAt;
      pings.push(ms);
      if (ms > slowest.ms) slowest = { ms, beside: [...open] };
      await delay(PING_EVERY_MS);
    }
  })();
  for (const javascript of [false, true]) {
    process.stdout.write(javascript ? 'rendered\n' : 'fetched\n');
    const left = [...HOSTILE_NAMES.entries()];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const [number, name] = next;
          const startedAt = performance.now();
          open.add(name);
          const url = `http://127.0.0.1:${site.port}/${number}`;
          const answer = await post(service, rpc('scrape_url', { urls: [url], use_javascript: javascript }));
          open.delete(name);
          const text = answer.error?.message ?? answer.result?.content?.[0]?.text ?? '';
          const outcome = answer.error || answer.result?.isError ? text.slice(0, 90) : `${text.length} characters`;
          row(`  ${name}`, `${(performance.now() - startedAt).toFixed(0).padStart(6)} ms: ${outcome}`);
        }
      }),
    );
  }
  ended = true;
  await pinging;
  pings.sort((a, b) => a - b);
  const at = (share: number): string =>
    `${(pings[Math.min(pings.length - 1, Math.floor(pings.length * share))] ?? 0).toFixed(1)} ms`;
  row(`ping meanwhile, ${pings.length} of them`, `median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`);
  row('the slowest one was beside', slowest.beside.join('; '));
  await delay(TIDY_MS);
  const browser = processesBelow(service.child.pid as number);
  row('resident MB of the service, before and after', `${atRest}, ${megabytes(service)}`);
  row('browser processes and their resident MB after', `${browser.count}, ${browser.megabytes}`);
  await stop(service);
  site.child.kill();
}

function megabytes(server: Started): number {
  return residentMegabytes(server.child.pid as number);
}

function row(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(56)} ${value}\n`);
}
