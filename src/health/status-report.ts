import { DAY_MS, type Clock } from '../lib/clock.ts';
import type { FieldCount, HealthStore, SourceAlert, SourceCheck, SourceDay, SourceSummary } from '../store/types.ts';
import { readState, type HealthEvent, type HealthState } from './condition.ts';
import { overallOf, publicSources, publicStatusOf, type PublicSource, type PublicStatus } from './public-status.ts';
import type { Source } from './source.ts';
import { sumFieldCounts } from './field-rates.ts';

export const HEALTH_DAYS = 30;
const PUBLIC_KEPT_MS = 10_000;
const RECENT_CHECKS = 12;

export interface StatusReportOptions {
  store: HealthStore;
  clock: Clock;
  sources: readonly Source[];
  /** Returns the interval between checks of the source; undefined if checks are off or the source cannot be checked. */
  everyMsOf(code: string): number | undefined;
  /** Returns the number of fetches in the last hour by source and status, only for sources that callers used. */
  lastHour(): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  openCircuits(): readonly string[];
}

export interface SourceOverview extends Source {
  status: PublicStatus;
  everyMs: number | undefined;
  isCircuitOpen: boolean;
  summary: SourceSummary | undefined;
  state: HealthState | undefined;
  days: readonly SourceDay[];
}

export interface ShownAlert extends Pick<SourceAlert, 'id' | 'source' | 'at' | 'deliveries'> {
  what: HealthEvent;
}

export interface PublicStatusReport {
  status: PublicStatus;
  at: number;
  checks: boolean;
  sources: readonly PublicSource[];
}

export class StatusReport {
  readonly #options: StatusReportOptions;
  #public: { until: number; at: number; statusReport: Promise<PublicStatusReport> } | undefined;

  constructor(options: StatusReportOptions) {
    this.#options = options;
  }

  get range(): { fromDay: number; toDay: number } {
    const toDay = Math.floor(this.#options.clock.now() / DAY_MS);
    return { fromDay: toDay - HEALTH_DAYS + 1, toDay };
  }

  async overview(): Promise<SourceOverview[]> {
    const { store, clock, sources, everyMsOf, lastHour } = this.#options;
    const now = clock.now();
    const { fromDay, toDay } = this.range;
    const [summaries, days, fetched] = await Promise.all([store.summaries(), store.days(), lastHour()]);
    const known = new Map(summaries.map((summary) => [summary.source, summary]));
    const open = new Set(this.#options.openCircuits());
    return sources.map((source) => {
      const summary = known.get(source.code);
      const everyMs = everyMsOf(source.code);
      const isCircuitOpen = open.has(source.code);
      return {
        ...source,
        status: publicStatusOf({ summary, lastHour: fetched.get(source.code) ?? {}, isCircuitOpen, everyMs, now }),
        everyMs,
        isCircuitOpen,
        summary,
        state: summary && readState(summary.state, now),
        days: days.filter(({ source: of, day }) => of === source.code && day >= fromDay && day <= toDay),
      };
    });
  }

  checks(code: string, day: number): Promise<SourceCheck[]> {
    return this.#options.store.checks(code, day * DAY_MS, (day + 1) * DAY_MS);
  }

  async recentFields(code: string): Promise<Record<string, FieldCount>> {
    const { recent } = await this.#options.store.history(code, RECENT_CHECKS);
    return sumFieldCounts(recent.map(({ fields }) => fields));
  }

  async alerts(limit: number, code?: string): Promise<ShownAlert[]> {
    const rows = await this.#options.store.alerts(limit, code);
    return rows.map(({ value, ...alert }) => ({ ...alert, what: JSON.parse(value) as HealthEvent }));
  }

  public(): Promise<PublicStatusReport> {
    const now = this.#options.clock.now();
    const cached = this.#public;
    if (cached && now < cached.until && now >= cached.at) return cached.statusReport;
    const statusReport = this.#toPublic(now);
    this.#public = { at: now, until: now + PUBLIC_KEPT_MS, statusReport };
    statusReport.catch(() => {
      this.#public = undefined;
    });
    return statusReport;
  }

  async #toPublic(now: number): Promise<PublicStatusReport> {
    const { store, sources, everyMsOf, lastHour, openCircuits } = this.#options;
    const [known, fetched] = await Promise.all([store.summaries(), lastHour()]);
    const summaries = new Map(known.map((summary) => [summary.source, summary]));
    const open = new Set(openCircuits());
    const shown = publicSources(
      sources.map((source) => ({
        ...source,
        summary: summaries.get(source.code),
        everyMs: everyMsOf(source.code),
        lastHour: fetched.get(source.code) ?? {},
        isCircuitOpen: open.has(source.code),
      })),
      now,
    );
    const checks = sources.some(({ code }) => everyMsOf(code) !== undefined);
    return { status: overallOf(shown), at: now, checks, sources: shown };
  }
}
