import { DAY_MS } from '../../lib/clock.ts';
import { SITE } from './france-travail-advert.ts';
import { API_FILTERS, API_STEPS, apiCriteria, sentToApi } from './france-travail-api.ts';
import { readCards } from './france-travail-page.ts';
import { pageAccess } from './page-access.ts';
import { addressOf } from './search-criteria.ts';
import { definePlatform, type ListingPage, type PlatformSearch } from './platform.ts';

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
        'Address that issues tokens for the API; if unset, the documented address is tried, then the previous one.',
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
      address: (search) =>
        addressOf(`${SITE}/offres/recherche`, {
          motsCles: search.query,
          offresPartenaires: 'true',
          lieux: placeId(search),
          rayon: 10,
          range: '0-19',
          tri: 0,
        }),
      // Further pages need the visitor's session.
      parse: (answer): ListingPage => ({ listings: readCards(answer), hasMore: false }),
    }),
  ],
});

/**
 * The place in the page's address; "" if the site has no code for the requested place. A part of a region becomes the
 * region.
 */
function sentToPage({ place }: Pick<PlatformSearch, 'place'>): string {
  if (placeId({ place }) === '') return '';
  return (place?.isPartOfRegion ? place.regionName : undefined) ?? place?.name ?? '';
}

/** The result page's code of a place: "69123", "69D", "84R"; "" if the place has no code. */
function placeId({ place }: Pick<PlatformSearch, 'place'>): string {
  const commune = place?.communeCode ?? place?.communeCodes?.[0];
  if (place?.kind === 'town' && commune) return commune;
  if (place?.kind === 'department' && place.departmentCode) return `${place.departmentCode}D`;
  if (place?.kind === 'region' && place.regionCode) return `${place.regionCode}R`;
  return '';
}
