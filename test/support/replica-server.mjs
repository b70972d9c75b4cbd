// Runs the built service as a replica. A single feed replaces the internet and waits as long as the search says
// ("wait1500").
import { setTimeout as delay } from 'node:timers/promises';

const dist = process.env.TEST_DIST ?? new URL('../../dist/', import.meta.url).href;
const { loadForStart } = await import(new URL('src/app/check-start.js', dist).href);
const { serve } = await import(new URL('src/app/serve.js', dist).href);

const FEED = `<nhsJobs><vacancyDetails><id>1</id><reference>T1-26-0001</reference><title>Nurse</title><description>Care.</description><employer>Trust</employer><salary>£30,000</salary><postDate>2026-11-10T09:00:00</postDate><locations><location>Leeds</location></locations></vacancyDetails><totalPages>1</totalPages><totalResults>1</totalResults></nhsJobs>`;
const { TEST_DIST: _, ...env } = process.env;

try {
  const running = await serve(await loadForStart(env), (text) => process.stdout.write(text), {
    egress: {
      fetch: async ({ url }) => {
        await delay(Number(/wait(\d+)/.exec(url)?.[1] ?? 2));
        return { status: 200, url, headers: {}, body: Buffer.from(FEED) };
      },
      close: async () => {},
    },
  });
  process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
