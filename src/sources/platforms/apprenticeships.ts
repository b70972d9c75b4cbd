import { MINUTE_MS } from '../../lib/clock.ts';
import { asAmount, asObject, asObjects, asText, readJson, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { addressOf, milesOf, parametersOf, setAll, type PlatformParameters } from './search-criteria.ts';
import {
  definePlatform,
  OPEN_GOVERNMENT_LICENCE,
  type Listing,
  type ListingPage,
  type PlatformSearch,
  type SearchPlace,
} from './platform.ts';
import { filterByWords } from './query-words.ts';
import { requireRows, siteTotalOf } from './result-page.ts';

const API = 'https://api.apprenticeships.education.gov.uk/vacancies/vacancy';
const PAGE_SIZE = 50;
const TOWN_RADIUS_MILES = 10;

/**
 * The official API of Find an apprenticeship (England) has no search by keywords, so the keywords are compared here.
 */
export const apprenticeships = definePlatform({
  code: 'apprenticeships',
  name: 'Find an apprenticeship',
  country: 'GB',
  hosts: ['api.apprenticeships.education.gov.uk'],
  advertHosts: ['www.findapprenticeship.service.gov.uk'],
  byDefault: false,
  inTrial: false,
  settings: [
    {
      name: 'APPRENTICESHIPS_API_KEY',
      meaning: 'Key for the Find an apprenticeship API; you can create one yourself, free of charge.',
      secret: true,
    },
  ],
  attribution: OPEN_GOVERNMENT_LICENCE,
  terms: 'Open Government Licence v3.0; 150 requests in 5 minutes.',
  maximumPages: 20,
  accessMethods: [
    {
      kind: 'api',
      needs: ['APPRENTICESHIPS_API_KEY'],
      robots: false,
      minIntervalMs: 250,
      expectedFields: ['company', 'location'],
      appliesSalary: false,
      sentPlace: ({ place }) => (isTown(place) ? place.name : ''),
      criteriaParameters: criteriaOf,
      budget: { name: 'apprenticeships', limits: [{ calls: 150, windowMs: 5 * MINUTE_MS }] },
      steps: [
        {
          name: 'search',
          request: (search) => ({
            method: 'GET',
            url: searchUrl(search),
            headers: {
              accept: 'application/json',
              'ocp-apim-subscription-key': search.settings['APPRENTICESHIPS_API_KEY'] ?? '',
              'x-version': '2',
            },
          }),
          parse: (answer, { query, page }): ListingPage => {
            const body = asObject(readJson(answer));
            // `total` counts all adverts of the API, even if the search is for one town.
            const total = body?.['totalFiltered'] ?? body?.['total'];
            const rows = requireRows(body?.['vacancies'], { total, before: (page - 1) * PAGE_SIZE });
            return {
              ...filterByWords(rows.map(toListing), query),
              hasMore: rows.length > 0 && page < Number(body?.['totalPages'] ?? 0),
              ...siteTotalOf(total),
            };
          },
        },
      ],
    },
  ],
});

function criteriaOf(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  const miles = isTown(search.place) ? milesOf(search) : undefined;
  return parametersOf({ DistanceInMiles: miles === undefined ? undefined : Math.max(1, miles) });
}

function searchUrl(search: PlatformSearch): string {
  const { place, page } = search;
  const around = isTown(place) ? { Lat: place.latitude, Lon: place.longitude, DistanceInMiles: TOWN_RADIUS_MILES } : {};
  const url = addressOf(API, { PageNumber: page, PageSize: PAGE_SIZE, ...around });
  setAll(url, criteriaOf(search));
  return url.href;
}

/** The API filters by the distance from a point, so only a town is sent. */
function isTown(place: SearchPlace | null): place is SearchPlace & { latitude: number; longitude: number } {
  return place?.kind === 'town' && place.latitude !== undefined && place.longitude !== undefined;
}

function toListing(vacancy: JsonObject): Listing {
  const addresses = asObjects(vacancy['addresses']) ?? [asObject(vacancy['address']) ?? {}];
  return {
    id: asText(vacancy['vacancyReference']),
    title: htmlToText(asText(vacancy['title'])),
    company: htmlToText(asText(vacancy['employerName'])),
    location: [...new Set(addresses.map(placeOf).filter(Boolean))].slice(0, 5).join(' | '),
    url: asText(vacancy['vacancyUrl']),
    description: htmlToText(asText(vacancy['description'])),
    postedText: asText(vacancy['postedDate']),
    closingText: asText(vacancy['closingDate']),
    termsOfCodes: 'Apprenticeship',
    ...(vacancy['isNationalVacancy'] === true ? { nationwide: true } : {}),
    ...payOf(vacancy['wage']),
  };
}

/**
 * Returns the last two lines of an address (usually town and county) and the postcode. The first line (a house or
 * street) is left out, unless it is the only one.
 */
function placeOf(address: JsonObject): string {
  const lines = ['addressLine1', 'addressLine2', 'addressLine3', 'addressLine4']
    .map((field) => asText(address[field]))
    .filter(Boolean);
  const place = lines.length > 1 ? lines.slice(1).slice(-2) : lines;
  return [...place, asText(address['postcode'])].filter(Boolean).join(', ');
}

const PERIODS: Readonly<Record<string, 'hour' | 'week' | 'month' | 'year'>> = {
  hourly: 'hour',
  weekly: 'week',
  monthly: 'month',
  annually: 'year',
};

function payOf(wage: unknown): Pick<Listing, 'salary' | 'salaryText'> {
  const object = asObject(wage);
  if (!object) return asText(wage) === '' ? {} : { salaryText: asText(wage) };
  const single = asAmount(object['wageAmount']);
  const min = asAmount(object['wageAmountLowerBound']) ?? single;
  const max = asAmount(object['wageAmountUpperBound']) ?? single;
  const words = htmlToText(asText(object['wageAdditionalInformation']));
  if (min === null && max === null) return words === '' ? {} : { salaryText: words };
  const period = PERIODS[asText(object['wageUnit']).toLowerCase()] ?? null;
  return { salary: { min, max, period, currency: 'GBP' }, ...(words === '' ? {} : { salaryText: words }) };
}
