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
  /** What we know of that place; null when it is unknown or none was given. */
  place: SearchPlace | null;
  /** Yearly gross in the country's currency. */
  minSalary: number | null;
  /** Absent: none. */
  wishes?: Wishes;
  /** From 1. */
  page: number;
  /** Values of the settings that the platform declares; absent when the operator set none. */
  settings: Readonly<Record<string, string>>;
}

/** A place in the forms that platforms ask for. */
export interface SearchPlace {
  /** Canonical name, e.g. "Lyon", "Greater Manchester". */
  name: string;
  kind: 'town' | 'county' | 'department' | 'region' | 'nation';
  country: Country;
  /** What tells it from a better-known place of its name: a county, department or city. */
  qualifier?: string;
  /** INSEE code of a commune, e.g. "69123". */
  communeCode?: string;
  /** Of a site that is no commune: those of the communes that it lies in. */
  communeCodes?: readonly string[];
  /** Of a French town as a whole, e.g. "75000". */
  postcode?: string;
  /** Two or three characters, e.g. "75", "2A". */
  departmentCode?: string;
  /** Of a French town: the name of its department. */
  departmentName?: string;
  /** INSEE code of a region, e.g. "11". */
  regionCode?: string;
  /** A region of old, or a landscape: its departments alone, and no longer the whole of `regionCode`. */
  isPartOfRegion?: boolean;
  /** Of a region: its departments. */
  departmentCodes?: readonly string[];
  departmentNames?: readonly string[];
  /** Region that holds it, by name. */
  regionName?: string;
  /** GB: county that holds a town, and nation that holds the place, by name. */
  countyName?: string;
  nationName?: string;
  /** Of Paris, Lyon and Marseille, where one was asked for. */
  arrondissement?: number;
  latitude?: number;
  longitude?: number;
  /** Asked for by a postcode: in degrees, the centre of its district, around which a radius lies. */
  centre?: { latitude: number; longitude: number };
}

/** One advert as the page says it: nothing is worked out here. */
export interface Listing {
  title: string;
  /** "" when the source names none. */
  company: string;
  location: string;
  url: string;
  /** The source's own name of the advert, where it has one. */
  id?: string;
  description?: string;
  /** The description is a few words out of it, and does not say so: the job's will, with an ellipsis. */
  teaser?: boolean;
  salaryText?: string;
  /** Where the source gives numbers. Preferred over the text. */
  salary?: { min: number | null; max: number | null; period: SalaryPeriod | null; currency: string | null };
  /** The source's own guess: counts as unlisted. */
  salaryPredicted?: boolean;
  /** Where the source has a field for it. Preferred over any text. */
  workMode?: WorkMode;
  /** Marked as telecommuting, which is set for jobs that are partly at home too: then the words say so. */
  telecommute?: boolean;
  /** The source's words on it: read before title and description. */
  workModeText?: string;
  /** The source's words on hours and term ("Part time", "CDI"): adverts that differ in them are not one. */
  termsText?: string;
  /** What its fields say of hours and term by a code or a flag, in words of ours. */
  termsOfCodes?: string;
  /** It lasts for a time, and the source does not say under what kind of contract. */
  isForTime?: boolean;
  postedText?: string;
  /** The last day to apply. */
  closingText?: string;
  /** The source says whether a recruitment agency posted it. */
  agency?: boolean;
  /** When the source last changed it. */
  updatedText?: string;
  /** Offered anywhere in the country, whatever the location says. */
  nationwide?: boolean;
  /** All its places lie in other countries: read, but no result of a search. */
  abroad?: boolean;
}

export interface ListingPage {
  listings: Listing[];
  hasMore: boolean;
  /** Adverts of the page that are no result of the search, by id or link: they tell a page that repeats another. */
  leftOut?: readonly string[];
  /** The number of results that the site states for the whole search. */
  siteTotal?: number;
}

/**
 * One request of an access method and the parsing of its answer. The values of earlier
 * steps (a token, a key, the id of a place) are handed to later ones; the last
 * step's value is the ListingPage.
 */
