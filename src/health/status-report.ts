import { DAY_MS, type Clock } from '../lib/clock.ts';
import type { HealthStore, SourceAlert, SourceCheck, SourceDay, SourceSummary, Tally } from '../store/types.ts';
import { readState, type HealthEvent, type HealthState } from './condition.ts';
import { overallOf, publicSources, publicStatusOf, type PublicSource, type PublicStatus } from './public-status.ts';
import type { Source } from './source.ts';
import { sumTallies } from './field-rates.ts';

/** How long checks are stored and shown. */
export const HEALTH_DAYS = 30;
/** How long the public status is cached. */
const PUBLIC_KEPT_MS = 10_000;
const RECENT_CHECKS = 12;

export interface StatusReportOptions {
  store: HealthStore;
  clock: Clock;
  sources: readonly Source[];
  /** The minimum interval between two checks; undefined when checks are off or the source cannot be checked. */
  everyMsOf(code: string): number | undefined;
  /** Source → number of fetches in the last hour by status, only for sources that callers used. */
  lastHour(): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  openCircuits(): readonly string[];
}

export interface SourceOverview extends Source {
  status: PublicStatus;
  /** Undefined if the source is not checked. */
  everyMs: number | undefined;
  isCircuitOpen: boolean;
  /** Undefined if the source was never checked. */
  summary: SourceSummary | undefined;
  state: HealthState | undefined;
  /** The last 30 days, oldest first; days without a check are left out. */
  days: readonly SourceDay[];
}

export interface ShownAlert extends Pick<SourceAlert, 'id' | 'source' | 'at' | 'deliveries'> {
  what: HealthEvent;
}

/** The status of all sources that everybody may see. */
export interface PublicStatusReport {
  status: PublicStatus;
  /** When the status was computed, in milliseconds since the epoch. */
  at: number;
  /** True if this service checks sources regularly. */
  checks: boolean;
  sources: readonly PublicSource[];
}

/** The state of the sources from the store, for pages and metrics. */
export class StatusReport {
  readonly #options: StatusReportOptions;
  #public: { until: number; at: number; statusReport: Promise<PublicStatusReport> } | undefined;

  constructor(options: StatusReportOptions) {
    this.#options = options;
  }

  /** The first and the last day shown, as UTC days since the epoch. */
  get range(): { fromDay: number; toDay: number } {
    const toDay = Math.floor(this.#options.clock.now() / DAY_MS);
    return { fromDay: toDay - HEALTH_DAYS + 1, toDay };
  }

  /** All sources, in a fixed order. */
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

  /** The checks of one UTC day, newest first. */
  checks(code: string, day: number): Promise<SourceCheck[]> {
    return this.#options.store.checks(code, day * DAY_MS, (day + 1) * DAY_MS);
  }

  /** The field rates of the last few checks, by field. */
  async recentFields(code: string): Promise<Record<string, Tally>> {
    const { recent } = await this.#options.store.history(code, RECENT_CHECKS);
    return sumTallies(recent.map(({ fields }) => fields));
  }

  async alerts(limit: number, code?: string): Promise<ShownAlert[]> {
    const rows = await this.#options.store.alerts(limit, code);
    return rows.map(({ value, ...alert }) => ({ ...alert, what: JSON.parse(value) as HealthEvent }));
  }

  /** The public status, cached for a few seconds and shared by all callers. */
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
