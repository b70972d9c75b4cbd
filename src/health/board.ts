import type { Clock } from '../lib/clock.ts';
import type { HealthStore, SourceAlert, SourceCheck, SourceDay, SourceStanding, Tally } from '../store/types.ts';
import { readState, type HealthEvent, type HealthState } from './judge.ts';
import { overallOf, publicSources, publicStatusOf, type PublicSource, type PublicStatus } from './public-status.ts';
import type { Source } from './source.ts';
import { sumTallies } from './tallies.ts';

const DAY_MS = 86_400_000;
/** How long checks are kept, and shown. */
export const HEALTH_DAYS = 30;
/** What everybody may ask for is worked out no more often. */
const PUBLIC_KEPT_MS = 10_000;
const CHECKS_OF_LATE = 12;

export interface HealthBoardOptions {
  store: HealthStore;
  clock: Clock;
  sources: readonly Source[];
  /** Least time between two checks; undefined where the doctor is off, or the source cannot be asked. */
  everyMsOf(code: string): number | undefined;
  /** How callers' own fetches ended in the last hour, by status, of each source that was asked. */
  lastHour(): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  resting(): readonly string[];
}

/** A source as the operator sees it. */
export interface SourceOverview extends Source {
  status: PublicStatus;
  /** Undefined: it is not checked. */
  everyMs: number | undefined;
  resting: boolean;
  /** Undefined: never checked. */
  standing: SourceStanding | undefined;
  state: HealthState | undefined;
  /** Of the last 30 days, the oldest first; those without a check are not there. */
  days: readonly SourceDay[];
}

export interface ShownAlert extends Pick<SourceAlert, 'id' | 'source' | 'at' | 'deliveries'> {
  what: HealthEvent;
}

/** What everybody may know. */
export interface PublicBoard {
  status: PublicStatus;
  /** When it was worked out, in milliseconds since the epoch. */
  at: number;
  sources: readonly PublicSource[];
}

/** What the store says of the sources, for pages and metrics. */
export class HealthBoard {
  readonly #options: HealthBoardOptions;
  #public: { until: number; at: number; board: Promise<PublicBoard> } | undefined;

  constructor(options: HealthBoardOptions) {
    this.#options = options;
  }

  /** UTC days since the epoch: the first and the last that are shown. */
  get range(): { fromDay: number; toDay: number } {
    const toDay = Math.floor(this.#options.clock.now() / DAY_MS);
    return { fromDay: toDay - HEALTH_DAYS + 1, toDay };
  }

  /** All sources, in their fixed order. */
  async overview(): Promise<SourceOverview[]> {
    const { store, clock, sources, everyMsOf, lastHour } = this.#options;
    const now = clock.now();
    const { fromDay, toDay } = this.range;
    const [standings, days, fetched] = await Promise.all([store.standings(), store.days(), lastHour()]);
    const known = new Map(standings.map((standing) => [standing.source, standing]));
    const rested = new Set(this.#options.resting());
    return sources.map((source) => {
      const standing = known.get(source.code);
      const everyMs = everyMsOf(source.code);
      const resting = rested.has(source.code);
      return {
        ...source,
        status: publicStatusOf({ standing, lastHour: fetched.get(source.code) ?? {}, resting, everyMs, now }),
        everyMs,
        resting,
        standing,
        state: standing && readState(standing.state, now),
        days: days.filter(({ source: of, day }) => of === source.code && day >= fromDay && day <= toDay),
      };
    });
  }

  /** Of one UTC day, newest first. */
  checks(code: string, day: number): Promise<SourceCheck[]> {
    return this.#options.store.checks(code, day * DAY_MS, (day + 1) * DAY_MS);
  }

  /** Shares of the last few checks, by field. */
  async recentFields(code: string): Promise<Record<string, Tally>> {
    const { recent } = await this.#options.store.history(code, CHECKS_OF_LATE);
    return sumTallies(recent.map(({ fields }) => fields));
  }

  async alerts(limit: number, code?: string): Promise<ShownAlert[]> {
    const rows = await this.#options.store.alerts(limit, code);
    return rows.map(({ value, ...alert }) => ({ ...alert, what: JSON.parse(value) as HealthEvent }));
  }

  /** Worked out once for all who ask within some seconds. */
  public(): Promise<PublicBoard> {
    const now = this.#options.clock.now();
    const kept = this.#public;
    if (kept && now < kept.until && now >= kept.at) return kept.board;
    const board = this.#toPublic(now);
    this.#public = { at: now, until: now + PUBLIC_KEPT_MS, board };
    board.catch(() => {
      this.#public = undefined;
    });
    return board;
  }

  async #toPublic(now: number): Promise<PublicBoard> {
    const { store, sources, everyMsOf, lastHour, resting } = this.#options;
    const [known, fetched] = await Promise.all([store.standings(), lastHour()]);
    const standings = new Map(known.map((standing) => [standing.source, standing]));
    const rested = new Set(resting());
    const shown = publicSources(
      sources.map((source) => ({
        ...source,
        standing: standings.get(source.code),
        everyMs: everyMsOf(source.code),
        lastHour: fetched.get(source.code) ?? {},
        resting: rested.has(source.code),
      })),
      now,
    );
    return { status: overallOf(shown), at: now, sources: shown };
  }
}
