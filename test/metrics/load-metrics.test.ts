import { Registry } from 'prom-client';
import t from 'tap';
import { createHealthMetrics } from '../../src/health/metrics.ts';
import { registerLoad } from '../../src/metrics/load-metrics.ts';
import { createPartMetrics } from '../../src/metrics/part-metrics.ts';
import { openApi } from '../support/api.ts';

t.test('gauges are read once for each scrape', async (t) => {
  const registry = new Registry();
  let looks = 0;
  let load = { waitingSteps: 3, replayBytes: 100, mostReplayBytes: 60, replayBudgetBytes: 1_000 };
  let started = 1;
  registerLoad(registry, {
    callsRunning: () => 7,
    store: async () => {
      looks += 1;
      return load;
    },
    passwords: () => ({
      strangers: { places: 2, working: 1, waiting: 5 },
      proved: { places: 1, working: 0, waiting: 0 },
    }),
    pages: () => ({
      heldBytes: 10,
      browser: { places: 6, working: 4, waiting: 2 },
      process: { rssBytes: 50, started, failed: started - 1 },
    }),
    parsers: () => ({ jobs: { places: 4, working: 2, waiting: 1, started: 9 }, reputation: undefined }),
    spansDropped: () => 11,
  });
  const first = await registry.metrics();
  for (const line of [
    'jobdata_calls_running 7',
    'jobdata_store_waiting_steps 3',
    'jobdata_replay_bytes 100',
    'jobdata_replay_account_max_bytes 60',
    'jobdata_replay_budget_bytes 1000',
    'jobdata_pool_places{pool="browser"} 6',
    'jobdata_pool_in_use{pool="browser"} 4',
    'jobdata_pool_waiting{pool="browser"} 2',
    'jobdata_pool_waiting{pool="passwords"} 5',
    'jobdata_pool_in_use{pool="job_parsers"} 2',
    'jobdata_pool_in_use{pool="page_urls"} 0',
    'jobdata_pages_held_bytes 10',
    'jobdata_pages_process_resident_memory_bytes 50',
    'jobdata_worker_starts_total{worker="pages_process"} 1',
    'jobdata_worker_starts_total{worker="job_parser"} 9',
    'jobdata_telemetry_spans_dropped_total 11',
  ])
    t.ok(first.includes(`${line}\n`), line);
  t.equal(looks, 1);
  await new Promise(setImmediate);
  load = { ...load, replayBytes: 40, waitingSteps: 0 };
  started = 3;
  const second = await registry.metrics();
  t.equal(looks, 2);
  for (const line of [
    'jobdata_replay_bytes 40',
    'jobdata_store_waiting_steps 0',
    'jobdata_worker_starts_total{worker="pages_process"} 3',
    'jobdata_pages_process_failures_total 2',
  ])
    t.ok(second.includes(`${line}\n`), line);
});

t.test('a store that fails loses only its own figures', async (t) => {
  const registry = new Registry();
  const idle = { places: 0, working: 0, waiting: 0 };
  registerLoad(registry, {
    callsRunning: () => 7,
    store: () => Promise.reject(new Error('the disk failed')),
    passwords: () => ({ strangers: idle, proved: idle }),
    pages: () => ({}),
    parsers: () => ({ jobs: undefined, reputation: undefined }),
    spansDropped: () => 0,
  });
  const failing = () => Promise.reject(new Error('the disk failed'));
  createHealthMetrics(registry, { overview: failing, recentFields: failing });
  const page = await registry.metrics();
  t.match(page, /^jobdata_calls_running 7$/m);
  t.match(page, /^jobdata_replay_bytes Nan$/im);
  t.notMatch(page, /^jobdata_source_up\{/m);
  t.match(
    page,
    /^jobdata_source_alert_deliveries_total\{channel="mail",outcome="failed"\} 0$/m,
    'there from the start',
  );
});

t.test('sites cannot increase the number of labels', async (t) => {
  const registry = new Registry();
  const { countPage } = createPartMetrics(registry);
  for (let status = 400; status < 600; status += 1) countPage({ outcome: `http_${status}`, rendered: false, ms: 1 });
  countPage({ outcome: 'timeout', rendered: true, ms: 1 });
  const shown = [...(await registry.metrics()).matchAll(/^jobdata_pages_total\{(.*)\}/gm)].map(([, labels]) => labels);
  t.strictSame(shown, [
    'outcome="http_4xx",rendered="false"',
    'outcome="http_5xx",rendered="false"',
    'outcome="timeout",rendered="true"',
  ]);
});

t.test('/metrics of a service: size of stored replays and duration of the ledger', async (t) => {
  const api = await openApi(t, {
    overrides: {
      renderer: {
        unavailable: async () => undefined,
        render: async ({ url }) => ({
          status: 200,
          url,
          contentType: 'text/html',
          html: Buffer.from('<p>x</p>'),
          exchanges: [],
        }),
        close: async () => {},
      },
      pageReader: {
        read: async () => ({ text: 'x', totalCharacters: 1, truncated: false }),
        close: async () => {},
      },
    },
  });
  const shown = async (): Promise<string> => (await api.service.app.inject('/metrics')).payload;
  t.match(await shown(), /^jobdata_replay_bytes 0$/m);
  await api.call('scrape_url', { urls: ['https://a.example/'] }, { 'io.jobdata/idempotency_key': 'one' });
  await new Promise(setImmediate);
  const page = await shown();
  t.match(page, /^jobdata_replay_bytes 4096$/m, 'a small answer counts as a page of the database');
  t.match(page, /^jobdata_ledger_commit_duration_seconds_count\{step="reserve"\} 1$/m);
  t.match(page, /^jobdata_ledger_commit_duration_seconds_count\{step="settle"\} 1$/m);
  t.match(page, /^jobdata_pages_total\{outcome="ok",rendered="true"\} 1$/m);
  t.match(page, /^nodejs_eventloop_lag_p99_seconds /m);
  t.notMatch(page, new RegExp(`${api.accountId}|a\\.example`));
});
