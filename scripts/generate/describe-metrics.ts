import { createHealthMetrics } from '../../src/health/metrics.ts';
import { registerLoad } from '../../src/metrics/load-metrics.ts';
import { createMetrics } from '../../src/metrics/call-metrics.ts';
import { createPartMetrics, registerShared } from '../../src/metrics/part-metrics.ts';
import { createSavedSearchMetrics } from '../../src/saved-searches/metrics.ts';

export interface MetricDescription {
  name: string;
  type: string;
  help: string;
  labels: readonly string[];
}

export function describeMetrics(): MetricDescription[] {
  const { registry } = createMetrics({
    openCircuits: () => [],
    waiting: () => new Map(),
    searchesPerMinute: () => new Map(),
  });
  createPartMetrics(registry);
  createHealthMetrics(registry, { overview: async () => [], recentFields: async () => ({}) });
  createSavedSearchMetrics(
    registry,
    async () => ({
      active: 0,
      limited: 0,
      paused: 0,
      oldestDueAt: null,
      waitingDeliveries: 0,
      failingWebhooks: 0,
    }),
    () => 0,
  );
  registerShared(registry, { fault: () => undefined });
  const idle = { places: 0, working: 0, waiting: 0 };
  registerLoad(registry, {
    callsRunning: () => 0,
    store: async () => ({ waitingSteps: 0, replayBytes: 0, mostReplayBytes: 0, replayBudgetBytes: 0 }),
    passwords: () => ({ strangers: idle, proved: idle }),
    pages: () => ({}),
    parsers: () => ({ jobs: undefined, reputation: undefined }),
    spansDropped: () => 0,
  });
  return registry.getMetricsAsArray().map((metric) => {
    // prom-client's type lacks `labelNames`, which every metric has.
    const { labelNames } = metric as unknown as { labelNames: readonly string[] };
    const { name, help } = metric;
    return { name, help, type: String(metric.type), labels: labelNames.filter((label) => label !== 'le') };
  });
}
