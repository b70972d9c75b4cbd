import type { EmployerLookup, EmployerQuery, LookupParts } from './employer-lookup.ts';
import { readRows, sortRecords, type SiteRecord } from './store/stored-records.ts';

interface WrittenOutcome extends EmployerLookup {
  deadlineAt: number;
}

/** What came of a lookup, for the processes that wait for it. `deadlineAt`: of the call that began it. */
export function writeOutcome({ records, failures, extracted }: EmployerLookup, deadlineAt: number): string {
  // Whose failures they are says nothing elsewhere.
  const written = failures.map(({ site, kind, reason }) => ({ site, kind, reason }));
  return JSON.stringify({ records, failures: written, extracted, deadlineAt } satisfies WrittenOutcome);
}

/** Adds it to what is known here, and gives the deadline that it had. */
export function readOutcome(text: string, progress: EmployerLookup): number {
  const { records, failures, extracted, deadlineAt } = JSON.parse(text) as WrittenOutcome;
  progress.records.push(...records);
  progress.failures.push(...failures);
  progress.extracted = extracted;
  return deadlineAt;
}

/** What another lookup has stored meanwhile, of the sites of this one. */
export async function storedOf(
  { query, companyKey, depth, sites }: EmployerQuery,
  { store, clock }: Pick<LookupParts, 'store' | 'clock'>,
): Promise<SiteRecord[]> {
  const rows = await readRows(store, companyKey, query.scope);
  const { usable } = sortRecords(rows, query, depth, clock.now());
  return usable.filter(({ site }) => sites.includes(site));
}
