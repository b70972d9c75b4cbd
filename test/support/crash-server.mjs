// Runs the built service in a process that a test may kill. A single feed, which answers after a moment, replaces the
// internet.
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../dist/src/config/config.js';
import { serve } from '../../dist/src/app/serve.js';

const FEED = `<nhsJobs><vacancyDetails><id>1</id><reference>T1-26-0001</reference><title>Nurse</title><description>Care.</description><employer>Trust</employer><salary>£30,000</salary><postDate>2026-11-10T09:00:00</postDate><locations><location>Leeds</location></locations></vacancyDetails><totalPages>1</totalPages><totalResults>1</totalResults></nhsJobs>`;

const running = await serve(readConfig(process.env), (text) => process.stdout.write(text), {
  egress: {
    fetch: async ({ url }) => {
      await delay(5);
      const failing = url.includes('fail');
      return { status: failing ? 429 : 200, url, headers: {}, body: Buffer.from(FEED) };
    },
    close: async () => {},
  },
});
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
process.send?.({ port: Number(new URL(running.address).port) });
