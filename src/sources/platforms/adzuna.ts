import type { Country } from '../../../schemas/index.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts';
import { asAmount, asObject, asText, readJson, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { definePlatform, type Listing, type ListingPage, type Platform, type PlatformSearch } from './platform.ts';
import { distinctById, hasNextPage, requireRows, siteTotalOf } from './result-page.ts';
import {
  addressOf,
  daysOf,
  filterParameters,
  filterValue,
  parametersOf,
  type PlatformFilters,
  radiusOf,
  setAll,
  widerValue,
  type PlatformParameters,
} from './search-criteria.ts';
import { floorOf, whereText } from './where.ts';

const HOST = 'api.adzuna.com';
const PAGE_SIZE = 50;
/** The API's default of 5 km leaves out most of a city. */
const TOWN_RADIUS_KM = 15;
/** Without this limit, the API also returns adverts that are seven months old. */
const MAXIMUM_DAYS = 30;

const CURRENCIES: Readonly<Record<Country, string>> = { GB: 'GBP', FR: 'EUR' };

/** Adzuna's "contract" means every job that is not permanent. */
const FILTERS: PlatformFilters = {
  contracts: {
    permanent: filterValue('permanent', '1'),
    fixed_term: widerValue('contract', '1'),
    temporary: widerValue('contract', '1'),
    freelance: widerValue('contract', '1'),
  },
  hours: { full_time: filterValue('full_time', '1'), part_time: filterValue('part_time', '1') },
};

/** Both countries use the same pair of keys, so they share one budget. */
function adzuna(country: Country): Platform {
  return definePlatform({
    code: `adzuna_${country.toLowerCase()}`,
    name: country === 'GB' ? 'Adzuna' : 'Adzuna France',
    country,
    hosts: [HOST],
    advertHosts: ['*.adzuna.co.uk', '*.adzuna.fr'],
    keepsLinks: true,
    byDefault: true,
    inTrial: false,
    settings: [
      { name: 'ADZUNA_APP_ID', meaning: 'Application ID for the Adzuna API.' },
      { name: 'ADZUNA_APP_KEY', meaning: 'Application key for the Adzuna API.', secret: true },
    ],
    terms:
      'Free to try for 14 days; after that, commercial use needs a licence. Show the label "Jobs by Adzuna" (at least 116 × 23 px) and leave links unchanged. One account per operator.',
    attribution: 'Jobs by Adzuna',
    accessMethods: [
      {
        kind: 'api',
        needs: ['ADZUNA_APP_ID', 'ADZUNA_APP_KEY'],
        robots: false,
        minIntervalMs: 200,
        expectedFields: ['location', 'postedText', 'description'],
        appliesSalary: true,
        sentPlace: whereText,
        criteriaParameters: criteriaOf,
        filters: FILTERS,
        // The limits are from Adzuna's terms of service.
        budget: {
          name: 'adzuna',
          limits: [
            { calls: 25, windowMs: MINUTE_MS },
            { calls: 250, windowMs: DAY_MS },
            { calls: 1_000, windowMs: 7 * DAY_MS },
            { calls: 2_500, windowMs: 31 * DAY_MS },
          ],
        },
        steps: [
          {
            name: 'search',
            request: (search) => ({
              method: 'GET',
              url: searchUrl(search),
              headers: { accept: 'application/json' },
            }),
            parse: (answer, { page }): ListingPage => {
              const body = asObject(readJson(answer));
              const total = body?.['count'];
              const results = requireRows(body?.['results'], { total, before: (page - 1) * PAGE_SIZE });
              return {
                listings: distinctById(results.map((result) => toListing(result, country))),
                hasMore: hasNextPage(results.length, { page, size: PAGE_SIZE, total }),
                ...siteTotalOf(total),
              };
            },
          },
        ],
      },
    ],
  });
}

export const adzunaGb = adzuna('GB');
export const adzunaFr = adzuna('FR');

function criteriaOf(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  const radius = radiusOf(search);
  return parametersOf({
    // The API refuses a distance below one kilometre.
    distance: radius === undefined ? undefined : Math.max(1, radius),
    max_days_old: daysOf(search),
    sort_by: search.criteria?.sort,
  });
}

function searchUrl(search: PlatformSearch): string {
  const url = addressOf(`https://${HOST}/v1/api/jobs/${search.country.toLowerCase()}/search/${search.page}`, {
    app_id: search.settings['ADZUNA_APP_ID'],
    app_key: search.settings['ADZUNA_APP_KEY'],
    what: search.query,
    where: whereText(search),
    distance: search.place?.kind === 'town' ? TOWN_RADIUS_KM : undefined,
    salary_min: floorOf(search),
    max_days_old: MAXIMUM_DAYS,
    sort_by: 'relevance',
    results_per_page: PAGE_SIZE,
    'content-type': 'application/json',
  });
  setAll(url, { ...criteriaOf(search), ...filterParameters(FILTERS, search).parameters });
  return url.href;
}

function toListing(job: JsonObject, country: Country): Listing {
  const min = asAmount(job['salary_min']);
  const max = asAmount(job['salary_max']);
  // The API sends the text "1". The number 1 and `true` are accepted too.
  const predicted = ['1', 'true'].includes(String(job['salary_is_predicted']));
  return {
    id: asText(job['id']),
    title: htmlToText(asText(job['title'])),
    company: htmlToText(asText(asObject(job['company'])?.['display_name'])),
    location: htmlToText(asText(asObject(job['location'])?.['display_name'])),
    // Adzuna's terms require the unchanged link.
    url: asText(job['redirect_url']),
    description: htmlToText(asText(job['description'])),
    // "contract", as opposed to "permanent", means any kind of temporary job.
    ...(job['contract_type'] === 'contract' ? { isForTime: true } : {}),
    termsText: [asText(job['contract_time']), asText(job['contract_type'])].filter(Boolean).join(' '),
    postedText: asText(job['created']),
    ...(predicted ? { salaryPredicted: true } : {}),
    ...(min !== null || max !== null
      ? { salary: { min, max, period: 'year' as const, currency: CURRENCIES[country] } }
      : {}),
  };
}
