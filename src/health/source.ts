import type { Country, PlatformStatus } from '../../schemas/index.ts';
import type { Tallies } from '../store/types.ts';

/** An outside site or API that the service depends on. */
export interface Source {
  /** The code of the platform, review site or search provider; unique. */
  code: string;
  name: string;
  kind: 'platform' | 'review_site' | 'search_provider';
  /** For platforms only. */
  country?: Country;
}

export interface CheckResult {
  outcome: PlatformStatus;
  /** For each field, how many of the found items have it; empty if none were found. */
  fields: Tallies;
  /** Why the check failed, as a sentence for the operator; "" if it did not. */
  reason: string;
}

export interface CheckedSource extends Source {
  /** Minimum interval between two checks. */
  everyMs: number;
  /** Runs one check. A rejection counts as an error of this service. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/**
 * The outcome of a check with several searches: the first failure, since no search follows it; else `ok` if any search
 * had results.
 */
export function outcomeOf(searches: readonly Pick<CheckResult, 'outcome'>[]): PlatformStatus {
  const fault = searches.find(({ outcome }) => outcome !== 'ok' && outcome !== 'empty');
  if (fault) return fault.outcome;
  return searches.some(({ outcome }) => outcome === 'ok') ? 'ok' : 'empty';
}
