import { asObject, asText, AdapterFault, readJson, type JsonObject, type SourceRequest } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { advertUrl, companyName } from './france-travail-advert.ts';
import type { Listing, ListingPage, PlatformSearch, AccessStep } from './platform.ts';
import { requireRows } from './result-page.ts';
import { floorOf } from './where.ts';
import {
  addressOf,
  filterParameters,
  filterValue,
  parametersOf,
  type PlatformFilters,
  radiusOf,
  setAll,
  spanOf,
  widerValue,
  type PlatformParameters,
} from './search-criteria.ts';

const API = 'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search';
/** The address that issues tokens. `OLD_LOGIN` is the previous address, which is tried if `LOGIN` fails. */
const LOGIN = 'https://authentification-partenaire.francetravail.io/connexion/oauth2/access_token?realm=%2Fpartenaire';
const OLD_LOGIN = 'https://entreprise.francetravail.fr/connexion/oauth2/access_token?realm=%2Fpartenaire';
const PAGE_SIZE = 50;
/** A minute less than the 1,499 seconds for which a token is valid. */
const TOKEN_KEPT_MS = 1_439_000;
/**
 * Values of the parameter `origineOffre`: France Travail's own adverts, and those of its partners. Without the
 * parameter, the API returns only France Travail's own.
 */
const OWN = '1';
const PARTNERS = '2';

const tokenStep: AccessStep = {
  name: 'token',
  reuseMs: TOKEN_KEPT_MS,
  acceptedStatuses: [400, 401],
  request: ({ settings }) => tokenRequest(settings['FRANCE_TRAVAIL_TOKEN_URL'] ?? LOGIN, settings),
  alternative: ({ settings }) => (settings['FRANCE_TRAVAIL_TOKEN_URL'] ? null : tokenRequest(OLD_LOGIN, settings)),
  parse: (answer): { accessToken: string } => {
    const body = asObject(readJson(answer));
    const accessToken = asText(body?.['access_token']);
    if (accessToken !== '') return { accessToken };
    const why = /^[a-z_]{1,60}$/.exec(asText(body?.['error']))?.[0];
    if (why === undefined) throw new AdapterFault('changed', 'the answer holds no access token');
    throw new AdapterFault('error', `the API refused the operator's credentials (${why})`);
  },
};

function searchStep(name: string, origin: string): AccessStep {
  return {
    name,
    // The body of a 400 says what was wrong.
    acceptedStatuses: [400],
    renewsAt: [401],
    request: (search, [token]) => {
      const words = keywords(search.query);
      const from = (search.page - 1) * PAGE_SIZE;
      if (words === '') throw new AdapterFault('refused_search', 'its API takes words of two letters and more alone');
      const url = addressOf(API, {
        motsCles: words,
        origineOffre: origin,
        sort: 0,
        range: `${from}-${from + PAGE_SIZE - 1}`,
        ...placeParameters(search),
      });
      setAll(url, { ...apiCriteria(search), ...filterParameters(API_FILTERS, search).parameters });
      const floor = floorOf(search);
      if (floor !== undefined) setAll(url, { salaireMin: String(floor), periodeSalaire: 'A' });
      const { accessToken } = token as { accessToken: string };
      return {
        method: 'GET',
        url: url.href,
        headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
      };
    },
    parse: (answer): ListingPage => {
      // Status 204 means that nothing was found; the answer has no body.
      if (answer.status === 204) return { listings: [], hasMore: false };
      const body = asObject(readJson(answer));
      if (answer.status === 400)
        throw new AdapterFault(
          'refused_search',
          `the API refused the search: ${asText(body?.['message']).slice(0, 200)}`,
        );
      // An answer with status 206 must have results. Their total is only in a header, which parsers do not receive.
      const results = requireRows(body?.['resultats'], { total: answer.status === 206 ? 1 : 0, before: 0 });
      return {
        listings: results.map(toListing),
        // After status 206, further results may follow; after status 200, none do.
        hasMore: answer.status === 206 && results.length === PAGE_SIZE,
      };
    },
  };
}

/**
 * Words that are not sent if other words remain, because an advert would have to contain them although they mean
 * nothing.
 */
const STOP_WORDS = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'en', 'et', 'au', 'aux', 'un', 'une', 'pour']);

/**
 * Returns the words that are sent to the API, which finds adverts with all of them. Words of one character are left
 * out, because the API refuses them; stop words are left out if other words remain.
 */
