import type { Country, SalaryPeriod, WorkMode } from '../../../schemas/index.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import type { PlatformFilters, Wishes, WishParameters } from './wishes.ts';
import type { Answer, SourceRequest } from '../../reading/answer.ts';

/** A search as an adapter sees it. */
export interface PlatformSearch {
  query: string;
  country: Country;
  /** As the caller typed it; "" for the whole country. */
  locationText: string;
  /** The known place of that name; null if it is unknown or none was given. */
  place: SearchPlace | null;
  /** Yearly gross in the country's currency. */
  minSalary: number | null;
  /** Absent if the caller has none. */
  wishes?: Wishes;
  /** From 1. */
  page: number;
  /** Values of the settings that the platform declares; absent ones are not set. */
  settings: Readonly<Record<string, string>>;
}

/** A place in the forms that platforms ask for. */
export interface SearchPlace {
  /** Canonical name, e.g. "Lyon", "Greater Manchester". */
  name: string;
  kind: 'town' | 'county' | 'department' | 'region' | 'nation';
  country: Country;
  /** Distinguishes it from a better-known place of the same name: a county, department or city. */
  qualifier?: string;
  /** INSEE code of a commune, e.g. "69123". */
  communeCode?: string;
  /** For a district that is not a commune: the communes that it lies in. */
  communeCodes?: readonly string[];
  /** Of a French town as a whole, e.g. "75000". */
  postcode?: string;
  /** Two or three characters, e.g. "75", "2A". */
  departmentCode?: string;
  /** Of a French town: the name of its department. */
  departmentName?: string;
  /** INSEE code of a region, e.g. "11". */
  regionCode?: string;
  /** A former region or a landscape: only its departments, not the whole of `regionCode`. */
  isPartOfRegion?: boolean;
  /** Of a region: its departments. */
  departmentCodes?: readonly string[];
  departmentNames?: readonly string[];
  /** Name of the region that contains it. */
  regionName?: string;
  /** GB: the names of the county of a town, and of the nation of any place. */
  countyName?: string;
  nationName?: string;
  /** Of Paris, Lyon and Marseille, if one was requested. */
  arrondissement?: number;
  latitude?: number;
  longitude?: number;
  /** For a place given by postcode: the centre of its district in degrees, for searches with a radius. */
  centre?: { latitude: number; longitude: number };
}

/** One advert as stated on the page; nothing is derived here. */
export interface Listing {
  title: string;
  /** "" when the source names none. */
  company: string;
  location: string;
  url: string;
  /** The source's id of the advert, if it has one. */
  id?: string;
  description?: string;
  /** The description is an excerpt that does not show that it is one. */
  teaser?: boolean;
  salaryText?: string;
  /** If the source gives numbers. Preferred over the text. */
  salary?: { min: number | null; max: number | null; period: SalaryPeriod | null; currency: string | null };
  /** An estimate by the source: counts as unlisted. */
  salaryPredicted?: boolean;
  /** If the source has a field for it. Preferred over any text. */
  workMode?: WorkMode;
  /** Marked as telecommuting. Sources set this for jobs partly at home too, so the text decides which. */
  telecommute?: boolean;
  /** The source's text about it: read before title and description. */
  workModeText?: string;
  /** The source's text on hours and term ("Part time", "CDI"): adverts that differ in it are not duplicates. */
  termsText?: string;
  /** Hours and term from codes or flags, in our own words. */
  termsOfCodes?: string;
  /** The job is temporary, and the source does not name the kind of contract. */
  isForTime?: boolean;
  postedText?: string;
  /** The last day to apply. */
  closingText?: string;
  /** Whether a recruitment agency posted it, if the source says so. */
  agency?: boolean;
  /** When the source last changed it. */
  updatedText?: string;
  /** Offered anywhere in the country, whatever its location. */
  nationwide?: boolean;
  /** All its places are in other countries: parsed, but not a result. */
  abroad?: boolean;
}

export interface ListingPage {
  listings: Listing[];
  hasMore: boolean;
  /** Ids or links of adverts on the page that are not results; used to detect a repeated page. */
  leftOut?: readonly string[];
  /** The total number of results that the site states. */
  siteTotal?: number;
}

/**
 * One request of an access method with its parser. Later steps receive the values of earlier ones (a token, a key, the
 * id of a place); the last step's value is the ListingPage.
 */
