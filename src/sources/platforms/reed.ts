import type { SalaryPeriod, WorkMode } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { absoluteUrl, asAmount, asObject, asText, readJson, type JsonObject } from '../../reading/answer.ts';
import { findScriptById } from '../../reading/embedded.ts';
import { htmlToText } from '../../reading/entities.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { hasNextPage, requireRows, siteTotalOf } from './result-page.ts';
import {
  addressOf,
  filterParameters,
  filterValue,
  milesOf,
  parametersOf,
  type PlatformFilters,
  setAll,
  spanOf,
  widerValue,
  type PlatformParameters,
} from './search-criteria.ts';
import { floorOf, whereText } from './where.ts';

const SITE = 'https://www.reed.co.uk';
const PAGE_SIZE = 25;
const API_PAGE_SIZE = 100;

/** Salary types of the page. For other types, the size of the figures decides the period. */
const PERIODS: Readonly<Record<string, SalaryPeriod>> = {
  '1': 'hour',
  '2': 'day',
  '3': 'week',
  '4': 'month',
  '5': 'year',
};
/**
 * Bits of `salaryDescription`. If one is set, the page shows these words instead of the pay, and the salary figures
 * serve only to filter adverts.
 */
const HIDDEN_PAY: readonly (readonly [bit: number, shown: string])[] = [
  [64, 'Competitive salary'],
  [16, 'Salary negotiable'],
  [32, 'Commission'],
];
const JOB_TYPES: Readonly<Record<string, string>> = { '1': 'permanent', '4': 'temporary' };
/** The page's `ouType`: true for an agency, false for an employer. */
const BY_AGENCY: Readonly<Record<string, boolean>> = { '1': true, '2': false };
const POUNDS = '1';

/** The radii in miles that the site offers. Without a radius, the site searches within ten miles. */
const PROXIMITIES = [1, 3, 5, 10, 15, 20, 30, 50, 75];
const SPANS = { today: 1, lastthreedays: 3, lastweek: 7, lasttwoweeks: 14 };

const WORK_MODES: Readonly<Record<string, WorkMode>> = { onsite: 'on-site', remote: 'remote', hybrid: 'hybrid' };

/**
 * Reed's "contract" covers both fixed-term employees and freelancers, so the parameter also returns jobs of the kind
 * that was not requested. This is true of the API and of the page.
 */
const API_FILTERS: PlatformFilters = {
  contracts: {
    permanent: filterValue('permanent', 'true'),
    temporary: filterValue('temp', 'true'),
    fixed_term: widerValue('contract', 'true'),
    freelance: widerValue('contract', 'true'),
  },
  hours: { full_time: filterValue('fullTime', 'true'), part_time: filterValue('partTime', 'true') },
  agencies: {
    true: filterValue('postedByRecruitmentAgency', 'true'),
    false: filterValue('postedByDirectEmployer', 'true'),
  },
};
const PAGE_FILTERS: PlatformFilters = {
  contracts: {
    permanent: filterValue('perm', 'True'),
    temporary: filterValue('temp', 'True'),
    fixed_term: widerValue('contract', 'True'),
    freelance: widerValue('contract', 'True'),
  },
  hours: { full_time: filterValue('fulltime', 'True'), part_time: filterValue('parttime', 'True') },
  agencies: { true: filterValue('agency', 'True'), false: filterValue('direct', 'True') },
};

