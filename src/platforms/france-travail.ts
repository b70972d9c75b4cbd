import type { HTMLElement } from 'node-html-parser';
import { asObject, asObjects, asText, readHtml, readJson, textOf, type JsonObject } from '../reading/answer.ts';
import { assertNothingFound } from './nothing-found.ts';
import { requireRows } from './result-page.ts';
import { findArrayAfter } from '../reading/embedded.ts';
import { htmlToText } from '../reading/entities.ts';
import { pageDoor } from './page-door.ts';
import {
  definePlatform,
  type Listing,
  type ListingPage,
  type PlatformRequest,
  type PlatformSearch,
  type Step,
} from './platform.ts';
import { AdapterFault, type Answer } from '../reading/answer.ts';

const API = 'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search';
/** Where tokens come from, as documented since 2026; and before, which still answered in October. */
const LOGIN = 'https://authentification-partenaire.francetravail.io/connexion/oauth2/access_token?realm=%2Fpartenaire';
const OLD_LOGIN = 'https://entreprise.francetravail.fr/connexion/oauth2/access_token?realm=%2Fpartenaire';
const SITE = 'https://candidat.francetravail.fr';
const API_PAGE_SIZE = 50;
/** Tokens live for 1,499 seconds: asked for anew a minute before. */
const TOKEN_KEPT_MS = 1_439_000;
/** Own adverts, partners' adverts: without the field only the first are served. */
const OWN = '1';
const PARTNERS = '2';

/** France Travail: the API with an account of its partner programme; else the first page that anyone sees. */
export const franceTravail = definePlatform({
  code: 'france_travail',
  name: 'France Travail',
  country: 'FR',
  hosts: ['*.francetravail.io', '*.francetravail.fr'],
  byDefault: true,
  inTrial: false,
  settings: [
    { name: 'FRANCE_TRAVAIL_CLIENT_ID', meaning: 'Client id of the France Travail API.' },
    { name: 'FRANCE_TRAVAIL_CLIENT_SECRET', meaning: 'Client secret of the France Travail API.', secret: true },
    {
      name: 'FRANCE_TRAVAIL_TOKEN_URL',
      meaning: "Address that gives the API's tokens; unset: the one documented now, then the one before it.",
      isAddress: true,
    },
  ],
  terms:
    'No payment by job-seekers, no selling or passing on of offers; show source, date of last update and licence; refreshed at least every 24 hours; credentials lapse after 12 months unused.',
  keepsAtMostMs: 24 * 3_600_000,
  attribution: 'Source : France Travail (données modifiées ; licence : francetravail.io)',
  doors: [
    {
      kind: 'api',
      needs: ['FRANCE_TRAVAIL_CLIENT_ID', 'FRANCE_TRAVAIL_CLIENT_SECRET'],
      robots: false,
      // At most three requests a second.
      paceMs: 350,
      appliesSalary: true,
      sentPlace: ({ place }) => (place && place.kind !== 'nation' ? place.name : ''),
      steps: [
        {
          name: 'token',
          keepMs: TOKEN_KEPT_MS,
          accepts: [400, 401],
          request: ({ settings }) => tokenRequest(settings['FRANCE_TRAVAIL_TOKEN_URL'] ?? LOGIN, settings),
          alternative: ({ settings }) =>
            settings['FRANCE_TRAVAIL_TOKEN_URL'] ? null : tokenRequest(OLD_LOGIN, settings),
          parse: (answer): { accessToken: string } => {
            const body = asObject(readJson(answer));
            const accessToken = asText(body?.['access_token']);
            if (accessToken !== '') return { accessToken };
            const why = /^[a-z_]{1,60}$/.exec(asText(body?.['error']))?.[0];
            if (why === undefined) throw new AdapterFault('changed', 'the answer holds no access token');
            throw new AdapterFault('error', `the API refused the operator's credentials (${why})`);
          },
        },
        { ...searchStep('own', OWN), lists: true },
        searchStep('partners', PARTNERS),
      ],
    },
    pageDoor({
      country: 'FR',
      paceMs: 1_500,
      appliesSalary: false,
      sentPlace: ({ place }) => (placeId({ place }) === '' ? '' : (place?.name ?? '')),
      address: (search) => {
        const url = new URL('/offres/recherche', SITE);
        url.searchParams.set('motsCles', search.query);
        url.searchParams.set('offresPartenaires', 'true');
        const place = placeId(search);
        if (place) url.searchParams.set('lieux', place);
        url.searchParams.set('rayon', '10');
        url.searchParams.set('range', '0-19');
        url.searchParams.set('tri', '0');
        return url;
      },
      // Further pages want the visitor's session.
      parse: (answer): ListingPage => ({ listings: readCards(answer), hasMore: false }),
    }),
  ],
});

