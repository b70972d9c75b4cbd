import type { Country, SalaryPeriod, WorkMode } from '../../../schemas/index.ts';
import { foldWords } from '../../lib/text.ts';
import { AdapterFault, asAmount, asObject, asObjects, asText, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import type { Listing, PlatformSearch } from './platform.ts';

export const WTTJ_SITE = 'https://www.welcometothejungle.com';

export const LANGUAGES: Readonly<Record<Country, string>> = { GB: 'en', FR: 'fr' };

const WORK_MODES: Readonly<Record<string, WorkMode>> = {
  fulltime: 'remote',
  partial: 'hybrid',
  punctual: 'hybrid',
  no: 'on-site',
};

/** Only values with a clear meaning are listed; the site uses "full_time" for everything else. */
const CONTRACTS: Readonly<Record<string, string>> = {
  internship: 'internship',
  apprenticeship: 'apprenticeship',
  freelance: 'freelance',
};

const PERIODS: Readonly<Record<string, SalaryPeriod>> = {
  yearly: 'year',
  monthly: 'month',
  weekly: 'week',
  daily: 'day',
  hourly: 'hour',
};

/**
 * Reads hits of the site's index and of its search without a key, which differ only in the names of fields. Throws
 * AdapterFault "changed" if there are hits but none can be read.
 */
export function toListings(hits: readonly JsonObject[], search: PlatformSearch): Listing[] {
  const listings = hits.map((hit) => toListing(hit, search)).filter((listing) => listing !== undefined);
  if (hits.length > 0 && listings.length === 0)
    throw new AdapterFault('changed', 'none of the jobs has a name and a link');
  return listings;
}

const SLUG = /^[A-Za-z0-9_-]+$/;

/**
 * Returns undefined for a hit without a name or without a valid slug (the job's name in its address). A hit without an
 * office in the country gets `abroad`.
 */
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
    url: SLUG.test(company) ? `${WTTJ_SITE}/${LANGUAGES[country]}/companies/${company}/jobs/${slug}` : '',
    description: describe(hit),
    postedText: asText(hit['published_at']) || asText(hit['published_at_date']),
    termsText: CONTRACTS[asText(hit['contract_type'])] ?? '',
    ...(mode ? { workMode: mode } : {}),
    ...(own.length === 0 ? { abroad: true } : {}),
    ...salaryOf(hit),
  };
}

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