function keywords(query: string): string {
  const words = query
    .replace(/[^\p{L}\p{N} @#$%^&+./-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word.length >= 2);
  const significant = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return (significant.length > 0 ? significant : words).join(',');
}

function tokenRequest(url: string, settings: PlatformSearch['settings']): SourceRequest {
  return {
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings['FRANCE_TRAVAIL_CLIENT_ID'] ?? '',
      client_secret: settings['FRANCE_TRAVAIL_CLIENT_SECRET'] ?? '',
      scope: 'api_offresdemploiv2 o2dsoffre',
    }).toString(),
  };
}

/**
 * Returns the place that is sent to the API; "" if none is. For a part of a region with more departments than the API
 * accepts, this is the whole region.
 */
export function sentToApi({ place }: Pick<PlatformSearch, 'place'>): string {
  const parameters = placeParameters({ place });
  if (Object.keys(parameters).length === 0) return '';
  return ('region' in parameters ? place?.regionName : undefined) ?? place?.name ?? '';
}

const SPANS = { '1': 1, '3': 3, '7': 7, '14': 14, '31': 31 };

/** Apprenticeships are missing, because they have several types of contract. They are filtered in the answer. */
export const API_FILTERS: PlatformFilters = {
  contracts: {
    permanent: widerValue('typeContrat', 'CDI', 'DIN'),
    fixed_term: widerValue('typeContrat', 'CDD', 'SAI'),
    temporary: widerValue('typeContrat', 'MIS', 'TTI'),
    freelance: widerValue('typeContrat', 'LIB'),
  },
  hours: { full_time: filterValue('tempsPlein', 'true'), part_time: filterValue('tempsPlein', 'false') },
  several: 'with commas',
};

export function apiCriteria(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  const isAround = search.place?.communeCode !== undefined || search.place?.communeCodes !== undefined;
  return parametersOf({
    distance: isAround ? radiusOf(search) : undefined,
    publieeDepuis: spanOf(search, SPANS),
    sort: search.criteria?.sort === 'date' ? '1' : undefined,
  });
}

const MOST_CODES = 5;

function placeParameters({ place }: Pick<PlatformSearch, 'place'>): Readonly<Record<string, string>> {
  // A business district ("La Défense") is not a commune, so the communes in which it lies are sent.
  const communes = place?.communeCode ?? place?.communeCodes?.slice(0, MOST_CODES).join(',');
  // 10 km, unless the caller requests a radius (`apiCriteria`).
  if (place?.kind === 'town' && communes !== undefined) return { commune: communes, distance: '10' };
  if (place?.kind === 'department' && place.departmentCode) return { departement: place.departmentCode };
  if (place?.isPartOfRegion && place.departmentCodes && place.departmentCodes.length <= MOST_CODES)
    return { departement: place.departmentCodes.join(',') };
  return place?.kind === 'region' && place.regionCode ? { region: place.regionCode } : {};
}

/** Words for the codes of contracts, for adverts in which the API gives only the code. */
const TERMS: Readonly<Record<string, string>> = {
  CDI: 'CDI',
  DIN: 'CDI',
  CDD: 'CDD',
  MIS: 'interim',
  SAI: 'saisonnier',
  TTI: 'interim',
};

function toListing(offer: JsonObject): Listing {
  const place = asObject(offer['lieuTravail']);
  const location = asText(place?.['libelle']);
  // Jobs in France state a department ("69 - LYON 03"), a commune or "France"; jobs abroad state only a country.
  const inFrance =
    location === '' || /^(?:\d[\dAB]\d?\s*-|France\b)/i.test(location) || asText(place?.['commune']) !== '';
  const id = asText(offer['id']);
  const pay = asObject(offer['salaire']);
  const link = asText(asObject(offer['origineOffre'])?.['urlOrigine']);
  return {
    id,
    title: htmlToText(asText(offer['intitule'])),
    company: companyName(htmlToText(asText(asObject(offer['entreprise'])?.['nom']))),
    location,
    url: link || advertUrl(id),
    description: htmlToText(asText(offer['description'])),
    salaryText: asText(pay?.['libelle']) || asText(pay?.['commentaire']),
    termsText: [asText(offer['typeContratLibelle']), asText(offer['dureeTravailLibelleConverti'])]
      .filter(Boolean)
      .join(', '),
    termsOfCodes: [
      asText(offer['typeContratLibelle']) === '' ? (TERMS[asText(offer['typeContrat'])] ?? '') : '',
      offer['alternance'] === true ? 'Alternance' : '',
    ]
      .filter(Boolean)
      .join(', '),
    postedText: asText(offer['dateCreation']),
    updatedText: asText(offer['dateActualisation']),
    ...(inFrance ? {} : { abroad: true }),
  };
}

/** Fetch a token, then France Travail's own adverts, and then its partners' adverts. */
export const API_STEPS: readonly AccessStep[] = [
  tokenStep,
  { ...searchStep('own', OWN), addsListings: true },
  searchStep('partners', PARTNERS),
];
