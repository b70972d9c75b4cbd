import type { Country, SalaryPeriod, WorkMode } from '../../schemas/index.ts';
import { foldWords } from '../lib/text.ts';
import { asAmount, asObject, asObjects, asText, readJson, type JsonObject } from '../reading/answer.ts';
import { findObjectAfter } from '../reading/embedded.ts';
import { htmlToText } from '../reading/entities.ts';
import { pageRequest } from './page-door.ts';
import { definePlatform, type Door, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../reading/answer.ts';
import { requireRows } from './result-page.ts';

const SITE = 'https://www.welcometothejungle.com';
const INDEX = 'wttj_jobs_production_fr';
const PAGE_SIZE = 50;
const RADIUS_METRES = 20_000;
/** The search key is read from the site and may change with any of its releases. */
const KEY_KEPT_MS = 12 * 3_600_000;

const WORK_MODES: Readonly<Record<string, WorkMode>> = {
  fulltime: 'remote',
  partial: 'hybrid',
  punctual: 'hybrid',
  no: 'on-site',
};

const PERIODS: Readonly<Record<string, SalaryPeriod>> = {
  yearly: 'year',
  monthly: 'month',
  weekly: 'week',
  daily: 'day',
  hourly: 'hour',
};

const LANGUAGES: Readonly<Record<Country, string>> = { GB: 'en', FR: 'fr' };

/** Regions that the index names in English, by INSEE code. */
const REGIONS_IN_ENGLISH: Readonly<Record<string, string>> = { '28': 'Normandy', '53': 'Brittany', '94': 'Corsica' };

const TERMS = 'Forbid extraction (articles 10 and 19.2).';

interface SearchKey {
  applicationId: string;
  apiKey: string;
}

/**
 * Welcome to the Jungle: the site's search index, with the browser key that
 * the site hands out; the slower keyless search when that is not to be had.
 */
export const wttj = definePlatform({
  code: 'wttj',
  name: 'Welcome to the Jungle',
  country: 'FR',
  hosts: ['www.welcometothejungle.com', 'api.welcometothejungle.com', '*.algolia.net'],
  byDefault: true,
  inTrial: true,
  terms: TERMS,
  doors: [
    {
      kind: 'page',
      robots: true,
      paceMs: 500,
      appliesSalary: false,
      sentPlace: ({ place }) => (place && Object.keys(around({ place })).length > 0 ? place.name : ''),
      steps: [
        {
          name: 'key',
          keepMs: KEY_KEPT_MS,
          request: () => pageRequest(`${SITE}/api/env`, 'FR'),
          parse: (answer): SearchKey => {
            const text = findObjectAfter(answer.body, '');
            const env = text === undefined ? undefined : asObject(JSON.parse(text));
            const applicationId = asText(env?.['PUBLIC_ALGOLIA_APPLICATION_ID']);
            const apiKey = asText(env?.['PUBLIC_ALGOLIA_API_KEY_CLIENT']);
            // The id becomes part of a host name.
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
                // The key works for calls from the site alone.
                referer: `${SITE}/`,
                origin: SITE,
              },
              body: JSON.stringify({
                query: search.query,
                hitsPerPage: PAGE_SIZE,
                page: search.page - 1,
                filters: 'offices.country_code:FR',
                ...around(search),
              }),
            };
          },
          parse: (answer, search): ListingPage => {
            const body = asObject(readJson(answer));
            const before = (search.page - 1) * PAGE_SIZE;
            const hits = requireRows(body?.['hits'], { total: body?.['nbHits'], before });
            const hasMore = hits.length > 0 && search.page < Number(body?.['nbPages'] ?? 0);
            return { listings: toListings(hits, search), hasMore };
          },
        },
      ],
    },
    { ...publicJobs(), fallback: true },
  ],
});

/** The same site's British jobs: by the keyless search alone. */
export const wttjGb = definePlatform({
  code: 'wttj_gb',
  name: 'Welcome to the Jungle UK',
  country: 'GB',
  hosts: ['api.welcometothejungle.com'],
  byDefault: false,
  inTrial: false,
  terms: TERMS,
  doors: [publicJobs()],
});

const PUBLIC_PAGE_SIZE = 10;