export interface AccessStep {
  name: string;
  /** How long the value may be kept for other searches; absent: not at all. */
  keepMs?: number;
  /** What the value depends on beside the platform, for keeping it. */
  keepKey?(search: PlatformSearch): string;
  /** Asked in its place when the first request brings no value: another address of the same. */
  alternative?(search: PlatformSearch): SourceRequest | null;
  /** null: not needed for this search. Throws AdapterFault "refused_search" where the site cannot be asked for it. */
  request(search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | null;
  /** Pure, and run in a worker on text from outside: it must not loop for long on anything. */
  parse(answer: Answer, search: PlatformSearch): unknown;
  /** Statuses of 400 and more that are answers for `parse` (a 404 past the last page). */
  accepts?: readonly number[];
  /** Statuses at which kept values of earlier steps are dropped and asked for once more. */
  renewsAt?: readonly number[];
  /**
   * This step's value is a ListingPage too: its listings are given along with
   * the last step's. Once one list is there, a later step that fails loses nothing.
   */
  lists?: boolean;
}

/** What a keyed API grants, over every window of that length; kept in the store over restarts. */
export interface Budget {
  /** Platforms with one key share one budget by its name. */
  name: string;
  limits: readonly { calls: number; windowMs: number }[];
}

/** A way into a platform: its API with a key, or the pages that anyone sees. */
export interface AccessMethod {
  kind: 'api' | 'page';
  /** Settings that this access method needs. */
  needs?: readonly string[];
  /** Tried when the access method before it fails; `same-site`: but not when the site itself refused that. */
  fallback?: 'same-site' | 'other-site';
  /** robots.txt is asked for pages; a keyed API has terms of its own. */
  robots: boolean;
  minIntervalMs: number;
  /** What its adverts always state: a page on which none does has changed (SPEC §3). */
  fills: readonly ('company' | 'location' | 'postedText' | 'description')[];
  /** The platform itself leaves out jobs under `minSalary`: then it belongs to the cache's key. */
  appliesSalary: boolean;
  /** Wishes that its requests carry, in the platform's own names: they belong to the cache's key. Absent: it takes none. */
  pushes?(search: Pick<PlatformSearch, 'wishes' | 'place'> & { page?: number }): WishParameters;
  /** Filters that its requests carry: they belong to the cache's key too. Absent: it takes none. */
  filters?: PlatformFilters;
  /** The place that a search's requests named, as the site reads it; "" where they named none. `earlier`: the values of its steps. */
  sentPlace(search: Pick<PlatformSearch, 'place' | 'locationText'>, earlier: readonly unknown[]): string;
  budget?: Budget;
  steps: readonly AccessStep[];
}

/** A value that the operator sets for a platform, by name of the environment. */
export interface PlatformSetting {
  name: string;
  /** One line of the table of settings. */
  meaning: string;
  secret?: boolean;
  /** An https address: checked at the start. */
  isAddress?: boolean;
}

export interface Platform {
  /** Codes that it had before stand in schemas/deprecations.ts. */
  code: string;
  name: string;
  country: Country;
  /** Hosts that its requests may go to. */
  hosts: readonly string[];
  /** Further hosts that its adverts' links lead to: sister sites, declared partners. `*.` stands for every name below. */
  advertHosts?: readonly string[];
  /** Its terms ask for its links unchanged; those of others are given without query and fragment, which track visits. */
  keepsLinks?: boolean;
  /** On without being named in PLATFORMS. */
  byDefault: boolean;
  /** Part of the free trial. */
  inTrial: boolean;
  /** Settings that it uses. Platforms that share one declare it alike. */
  settings?: readonly PlatformSetting[];
  /** To be shown beside its jobs. */
  attribution?: string;
  /** What its owner asks of those who use its adverts: licence, attribution, what is forbidden, price. */
  terms: string;
  /** Its terms forbid that an advert is kept for longer. */
  keepsAtMostMs?: number;
  /** Pages that one search reads at most: more for a list without a search of its own, which is sifted here. Absent: five. What the site itself shows at most belongs in `hasMore`. */
  maximumPages?: number;
  /** In order of preference: the first whose needs are met is used. */
  accessMethods: readonly AccessMethod[];
}

/** The access methods of a search: the first whose settings are there, and those to fall back on. */
export function accessMethodsOf(
  { accessMethods }: Platform,
  settings: PlatformSearch['settings'],
): readonly AccessMethod[] {
  return accessMethods
    .filter(({ needs = [] }) => needs.every((name) => settings[name]))
    .filter(({ fallback }, index) => index === 0 || fallback);
}

/** The access method that a search begins with: the first whose settings are there. */
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

/** Whether a host is one of the list. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

export function definePlatform(platform: Platform): Platform {
  return platform;
}
