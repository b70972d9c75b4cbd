import type { PlatformStatus } from '../../schemas/index.ts';
import { HOUR_MS } from '../lib/clock.ts';
import type { SourceSummary } from '../store/types.ts';
import { readState, type HealthState } from './condition.ts';
import type { Source } from './source.ts';

export type PublicStatus = 'operational' | 'degraded' | 'down' | 'unknown';

export interface PublicSource {
  code: string;
  name: string;
  kind: 'platform' | 'review_site' | 'web_search';
  country: string | null;
  status: PublicStatus;
  checkedAt: number | null;
}

export interface StatusInputs {
  summary: SourceSummary | undefined;
  /** Number of callers' fetches in the last hour, by status. */
  lastHour: Readonly<Record<string, number>>;
  isCircuitOpen: boolean;
  everyMs: number | undefined;
  now: number;
}

/** A check older than this, or than three intervals if that is longer, is ignored. */
const FRESH_MS = 2 * HOUR_MS;

export function publicStatusOf({ summary, lastHour, isCircuitOpen, everyMs = 0, now }: StatusInputs): PublicStatus {
  const isFresh = summary !== undefined && now - summary.lastAt <= Math.max(FRESH_MS, 3 * everyMs);
  if (!isFresh) return isCircuitOpen ? 'down' : byCallers(lastHour);
  const state = readState(summary.state, now);
  if (state.condition.held !== 'well') return 'down';
  if (isCircuitOpen || !isAnswer(summary.lastOutcome) || hasFallen(state)) return 'degraded';
  return 'operational';
}

function hasFallen({ fields }: HealthState): boolean {
  return Object.values(fields).some(({ held }) => held);
}

export function isAnswer(outcome: PlatformStatus | string): boolean {
  return outcome === 'ok' || outcome === 'empty';
}

const JUDGED_FROM = 3;

function byCallers(lastHour: StatusInputs['lastHour']): PublicStatus {
  // `busy` means a full queue in this service, which says nothing about the source.
  const entries = Object.entries(lastHour).filter(([status, count]) => count > 0 && status !== 'busy');
  if (entries.reduce((sum, [, count]) => sum + count, 0) < JUDGED_FROM) return 'unknown';
  const answered = entries.filter(([status]) => isAnswer(status)).length;
  if (answered === 0) return 'down';
  return answered === entries.length ? 'operational' : 'degraded';
}

/** Sources that can replace each other work if one of them works, so the best status counts. */
function bestOf(statuses: readonly PublicStatus[]): PublicStatus {
  return (['operational', 'degraded', 'unknown', 'down'] as const).find((one) => statuses.includes(one)) ?? 'unknown';
}

export function overallOf(sources: readonly Pick<PublicSource, 'status'>[]): PublicStatus {
  const known = sources.map(({ status }) => status).filter((status) => status !== 'unknown');
  if (known.length === 0) return 'unknown';
  if (known.every((status) => status === 'operational')) return 'operational';
  return sources.every(({ status }) => status === 'down') ? 'down' : 'degraded';
}

/**
 * Returns the statuses that callers see. Search providers appear as one source, because their names are private to the
 * operator.
 */
export function publicSources(sources: readonly (Source & Omit<StatusInputs, 'now'>)[], now: number): PublicSource[] {
  const rows = sources.map((source) => ({
    source,
    status: publicStatusOf({ ...source, now }),
    checkedAt: source.summary?.lastAt ?? null,
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
