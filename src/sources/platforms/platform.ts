import type { Country, SalaryPeriod, WorkMode } from '../../../schemas/index.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import type { PlatformFilters, SearchCriteria, PlatformParameters } from './search-criteria.ts';
import type { Answer, SourceRequest } from '../../reading/answer.ts';

/** The attribution that the British government's licence prescribes. */
export const OPEN_GOVERNMENT_LICENCE =
  'Contains public sector information licensed under the Open Government Licence v3.0.';

export interface PlatformSearch {
  query: string;
  country: Country;
  /** The place as the caller wrote it; "" if the caller stated none. */
  locationText: string;
  /** Null if `locationText` is "" or is not the name of a known place. */
  place: SearchPlace | null;
  minSalary: number | null;
  criteria?: SearchCriteria;
  page: number;
  /** Values of the settings that the platform declares, by name. Settings without a value are absent. */
  settings: Readonly<Record<string, string>>;
}

export interface SearchPlace {
  /** Canonical name: "Lyon", "Greater Manchester". */
  name: string;
  kind: 'town' | 'county' | 'department' | 'region' | 'nation';
  country: Country;
  /** A county, department or city that distinguishes the place from a better-known place of the same name. */
  qualifier?: string;
  /** INSEE code: "69123". */
  communeCode?: string;
  /** The communes that contain the place, if the place is a district and not a commune. */
  communeCodes?: readonly string[];
  /** The postcode of a French town as a whole: "75000". */
  postcode?: string;
  /** Two or three characters: "75", "2A", "971". */
  departmentCode?: string;
  departmentName?: string;
  /** INSEE code: "11". */
  regionCode?: string;
  /** True for a former region or another area that has only some of the departments of the region `regionCode`. */
  isPartOfRegion?: boolean;
  departmentCodes?: readonly string[];
  departmentNames?: readonly string[];
  regionName?: string;
  /** The county of a British town. */
  countyName?: string;
  nationName?: string;
  arrondissement?: number;
  latitude?: number;
  longitude?: number;
  /** The centre of the requested postcode district in degrees, for searches with a radius. */
  centre?: { latitude: number; longitude: number };
}

/** One advert with the values that the source states; nothing is derived. */
export interface Listing {
  title: string;
  /** "" if the source names no employer. */
  company: string;
  location: string;
  url: string;
  id?: string;
  description?: string;
  /**
   * True if the description is an excerpt. It then gets a "…" at its end, even if the source does not show that the
   * text is cut.
   */
  teaser?: boolean;
  salaryText?: string;
  /** Pay in numbers, which is preferred over `salaryText`. */
  salary?: { min: number | null; max: number | null; period: SalaryPeriod | null; currency: string | null };
  /** True if the pay is the source's estimate; the job then counts as one without pay. */
  salaryPredicted?: boolean;
  /** The value of a field of the source, which is preferred over any text. */
  workMode?: WorkMode;
  /**
   * True if the source marks the job as telecommuting. This counts as remote, unless a text of the advert says hybrid,
   * because some sources also mark jobs that are only partly at home.
   */
  telecommute?: boolean;
  /** The source's text about the work mode, which is read before the title and description. */
  workModeText?: string;
  /** The source's text on hours and contract ("Part time", "CDI"). */
  termsText?: string;
  /**
   * Hours and contract as words that the readers know ("full time", "CDI"), which the adapter writes for the source's
   * codes or flags.
   */
  termsOfCodes?: string;
  /** True if the job is temporary and the source does not name the kind of contract. */
  isForTime?: boolean;
  postedText?: string;
  closingText?: string;
  agency?: boolean;
  updatedText?: string;
  /** True if the job is offered anywhere in the country, whatever the location says. */
  nationwide?: boolean;
  /** True if all places of the job are in other countries. The advert is then not a result. */
  abroad?: boolean;
}

export interface ListingPage {
  listings: Listing[];
  hasMore: boolean;
  /** IDs or links of adverts on the page that are not results. They are needed to recognise a repeated page. */
  leftOut?: readonly string[];
  siteTotal?: number;
}

/**
 * One request of an access method, with the parser for the answer. A step receives the values of earlier steps, such as
 * a token. The last step's value is a ListingPage.
 */
