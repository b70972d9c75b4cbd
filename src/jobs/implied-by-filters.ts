import type { Implied, NormalizedJob } from './normalize-listing.ts';
import { mentionsContract } from './readers/contract.ts';
import { mentionsHours } from './readers/hours.ts';
import { contractOf, hoursOf, sourcesOf } from './terms.ts';
import type { SingleValueFilters } from '../sources/platforms/search-criteria.ts';

export interface AskedPage {
  asked: SingleValueFilters;
  jobs: readonly NormalizedJob[];
}

/**
 * If the platform filtered by a property, gives this property to the adverts that do not mention it. If any advert
 * contradicts a filter, the platform did not apply that filter, so no advert gets its property.
 */
export function addImpliedProperties(pages: readonly AskedPage[]): NormalizedJob[] {
  const isTaken = <Value>(
    askedOf: (asked: SingleValueFilters) => Value | undefined,
    valueOf: (job: NormalizedJob) => Value | 'unknown' | null,
  ): boolean =>
    pages.every(({ asked, jobs }) => {
      const wanted = askedOf(asked);
      if (wanted === undefined) return true;
      return jobs.map(valueOf).every((value) => value === wanted || value === 'unknown' || value === null);
    });
  const takes = {
    workModes: isTaken(
      ({ workModes }) => workModes,
      ({ work_mode: mode }) => mode,
    ),
    contracts: isTaken(
      ({ contracts }) => contracts,
      (job) => contractOf(job).value,
    ),
    hours: isTaken(
      ({ hours }) => hours,
      (job) => hoursOf(job).value,
    ),
    agencies: isTaken(
      ({ agencies }) => agencies,
      ({ agency }) => agency,
    ),
  };
  return pages.flatMap(({ asked, jobs }) =>
    Object.keys(asked).length === 0 ? jobs : jobs.map((job) => withImplied(job, asked, takes)),
  );
}

/** Returns a copy, because other searches use the same job object. */
function withImplied(
  job: NormalizedJob,
  { workModes, contracts, hours, agencies }: SingleValueFilters,
  takes: Readonly<Record<keyof SingleValueFilters, boolean>>,
): NormalizedJob {
  const sources = sourcesOf(job);
  const contract = takes.contracts && contracts && !mentionsContract(sources) ? { contract: contracts } : {};
  const time = takes.hours && hours && !mentionsHours(sources) ? { hours } : {};
  const isSilent = takes.workModes && workModes && job.work_mode === 'unknown' && !mentionsWorkMode(job);
  const mode = isSilent ? { work_mode: workModes } : {};
  const isAgencyImplied = takes.agencies && agencies !== undefined && job.agency === null;
  const implied: Implied = { ...contract, ...time, ...mode, ...(isAgencyImplied ? { agencies } : {}) };
  return {
    ...job,
    ...mode,
    ...(isAgencyImplied ? { agency: agencies } : {}),
    ...(Object.keys(implied).length > 0 ? { implied } : {}),
  };
}

export function impliedRemark(jobs: readonly NormalizedJob[]): string {
  const counts = new Map<string, number>();
  for (const { implied = {} } of jobs)
    for (const name of Object.keys(implied)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => `${name} of ${count} advert${count === 1 ? '' : 's'} is known from its own filter alone`)
    .join('; ');
}

const WORK_MODE_WORDS =
  /remote|hybrid|home|office|on[ -]?site|t[ée]l[ée][ -]?travail|distance|pr[ée]sentiel|distanciel/iu;

function mentionsWorkMode({ title, location, description, words }: NormalizedJob): boolean {
  return WORK_MODE_WORDS.test([title, location, words?.work_mode ?? '', description].join('\n'));
}
