import { DAY_MS } from '../../lib/clock.ts';
import { SITE } from './france-travail-advert.ts';
import { API_FILTERS, API_STEPS, apiCriteria, sentToApi } from './france-travail-api.ts';
import { readCards } from './france-travail-page.ts';
import { pageAccess } from './page-access.ts';
import { addressOf, parametersOf, radiusOf, spanOf, stepAbove, type PlatformParameters } from './search-criteria.ts';
import { definePlatform, type ListingPage, type PlatformSearch } from './platform.ts';

/**
 * Values of the page's parameters `rayon` (kilometres; 0 is the commune alone) and `emission` (days), from addresses
 * that people copied from the site. Of the ages, only 1 and 7 were seen there; the others are those of the API. If the
 * page ignores a value, the adverts that it returns are still filtered here.
 */
const RADII = [0, 10, 20, 30, 40, 50, 60, 100];
const AGES = { '1': 1, '3': 3, '7': 7, '14': 14, '31': 31 };
const USUAL_RADIUS = 10;

/** Uses the API if credentials of the partner programme are set, and otherwise the first result page. */
export const franceTravail = definePlatform({
  code: 'france_travail',
  name: 'France Travail',
  country: 'FR',
  hosts: ['*.francetravail.io', '*.francetravail.fr'],
  byDefault: true,
  inTrial: false,
  settings: [
    { name: 'FRANCE_TRAVAIL_CLIENT_ID', meaning: 'Client ID for the France Travail API.' },
    { name: 'FRANCE_TRAVAIL_CLIENT_SECRET', meaning: 'Client secret for the France Travail API.', secret: true },
    {
      name: 'FRANCE_TRAVAIL_TOKEN_URL',
      meaning:
        'Address that issues tokens for the France Travail API; if unset, the service tries the address in France Travail’s documentation, then the older address.',
      isAddress: true,
    },
  ],
  terms:
    'Do not charge job seekers, and do not sell or pass on adverts. Show the source, the date of the last update and the licence. Refresh adverts at least every 24 hours. Credentials expire after 12 months without use.',
  keepsAtMostMs: DAY_MS,
  attribution: 'Source : France Travail (données modifiées ; licence : francetravail.io)',
  accessMethods: [
    {
      kind: 'api',
      needs: ['FRANCE_TRAVAIL_CLIENT_ID', 'FRANCE_TRAVAIL_CLIENT_SECRET'],
      robots: false,
      // Fewer than three requests a second; the API's documentation gives four as an example of its limit.
      minIntervalMs: 350,
      expectedFields: ['location', 'postedText', 'description'],
      appliesSalary: true,
      sentPlace: sentToApi,
      criteriaParameters: apiCriteria,
      filters: API_FILTERS,
      steps: API_STEPS,
    },
    pageAccess({
      country: 'FR',
      minIntervalMs: 1_500,
      expectedFields: ['location'],
      appliesSalary: false,
      sentPlace: sentToPage,
      // The page's values for contracts and hours are unknown, so these are filtered here.
      criteriaParameters: pageCriteria,
      address: (search) =>
        addressOf(`${SITE}/offres/recherche`, {
          motsCles: search.query,
          offresPartenaires: 'true',
          lieux: placeId(search),
          rayon: USUAL_RADIUS,
          range: '0-19',
          tri: 0,
        }),
      // Further pages need the visitor's session.
      parse: (answer): ListingPage => ({ listings: readCards(answer), hasMore: false }),
    }),
  ],
});

function pageCriteria(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  return parametersOf({
    rayon: pageRadius(search),
    emission: spanOf(search, AGES),
    tri: search.criteria?.sort === 'date' ? 1 : undefined,
  });
}

function pageRadius(search: Pick<PlatformSearch, 'criteria' | 'place'>): number | undefined {
  const radius = placeId(search) === '' ? undefined : radiusOf(search);
  if (radius === undefined) return undefined;
  // Of a business district, only one commune is sent. The usual radius around this commune includes the others.
  return stepAbove(RADII, search.place?.communeCode === undefined ? Math.max(radius, USUAL_RADIUS) : radius);
}

/**
 * Returns the place that the page's address contains; "" if the site has no code for the requested place. For a part of
 * a region, this is the whole region.
 */
function sentToPage({ place }: Pick<PlatformSearch, 'place'>): string {
  if (placeId({ place }) === '') return '';
  return (place?.isPartOfRegion ? place.regionName : undefined) ?? place?.name ?? '';
}

/** Returns the page's code of a commune ("69123"), department ("69D") or region ("84R"); "" for other places. */
function placeId({ place }: Pick<PlatformSearch, 'place'>): string {
  const commune = place?.communeCode ?? place?.communeCodes?.[0];
  if (place?.kind === 'town' && commune) return commune;
  if (place?.kind === 'department' && place.departmentCode) return `${place.departmentCode}D`;
  if (place?.kind === 'region' && place.regionCode) return `${place.regionCode}R`;
  return '';
}