export interface AccessStep {
  name: string;
  /** How long other searches may reuse the value; undefined if they may not. */
  reuseMs?: number;
  /** The cache key, for values that depend on the search. */
  reuseKey?(search: PlatformSearch): string;
  /**
   * A second request for the same data, or null. It is sent if the answer to the first one cannot be read, or if the
   * first one fails for a reason other than `rate_limited` or `busy`.
   */
  alternative?(search: PlatformSearch): SourceRequest | null;
  /**
   * Null if the search does not need this step. Throws AdapterFault "refused_search" if the site cannot run such a
   * search.
   */
  request(search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | null;
  /** Runs in a worker thread on text from outside, so it must be pure and take bounded time for any text. */
  parse(answer: Answer, search: PlatformSearch): unknown;
  /** Statuses outside 200 to 299 whose answers are passed to `parse`, such as a 404 after the last page. */
  acceptedStatuses?: readonly number[];
  /** Statuses that make reused values of earlier steps invalid, so that those steps are repeated. */
  renewsAt?: readonly number[];
  /**
   * True if the value is a ListingPage whose listings are added to those of the last step. They are returned even if a
   * later step fails.
   */
  addsListings?: boolean;
}

/**
 * The number of calls that a keyed API allows in any period of `windowMs`. Calls are counted in the store, so that a
 * restart does not reset the count.
 */
export interface Budget {
  /** Platforms that share a key have a budget of the same name. */
  name: string;
  limits: readonly { calls: number; windowMs: number }[];
}

export interface AccessMethod {
  kind: 'api' | 'page';
  needs?: readonly string[];
  /**
   * Set if this access method is tried when the previous ones fail, unless one fails with `timeout`, `rate_limited` or
   * `busy`. `same-site` is not tried either if the site itself refused the request.
   */
  fallback?: 'same-site' | 'other-site';
  /** True for public pages; false for keyed APIs, which have their own terms. */
  robots: boolean;
  minIntervalMs: number;
  /**
   * On every page with three adverts or more, at least one advert states each of these fields (SPEC §3). If none states
   * one of them, the page has changed.
   */
  expectedFields: readonly ('company' | 'location' | 'postedText' | 'description')[];
  /** True if the platform leaves out jobs that pay less than `minSalary`. The salary is then part of the cache key. */
  appliesSalary: boolean;
  /** The criteria in the requests, as the platform's parameters. They are part of the cache key. */
  criteriaParameters?(search: Pick<PlatformSearch, 'criteria' | 'place'> & { page?: number }): PlatformParameters;
  /** The filters in the requests. They are part of the cache key. */
  filters?: PlatformFilters;
  /**
   * Returns the place that the requests contain, in the site's own form, or "" without a place. `earlier` contains the
   * values of earlier steps.
   */
  sentPlace(search: Pick<PlatformSearch, 'place' | 'locationText'>, earlier: readonly unknown[]): string;
  budget?: Budget;
  steps: readonly AccessStep[];
}

/** `name` is the environment variable. */
export interface PlatformSetting {
  name: string;
  meaning: string;
  secret?: boolean;
  /** True if the value must be an https address, which is checked when the service starts. */
  isAddress?: boolean;
}

export interface Platform {
  code: string;
  name: string;
  country: Country;
  hosts: readonly string[];
  /**
   * Further hosts to which links of adverts may lead: sister sites and declared partners. `*.` stands for any
   * subdomain.
   */
  advertHosts?: readonly string[];
  /**
   * True if links to adverts must stay unchanged, for example because the platform's terms require it. Links of other
   * platforms lose their query and fragment, which track visitors.
   */
  keepsLinks?: boolean;
  /** True if the platform is in the default list, which the operator's setting PLATFORMS can change or replace. */
  byDefault: boolean;
  inTrial: boolean;
  settings?: readonly PlatformSetting[];
  /** This text must be shown with jobs of this platform. */
  attribution?: string;
  /** The owner's terms for using its adverts: licence, attribution, restrictions, price. */
  terms: string;
  /** The longest time for which the platform's terms permit storing an advert. */
  keepsAtMostMs?: number;
  /**
   * Maximum number of pages read for one search, by default five. It is higher for a site without a search, whose whole
   * list is filtered here.
   */
  maximumPages?: number;
  /**
   * The access methods are in order of preference: the first one whose settings are all set is used, and then its
   * fallbacks.
   */
  accessMethods: readonly AccessMethod[];
}

/**
 * The first access method whose settings are all set, and then those of the later ones that are fallbacks and have all
 * their settings, in the order in which they are tried.
 */
export function accessMethodsOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): readonly AccessMethod[] {
  return accessMethods
    .filter(({ needs = [] }) => needs.every((name) => settings[name]))
    .filter(({ fallback }, index) => index === 0 || fallback);
}

export function accessMethodOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): AccessMethod | undefined {
  return accessMethods.find(({ needs = [] }) => needs.every((name) => settings[name]));
}

/**
 * How many searches a minute `minIntervalMs` allows. A search sends one request for each step, except for steps whose
 * value is reused.
 */
export function searchesPerMinute({ minIntervalMs, steps }: AccessMethod): number {
  const requests = Math.max(1, steps.filter(({ reuseMs }) => reuseMs === undefined).length);
  return Math.floor(MINUTE_MS / (minIntervalMs * requests));
}

/** In `hosts`, `*.` stands for any subdomain. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

export function definePlatform(platform: Platform): Platform {
  return platform;
}
