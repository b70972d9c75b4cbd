import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Telemetry } from '../../telemetry/start.ts';
import { VERSION } from '../../version.ts';

export async function createTelemetry(
  config: Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'otelServiceName' | 'otelRatio'>,
  { clock, isReal, logger }: { clock: Clock; isReal: boolean; logger: Logger },
): Promise<Telemetry | undefined> {
  if (config.otlpEndpoint === null) return undefined;
  const { startTelemetry } = await import('../../telemetry/start.ts');
  return startTelemetry({
    endpoint: config.otlpEndpoint,
    headers: config.otlpHeaders,
    serviceName: config.otelServiceName,
    ratio: config.otelRatio,
    version: VERSION,
    now: () => clock.now(),
    elapsed: () => (isReal ? performance.now() : clock.now()),
    onFault: (sentence) => logger.warn(sentence),
    onRecovery: () => logger.info('The collector of OTEL_EXPORTER_OTLP_ENDPOINT accepts traces again.'),
  });
}
