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
  /** A county, department or city that contains the place. Set if a better-known place has the same name. */
  qualifier?: string;
  /** INSEE code: "69123". */
  communeCode?: string;
  /** INSEE codes of the communes in which the place lies, if it is a business district ("La Défense"). */
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
  /** The centre, in degrees, of the postcode district ("LS1") that the caller requested. */
  centre?: { latitude: number; longitude: number };
}

/** One advert as found on a platform, before its values are normalised. */
export interface Listing {
  title: string;
  /** "" if the source names no employer. */
  company: string;
  location: string;
  url: string;
  id?: string;
  description?: string;
  /** True if the description is an excerpt. The description of the job then ends with "…". */
  teaser?: boolean;
  salaryText?: string;
  /**
   * Pay in numbers, which is preferred over `salaryText`. `currency` is an ISO 4217 code, or null for the country's
   * own. If `period` is null, the size of the numbers decides the period.
   */
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
   * Hours and contract in words ("full time", "CDI"), into which the adapter translates the source's codes or flags.
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
  /** Returns the cache key of a value that depends on the search. */
  reuseKey?(search: PlatformSearch): string;
  /**
   * A second request for the same data, or null. It is sent if the answer to the first one cannot be read, or if the
   * first one fails for a reason other than `rate_limited` or `busy`.
   */
  alternative?(search: PlatformSearch): SourceRequest | null;
  /**
   * Returns null if the search does not need this step. Throws AdapterFault "refused_search" if the site cannot run
   * this search.
   */
  request(search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | null;
  /**
   * Runs in a worker thread on text from outside, so it must be pure and take bounded time for any text. Throws
   * AdapterFault if the answer cannot be read.
   */
  parse(answer: Answer, search: PlatformSearch): unknown;
  /** Statuses outside 200 to 299 whose answers are passed to `parse`, such as a 404 after the last page. */
  acceptedStatuses?: readonly number[];
  /** Statuses which show that a reused value has become invalid. All steps are then run again with new values. */
  renewsAt?: readonly number[];
  /**
   * True if the value is a ListingPage whose listings are added to those of the last step. These listings are returned
   * even if a later step fails.
   */
  addsListings?: boolean;
}

/**
 * Limits of a keyed API: at most `calls` calls in any period of `windowMs`. Calls are counted in the store, so that a
 * restart does not reset the count.
 */
export interface Budget {
  /** Platforms that share a key have a budget of the same name. */
  name: string;
  limits: readonly { calls: number; windowMs: number }[];
}

export interface AccessMethod {
  kind: 'api' | 'page';
  /** Names of the settings that must all be set. */
  needs?: readonly string[];
  /**
   * Set if this access method is tried when the previous ones have failed, unless one has failed with `timeout`,
   * `rate_limited` or `busy`. A `same-site` fallback sends its requests to the same site, so it is not tried if that
   * site has refused the request.
   */
  fallback?: 'same-site' | 'other-site';
  /** True if robots.txt applies. False for keyed APIs, which have their own terms. */
  robots: boolean;
  minIntervalMs: number;
  /**
   * On every page with three adverts or more, at least one advert states each of these fields (SPEC §3). If no advert
   * states one of them, the parser reports that the page has changed.
   */
  expectedFields: readonly ('company' | 'location' | 'postedText' | 'description')[];
  /** True if the platform leaves out jobs that pay less than `minSalary`. The salary is then part of the cache key. */
  appliesSalary: boolean;
  /** Returns the criteria that the requests contain, as the platform's parameters. They are part of the cache key. */
  criteriaParameters?(search: Pick<PlatformSearch, 'criteria' | 'place'> & { page?: number }): PlatformParameters;
  /** The filters that the requests can contain. Those that are sent are part of the cache key. */
  filters?: PlatformFilters;
  /**
   * Returns the place that the requests contain, in the site's own form, or "" without a place. `earlier` contains the
   * values of earlier steps.
   */
  sentPlace(search: Pick<PlatformSearch, 'place' | 'locationText'>, earlier: readonly unknown[]): string;
  budget?: Budget;
  steps: readonly AccessStep[];
}

/** `name` is the name of the environment variable. */
export interface PlatformSetting {
  name: string;
  meaning: string;
  secret?: boolean;
  /**
   * True if the value must be an https address, which is checked when the service starts. Its host counts as one of the
   * platform's hosts.
   */
  isAddress?: boolean;
}

export interface Platform {
  code: string;
  name: string;
  country: Country;
  hosts: readonly string[];
  /**
   * Further hosts to which links of adverts may lead: sister sites and declared partners. "*.example.com" stands for
   * any subdomain.
   */
  advertHosts?: readonly string[];
  /**
   * True if links to adverts must stay unchanged, for example because the platform's terms require it. The links of
   * other platforms lose their query and fragment, which often serve to track visitors.
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
   * Maximum number of pages read for one search, by default five. A site without a search needs more, because its whole
   * list is filtered here.
   */
  maximumPages?: number;
  /** In order of preference. `accessMethodsOf` chooses those that are used. */
  accessMethods: readonly AccessMethod[];
}

/**
 * Returns the access methods in the order in which they are tried: the first one whose settings are all set, and then
 * the later ones that are fallbacks and whose settings are all set.
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
 * Returns how many searches a minute `minIntervalMs` allows. A search sends one request for each step, except for steps
 * whose value is reused.
 */
export function searchesPerMinute({ minIntervalMs, steps }: AccessMethod): number {
  const requests = Math.max(1, steps.filter(({ reuseMs }) => reuseMs === undefined).length);
  return Math.floor(MINUTE_MS / (minIntervalMs * requests));
}

/** In `hosts`, "*.example.com" stands for any subdomain, but not for "example.com" itself. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

export function definePlatform(platform: Platform): Platform {
  return platform;
}
