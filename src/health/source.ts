import type { Country, PlatformStatus } from '../../schemas/index.ts';
import type { FieldCounts } from '../store/types.ts';

export interface Source {
  code: string;
  name: string;
  kind: 'platform' | 'review_site' | 'search_provider';
  country?: Country;
}

export interface CheckResult {
  outcome: PlatformStatus;
  /** For each field, how many of the results have it. Empty if the check failed. */
  fields: FieldCounts;
  reason: string;
}

export interface CheckedSource extends Source {
  everyMs: number;
  /** Rejects only on an error of this service. A failure of the source is an outcome. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/**
 * Returns the outcome of a check with several searches: the first failure or, without a failure, `ok` if any search has
 * results.
 */
export function outcomeOf(searches: readonly Pick<CheckResult, 'outcome'>[]): PlatformStatus {
  const fault = searches.find(({ outcome }) => outcome !== 'ok' && outcome !== 'empty');
  if (fault) return fault.outcome;
  return searches.some(({ outcome }) => outcome === 'ok') ? 'ok' : 'empty';
}
