// Runs the service that the benchmark of saved searches measures: `saved-search-server.js COUNT`. A message over IPC
// makes that many searches due. Fake sites and webhook receivers answer with a delay.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createService } from '../../../src/app/service.ts';
import { readConfig } from '../../../src/config/config.ts';
import { HOUR_MS } from '../../../src/lib/clock.ts';
import { feed } from './feed.ts';

const SITE_MS = 200;
const RECEIVER_MS = 50;
const EACH = 5;
const RECEIVER = 'https://receiver.example/hook';

const dataDir = mkdtempSync(join(tmpdir(), 'jobdata-bench-'));
const plansFile = join(dataDir, 'plans.json');
const roomy = { monthly_credits: 1_000_000_000, overage_rate: 0, rpm_limit: 1_000_000_000, saved_searches: EACH };
writeFileSync(plansFile, JSON.stringify({ roomy }));
const config = readConfig({
  DATA_DIR: dataDir,
  PLANS_FILE: plansFile,
  LOG_LEVEL: 'info',
  // The clock is moved forward, but answers to callers must stay in the cache.
  JOBS_CACHE_SECONDS: '604800',
});
let aheadMs = 0;
const done = { runs: 0, deliveries: 0 };
const page = Buffer.from(feed(50));
const service = await createService(config, {
  clock: { now: () => Date.now() + aheadMs },
  egress: {
    fetch: async ({ url }) => {
      const isSite = url !== RECEIVER;
      done[isSite ? 'runs' : 'deliveries'] += 1;
      await delay(isSite ? SITE_MS : RECEIVER_MS);
      return { status: 200, url, headers: {}, body: page };
    },
    close: async () => {},
  },
});
const { accounts, apiKeys, savedSearches, store, app } = service;

async function createSearches(count: number): Promise<void> {
  const nextRunAt = Date.now() + HOUR_MS;
  for (let made = 0; made < count; made += EACH) {
    const account = await accounts.create({ email: `owner${made}@example.com`, plan: 'roomy' });
    for (let number = made; number < made + EACH; number += 1) {
      const { search } = await savedSearches.searches.create(account, {
        name: '',
        language: 'en',
        arguments: { query: `porter ${number}`, platforms: ['nhs_jobs'] },
        frequency: 'daily',
        hour: 7,
        weekday: 1,
        zone: 'Europe/London',
        monthlyLimit: null,
        mail: false,
        webhookUrl: RECEIVER,
      });
      await store.savedSearches.change(search.id, { nextRunAt });
    }
  }
}

const caller = await accounts.create({ email: 'caller@example.com', plan: 'roomy' });
const { apiKey } = await apiKeys.create(caller.id);
await createSearches(Number(process.argv[2]));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const stopRounds = savedSearches.start();

process.on('disconnect', () => process.exit(0));
process.on('message', (message: { aheadMs?: number; stop?: true }) => {
  if (message.stop) {
    stopRounds();
    void service.close().then(() => {
      rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    });
    return;
  }
  if (message.aheadMs !== undefined) {
    aheadMs = message.aheadMs;
    // A measured round is short, so the runs start at once instead of up to five seconds later.
    if (aheadMs > 0) void savedSearches.runner.round().then(() => savedSearches.sender.round());
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system, ...done });
});
process.send?.({ port: Number(new URL(address).port), apiKey });
