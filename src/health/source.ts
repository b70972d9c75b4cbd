import type { Country, PlatformStatus } from '../../schemas/index.ts';
import type { Tallies } from '../store/types.ts';

/** Someone else's site or service that ours lives on. */
export interface Source {
  /** Of the platform, review site or search provider; no two have the same. */
  code: string;
  name: string;
  kind: 'platform' | 'review_site' | 'search_provider';
  /** Of a platform. */
  country?: Country;
}

/** What one look at a source brought. */
export interface CheckResult {
  outcome: PlatformStatus;
  /** Of what came, how much says each thing; empty where nothing came. */
  fields: Tallies;
  /** A sentence for the operator, or "". */
  reason: string;
}

/** A source that can be looked at. */
export interface CheckedSource extends Source {
  /** Least time between two looks. */
  everyMs: number;
  /** Looks; what it rejects with counts as a fault of ours. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/** Of several searches of one look: what kept one from being answered stands for all, since no further one is made then. */
export function outcomeOf(searches: readonly Pick<CheckResult, 'outcome'>[]): PlatformStatus {
  const fault = searches.find(({ outcome }) => outcome !== 'ok' && outcome !== 'empty');
  if (fault) return fault.outcome;
  return searches.some(({ outcome }) => outcome === 'ok') ? 'ok' : 'empty';
}
