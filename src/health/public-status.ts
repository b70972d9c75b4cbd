import type { PlatformStatus } from '../../schemas/index.ts';
import type { SourceStanding } from '../store/types.ts';
import { readState, type HealthState } from './judge.ts';
import type { Source } from './source.ts';

/** How a source does, for everybody. */
export type PublicStatus = 'operational' | 'degraded' | 'down' | 'unknown';

/** One source, with nothing in it that is the operator's own. */
export interface PublicSource {
  code: string;
  name: string;
  kind: 'platform' | 'review_site' | 'web_search';
  country: string | null;
  status: PublicStatus;
  /** When that was last looked at or seen, in milliseconds since the epoch. */
  checkedAt: number | null;
}

/** What is known of a source at the moment. */
export interface Signs {
  /** Of the doctor. */
  standing: SourceStanding | undefined;
  /** How callers' own fetches ended in the last hour, by status. */
  lastHour: Readonly<Record<string, number>>;
  /** It is left alone for a while after failures. */
  resting: boolean;
  /** Least time between two checks; undefined where this process makes none. */
  everyMs: number | undefined;
  now: number;
}

/** A check that is older says nothing of now, unless the next is not due. */
const FRESH_MS = 2 * 3_600_000;

export function publicStatusOf({ standing, lastHour, resting, everyMs = 0, now }: Signs): PublicStatus {
  const isFresh = standing !== undefined && now - standing.lastAt <= Math.max(FRESH_MS, 3 * everyMs);
  if (!isFresh) return resting ? 'down' : byCallers(lastHour);
  const state = readState(standing.state, now);
  if (state.condition.held !== 'well') return 'down';
  if (resting || !isAnswer(standing.lastOutcome) || hasFallen(state)) return 'degraded';
  return 'operational';
}

function hasFallen({ fields }: HealthState): boolean {
  return Object.values(fields).some(({ held }) => held);
}

export function isAnswer(outcome: PlatformStatus | string): boolean {
  return outcome === 'ok' || outcome === 'empty';
}

/** Where no doctor looks, what callers met says it. */
function byCallers(lastHour: Signs['lastHour']): PublicStatus {
  const entries = Object.entries(lastHour).filter(([, count]) => count > 0);
  if (entries.length === 0) return 'unknown';
  const answered = entries.filter(([status]) => isAnswer(status)).length;
  if (answered === 0) return 'down';
  return answered === entries.length ? 'operational' : 'degraded';
}

/** Of several that do the same: one that works is enough. */
function bestOf(statuses: readonly PublicStatus[]): PublicStatus {
  return (['operational', 'degraded', 'unknown', 'down'] as const).find((one) => statuses.includes(one)) ?? 'unknown';
}

/** Of all: `down` is said where that is known of every one. */
export function overallOf(sources: readonly Pick<PublicSource, 'status'>[]): PublicStatus {
  const known = sources.map(({ status }) => status).filter((status) => status !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (known.every((status) => status === 'operational')) return 'operational';
  return sources.every(({ status }) => status === 'down') ? 'down' : 'degraded';
}

/** What callers see: platforms and review sites by name; which search providers the operator uses is not theirs to know. */
export function publicSources(sources: readonly (Source & Omit<Signs, 'now'>)[], now: number): PublicSource[] {
  const rows = sources.map((source) => ({
    source,
    status: publicStatusOf({ ...source, now }),
    checkedAt: source.standing?.lastAt ?? null,
  }));
  const named = rows.flatMap(({ source: { code, name, kind, country }, status, checkedAt }) =>
    kind === 'search_provider' ? [] : [{ code, name, kind, country: country ?? null, status, checkedAt }],
  );
  const providers = rows.filter(({ source }) => source.kind === 'search_provider');
  if (providers.length === 0) return named;
  const times = providers.flatMap(({ checkedAt }) => (checkedAt === null ? [] : [checkedAt]));
  return [
    ...named,
    {
      code: 'web_search',
      name: 'Web search',
      kind: 'web_search',
      country: null,
      status: bestOf(providers.map(({ status }) => status)),
      checkedAt: times.length > 0 ? Math.max(...times) : null,
    },
  ];
}