function searchStep(name: string, origin: string): Step {
  return {
    name,
    // 400 says in words what it did not like.
    accepts: [400],
    renewsAt: [401],
    request: (search, [token]) => {
      const words = keywords(search.query);
      const from = (search.page - 1) * API_PAGE_SIZE;
      if (words === '') throw new AdapterFault('refused_search', 'its API takes words of two letters and more alone');
      const url = new URL(API);
      url.searchParams.set('motsCles', words);
      url.searchParams.set('origineOffre', origin);
      url.searchParams.set('sort', '0');
      url.searchParams.set('range', `${from}-${from + API_PAGE_SIZE - 1}`);
      for (const [key, value] of placeParameters(search)) url.searchParams.set(key, value);
      if (search.minSalary !== null) {
        url.searchParams.set('salaireMin', String(Math.floor(search.minSalary)));
        url.searchParams.set('periodeSalaire', 'A');
      }
      const { accessToken } = token as { accessToken: string };
      return {
        method: 'GET',
        url: url.href,
        headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
      };
    },
    parse: (answer): ListingPage => {
      // Nothing found: no body at all.
      if (answer.status === 204) return { listings: [], hasMore: false };
      const body = asObject(readJson(answer));
      if (answer.status === 400)
        throw new AdapterFault(
          'refused_search',
          `the API refused the search: ${asText(body?.['message']).slice(0, 200)}`,
        );
      // 206 is an answer with results; their total stands in a header.
      const results = requireRows(body?.['resultats'], { total: answer.status === 206 ? 1 : 0, before: 0 });
      return {
        listings: results.map(toListing),
        // 206 is the ordinary answer; 200 says that this was all.
        hasMore: answer.status === 206 && results.length === API_PAGE_SIZE,
      };
    },
  };
}

/** Words that say nothing, yet would have to match. */
const STOP_WORDS = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'en', 'et', 'au', 'aux', 'un', 'une', 'pour']);

