import type { EmployerLookup, EmployerQuery, LookupParts } from './employer-lookup.ts';
import { readRows, sortRecords, type SiteRecord } from './store/stored-records.ts';

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

export function readOutcome(text: string, progress: EmployerLookup): number {
  const { records, failures, extracted, deadlineAt } = JSON.parse(text) as WrittenOutcome;
  progress.records.push(...records);
  progress.failures.push(...failures);
  progress.extracted = extracted;
  return deadlineAt;
}

/**
 * Returns the usable records of the query's sites that the store has now. Another call may have stored them meanwhile.
 */
export async function storedOf(
  { query, companyKey, depth, sites }: EmployerQuery,
  { store, clock }: Pick<LookupParts, 'store' | 'clock'>,
): Promise<SiteRecord[]> {
  const rows = await readRows(store, companyKey, query.scope);
  const { usable } = sortRecords(rows, query, depth, clock.now());
  return usable.filter(({ site }) => sites.includes(site));
}
