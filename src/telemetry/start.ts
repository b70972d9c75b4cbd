import { randomUUID } from 'node:crypto';
import { randomHex } from '../lib/random-id.ts';
import { attributesOf } from './otlp.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { OtlpSender } from './otlp-sender.ts';
import { SpanRecorder } from './span-recorder.ts';
import type { Tracer } from './tracer.ts';

export interface TelemetryOptions {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  ratio: number;
  now(): number;
  elapsed(): number;
  onFault(sentence: string): void;
  onRecovery(): void;
}

export interface Telemetry {
  tracer: Tracer;
  /**
   * Returns a sentence that says why the collector refuses an empty request and what to do, or undefined if it is
   * accepted.
   */
  check(): Promise<string | undefined>;
  flush(): Promise<void>;
  dropped(): number;
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
    tracer: new SpanRecorder({ now, elapsed, randomHex, ratio, onFinished: (span) => exporter.add(span) }),
    check: () => exporter.check(),
    flush: () => exporter.sendSpans(),
    dropped: () => exporter.dropped,
    close: () => exporter.close(),
  };
}
