import type { Logger } from 'pino';
import { alertSentence } from '../../health/alert-text.ts';
import { AlertDeliveries } from '../../health/alert-delivery.ts';
import { StatusReport } from '../../health/status-report.ts';
import { checkIntervalMs } from '../../health/cadence.ts';
import { Doctor, type HealthAlert } from '../../health/doctor.ts';
import type { CheckedSource, Source } from '../../health/source.ts';
import { closeAll } from '../../lib/close-all.ts';
import { randomHex } from '../../lib/random-id.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { AlertChannel, SourceCheck } from '../../store/types.ts';
import type { EmployerProbeOptions } from '../../reputation/probe-employer.ts';
import type { AppContext } from '../app-context.ts';
import type { HealthMetrics } from '../../health/metrics.ts';
import { baseUrlOf } from './mail.ts';
import type { SearchService } from './search.ts';
import { createSourceChecks, listSources } from './source-checks.ts';

const DELIVERY_MS = 15_000;

export interface SourceHealthOptions extends Pick<EmployerProbeOptions, 'renderer' | 'parser'> {
  search: SearchService;
  mailer: Mailer | undefined;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  intervalMs: number | null;
  onCheck?(check: SourceCheck, source: Source): void;
  onAlert?(alert: HealthAlert, source: Source): void;
}

export interface SourceHealth {
  statusReport: StatusReport;
  sources: readonly CheckedSource[];
  doctor: Doctor | undefined;
  deliveries: AlertDeliveries;
  count(metrics: HealthMetrics): void;
  start(): () => void;
  close(): Promise<void>;
}

export function createSourceHealth(context: AppContext, options: SourceHealthOptions): SourceHealth {
  const { config, clock, store, shared } = context;
  const { search, logger, intervalMs, mailer } = options;
  const probeOptions: EmployerProbeOptions = {
    ...options,
    config,
    clock,
    egress: search.egress,
    cooldowns: shared.cooldowns,
  };
  const all = listSources(search, probeOptions);
  const sources = intervalMs === null ? [] : createSourceChecks({ ...probeOptions, search, intervalMs });
  const named = new Map(all.map((source) => [source.code, source]));
  const everyMs = new Map(sources.map((source) => [source.code, source.everyMs]));
  const mail =
    mailer && config.alertMail.length > 0 ? { mailer, to: config.alertMail, service: config.serviceName } : undefined;
  const webhook = config.alertWebhookUrl
    ? { url: config.alertWebhookUrl, secret: config.alertWebhookSecret }
    : undefined;
  const channels: AlertChannel[] = [...(mail ? ['mail' as const] : []), ...(webhook ? ['webhook' as const] : [])];
  let metrics: HealthMetrics | undefined;

  const deliveries = new AlertDeliveries({
    store: store.health,
    clock,
    egress: search.egress,
    webhook,
    mail,
    sourceOf: (code) => named.get(code),
    baseUrl: baseUrlOf(config),
    onDelivery: (channel, outcome) => metrics?.countDelivery(channel, outcome),
    onFault: (error) => logger.error({ err: error }, 'an alert could not be sent'),
  });
  const doctor =
    sources.length === 0
      ? undefined
      : new Doctor({
          store: store.health,
          clock,
          sources,
          holder: randomHex(16),
          channels,
          newId: () => `alert_${randomHex(24)}`,
          onCheck: (check, source) => {
            metrics?.countCheck(check.source, check.outcome);
            options.onCheck?.(check, source);
          },
          onAlert: (alert, source) => {
            const { event } = alert.what;
            metrics?.countAlert(alert.source, event);
            const line = { source: alert.source, ...alert.what, alert: alert.id };
            const sentence = alertSentence(source.name, alert.what);
            if (event === 'recovered' || event === 'field_recovered') logger.info(line, sentence);
            else logger.warn(line, sentence);
            options.onAlert?.(alert, source);
            void deliveries.round();
          },
          onFault: (error) => logger.error({ err: error }, 'a source could not be checked'),
        });
  return {
    statusReport: new StatusReport({
      store: store.health,
      clock,
      sources: all,
      everyMsOf: (code) => everyMs.get(code),
      lastHour: () => search.fetchLog.lastHour(all.map(({ code }) => code)),
      openCircuits: () => search.breaker.openCodes(),
    }),
    sources,
    doctor,
    deliveries,
    count: (given) => {
      metrics = given;
    },
    start: () => {
      const timers = [
        ...(doctor && intervalMs !== null
          ? [setInterval(() => void doctor.runNextCheck(), checkIntervalMs(intervalMs, sources.length)).unref()]
          : []),
        ...(channels.length > 0 ? [setInterval(() => void deliveries.round(), DELIVERY_MS).unref()] : []),
      ];
      return () => {
        for (const timer of timers) clearInterval(timer);
      };
    },
    close: () => closeAll([() => doctor?.close(), () => deliveries.close()]),
  };
}
