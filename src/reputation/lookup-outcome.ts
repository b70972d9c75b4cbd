import type { EmployerLookup, EmployerQuery, LookupParts } from './employer-lookup.ts';
import { readRows, sortRecords, type SiteRecord } from './store/stored-records.ts';

interface WrittenOutcome extends EmployerLookup {
  deadlineAt: number;
}

/**
 * Serialises the results of a look-up for the replicas that wait for it. `deadlineAt` is the deadline of the call that
 * started the look-up.
 */
export function writeOutcome({ records, failures, extracted }: EmployerLookup, deadlineAt: number): string {
  // `by` is left out because a call exists only in its own process.
  const written = failures.map(({ site, kind, reason }) => ({ site, kind, reason }));
  return JSON.stringify({ records, failures: written, extracted, deadlineAt } satisfies WrittenOutcome);
}

/** Adds serialised results to `progress` and returns the deadline of the call that started the look-up. */
export function readOutcome(text: string, progress: EmployerLookup): number {
  const { records, failures, extracted, deadlineAt } = JSON.parse(text) as WrittenOutcome;
  progress.records.push(...records);
  progress.failures.push(...failures);
  progress.extracted = extracted;
  return deadlineAt;
}

/** Records for the query that are now in the store, for example because another call has stored them. */
export async function storedOf(
  { query, companyKey, depth, sites }: EmployerQuery,
  { store, clock }: Pick<LookupParts, 'store' | 'clock'>,
): Promise<SiteRecord[]> {
  const rows = await readRows(store, companyKey, query.scope);
  const { usable } = sortRecords(rows, query, depth, clock.now());
  return usable.filter(({ site }) => sites.includes(site));
}
