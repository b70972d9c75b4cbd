import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { toCredits } from '../lib/credits.ts';

export interface FetchMetrics {
  platform: string;
  status: string;
  ms: number;
}

/** `cost` is in millicredits. */
interface CallMetrics {
  tool: string;
  outcome: string;
  plan: string;
  cost: number;
  ms: number;
  test: boolean;
}

export interface Metrics {
  contentType: string;
  render(): Promise<string>;
  countCall(report: CallMetrics): void;
  countFetch(report: FetchMetrics): void;
  countOAuth(step: string, outcome: string): void;
  registry: Registry;
  close(): void;
}

export interface PlatformFigures {
  openCircuits(): string[];
  waiting(): ReadonlyMap<string, number>;
  searchesPerMinute(): ReadonlyMap<string, number>;
}

/** Metrics of calls for the operator. No key, account or address is a label. */
export function createMetrics(platforms: PlatformFigures): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'jobdata_tool_calls_total',
    help: 'Tool calls, by outcome.',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const testCalls = new Counter({
    name: 'jobdata_test_calls_total',
    help: 'Calls with test keys, by outcome; no other metric counts them.',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'jobdata_tool_duration_seconds',
    help: 'How long tool calls took.',
    labelNames: ['tool'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.25, 1, 2.5, 5, 10, 20, 45],
    registers,
  });
  const credits = new Counter({
    name: 'jobdata_credits_charged_total',
    help: 'Credits charged.',
    labelNames: ['tool', 'plan'],
    registers,
  });
  const fetches = new Counter({
    name: 'jobdata_platform_fetches_total',
    help: 'Pages requested from platforms, by outcome.',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  const fetchSeconds = new Histogram({
    name: 'jobdata_platform_fetch_duration_seconds',
    help: 'How long platforms took to answer.',
    labelNames: ['platform'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 25],
    registers,
  });
  const oauthSteps = new Counter({
    name: 'jobdata_oauth_steps_total',
    help: 'Steps in log-ins from apps (OAuth), by outcome: ok or the error.',
    labelNames: ['step', 'outcome'],
    registers,
  });
  const cooldowns = new Gauge({
    name: 'jobdata_platform_resting',
    help: '1 for a platform that is paused after repeated failures.',
    labelNames: ['platform'],
    registers,
    collect() {
      cooldowns.reset();
      for (const platform of platforms.openCircuits()) cooldowns.set({ platform }, 1);
    },
  });
  for (const [name, help, figures] of [
    [
      'jobdata_platform_waiting',
      'Requests waiting for their turn at a platform, for all accounts together.',
      platforms.waiting,
    ],
    [
      'jobdata_platform_searches_per_minute',
      'New searches a minute that the interval between requests to a platform allows.',
      platforms.searchesPerMinute,
    ],
  ] as const) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['platform'],
      registers,
      collect() {
        gauge.reset();
        for (const [platform, value] of figures()) gauge.set({ platform }, value);
      },
    });
  }
  // Tools and outcomes are few, so the counters with these labels are cached.
  const callsOf = remembered((tool) => remembered((outcome) => calls.labels({ tool, outcome })));
  const secondsOf = remembered((tool) => seconds.labels({ tool }));
  return {
    registry,
    contentType: registry.contentType,
    render: () => registry.metrics(),
    countCall: ({ tool, outcome, plan, cost, ms, test }) => {
      if (test) return void testCalls.inc({ tool, outcome });
      callsOf(tool)(outcome).inc();
      secondsOf(tool).observe(ms / 1000);
      if (cost > 0) credits.inc({ tool, plan }, toCredits(cost));
    },
    countFetch: ({ platform, status, ms }) => {
      fetches.inc({ platform, outcome: status });
      fetchSeconds.observe({ platform }, ms / 1000);
    },
    countOAuth: (step, outcome) => oauthSteps.inc({ step, outcome }),
    close: () => registry.clear(),
  };
}

function remembered<Value>(find: (name: string) => Value): (name: string) => Value {
  const values = new Map<string, Value>();
  return (name) => {
    let value = values.get(name);
    if (value === undefined) values.set(name, (value = find(name)));
    return value;
  };
}