/** Uses the Jobseeker API if a key is set, and otherwise the data embedded in the result page. */
export const reed = definePlatform({
  code: 'reed',
  name: 'Reed',
  country: 'GB',
  hosts: ['www.reed.co.uk'],
  byDefault: true,
  inTrial: true,
  settings: [{ name: 'REED_API_KEY', meaning: 'Key for the Reed Jobseeker API.', secret: true }],
  terms: 'The API is free under an agreement with Reed; the pages say nothing about reuse.',
  accessMethods: [
    {
      kind: 'api',
      needs: ['REED_API_KEY'],
      robots: false,
      minIntervalMs: 200,
      expectedFields: ['company', 'location', 'postedText', 'description'],
      // Reed's salary filter also drops adverts without pay, but so does the filter of this service.
      appliesSalary: true,
      sentPlace: whereText,
      criteriaParameters: apiCriteria,
      filters: API_FILTERS,
      // Reed documents no limits; these are the lowest that users report.
      budget: {
        name: 'reed',
        limits: [
          { calls: 100, windowMs: DAY_MS },
          { calls: 500, windowMs: 31 * DAY_MS },
        ],
      },
      steps: [
        {
          name: 'search',
          request: (search) => ({
            method: 'GET',
            url: apiUrl(search),
            headers: {
              accept: 'application/json',
              authorization: `Basic ${Buffer.from(`${search.settings['REED_API_KEY']}:`).toString('base64')}`,
            },
          }),
          parse: (answer, { page }): ListingPage => {
            const body = asObject(readJson(answer));
            // An answer with one advert has the advert's fields at the top level.
            const field = body?.['results'] ?? (body?.['jobId'] ? [body] : undefined);
            const total = body?.['totalResults'];
            const results = requireRows(field, { total, before: (page - 1) * API_PAGE_SIZE });
            return {
              listings: results.map(apiListing),
              hasMore: hasNextPage(results.length, { page, size: API_PAGE_SIZE, total }),
              ...siteTotalOf(total),
            };
          },
        },
      ],
    },
    pageAccess({
      country: 'GB',
      minIntervalMs: 1_500,
      expectedFields: ['location', 'postedText'],
      appliesSalary: false,
      filters: PAGE_FILTERS,
      criteriaParameters: (search) =>
        parametersOf({
          proximity: milesOf(search, PROXIMITIES),
          datecreatedoffset: spanOf(search, SPANS),
          sortby: search.criteria?.sort === 'date' ? 'DisplayDate' : undefined,
        }),
      address: (search) =>
        addressOf(`${SITE}/jobs`, {
          keywords: search.query,
          location: whereText(search),
          pageno: search.page > 1 ? search.page : undefined,
        }),
      // The site answers 404 after the last page.
      acceptedStatuses: [404],
      parse: (answer, { page }): ListingPage => {
        if (answer.status === 404) {
          if (page === 1) throw new AdapterFault('changed', 'the site answered HTTP 404 to the first page of a search');
          return { listings: [], hasMore: false };
        }
        const results = asObject(pageProps(answer.body)?.['searchResults']);
        if (!results) throw new AdapterFault('changed', "the page does not hold its results' data");
        const total = results['count'];
        const jobs = requireRows(results['jobs'], { total, before: (page - 1) * PAGE_SIZE });
        return {
          listings: jobs.map(pageListing),
          hasMore: hasNextPage(jobs.length, { page, size: PAGE_SIZE, total }),
          ...siteTotalOf(total),
        };
      },
    }),
  ],
});

/** The API has no filter for dates and no sort order. */
function apiCriteria(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  return parametersOf({ distanceFromLocation: milesOf(search) });
}

function apiUrl(search: PlatformSearch): string {
  const url = addressOf(`${SITE}/api/1.0/search`, {
    keywords: search.query,
    locationName: whereText(search),
    minimumSalary: floorOf(search),
    resultsToTake: API_PAGE_SIZE,
    resultsToSkip: search.page > 1 ? (search.page - 1) * API_PAGE_SIZE : undefined,
  });
  setAll(url, { ...apiCriteria(search), ...filterParameters(API_FILTERS, search).parameters });
  return url.href;
}

/**
 * The API does not state the period of the pay, except that `salaryType` may say "hour". If it does not, the size of
 * the figures decides the period.
 */
