import type { EmployerLookup, EmployerQuery, LookupParts } from './employer-lookup.ts';
import { readStored, type SiteRecord } from './store/stored-records.ts';

interface WrittenOutcome extends EmployerLookup {
  deadlineAt: number;
}

/**
 * Serialises the results for the replicas that wait for them. `deadlineAt` is the deadline of the call that started the
 * look-up.
 */
export function writeOutcome({ records, failures, extracted }: EmployerLookup, deadlineAt: number): string {
  return JSON.stringify({ records, failures, extracted, deadlineAt } satisfies WrittenOutcome);
}

/** Adds the results to `progress`, and returns the deadline of the call that started the look-up. */
export function readOutcome(text: string, progress: EmployerLookup): number {
  const { records, failures, extracted, deadlineAt } = JSON.parse(text) as WrittenOutcome;
  progress.records.push(...records);
  progress.failures.push(...failures);
  progress.extracted = extracted;
  return deadlineAt;
}

/** Returns the usable records that the store has now for the query's sites. */
export async function storedOf(
  { query, companyKey, depth, sites }: EmployerQuery,
  parts: Pick<LookupParts, 'store' | 'clock'>,
): Promise<SiteRecord[]> {
  const { usable } = await readStored(parts, companyKey, query, depth);
  return usable.filter(({ site }) => sites.includes(site));
}
