import type { Contract, Country, Hours, WorkMode } from '../../schemas/index.ts';
import { fold } from '../lib/text.ts';
import type { SearchPlace } from '../sources/platforms/platform.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { isAbroad, isAreaAround, isInPlace } from './places/resolve-place.ts';
import { contractOf, hoursOf } from './terms.ts';

/** What a job must be to stay in the list (SPEC §3). */
export interface Filters {
  country: Country;
  minSalary: number | null;
  /** Places of which a job must lie in one; empty: anywhere. */
  places: readonly SearchPlace[];
  /** Around each of them that is a town. */
  radiusKm: number;
  /** A job known only by a county or region that holds such a town is kept too. */
  keepsAreas: boolean;
  /** Hashes of jobs seen before. */
  seen: ReadonlySet<string>;
  /** The day that an advert must have been posted on or after, YYYY-MM-DD; "" for any. */
  postedSince: string;
  /** Each: values of which a job must surely have one; empty: any. */
  workModes: readonly WorkMode[];
  contracts: readonly Contract[];
  hours: readonly Hours[];
  /** Phrases as `asPhrase` has them: no title and no company may hold one. */
  exclude: readonly string[];
  /** false: none of agencies; true: of agencies alone. */
  agencies: boolean | undefined;
}

/** Filters that keep every job of a country. */
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

/** Named after the arguments; `abroad`: in another country than the one asked. */
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
 * The first filter that leaves a job out; undefined: it passes. No returned
 * job breaks a stated filter, and one whose source does not say what a filter
 * asks is left out by it (SPEC §3).
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

/** A remote job whose title keeps it for people of another country: "Developer, remote (US only)". */
function isForOthers({ title, work_mode: mode }: NormalizedJob, country: Country): boolean {
  return (
    mode === 'remote' &&
    ONLY.test(title) &&
    title.split(/[()[\]|,;]|\s[-–—]\s/u).some((piece) => ONLY.test(piece) && isAbroad(piece, country))
  );
}

const ONLY = /\b(?:only|uniquement|seulement|exclusivement)\b/iu;

/** Words of a text between single spaces, case and accents folded; signs stay that make a name of a letter or two ("C++", "C#"). */
export function asPhrase(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}+#]+|(?<![\p{L}\p{N}+#])[+#]+|(?<=[\p{L}\p{N}]{3})[+#]+/gu, ' ')
    .trim();
}

function holdsAny({ title, company }: NormalizedJob, phrases: readonly string[]): boolean {
  const texts = [title, company].map((text) => ` ${asPhrase(text)} `);
  return phrases.some((phrase) => texts.some((text) => text.includes(` ${phrase} `)));
}
