import type { Country, SalaryPeriod, WorkMode } from '../../../schemas/index.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import type { PlatformFilters, SearchCriteria, PlatformParameters } from './search-criteria.ts';
import type { Answer, SourceRequest } from '../../reading/answer.ts';

/** A search in the form that adapters use. */
export interface PlatformSearch {
  query: string;
  country: Country;
  /** The place as the caller wrote it; "" for the whole country. */
  locationText: string;
  /** The known place of that name; null if the name is unknown or "". */
  place: SearchPlace | null;
  /** Gross yearly pay in the country's currency. */
  minSalary: number | null;
  /** Undefined if the caller stated none. */
  criteria?: SearchCriteria;
  /** From 1. */
  page: number;
  /** Values of the settings that the platform declares, by name; settings without a value are absent. */
  settings: Readonly<Record<string, string>>;
}

/** A place with the names and codes that platforms need. */
export interface SearchPlace {
  /** Canonical name: "Lyon", "Greater Manchester". */
  name: string;
  kind: 'town' | 'county' | 'department' | 'region' | 'nation';
  country: Country;
  /** A county, department or city that distinguishes the place from a better-known one of the same name. */
  qualifier?: string;
  /** INSEE code of a commune: "69123". */
  communeCode?: string;
  /** For a district that is not a commune: the communes in which it lies. */
  communeCodes?: readonly string[];
  /** The postcode of a French town as a whole: "75000". */
  postcode?: string;
  /** Two or three characters: "75", "2A". */
  departmentCode?: string;
  /** The name of a French town's department. */
  departmentName?: string;
  /** INSEE code of a region: "11". */
  regionCode?: string;
  /** True for a former region or a landscape: its departments are not the whole of `regionCode`. */
  isPartOfRegion?: boolean;
  /** A region's departments. */
  departmentCodes?: readonly string[];
  departmentNames?: readonly string[];
  /** Name of the region in which the place lies. */
  regionName?: string;
  /** For GB: the county of a town, and the nation of any place. */
  countyName?: string;
  nationName?: string;
  /** The requested arrondissement of Paris, Lyon or Marseille. */
  arrondissement?: number;
  latitude?: number;
  longitude?: number;
  /** For a place stated by postcode: the centre of the postcode's district in degrees, for searches with a radius. */
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
  /** True if the description is an excerpt, although it does not look like one. */
  teaser?: boolean;
  salaryText?: string;
  /** Pay in numbers, which is preferred over `salaryText`. */
  salary?: { min: number | null; max: number | null; period: SalaryPeriod | null; currency: string | null };
  /** True if the pay is the source's estimate; the job then counts as one without pay. */
  salaryPredicted?: boolean;
  /** From a field of the source; preferred over any text. */
  workMode?: WorkMode;
  /** True if the source marks the job as telecommuting, which may also mean partly at home; the texts decide. */
  telecommute?: boolean;
  /** The source's text about the work mode, which is read before the title and description. */
  workModeText?: string;
  /** The source's text on hours and contract ("Part time", "CDI"). Adverts with different texts are not duplicates. */
  termsText?: string;
  /** Hours and contract from codes or flags of the source, in words of this service. */
  termsOfCodes?: string;
  /** True if the job is temporary and the source does not name the kind of contract. */
  isForTime?: boolean;
  postedText?: string;
  /** The last day to apply. */
  closingText?: string;
  /** True if a recruitment agency posted the advert; undefined if the source does not say. */
  agency?: boolean;
  /** When the source last changed the advert. */
  updatedText?: string;
  /** True if the job is offered anywhere in the country, whatever the location. */
  nationwide?: boolean;
  /** True if all places of the job are in other countries: the advert is parsed, but is no result. */
  abroad?: boolean;
}

export interface ListingPage {
  listings: Listing[];
  hasMore: boolean;
  /** Ids or links of adverts on the page that are no results. They are needed to recognise a repeated page. */
  leftOut?: readonly string[];
  siteTotal?: number;
}

/**
 * One request of an access method, with the parser for the answer. Later steps receive the values of earlier steps (a
 * token, a key, the id of a place); the last step's value is a ListingPage.
 */
