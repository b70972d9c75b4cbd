import { HOUR_MS } from '../../lib/clock.ts';
import { asObject, asText, readJson } from '../../reading/answer.ts';
import { findObjectAfter } from '../../reading/embedded.ts';
import { pageRequest } from './page-access.ts';
import { definePlatform, type AccessMethod, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { requireRows, siteTotalOf } from './result-page.ts';
import {
  addressOf,
  filterParameters,
  filterValue,
  parametersOf,
  type PlatformFilters,
  radiusOf,
} from './search-criteria.ts';
import { LANGUAGES, toListings, WTTJ_SITE as SITE } from './wttj-jobs.ts';

const INDEX = 'wttj_jobs_production_fr';
const PAGE_SIZE = 50;
const RADIUS_METRES = 20_000;
/** A release of the site may change the search key, so the key is reused only for this long. */
const KEY_KEPT_MS = 12 * HOUR_MS;

/** The index names these regions in English. The keys are INSEE codes. */
const REGIONS_IN_ENGLISH: Readonly<Record<string, string>> = { '28': 'Normandy', '53': 'Brittany', '94': 'Corsica' };

/** Contracts that are missing here have no value of their own in the index. */
const FILTERS: PlatformFilters = {
  workModes: {
    remote: filterValue('remote', 'fulltime'),
    hybrid: filterValue('remote', 'partial', 'punctual'),
    'on-site': filterValue('remote', 'no'),
  },
  contracts: {
    internship: filterValue('contract_type', 'internship'),
    apprenticeship: filterValue('contract_type', 'apprenticeship'),
    freelance: filterValue('contract_type', 'freelance'),
  },
  several: 'side by side',
};

const TERMS = 'The terms forbid extraction (articles 10 and 19.2).';

interface SearchKey {
  applicationId: string;
  apiKey: string;
}

/**
 * Uses the site's search index with the browser key that the site publishes, or else the slower search without a key.
 */
export const wttj = definePlatform({
  code: 'wttj',
  name: 'Welcome to the Jungle',
  country: 'FR',
  hosts: ['www.welcometothejungle.com', 'api.welcometothejungle.com', '*.algolia.net'],
  byDefault: true,
  inTrial: true,
  terms: TERMS,
  accessMethods: [
    {
      kind: 'page',
      robots: true,
      minIntervalMs: 500,
      expectedFields: ['company', 'location', 'postedText'],
      appliesSalary: false,
      criteriaParameters: (search) => parametersOf({ aroundRadius: radiusOf(search) }),
      filters: FILTERS,
      sentPlace: ({ place }) => (place && place.kind !== 'nation' ? place.name : ''),
      steps: [
        {
          name: 'key',
          reuseMs: KEY_KEPT_MS,
          request: () => pageRequest(`${SITE}/api/env`, 'FR'),
          parse: (answer): SearchKey => {
            const text = findObjectAfter(answer.body, '');
            const env = text === undefined ? undefined : asObject(JSON.parse(text));
            const applicationId = asText(env?.['PUBLIC_ALGOLIA_APPLICATION_ID']);
            const apiKey = asText(env?.['PUBLIC_ALGOLIA_API_KEY_CLIENT']);
            // The application id becomes part of a host name, so other characters are refused.
            if (!/^[A-Za-z0-9]{4,32}$/.test(applicationId) || !/^[A-Za-z0-9]{8,128}$/.test(apiKey)) {
              throw new AdapterFault('changed', 'the site no longer hands out its search key');
            }
            return { applicationId, apiKey };
          },
        },
        {
          name: 'search',
          renewsAt: [403],
          request: (search, [key]) => {
            const { applicationId, apiKey } = key as SearchKey;
            return {
              method: 'POST',
              url: `https://${applicationId.toLowerCase()}-dsn.algolia.net/1/indexes/${INDEX}/query`,
              headers: {
                'x-algolia-application-id': applicationId,
                'x-algolia-api-key': apiKey,
                'content-type': 'application/json',
                // The index accepts the key only with the headers of a request from the site's own pages.
                referer: `${SITE}/`,
                origin: SITE,
              },
              body: JSON.stringify({
                query: search.query,
                hitsPerPage: PAGE_SIZE,
                page: search.page - 1,
                ...around(search),
                filters: conditionsOf(search),
              }),
            };
          },
          parse: (answer, search): ListingPage => {
            const body = asObject(readJson(answer));
            const before = (search.page - 1) * PAGE_SIZE;
            const hits = requireRows(body?.['hits'], { total: body?.['nbHits'], before });
            const hasMore = hits.length > 0 && search.page < Number(body?.['nbPages'] ?? 0);
            return { listings: toListings(hits, search), hasMore, ...siteTotalOf(body?.['nbHits']) };
          },
        },
      ],
    },
    { ...publicJobs(), fallback: 'other-site' },
  ],
});

/** Only the search without a key returns the site's British jobs. */
export const wttjGb = definePlatform({
  code: 'wttj_gb',
  name: 'Welcome to the Jungle UK',
  country: 'GB',
  hosts: ['api.welcometothejungle.com'],
  advertHosts: ['www.welcometothejungle.com'],
  byDefault: false,
  inTrial: false,
  terms: TERMS,
  accessMethods: [publicJobs()],
});

const PUBLIC_PAGE_SIZE = 10;

/** The search without a key has no parameter for a place within the country, so places are filtered here. */
function publicJobs(): AccessMethod {
  return {
    kind: 'page',
    robots: true,
    minIntervalMs: 1_000,
    expectedFields: ['company', 'location', 'postedText'],
    appliesSalary: false,
    sentPlace: () => '',
    steps: [
      {
        name: 'search',
        request: ({ query, page, country }) => {
          const language = LANGUAGES[country];
          const url = addressOf('https://api.welcometothejungle.com/api/v3/public/jobs', {
            job_title: query,
            country_code: country,
            page,
          });
          return {
            method: 'GET',
            url: url.href,
            headers: {
              accept: 'application/json',
              origin: SITE,
              referer: `${SITE}/${language}/jobs`,
              'wttj-user-language': language,
            },
          };
        },
        parse: (answer, search): ListingPage => {
          const body = asObject(readJson(answer));
          // An answer with one job has the job under "job".
          const jobs = requireRows(body?.['data'] ?? (body?.['job'] ? [body['job']] : undefined), { before: 0 });
          return { listings: toListings(jobs, search), hasMore: jobs.length === PUBLIC_PAGE_SIZE };
        },
      },
    ],
  };
}

function conditionsOf(search: PlatformSearch): string {
  const { parameters } = filterParameters(FILTERS, search);
  const filters = Object.entries(parameters).map(
    ([name, values]) =>
      `(${[values]
        .flat()
        .map((value) => `${name}:${value}`)
        .join(' OR ')})`,
  );
  const region = regionOf(search);
  return ['offices.country_code:FR', ...(region ? [region] : []), ...filters].join(' AND ');
}

/** Returns the fields that search a town by the distance from its coordinates; none for other places. */
function around({ place, criteria }: Pick<PlatformSearch, 'place' | 'criteria'>): object {
  const radius = radiusOf({ place, ...(criteria ? { criteria } : {}) });
  if (place?.kind !== 'town' || place.latitude === undefined || place.longitude === undefined) return {};
  return {
    aroundLatLng: `${place.latitude},${place.longitude}`,
    aroundRadius: radius === undefined ? RADIUS_METRES : Math.max(1, radius) * 1_000,
  };
}

/**
 * Returns the condition for a place that `around` does not search by coordinates: a department, a region, or a town
 * without coordinates. Undefined for other places and without a place.
 */
function regionOf({ place }: Pick<PlatformSearch, 'place'>): string | undefined {
  if (!place || place.kind === 'nation' || 'aroundLatLng' in around({ place })) return undefined;
  const { field, names } =
    place.kind === 'region' && !place.isPartOfRegion
      ? { field: 'state', names: [place.name, REGIONS_IN_ENGLISH[place.regionCode ?? '']] }
      : { field: 'district', names: place.departmentNames ?? [place.name] };
  // The index contains names with and without accents, so both forms are searched.
  const forms = [...new Set(names.filter((name) => name !== undefined).flatMap((name) => [name, unaccented(name)]))];
  return `(${forms.map((name) => `offices.${field}:"${name.replaceAll('"', '')}"`).join(' OR ')})`;
}

function unaccented(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}