/** The search that needs no key: worldwide and without a place, so that offices are looked at here. */
function publicJobs(): Door {
  return {
    kind: 'page',
    robots: true,
    paceMs: 1_000,
    appliesSalary: false,
    sentPlace: () => '',
    steps: [
      {
        name: 'search',
        request: ({ query, page, country }) => {
          const language = LANGUAGES[country];
          const url = new URL('https://api.welcometothejungle.com/api/v3/public/jobs');
          url.searchParams.set('job_title', query);
          url.searchParams.set('country_code', country);
          url.searchParams.set('page', String(page));
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
          // One job's own answer holds it under "job".
          const jobs = requireRows(body?.['data'] ?? (body?.['job'] ? [body['job']] : undefined), { before: 0 });
          return { listings: toListings(jobs, search), hasMore: jobs.length === PUBLIC_PAGE_SIZE };
        },
      },
    ],
  };
}

/** A town by its neighbourhood; departments and regions by the fields of the index. */
function around({ place }: Pick<PlatformSearch, 'place'>): object {
  if (!place || place.kind === 'nation') return {};
  if (place.kind === 'town' && place.latitude !== undefined && place.longitude !== undefined)
    return { aroundLatLng: `${place.latitude},${place.longitude}`, aroundRadius: RADIUS_METRES };
  const { field, names } =
    place.kind === 'region' && !place.isPartOfRegion
      ? { field: 'state', names: [place.name, REGIONS_IN_ENGLISH[place.regionCode ?? '']] }
      : { field: 'district', names: place.departmentNames ?? [place.name] };
  // Names stand with accents and without them.
  const forms = [...new Set(names.filter((name) => name !== undefined).flatMap((name) => [name, unaccented(name)]))];
  const any = forms.map((name) => `offices.${field}:"${name.replaceAll('"', '')}"`).join(' OR ');
  return { filters: `offices.country_code:FR AND (${any})` };
}

function unaccented(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}

function toListings(hits: readonly JsonObject[], search: PlatformSearch): Listing[] {
  const listings = hits.map((hit) => toListing(hit, search)).filter((listing) => listing !== undefined);
  if (hits.length > 0 && listings.length === 0)
    throw new AdapterFault('changed', 'none of the jobs has a name and a link');
  return listings;
}

const SLUG = /^[A-Za-z0-9_-]+$/;

/** Hits without a name or slug are broken; those without an office in the country are another's. */
function toListing(hit: JsonObject, { place, country }: PlatformSearch): Listing | undefined {
  const organization = asObject(hit['organization']);
  const title = htmlToText(asText(hit['name']));
  const slug = asText(hit['slug']);
  const company = asText(organization?.['slug']);
  const office = asObject(hit['office']);
  const offices = asObjects(hit['offices']) ?? (office ? [office] : []);
  const own = offices.filter(({ country_code }) => country_code === country);
  if (!title || !SLUG.test(slug)) return undefined;
  const mode = WORK_MODES[asText(hit['remote'])];
  const chosen = own.find((one) => isIn(one, place?.name ?? '')) ?? own[0] ?? offices[0];
  return {
    id: asText(hit['reference']) || asText(hit['objectID']),
    title,
    company: htmlToText(asText(organization?.['name'])),
    location: [asText(chosen?.['local_city']) || asText(chosen?.['city']), asText(chosen?.['local_state'])]
      .filter(Boolean)
      .join(', '),
    url: SLUG.test(company)
      ? `${SITE}/${LANGUAGES[country]}/companies/${company}/jobs/${slug}`
      : asText(hit['apply_url']),
    description: describe(hit),
    postedText: asText(hit['published_at']) || asText(hit['published_at_date']),
    ...(mode ? { workMode: mode } : {}),
    ...(own.length === 0 ? { abroad: true } : {}),
    ...salaryOf(hit),
  };
}

/** Of several offices the one that was asked for is shown: by its town, its département or its region. */
function isIn(office: JsonObject, place: string): boolean {
  const names = ['local_city', 'city', 'local_district', 'local_state'].map((field) =>
    foldWords(asText(office[field])),
  );
  return place !== '' && names.includes(foldWords(place));
}

function describe(hit: JsonObject): string {
  const missions = Array.isArray(hit['key_missions']) ? hit['key_missions'].map(asText) : [];
  return [
    asText(hit['summary']),
    asText(hit['description']),
    ...missions.map((mission) => `- ${mission}`),
    asText(hit['profile']),
  ]
    .map(htmlToText)
    .filter((part) => part !== '' && part !== '-')
    .join('\n');
}

function salaryOf(hit: JsonObject): Pick<Listing, 'salary'> {
  const min = asAmount(hit['salary_minimum'] ?? hit['salary_min']);
  const max = asAmount(hit['salary_maximum'] ?? hit['salary_max']);
  if (min === null && max === null) return {};
  return {
    salary: {
      min,
      max,
      period: PERIODS[asText(hit['salary_period'])] ?? null,
      currency: asText(hit['salary_currency']) || null,
    },
  };
}
