import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolLoad, QueueLoad } from '../lib/load.ts';
import { VERSION } from '../version.ts';

interface StoreFigures {
  waitingSteps: number;
  replayBytes: number;
  mostReplayBytes: number;
  replayBudgetBytes: number;
}

/** `process` is undefined if pages are not read in a separate process. */
interface PageFigures {
  urls?: QueueLoad | undefined;
  browser?: QueueLoad | undefined;
  readers?: PoolLoad | undefined;
  heldBytes?: number | undefined;
  process?: { rssBytes: number; failed: number; started: number } | undefined;
}

export interface LoadSources {
  callsRunning(): number;
  store(): Promise<StoreFigures>;
  passwords(): { strangers: QueueLoad; proved: QueueLoad };
  pages(): PageFigures;
  /**
   * Returns the load of the threads that parse answers: of platforms (`jobs`), and of review sites and search providers
   * (`reputation`).
   */
  parsers(): Readonly<Record<'jobs' | 'reputation', PoolLoad | undefined>>;
  spansDropped(): number;
}

type Figure = number | Promise<number>;
type Figures = Readonly<Record<string, number>>;

export function registerLoad(registry: Registry, sources: LoadSources): void {
  const { gauge, gauges, counter, counters } = readersOf(registry);
  const pages = oncePerScrape(sources.pages);
  const pools = oncePerScrape(() => poolsOf(sources));
  // If the store fails, only the store's figures are missing.
  const store = oncePerScrape(() => sources.store().catch(() => undefined));
  const eachPool = (read: (load: QueueLoad) => number) => (): Figures =>
    Object.fromEntries(Object.entries(pools()).map(([pool, load]) => [pool, load ? read(load) : 0]));

  new Gauge({
    name: 'jobdata_build_info',
    help: 'Always 1; its labels are the versions of the service and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1);
  gauge('jobdata_calls_running', 'Tool calls that have not been answered yet.', sources.callsRunning);

  gauges(
    'jobdata_pool_places',
    'Number of places in a pool.',
    'pool',
    eachPool(({ places }) => places),
  );
  gauges(
    'jobdata_pool_in_use',
    'Number of places in a pool that are taken.',
    'pool',
    eachPool(({ working }) => working),
  );
  gauges(
    'jobdata_pool_waiting',
    'How many requests are waiting for a place in a pool.',
    'pool',
    eachPool(({ waiting }) => waiting),
  );

  const storeGauge = (name: string, help: string, read: (load: StoreFigures) => number): void =>
    gauge(name, help, async () => {
      const load = await store();
      return load === undefined ? Number.NaN : read(load);
    });
  storeGauge(
    'jobdata_store_waiting_steps',
    'Writes that are waiting for their transaction, or for the disk.',
    ({ waitingSteps }) => waitingSteps,
  );
  storeGauge(
    'jobdata_replay_bytes',
    'Bytes of answers stored for replays, for all accounts.',
    ({ replayBytes }) => replayBytes,
  );
  storeGauge(
    'jobdata_replay_account_max_bytes',
    'Bytes of answers stored for replays, for the account with the most.',
    ({ mostReplayBytes }) => mostReplayBytes,
  );
  storeGauge(
    'jobdata_replay_budget_bytes',
    'Maximum bytes of stored answers per account; beyond it, the oldest answers are removed.',
    ({ replayBudgetBytes }) => replayBudgetBytes,
  );

  gauge('jobdata_pages_held_bytes', 'Bytes of pages held in memory.', () => pages().heldBytes ?? 0);
  gauge(
    'jobdata_pages_process_resident_memory_bytes',
    'Memory of the process that loads pages, a few seconds ago; 0 when it is not running.',
    () => pages().process?.rssBytes ?? 0,
  );
  counter(
    'jobdata_pages_process_failures_total',
    'How many times the process that loads pages ended unexpectedly.',
    () => pages().process?.failed ?? 0,
  );
  counters(
    'jobdata_worker_starts_total',
    'Processes and threads started, by purpose. If the number rises quickly, they keep failing.',
    'worker',
    () => ({
      pages_process: pages().process?.started ?? 0,
      job_parser: sources.parsers().jobs?.started ?? 0,
      reputation_parser: sources.parsers().reputation?.started ?? 0,
    }),
  );
  counter(
    'jobdata_telemetry_spans_dropped_total',
    'Spans that were dropped because no OpenTelemetry collector accepted them.',
    sources.spansDropped,
  );
}

/** Every pool has a series from the start, even if the pool was never used. */
function poolsOf(sources: LoadSources): Record<string, QueueLoad | undefined> {
  const { urls, browser, readers } = sources.pages();
  const { strangers, proved } = sources.passwords();
  const { jobs, reputation } = sources.parsers();
  return {
    page_urls: urls,
    browser,
    page_readers: readers,
    passwords: strangers,
    passwords_proved: proved,
    job_parsers: jobs,
    reputation_parsers: reputation,
  };
}

function readersOf(registry: Registry) {
  const registers = [registry];
  return {
    gauge(name: string, help: string, read: () => Figure): void {
      const metric: Gauge = new Gauge({
        name,
        help,
        registers,
        collect: async () => metric.set(await read()),
      });
    },
    gauges(name: string, help: string, label: string, read: () => Figures): void {
      const metric: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect: () => {
          for (const [value, figure] of Object.entries(read())) metric.set({ [label]: value }, figure);
        },
      });
    },
    counter(name: string, help: string, read: () => number): void {
      const metric: Counter = new Counter({
        name,
        help,
        registers,
        collect: () => {
          metric.reset();
          metric.inc(read());
        },
      });
    },
    counters(name: string, help: string, label: string, read: () => Figures): void {
      const metric: Counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect: () => {
          metric.reset();
          for (const [value, figure] of Object.entries(read())) metric.inc({ [label]: value }, figure);
        },
      });
    },
  };
}

/**
 * Calls `read` once per scrape for all metrics that use it. A scrape collects all metrics in one turn of the event
 * loop.
 */
function oncePerScrape<T>(read: () => T): () => T {
  let seen: { value: T } | undefined;
  return () => {
    if (seen === undefined) {
      seen = { value: read() };
      setImmediate(() => {
        seen = undefined;
      });
    }
    return seen.value;
  };
}
