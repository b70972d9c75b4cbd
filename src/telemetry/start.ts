import { randomUUID } from 'node:crypto';
import { randomHex } from '../lib/random-id.ts';
import { attributesOf } from './otlp.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import type { RegistryMetric } from './otlp-metrics.ts';
import { OtlpSender } from './otlp-sender.ts';
import { SpanRecorder } from './span-recorder.ts';
import type { Tracer } from './tracer.ts';

export interface TelemetryOptions {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  /** Share of calls that are traced where the caller does not say, 0 to 1. */
  ratio: number;
  /** The registry of /metrics, as JSON. */
  metrics(): Promise<readonly RegistryMetric[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never go back. */
  elapsed(): number;
  onFault(sentence: string): void;
  onRecovery(): void;
}

/** Traces and metrics that go to a collector. */
export interface Telemetry {
  tracer: Tracer;
  /** Why the collector takes nothing, in a sentence that says what to do; undefined where it does. */
  check(): Promise<string | undefined>;
  /** Sends what waits now; never rejects. */
  flush(): Promise<void>;
  /** Spans that nobody took. */
  dropped(): number;
  /** Sends what waits and ends, in two seconds at most. */
  close(): Promise<void>;
}

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { endpoint, headers, serviceName, version, ratio, now, elapsed } = options;
  const exporter = new OtlpExporter({
    ...options,
    sender: new OtlpSender({ endpoint, headers }),
    origin: {
      resource: {
        attributes: attributesOf({
          'service.name': serviceName,
          'service.version': version,
          'service.instance.id': randomUUID(),
          'process.runtime.name': 'nodejs',
          'process.runtime.version': process.versions.node,
        }),
      },
      scope: { name: 'jobdata', version },
    },
  });
  exporter.start();
  return {
    tracer: new SpanRecorder({ now, elapsed, randomHex, ratio, take: (span) => exporter.add(span) }),
    check: () => exporter.check(),
    flush: async () => {
      await exporter.sendSpans();
      await exporter.sendMetrics();
    },
    dropped: () => exporter.dropped,
    close: () => exporter.close(),
  };
}