/** Words of two characters and more, of those characters that the API takes, all of which must match. */
function keywords(query: string): string {
  const words = query
    .replace(/[^\p{L}\p{N} @#$%^&+./-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word.length >= 2);
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : words).join(',');
}

function tokenRequest(url: string, settings: PlatformSearch['settings']): PlatformRequest {
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

/** As many communes or departments as one search takes. */
const MOST_CODES = 5;

function placeParameters({ place }: PlatformSearch): [string, string][] {
  // Without a distance the API looks 10 km around: adverts outside the place take the room of those in it.
  if (place?.kind === 'town' && place.communeCode)
    return [
      ['commune', place.communeCode],
      ['distance', '0'],
    ];
  // A business district goes by its communes.
  if (place?.kind === 'town' && place.communeCodes)
    return [
      ['commune', place.communeCodes.slice(0, MOST_CODES).join(',')],
      ['distance', '0'],
    ];
  if (place?.kind === 'department' && place.departmentCode) return [['departement', place.departmentCode]];
  if (place?.isPartOfRegion && place.departmentCodes && place.departmentCodes.length <= MOST_CODES)
    return [['departement', place.departmentCodes.join(',')]];
  if (place?.kind === 'region' && place.regionCode) return [['region', place.regionCode]];
  return [];
}

function placeId({ place }: Pick<PlatformSearch, 'place'>): string {
  const commune = place?.communeCode ?? place?.communeCodes?.[0];
  if (place?.kind === 'town' && commune) return commune;
  if (place?.kind === 'department' && place.departmentCode) return `${place.departmentCode}D`;
  if (place?.kind === 'region' && place.regionCode) return `${place.regionCode}R`;
  return '';
}

function toListing(offer: JsonObject): Listing {
  const place = asObject(offer['lieuTravail']);
  const location = asText(place?.['libelle']);
  // Adverts abroad carry a country's name alone.
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
    url: link || `${SITE}/offres/recherche/detail/${encodeURIComponent(id)}`,
    description: htmlToText(asText(offer['description'])),
    salaryText: asText(pay?.['libelle']) || asText(pay?.['commentaire']),
    termsText: `${TERMS[asText(offer['typeContrat'])] ?? ''} ${asText(offer['dureeTravailLibelleConverti'])}`,
    postedText: asText(offer['dateCreation']),
    updatedText: asText(offer['dateActualisation']),
    ...(inFrance ? {} : { abroad: true }),
  };
}

/** Codes of contracts that tell how long a job lasts. */
const TERMS: Readonly<Record<string, string>> = {
  CDI: 'CDI',
  DIN: 'CDI',
  CDD: 'CDD',
  MIS: 'interim',
  SAI: 'saisonnier',
  TTI: 'interim',
};

function companyName(name: string): string {
  return /^non (?:communiqu|renseign)/i.test(name) ? '' : name;
}

function readCards(answer: Answer): Listing[] {
  const document = readHtml(answer);
  const cards = document.querySelectorAll('li[data-id-offre]');
  if (cards.length > 0) return cards.map(cardListing);
  const embedded = embeddedListings(answer.body);
  if (embedded) return embedded;
  assertNothingFound(document, { links: 'a[href*="/offres/recherche/detail/"]', cards: 'li.result' });
  return [];
}

function cardListing(card: HTMLElement): Listing {
  const id = card.getAttribute('data-id-offre') ?? '';
  const subtext = card.querySelector('p.subtext');
  const place = textOf(subtext?.querySelector('span'));
  const whole = textOf(subtext);
  return {
    id,
    title:
      textOf(card.querySelector('.media-heading-title')) ||
      textOf(card.querySelector('h2.t4')) ||
      textOf(card.querySelector('h2')),
    company: companyName(
      (place !== '' && whole.endsWith(place) ? whole.slice(0, -place.length) : whole).replace(/\s*-\s*$/, ''),
    ),
    location: place,
    url: `${SITE}/offres/recherche/detail/${encodeURIComponent(id)}`,
    description: textOf(card.querySelector('p.description')),
    teaser: true,
    termsText: textOf(card.querySelector('p.contrat')),
    postedText: textOf(card.querySelector('p.date')),
  };
}

/** What the page hands its own map: the same adverts, without their dates. */
function embeddedListings(html: string): Listing[] | undefined {
  const text = findArrayAfter(html, 'rechercheoffres/recherche-offres:initOver"');
  if (text === undefined) return undefined;
  let entries: JsonObject[] | undefined;
  try {
    entries = asObjects(JSON.parse(text));
  } catch {
    return undefined;
  }
  const contents = entries?.map((entry) => asObject(entry['content'])).filter((content) => content !== undefined);
  if (!contents || contents.length === 0) return undefined;
  return contents.map((content) => {
    const id = asText(content['id']);
    return {
      id,
      title: htmlToText(asText(content['title'])),
      company: companyName(htmlToText(asText(content['subtitle']))),
      location: htmlToText(asText(content['address'])),
      url: `${SITE}/offres/recherche/detail/${encodeURIComponent(id)}`,
      description: htmlToText(asText(content['description'])),
      teaser: true,
    };
  });
}
