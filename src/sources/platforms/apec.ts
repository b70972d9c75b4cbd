import type { WorkMode } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { foldWords } from '../../lib/text.ts';
import { asObject, asObjects, asText, readJson, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { hasNextPage, requireRows, siteTotalOf } from './result-page.ts';
import {
  filterParameters,
  filterValue,
  parametersOf,
  type PlatformFilters,
  type PlatformParameters,
} from './search-criteria.ts';

const SITE = 'https://www.apec.fr';
const PAGE_SIZE = 50;
const REFERER = `${SITE}/candidat/recherche-emploi.html/emploi`;
const ILE_DE_FRANCE = { regionCode: '11', apecId: '711' };

/** Values of `idNomTeletravail`, from the site's own list. */
const WORK_MODES: Readonly<Record<string, WorkMode>> = {
  '20765': 'hybrid',
  '20766': 'hybrid',
  '20767': 'remote',
  '20949': 'on-site',
};

/** Values of `typeContrat`, from the site's own list. */
const CONTRACTS: Readonly<Record<string, string>> = {
  '101888': 'CDI',
  '101887': 'CDD',
  '20053': 'Alternance',
  '597137': "CDD - Alternance - Contrat d'apprentissage",
  '597138': 'CDD - Alternance - Contrat de professionnalisation',
  '597139': "CDI - Alternance - Contrat d'apprentissage",
  '597140': 'CDI - Alternance - Contrat de professionnalisation',
  '101930': 'Intérim',
  '597141': 'CDI interimaire',
  '101889': "Mission d'intérim",
  '597171': 'Stage',
};

const FILTERS: PlatformFilters = {
  workModes: {
    remote: filterValue('typesTeletravail', '20767'),
    hybrid: filterValue('typesTeletravail', '20765', '20766'),
    'on-site': filterValue('typesTeletravail', '20949'),
  },
  contracts: {
    permanent: filterValue('typesContrat', '101888'),
    fixed_term: filterValue('typesContrat', '101887'),
    temporary: filterValue('typesContrat', '101930', '101889'),
    apprenticeship: filterValue('typesContrat', '20053', '597137', '597138', '597139', '597140'),
    internship: filterValue('typesContrat', '597171'),
  },
  several: 'side by side',
};

/** The largest kind comes first, because "Paris" is both a département and a town. */
const KINDS = ['FR_REGION', 'FR_GRANDE_REGION', 'FR_DEPARTEMENT', 'FR_COMMUNE_A_ARRONDISSEMENT', 'FR_COMMUNE'];

/** APEC republishes adverts of these sites with the site's name as the employer, so the real employer is unknown. */
const REPUBLISHERS = new Set(['hellowork', 'cadremploi']);

/** Uses the site's own JSON service, which refuses a request with an unknown field. */
export const apec = definePlatform({
  code: 'apec',
  name: 'APEC',
  country: 'FR',
  hosts: ['www.apec.fr'],
  byDefault: true,
  inTrial: true,
  terms: 'The terms forbid extraction; DataDome protects the site.',
  accessMethods: [
    {
      kind: 'page',
      robots: true,
      minIntervalMs: 1_000,
      expectedFields: ['location', 'postedText', 'description'],
      // The site sometimes ignores the salary filter, so the filter is not used.
      appliesSalary: false,
      sentPlace,
      criteriaParameters: criteriaOf,
      filters: FILTERS,
      steps: [
        {
          name: 'place',
          reuseMs: 7 * DAY_MS,
          reuseKey: (search) => placeText(search) ?? '',
          request: (search) => {
            const text = placeText(search);
            if (text === undefined || knownIds(search)) return null;
            const url = new URL('/cms/webservices/autocompletion/lieuautocomplete', SITE);
            // The service returns at most four suggestions, in alphabetical order, and only "Paris -" finds Paris
            // itself.
            url.searchParams.set('q', `${text} -`);
            return { method: 'GET', url: url.href, headers: { accept: 'application/json', referer: REFERER } };
          },
          parse: (answer, search): string[] => {
            const places = asObjects(readJson(answer));
            if (!places) throw new AdapterFault('changed', 'the list of places is not a list');
            return choosePlace(places, search);
          },
        },
        {
          name: 'search',
          request: (search, [found]) => {
            const filters = filterParameters(FILTERS, search).parameters;
            return {
              method: 'POST',
              url: `${SITE}/cms/webservices/rechercheOffre`,
              headers: {
                accept: 'application/json',
                'content-type': 'application/json',
                referer: REFERER,
                origin: SITE,
              },
              body: JSON.stringify({
                motsCles: search.query,
                lieux: knownIds(search) ?? (found as string[] | undefined) ?? [],
                fonctions: [],
                statutPoste: [],
                typesContrat: [filters['typesContrat'] ?? []].flat(),
                typesConvention: [],
                niveauxExperience: [],
                idsEtablissement: [],
                secteursActivite: [],
                typesTeletravail: [filters['typesTeletravail'] ?? []].flat(),
                idNomZonesDeplacement: [],
                positionNumbersExcluded: [],
                typeClient: 'CADRE',
                sorts: [{ type: criteriaOf(search)['sorts'] ?? 'SCORE', direction: 'DESCENDING' }],
                pagination: { range: PAGE_SIZE, startIndex: (search.page - 1) * PAGE_SIZE },
                activeFiltre: true,
                pointGeolocDeReference: { distance: 0 },
              }),
            };
          },
          parse: (answer, { page }): ListingPage => {
            const body = asObject(readJson(answer));
            const total = body?.['totalCount'];
            const results = requireRows(body?.['resultats'], { total, before: (page - 1) * PAGE_SIZE });
            return {
              listings: results.map(toListing),
              hasMore: hasNextPage(results.length, { page, size: PAGE_SIZE, total }),
              ...siteTotalOf(total),
            };
          },
        },
      ],
    },
  ],
});

/** Contains no age, order by pay or radius, because their fields are not known and the service refuses wrong ones. */
function criteriaOf({ criteria }: Pick<PlatformSearch, 'criteria'>): PlatformParameters {
  return parametersOf({ sorts: criteria?.sort === 'date' ? 'DATE' : undefined });
}

function placeText({ place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>): string | undefined {
  if (place?.kind === 'nation') return undefined;
  return place?.name ?? (locationText || undefined);
}

/**
 * Returns the place for which APEC was searched: the département for a town without an id, and "" for the whole country
 * or if APEC does not list the place.
 */
function sentPlace(search: Pick<PlatformSearch, 'place' | 'locationText'>, [found]: readonly unknown[]): string {
  const text = placeText(search) ?? '';
  if (text === '' || knownIds(search) || !Array.isArray(found)) return text;
  const { departmentCode, departmentName } = search.place ?? {};
  if (found.length === 0) return '';
  return departmentCode !== undefined && found[0] === departmentCode ? (departmentName ?? departmentCode) : text;
}

/**
 * Returns the ids that are known without a request. The id of a département is its number. For a region other than
 * Île-de-France, the ids of its départements are returned. Undefined for other places.
 */
function knownIds({ place }: Pick<PlatformSearch, 'place'>): string[] | undefined {
  if (place?.kind === 'department' && place.departmentCode) return [place.departmentCode];
  if (place?.kind !== 'region') return undefined;
  if (place.regionCode === ILE_DE_FRANCE.regionCode) return [ILE_DE_FRANCE.apecId];
  return place.departmentCodes && [...place.departmentCodes];
}

/**
 * Returns the id of the suggestion that has the requested name and is not outside the requested département. Without
 * such a suggestion, returns the id of the département, or an empty list if the search has no département.
 */
function choosePlace(places: readonly JsonObject[], search: PlatformSearch): string[] {
  const name = foldWords(placeText(search) ?? '');
  const code = search.place?.departmentCode;
  const candidates = places
    .map((place) => {
      const [, town = '', department = ''] = /^(.*?)\s*-\s*(\w{2,3})$/.exec(asText(place['lieuDisplay'])) ?? [];
      return {
        id: asText(place['lieuId']),
        name: foldWords(town || asText(place['lieuDisplay'])),
        department,
        rank: rankOf(asText(place['lieuType'])),
      };
    })
    .filter(
      (place) =>
        place.id !== '' &&
        place.name === name &&
        (code === undefined || place.department === '' || place.department === code),
    )
    .sort((a, b) => a.rank - b.rank);
  const [best] = candidates;
  if (best) return [best.id];
  return code ? [code] : [];
}

/** An unknown kind comes last. */
function rankOf(kind: string): number {
  const rank = KINDS.indexOf(kind);
  return rank < 0 ? KINDS.length : rank;
}

function toListing(offer: JsonObject): Listing {
  const company = asText(offer['nomCommercial']);
  const hidden =
    offer['offreConfidentielle'] === true || /^zz_/i.test(company) || REPUBLISHERS.has(company.toLowerCase());
  const mode = WORK_MODES[asText(offer['idNomTeletravail'])];
  const id = asText(offer['numeroOffre']);
  return {
    id,
    title: htmlToText(asText(offer['intitule'])),
    company: hidden ? '' : htmlToText(company),
    location: asText(offer['lieuTexte']),
    url: `${REFERER}/detail-offre/${encodeURIComponent(id)}`,
    description: htmlToText(asText(offer['texteOffre'])),
    salaryText: asText(offer['salaireTexte']),
    postedText: asText(offer['datePublication']) || asText(offer['dateValidation']),
    termsOfCodes: CONTRACTS[asText(offer['typeContrat'])] ?? '',
    ...(mode ? { workMode: mode } : {}),
  };
}
