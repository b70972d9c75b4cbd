import { Counter, Gauge, type Registry } from 'prom-client';
import type { StatusReport, SourceOverview } from './status-report.ts';
import { rateOf } from './field-rates.ts';
import type { AlertChannel } from '../store/types.ts';

export interface HealthMetrics {
  countCheck(source: string, outcome: string): void;
  countAlert(source: string, event: string): void;
  countDelivery(channel: AlertChannel, outcome: string): void;
}

const STATUS_VALUES: Readonly<Record<SourceOverview['status'], number | undefined>> = {
  operational: 1,
  degraded: 0.5,
  down: 0,
  unknown: undefined,
};

export function createHealthMetrics(
  registry: Registry,
  statusReport: Pick<StatusReport, 'overview' | 'recentFields'>,
): HealthMetrics {
  const registers = [registry];
  const checks = new Counter({
    name: 'jobdata_source_checks_total',
    help: 'Source checks by this process, by outcome.',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const alerts = new Counter({
    name: 'jobdata_source_alerts_total',
    help: "Source alerts raised by this process's checks, by event.",
    labelNames: ['source', 'event'],
    registers,
  });
  const deliveries = new Counter({
    name: 'jobdata_source_alert_deliveries_total',
    help: 'Attempts to send alerts, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  // Counters start at zero, because an increase can only be seen from an earlier value.
  for (const channel of ['mail', 'webhook'] satisfies AlertChannel[])
    for (const outcome of ['sent', 'retried', 'failed']) deliveries.inc({ channel, outcome }, 0);
  let refreshing: Promise<void> | undefined;
  const gauge = (name: string, help: string, labelNames: string[]): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect: () =>
        (refreshing ??= look().finally(() => {
          refreshing = undefined;
        })),
    });
  const up = gauge(
    'jobdata_source_up',
    '1 for a source that works, 0.5 for one that partly works, 0 for one that is blocked or changed.',
    ['source', 'kind'],
  );
  const lastCheck = gauge(
    'jobdata_source_last_check_timestamp_seconds',
    'When a source was last checked, by any process.',
    ['source'],
  );
  const ratio = gauge('jobdata_source_field_ratio', 'Share of the results that state a field, in the latest checks.', [
    'source',
    'field',
  ]);
  const fallen = gauge(
    'jobdata_source_field_fallen',
    '1 for a field whose share fell to half of its earlier share or less.',
    ['source', 'field'],
  );
  const readAll = async () =>
    Promise.all(
      (await statusReport.overview()).map(async (row) => ({
        ...row,
        fields: row.summary ? await statusReport.recentFields(row.code) : {},
      })),
    );
  async function look(): Promise<void> {
    // If the store fails, only these gauges are missing.
    const rows = await readAll().catch(() => []);
    for (const each of [up, lastCheck, ratio, fallen]) each.reset();
    for (const { code, kind, status, summary, state, fields } of rows) {
      const value = STATUS_VALUES[status];
      if (value !== undefined) up.set({ source: code, kind }, value);
      if (summary) lastCheck.set({ source: code }, summary.lastAt / 1_000);
      for (const [field, count] of Object.entries(fields)) {
        const rate = rateOf(count);
        if (rate !== undefined) ratio.set({ source: code, field }, rate);
      }
      for (const [field, { held }] of Object.entries(state?.fields ?? {})) {
        if (held) fallen.set({ source: code, field }, 1);
      }
    }
  }
  return {
    countCheck: (source, outcome) => checks.inc({ source, outcome }),
    countAlert: (source, event) => alerts.inc({ source, event }),
    countDelivery: (channel, outcome) => deliveries.inc({ channel, outcome }),
  };
}
