import type { Country, PlatformStatus } from '../../schemas/index.ts';
import type { Tallies } from '../store/types.ts';

/** An outside site or API that the service depends on. */
export interface Source {
  /** The code of the platform, review site or search provider; unique. */
  code: string;
  name: string;
  kind: 'platform' | 'review_site' | 'search_provider';
  /** Set for platforms only. */
  country?: Country;
}

/** The result of one check. */
export interface CheckResult {
  outcome: PlatformStatus;
  /** For each field, how many of the found items have it; empty if none were found. */
  fields: Tallies;
  /** Why the check failed, as a sentence for the operator; "" if it did not. */
  reason: string;
}

/** A source that can be checked. */
export interface CheckedSource extends Source {
  /** The minimum interval between two checks. */
  everyMs: number;
  /** Runs one check; a rejection counts as a fault of ours. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/** Combines the searches of one check: the first failure is the result, because no search follows it. */
export function outcomeOf(searches: readonly Pick<CheckResult, 'outcome'>[]): PlatformStatus {
  const fault = searches.find(({ outcome }) => outcome !== 'ok' && outcome !== 'empty');
  if (fault) return fault.outcome;
  return searches.some(({ outcome }) => outcome === 'ok') ? 'ok' : 'empty';
}