export interface AccessStep {
  name: string;
  /** How long the value may be reused for other searches; absent: never. */
  keepMs?: number;
  /** The key for reuse, for values that depend on more than the platform. */
  keepKey?(search: PlatformSearch): string;
  /** Sent if the first request gives no value: another address for the same data. */
  alternative?(search: PlatformSearch): SourceRequest | null;
  /** null if not needed for this search. Throws AdapterFault "refused_search" if the site cannot be asked for it. */
  request(search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | null;
  /** Pure, and run in a worker on outside text: its time must be bounded for any input. */
  parse(answer: Answer, search: PlatformSearch): unknown;
  /** Statuses of 400 and more that are answers for `parse` (a 404 past the last page). */
  accepts?: readonly number[];
  /** Statuses that invalidate reused values of earlier steps; these are then requested again. */
  renewsAt?: readonly number[];
  /**
   * This step's value is a ListingPage too, added to the last step's. Once there is one list, the failure of a later
   * step loses nothing.
   */
  lists?: boolean;
}

/** The allowance of a keyed API in any window of that length; stored, so that it survives restarts. */
export interface Budget {
  /** Platforms that share a key share the budget of this name. */
  name: string;
  limits: readonly { calls: number; windowMs: number }[];
}

/** A way to query a platform: its API with a key, or its public pages. */
export interface AccessMethod {
  kind: 'api' | 'page';
  /** Settings that this access method requires. */
  needs?: readonly string[];
  /** Tried when the previous access method fails; `same-site`: unless the site itself refused that one. */
  fallback?: 'same-site' | 'other-site';
  /** Whether robots.txt applies: to pages, not to keyed APIs, which have their own terms. */
  robots: boolean;
  minIntervalMs: number;
  /** Fields that its adverts always have: a page without any of them has changed (SPEC §3). */
  fills: readonly ('company' | 'location' | 'postedText' | 'description')[];
  /** Whether the platform leaves out jobs under `minSalary`; it is then part of the cache key. */
  appliesSalary: boolean;
  /** Wishes sent with its requests, in the platform's own names; part of the cache key. Absent: none. */
  pushes?(search: Pick<PlatformSearch, 'wishes' | 'place'> & { page?: number }): WishParameters;
  /** Filters sent with its requests; part of the cache key too. Absent: none. */
  filters?: PlatformFilters;
  /**
   * The place sent with a search's requests, as the site understands it; "" if none. `earlier`: the values of its
   * steps.
   */
  sentPlace(search: Pick<PlatformSearch, 'place' | 'locationText'>, earlier: readonly unknown[]): string;
  budget?: Budget;
  steps: readonly AccessStep[];
}

/** A platform's setting, by the name of its environment variable. */
export interface PlatformSetting {
  name: string;
  /** Its line in the table of settings. */
  meaning: string;
  secret?: boolean;
  /** Must be an https address; checked at the start. */
  isAddress?: boolean;
}

export interface Platform {
  /** Its deprecated codes are in schemas/deprecations.ts. */
  code: string;
  name: string;
  country: Country;
  /** Hosts that its requests may go to. */
  hosts: readonly string[];
  /** Further hosts of its adverts' links: sister sites, declared partners. `*.` stands for any subdomain. */
  advertHosts?: readonly string[];
  /**
   * Its terms require unchanged links. Other platforms' links are given without query and fragment, which track
   * visitors.
   */
  keepsLinks?: boolean;
  /** Enabled without being named in PLATFORMS. */
  byDefault: boolean;
  /** Part of the free trial. */
  inTrial: boolean;
  /** Settings that it uses. Platforms that share a setting declare it identically. */
  settings?: readonly PlatformSetting[];
  /** Must be shown with its jobs. */
  attribution?: string;
  /** The owner's terms for using its adverts: licence, attribution, restrictions, price. */
  terms: string;
  /** Its terms forbid storing an advert for longer. */
  keepsAtMostMs?: number;
  /**
   * Maximum pages read for one search. Higher for a list that is filtered here because it has no search of its own.
   * Default: five. The site's own last page belongs in `hasMore`.
   */
  maximumPages?: number;
  /** In order of preference: the first with all its settings is used. */
  accessMethods: readonly AccessMethod[];
}

/** The access methods of a search: the first with all its settings, and its fallbacks. */
export function accessMethodsOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): readonly AccessMethod[] {
  return accessMethods
    .filter(({ needs = [] }) => needs.every((name) => settings[name]))
    .filter(({ fallback }, index) => index === 0 || fallback);
}

/** The first access method of a search. */
export function accessMethodOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): AccessMethod | undefined {
  return accessMethods.find(({ needs = [] }) => needs.every((name) => settings[name]));
}

/** How many searches a minute `minIntervalMs` allows: each sends one request per step, except steps whose value is kept from an earlier search. */
export function searchesPerMinute({ minIntervalMs, steps }: AccessMethod): number {
  const requests = Math.max(1, steps.filter(({ keepMs }) => keepMs === undefined).length);
  return Math.floor(MINUTE_MS / (minIntervalMs * requests));
}

/** Whether a host is in the list. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

export function definePlatform(platform: Platform): Platform {
  return platform;
}
