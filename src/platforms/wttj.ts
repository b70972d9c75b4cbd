import { crc32 } from 'node:zlib';
import type { SalaryPeriod, WorkMode } from '../../schemas/index.ts';
import { foldWords } from '../lib/text.ts';
import { asAmount, asObject, asObjects, asText, readJson, type JsonObject } from '../reading/answer.ts';
import { findObjectAfter } from '../reading/embedded.ts';
import { htmlToText } from '../reading/entities.ts';
import { pageRequest } from './page-door.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../reading/answer.ts';

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
  doors: [
    {
      kind: 'page',
      robots: true,
      paceMs: 500,
      appliesSalary: false,
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
            const hits = asObjects(body?.['hits']);
            if (!hits) throw new AdapterFault('changed', 'the answer has no list of hits');
            return { listings: toListings(hits, search), hasMore: search.page < Number(body?.['nbPages'] ?? 0) };
          },
        },
      ],
    },
    {
      kind: 'page',
      fallback: true,
      robots: true,
      paceMs: 1_000,
      appliesSalary: false,
      steps: [
        {
          name: 'search',
          request: ({ query, page }) => {
            const url = new URL('https://api.welcometothejungle.com/api/v3/public/jobs');
            url.searchParams.set('job_title', query);
            url.searchParams.set('page', String(page));
            url.searchParams.set('query_id', `00000000-0000-4000-8000-${crc32(query).toString(16).padStart(12, '0')}`);
            return {
              method: 'GET',
              url: url.href,
              headers: {
                accept: 'application/json',
                origin: SITE,
                referer: `${SITE}/fr/jobs`,
                'wttj-user-language': 'fr',
              },
            };
          },
          parse: (answer, search): ListingPage => {
            const body = asObject(readJson(answer));
            // One job's own answer holds it under "job".
            const detail = asObject(body?.['job']);
            const jobs = asObjects(body?.['data']) ?? (detail ? [detail] : undefined);
            if (!jobs) throw new AdapterFault('changed', 'the answer has no list of jobs');
            return { listings: toListings(jobs, search), hasMore: jobs.length === 10 };
          },
        },
      ],
    },
  ],
});

function around({ place }: PlatformSearch): object {
  if (!place || place.kind !== 'town' || place.latitude === undefined || place.longitude === undefined) return {};
  return { aroundLatLng: `${place.latitude},${place.longitude}`, aroundRadius: RADIUS_METRES };
}

function toListings(hits: readonly JsonObject[], search: PlatformSearch): Listing[] {
  return hits.map((hit) => toListing(hit, search)).filter((listing) => listing !== undefined);
}

const SLUG = /^[A-Za-z0-9_-]+$/;

/** Hits without a name or slug are broken; those without an office in France are another country's. */
function toListing(hit: JsonObject, { place }: PlatformSearch): Listing | undefined {
  const organization = asObject(hit['organization']);
  const title = htmlToText(asText(hit['name']));
  const slug = asText(hit['slug']);
  const company = asText(organization?.['slug']);
  const office = asObject(hit['office']);
  const offices = asObjects(hit['offices']) ?? (office ? [office] : []);
  const french = offices.filter(({ country_code }) => country_code === 'FR');
  if (!title || !SLUG.test(slug)) return undefined;
  const mode = WORK_MODES[asText(hit['remote'])];
  const chosen = french.find((one) => isIn(one, place?.name ?? '')) ?? french[0] ?? offices[0];
  return {
    id: asText(hit['reference']) || asText(hit['objectID']),
    title,
    company: htmlToText(asText(organization?.['name'])),
    location: [asText(chosen?.['local_city']) || asText(chosen?.['city']), asText(chosen?.['local_state'])]
      .filter(Boolean)
      .join(', '),
    url: SLUG.test(company) ? `${SITE}/fr/companies/${company}/jobs/${slug}` : asText(hit['apply_url']),
    description: describe(hit),
    postedText: asText(hit['published_at']) || asText(hit['published_at_date']),
    ...(mode ? { workMode: mode } : {}),
    ...(french.length === 0 ? { abroad: true } : {}),
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
