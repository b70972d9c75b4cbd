import type { Contract, Country, Hours, WorkMode } from '../../schemas/index.ts';
import { fold } from '../lib/text.ts';
import type { SearchPlace } from '../sources/platforms/platform.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { isAbroad, isAreaAround, isInPlace } from './places/resolve-place.ts';
import { contractOf, hoursOf } from './terms.ts';

/** The conditions that a job must meet to be returned (SPEC §3). */
export interface Filters {
  country: Country;
  minSalary: number | null;
  /**
   * A job must be in or near one of these places (`radiusKm`), or be remote or nationwide. An empty list means
   * anywhere.
   */
  places: readonly SearchPlace[];
  radiusKm: number;
  /** True also keeps jobs whose location names only a county or region that contains a requested town. */
  keepsAreas: boolean;
  seen: ReadonlySet<string>;
  postedSince: string;
  /** The allowed values; empty if all are allowed. The same is true of `contracts` and `hours`. */
  workModes: readonly WorkMode[];
  contracts: readonly Contract[];
  hours: readonly Hours[];
  /** Phrases from `asPhrase`; a job whose title or company contains one is rejected. */
  exclude: readonly string[];
  /** True keeps only jobs from agencies, false rejects them, undefined keeps all. */
  agencies: boolean | undefined;
}

export function noFilters(country: Country): Filters {
  return {
    country,
    minSalary: null,
    places: [],
    radiusKm: 0,
    keepsAreas: false,
    seen: new Set(),
    postedSince: '',
    workModes: [],
    contracts: [],
    hours: [],
    exclude: [],
    agencies: undefined,
  };
}

/** The argument that sets the filter; `abroad` rejects jobs outside the requested country. */
export type FilterName =
  | 'min_salary'
  | 'location'
  | 'work_mode'
  | 'abroad'
  | 'dedup_hashes'
  | 'posted_within_days'
  | 'contract'
  | 'hours'
  | 'exclude'
  | 'agencies';

/**
 * Returns the first filter that rejects a job (SPEC §3); undefined if none does. `dedup_hashes` is not checked here but
 * in `groupAdverts`. `abroad`, `exclude` and `agencies: false` reject a job only for what it states. The other filters
 * also reject a job that does not state the property.
 */
export function failedFilter(job: NormalizedJob, filters: Filters): FilterName | undefined {
  const {
    country,
    minSalary,
    places,
    radiusKm,
    keepsAreas,
    postedSince,
    workModes,
    contracts,
    hours,
    exclude,
    agencies,
  } = filters;
  if (isAbroad(job.location, country) || isForOthers(job, country)) return 'abroad';
  const inPlace =
    places.length === 0 ||
    job.nationwide === true ||
    job.work_mode === 'remote' ||
    places.some(
      (place) => isInPlace(job.location, place, radiusKm) || (keepsAreas && isAreaAround(job.location, place)),
    );
  if (!inPlace) return 'location';
  if (workModes.length > 0 && !workModes.includes(job.work_mode)) return 'work_mode';
  if (minSalary !== null && (job.salary_unlisted || !((job.salary_max ?? job.salary_min ?? -1) >= minSalary)))
    return 'min_salary';
  if (postedSince !== '' && !(job.posted_date >= postedSince)) return 'posted_within_days';
  if (agencies !== undefined && (agencies ? job.agency !== true : job.agency === true)) return 'agencies';
  if (exclude.length > 0 && holdsAny(job, exclude)) return 'exclude';
  if (contracts.length > 0 && !contracts.includes(contractOf(job).value)) return 'contract';
  if (hours.length > 0 && !hours.includes(hoursOf(job).value)) return 'hours';
  return undefined;
}

/** True for a remote job whose title restricts it to another country: "Developer, remote (US only)". */
function isForOthers({ title, work_mode: mode }: NormalizedJob, country: Country): boolean {
  return (
    mode === 'remote' &&
    ONLY.test(title) &&
    title.split(/[()[\]|,;]|\s[-–—]\s/u).some((piece) => ONLY.test(piece) && isAbroad(piece, country))
  );
}

const ONLY = /\b(?:only|uniquement|seulement|exclusivement)\b/iu;

/**
 * Returns a text as folded words with one space between them. "+" and "#" are kept only after one or two letters or
 * digits ("C++", "C#").
 */
export function asPhrase(text: string): string {
  return fold(text)
    .replace(/(?:[^\p{L}\p{N}+#]|(?<![\p{L}\p{N}+#])[+#]+|(?<=[\p{L}\p{N}]{3})[+#]+)+/gu, ' ')
    .trim();
}

function holdsAny({ title, company }: NormalizedJob, phrases: readonly string[]): boolean {
  const texts = [title, company].map((text) => ` ${asPhrase(text)} `);
  return phrases.some((phrase) => texts.some((text) => text.includes(` ${phrase} `)));
}
