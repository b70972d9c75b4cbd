import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { RegistryMetric } from '../telemetry/otlp-metrics.ts';
import type { Telemetry } from '../telemetry/start.ts';
import { VERSION } from '../version.ts';

/** Traces and metrics to the collector of the settings; undefined, and nothing of it loaded, where none is set. */
export async function createTelemetry(
  config: Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'otelServiceName' | 'otelRatio'>,
  { clock, logger, registry }: { clock: Clock; logger: Logger; registry: Registry },
): Promise<Telemetry | undefined> {
  if (config.otlpEndpoint === null) return undefined;
  const { startTelemetry } = await import('../telemetry/start.ts');
  return startTelemetry({
    endpoint: config.otlpEndpoint,
    headers: config.otlpHeaders,
    serviceName: config.otelServiceName,
    ratio: config.otelRatio,
    version: VERSION,
    // Its types say numbers for kinds of metrics, where it gives their names.
    metrics: async () => (await registry.getMetricsAsJSON()) as unknown as RegistryMetric[],
    now: () => clock.now(),
    // A played clock is the only one there.
    elapsed: () => (clock === systemClock ? performance.now() : clock.now()),
    onFault: (sentence) => logger.warn(sentence),
    onRecovery: () => logger.info('The collector of OTEL_EXPORTER_OTLP_ENDPOINT takes traces and metrics again.'),
  });
}
