import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryChannel, SavedSearchLoad } from '../store/types.ts';
import type { RunResult } from './run-result.ts';

export interface SavedSearchMetrics {
  countRun(outcome: RunResult['outcome'], lateMs: number): void;
  countDelivery(way: DeliveryChannel, outcome: 'sent' | 'retried' | 'failed'): void;
}

/** `load` returns the totals of all accounts. If it rejects, only these figures are missing. */
export function createSavedSearchMetrics(
  registry: Registry,
  load: () => Promise<SavedSearchLoad>,
  now: () => number,
): SavedSearchMetrics {
  const registers = [registry];
  const runs = new Counter({
    name: 'jobdata_saved_search_runs_total',
    help: 'Saved search runs by this process, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const delays = new Histogram({
    name: 'jobdata_saved_search_delay_seconds',
    help: 'Time from when a saved search run was due until it ended.',
    buckets: [10, 60, 300, 900, 1_800, 3_600, 10_800],
    registers,
  });
  const deliveries = new Counter({
    name: 'jobdata_saved_search_deliveries_total',
    help: 'Attempts to deliver saved search results, by delivery method and outcome.',
    labelNames: ['way', 'outcome'],
    registers,
  });
  for (const outcome of ['ok', 'failed', 'refused', 'waiting'] as const) runs.inc({ outcome }, 0);
  for (const way of ['mail', 'webhook'] as const)
    for (const outcome of ['sent', 'retried', 'failed'] as const) deliveries.inc({ way, outcome }, 0);
  let looking: Promise<void> | undefined;
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect: () =>
        (looking ??= refresh().finally(() => {
          looking = undefined;
        })),
    });
  const searches = gauge('jobdata_saved_searches', 'Saved searches of all accounts, by state.', ['state']);
  const late = gauge(
    'jobdata_saved_search_late_seconds',
    'How long the oldest run that is due has waited; 0 if no run is due.',
  );
  const failing = gauge(
    'jobdata_saved_search_webhooks_failing',
    'Saved searches whose last delivery to a webhook failed, or whose webhook is paused because of failures.',
  );
  const waiting = gauge(
    'jobdata_saved_search_deliveries_waiting',
    'Deliveries by e-mail and webhook that have not been sent yet.',
  );
  async function refresh(): Promise<void> {
    const found = await load().catch(() => undefined);
    for (const each of [searches, late, failing, waiting]) each.reset();
    if (!found) return;
    searches.set({ state: 'active' }, found.active);
    searches.set({ state: 'limit' }, found.limited);
    searches.set({ state: 'paused' }, found.paused);
    late.set(found.oldestDueAt === null ? 0 : Math.max(0, now() - found.oldestDueAt) / 1_000);
    failing.set(found.failingWebhooks);
    waiting.set(found.waitingDeliveries);
  }
  return {
    countRun: (outcome, lateMs) => {
      runs.inc({ outcome });
      delays.observe(lateMs / 1_000);
    },
    countDelivery: (way, outcome) => deliveries.inc({ way, outcome }),
  };
}