function apiListing(job: JsonObject): Listing {
  const type = asText(job['salaryType']);
  const text = asText(job['salary']);
  const min = asAmount(job['minimumSalary']);
  const max = asAmount(job['maximumSalary']);
  return {
    id: asText(job['jobId']),
    title: htmlToText(asText(job['jobTitle'])),
    company: htmlToText(asText(job['employerProfileName']) || asText(job['employerName'])),
    location: spacedPostcode(asText(job['locationName'])),
    url: asText(job['jobUrl']) || `${SITE}/jobs/job/${asText(job['jobId'])}`,
    description: htmlToText(asText(job['jobDescription'])),
    postedText: asText(job['date']) || asText(job['datePosted']),
    closingText: asText(job['expirationDate']),
    termsText: asText(job['contractType']),
    termsOfCodes: [job['fullTime'] === true ? 'full time' : '', job['partTime'] === true ? 'part time' : '']
      .filter(Boolean)
      .join(', '),
    ...(text ? { salaryText: text } : {}),
    ...(min !== null || max !== null
      ? {
          salary: {
            min,
            max,
            period: /hour/i.test(type) ? ('hour' as const) : null,
            currency: asText(job['currency']) || null,
          },
        }
      : {}),
  };
}

/** "WC1B5HA" → "WC1B 5HA" */
function spacedPostcode(location: string): string {
  return location.replace(/^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, '$1 $2');
}

function pageProps(html: string): JsonObject | undefined {
  const script = findScriptById(html, '__NEXT_DATA__');
  if (script === undefined) return undefined;
  try {
    return asObject(asObject(asObject(JSON.parse(script))?.['props'])?.['pageProps']);
  } catch {
    return undefined;
  }
}

function pageListing(entry: JsonObject): Listing {
  const job = asObject(entry['jobDetail']) ?? entry;
  const id = asText(job['jobId']);
  const path = asText(entry['url']);
  const county = asText(job['countyLocation']);
  const town = asText(job['displayLocationName']);
  const option = asText(job['remoteWorkingOption']) || asText(job['workingOption']);
  const mode = WORK_MODES[option.toLowerCase().replace(/[^a-z]/g, '')];
  return {
    id,
    title: htmlToText(asText(job['jobTitle'])),
    company: htmlToText(asText(job['ouName']) || asText(entry['profileName'])),
    location: county && county !== town ? `${town}, ${county}` : town,
    url: path ? absoluteUrl(path, SITE) : `${SITE}/jobs/job/${id}`,
    description: htmlToText(asText(job['jobDescription']) || asText(job['jobDescriptionSnippet'])),
    teaser: asText(job['jobDescription']) === '',
    postedText: asText(job['displayDate']) || asText(job['dateCreated']),
    termsOfCodes: [
      job['isFullTime'] === true ? 'full time' : '',
      job['isPartTime'] === true ? 'part time' : '',
      JOB_TYPES[asText(job['jobType'])] ?? '',
    ].join(' '),
    ...(mode ? { workMode: mode } : {}),
    ...(asText(job['ouType']) in BY_AGENCY ? { agency: BY_AGENCY[asText(job['ouType'])] as boolean } : {}),
    ...pageSalary(job),
  };
}

function pageSalary(job: JsonObject): Pick<Listing, 'salary' | 'salaryText'> {
  const description = asText(job['salaryDescription']);
  // The field is a set of bits on some pages and words on others.
  const words = /[a-z]/i.test(description) ? description : '';
  if (/competitive|negotiable/i.test(words)) return { salaryText: words };
  const hidden = HIDDEN_PAY.find(([bit]) => words === '' && (Number(description) & bit) !== 0);
  if (hidden) return { salaryText: hidden[1] };
  const min = asAmount(job['salaryFrom']);
  const max = asAmount(job['salaryTo']);
  if (min === null && max === null) return words ? { salaryText: words } : {};
  const currency = asText(job['salaryCurrencyId']);
  return {
    ...(words ? { salaryText: words } : {}),
    salary: {
      min,
      max,
      period: PERIODS[asText(job['salaryType'])] ?? null,
      // It is unknown which currencies the other codes mean.
      currency: currency === '' || currency === POUNDS ? 'GBP' : 'XXX',
    },
  };
}
