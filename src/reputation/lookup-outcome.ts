import type { EmployerLookup, EmployerQuery, LookupParts } from './employer-lookup.ts';
import { readRows, sortRecords, type SiteRecord } from './store/stored-records.ts';

interface WrittenOutcome extends EmployerLookup {
  deadlineAt: number;
}

/**
 * Serialises the results of a look-up for waiting processes. `deadlineAt` is the deadline of the call that began it.
 */
export function writeOutcome({ records, failures, extracted }: EmployerLookup, deadlineAt: number): string {
  // The call that failed has no meaning in other processes, so it is left out.
  const written = failures.map(({ site, kind, reason }) => ({ site, kind, reason }));
  return JSON.stringify({ records, failures: written, extracted, deadlineAt } satisfies WrittenOutcome);
}

/** Adds a serialised result to `progress` and returns its deadline. */
export function readOutcome(text: string, progress: EmployerLookup): number {
  const { records, failures, extracted, deadlineAt } = JSON.parse(text) as WrittenOutcome;
  progress.records.push(...records);
  progress.failures.push(...failures);
  progress.extracted = extracted;
  return deadlineAt;
}

/** Records of these sites that another look-up has stored in the meantime. */
export async function storedOf(
  { query, companyKey, depth, sites }: EmployerQuery,
  { store, clock }: Pick<LookupParts, 'store' | 'clock'>,
): Promise<SiteRecord[]> {
  const rows = await readRows(store, companyKey, query.scope);
  const { usable } = sortRecords(rows, query, depth, clock.now());
  return usable.filter(({ site }) => sites.includes(site));
}