export interface AccessStep {
  name: string;
  /** How long other searches may reuse the value; undefined if they may not. */
  reuseMs?: number;
  /** The cache key, for values that depend on the search. */
  reuseKey?(search: PlatformSearch): string;
  /** Another address for the same data, used if the first request gives no value; null if there is none. */
  alternative?(search: PlatformSearch): SourceRequest | null;
  /**
   * Null if the search does not need this step. Throws AdapterFault "refused_search" if the site cannot run such a
   * search.
   */
  request(search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | null;
  /** Runs in a worker on text from outside, so it must be pure and its time bounded for any text. */
  parse(answer: Answer, search: PlatformSearch): unknown;
  /** Statuses of 400 and more whose answers are passed to `parse`, such as a 404 after the last page. */
  acceptedStatuses?: readonly number[];
  /** Statuses that make reused values of earlier steps invalid; those steps are then repeated. */
  renewsAt?: readonly number[];
  /**
   * True if the value is a ListingPage that is added to the last step's. If a later step fails, the listings of this
   * step are still returned.
   */
  addsListings?: boolean;
}

/**
 * How many calls a keyed API allows in any period of `windowMs`. Calls are counted in the store, so that a restart does
 * not reset the count.
 */
export interface Budget {
  /** Platforms that share a key have a budget of the same name. */
  name: string;
  limits: readonly { calls: number; windowMs: number }[];
}

/** One way to read a platform: an API with a key, or the public pages. */
export interface AccessMethod {
  kind: 'api' | 'page';
  /** Settings that the access method requires. */
  needs?: readonly string[];
  /**
   * Set if the method is tried when the previous one fails; `same-site`: but not if the site itself refused the
   * request.
   */
  fallback?: 'same-site' | 'other-site';
  /** True if robots.txt applies: to public pages, but not to keyed APIs, which have their own terms. */
  robots: boolean;
  minIntervalMs: number;
  /**
   * Fields that at least one advert of every page states. If none states one of them, the page has changed (SPEC §3).
   */
  expectedFields: readonly ('company' | 'location' | 'postedText' | 'description')[];
  /** True if the platform leaves out jobs that pay less than `minSalary`; the salary is then part of the cache key. */
  appliesSalary: boolean;
  /** The criteria that the requests contain, as the platform's parameters; part of the cache key. Undefined if none. */
  criteriaParameters?(search: Pick<PlatformSearch, 'criteria' | 'place'> & { page?: number }): PlatformParameters;
  /** Filters that the requests contain; part of the cache key. Undefined if none. */
  filters?: PlatformFilters;
  /**
   * The place that the requests contain, as the site understands it; "" if none. `earlier`: the values of earlier
   * steps.
   */
  sentPlace(search: Pick<PlatformSearch, 'place' | 'locationText'>, earlier: readonly unknown[]): string;
  budget?: Budget;
  steps: readonly AccessStep[];
}

/** A setting of a platform. `name` is the environment variable. */
export interface PlatformSetting {
  name: string;
  /** The description in the table of settings. */
  meaning: string;
  secret?: boolean;
  /** True if the value must be an https address, which is checked at the start. */
  isAddress?: boolean;
}

export interface Platform {
  /** Deprecated codes are in schemas/deprecations.ts. */
  code: string;
  name: string;
  country: Country;
  /** Hosts that the platform's requests may go to. */
  hosts: readonly string[];
  /**
   * Further hosts to which links of adverts may lead: sister sites and declared partners. `*.` stands for any
   * subdomain.
   */
  advertHosts?: readonly string[];
  /**
   * True if the platform's terms require unchanged links. Links of other platforms lose their query and fragment, which
   * track visitors.
   */
  keepsLinks?: boolean;
  /** True if the platform is enabled without being named in PLATFORMS. */
  byDefault: boolean;
  /** True if the platform is part of the free trial. */
  inTrial: boolean;
  /** Settings that the platform uses. Platforms that share a setting declare it identically. */
  settings?: readonly PlatformSetting[];
  /** Must be shown with jobs of this platform. */
  attribution?: string;
  /** The owner's terms for using its adverts: licence, attribution, restrictions, price. */
  terms: string;
  /** The longest time for which the platform's terms permit storing an advert. */
  keepsAtMostMs?: number;
  /**
   * Maximum number of pages read for one search; default: five. Higher for a site without a search of its own, whose
   * whole list is filtered here.
   */
  maximumPages?: number;
  /** In order of preference: the first one whose settings are all set is used. */
  accessMethods: readonly AccessMethod[];
}

/** The access methods for a search: the first whose settings are all set, and its fallbacks. */
export function accessMethodsOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): readonly AccessMethod[] {
  return accessMethods
    .filter(({ needs = [] }) => needs.every((name) => settings[name]))
    .filter(({ fallback }, index) => index === 0 || fallback);
}

/** The first access method whose settings are all set; undefined if there is none. */
export function accessMethodOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): AccessMethod | undefined {
  return accessMethods.find(({ needs = [] }) => needs.every((name) => settings[name]));
}

/**
 * How many searches a minute `minIntervalMs` allows. A search sends one request for each step, except steps whose value
 * is reused.
 */
export function searchesPerMinute({ minIntervalMs, steps }: AccessMethod): number {
  const requests = Math.max(1, steps.filter(({ reuseMs }) => reuseMs === undefined).length);
  return Math.floor(MINUTE_MS / (minIntervalMs * requests));
}

/** True if the host is in the list, which may contain `*.` for any subdomain. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

export function definePlatform(platform: Platform): Platform {
  return platform;
}
