import type { HTMLElement } from 'node-html-parser';
import { fold } from '../../lib/text.ts';
import { leafTexts, readHtml, textOf } from '../../reading/answer.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { assertRowsOf, readTotal, siteTotalOf } from './result-page.ts';
import { filterByWords } from './query-words.ts';
import { floorToStep, slug, whereText } from './where.ts';
import { addressOf, filterValue, parametersOf, radiusOf, spanOf, stepAbove } from './search-criteria.ts';

const SITE = 'https://www.hellowork.com';
const PAGE_SIZE = 30;
const SALARY_STEP = 1_000;
const HIGHEST_SALARY = 100_000;
/**
 * The radii in kilometres that the site offers. Without a radius, the site searches within 20 km; "all" means only the
 * place.
 */
const RADII = [5, 10, 20, 50];
const SPANS = { h: 1, d: 3, w: 7, m: 30 };
/** The cards' analytics attributes give this name to the list of adverts that do not match the search. */
const NEAR_LIST = 'LO-Moteur-Approchant';
/** "il y a 5 jours", "moins d'une heure". Does not match "2 mois", which is the length of a contract. */
const AGE = /^(?:il y a|moins d['’]une? (?:heure|minute)|aujourd['’]hui|hier|avant-hier|a l['’]instant)/;

/**
 * Robots.txt forbids the result page, so the platform is off by default. The fallback is the keyword page, which
 * robots.txt allows: up to twenty adverts for a keyword, in a town or everywhere.
 */
export const hellowork = definePlatform({
  code: 'hellowork',
  name: 'HelloWork',
  country: 'FR',
  hosts: ['www.hellowork.com'],
  byDefault: false,
  inTrial: false,
  terms: 'The terms forbid extraction (articles 1 and 8.2); robots.txt disallows the result pages.',
  accessMethods: [
    pageAccess({
      country: 'FR',
      minIntervalMs: 1_500,
      expectedFields: ['company', 'location', 'postedText'],
      appliesSalary: true,
      criteriaParameters: (search) =>
        parametersOf({
          ray: radiusOf(search) === 0 ? 'all' : radiusOf(search) && stepAbove(RADII, radiusOf(search) as number),
          d: spanOf(search, SPANS),
          st: search.criteria?.sort === 'date' ? 'date' : undefined,
        }),
      filters: {
        workModes: {
          remote: filterValue('t', 'Complet'),
          hybrid: filterValue('t', 'Partiel', 'Occasionnel'),
          'on-site': filterValue('t', 'Pas_teletravail'),
        },
        contracts: {
          permanent: filterValue('c', 'CDI'),
          fixed_term: filterValue('c', 'CDD'),
          temporary: filterValue('c', 'Travail_temp'),
          internship: filterValue('c', 'Stage'),
          apprenticeship: filterValue('c', 'Alternance'),
          freelance: filterValue('c', 'Freelance', 'Independant'),
        },
        several: 'side by side',
      },
      sentPlace: placeText,
      address: (search) =>
        addressOf(`${SITE}/fr-fr/emploi/recherche.html`, {
          k: search.query,
          l: placeText(search),
          st: 'relevance',
          msa: floorToStep(search.minSalary, SALARY_STEP, HIGHEST_SALARY),
          p: search.page,
        }),
      parse: (answer, { page }): ListingPage => {
        const document = readHtml(answer);
        const { listings, near, total } = readCards(document, '[data-cy="offerNumberButton"]');
        // A page without cards is a fault only if the total says that there are more results, because a page after the
        // last one has no cards.
        assertRowsOf(listings.length + near.length, { total, before: (page - 1) * PAGE_SIZE });
        const pages = document.querySelectorAll('button[name="p"]').map((button) => button.getAttribute('value'));
        return {
          listings,
          // Adverts nearby come after the last result.
          hasMore: listings.length > 0 && near.length === 0 && page < Number(pages.at(-1) ?? 0),
          ...siteTotalOf(total),
          ...(near.length === 0 ? {} : { leftOut: near.map(({ id, url }) => id || url) }),
        };
      },
    }),
    {
      ...pageAccess({
        country: 'FR',
        minIntervalMs: 1_500,
        expectedFields: ['company', 'location', 'postedText'],
        appliesSalary: false,
        sentPlace: ({ place }) => townOf(place)?.name ?? '',
        address: keywordPage,
        parse: (answer, { query }): ListingPage => {
          const { listings, near, total } = readCards(readHtml(answer), 'h2 strong');
          assertRowsOf(listings.length + near.length, { total, before: 0 });
          // The site fills up the page with similar adverts and counts them in the total, so `siteTotal` is left out.
          const sifted = filterByWords(listings, query);
          return {
            listings: sifted.listings,
            hasMore: false,
            leftOut: [...(sifted.leftOut ?? []), ...near.map(({ id, url }) => id || url)],
          };
        },
      }),
      fallback: 'same-site',
    },
  ],
});

/**
 * Builds an address such as "mot-cle_data-engineer-ville_nice-06000.html". Throws AdapterFault "refused_search" for a
 * query without Latin letters or digits, for a later page, and for a place that is neither the whole country nor a town
 * with a postcode.
 */
function keywordPage({ query, page, place, locationText }: PlatformSearch): URL {
  const words = slug(query);
  const town = townOf(place);
  const everywhere = place === null ? locationText === '' : place.kind === 'nation';
  if (words === '' || page > 1 || (!town && !everywhere))
    throw new AdapterFault('refused_search', 'its open pages list a keyword in a town or everywhere, and are one each');
  const where = town ? `-ville_${slug(town.name)}-${town.postcode}` : '';
  return new URL(`/fr-fr/emploi/mot-cle_${words}${where}.html`, SITE);
}

function townOf(place: PlatformSearch['place']): { name: string; postcode: string } | undefined {
  return place?.kind === 'town' && place.postcode ? { name: place.name, postcode: place.postcode } : undefined;
}

/**
 * Reads the cards. `near` contains the adverts that the site calls nearby; `counted` is the selector of the page's
 * total. Throws "changed" if the page has neither cards nor a total.
 */
function readCards(
  document: HTMLElement,
  counted: string,
): { listings: Listing[]; near: Listing[]; total: number | undefined } {
  const listings: Listing[] = [];
  const near: Listing[] = [];
  let isAfterResults = false;
  for (const element of document.querySelectorAll('p, h2, h3, [data-cy="serpCard"]')) {
    if (element.getAttribute('data-cy') !== 'serpCard') {
      isAfterResults ||= /^resultats? proches?$/.test(fold(textOf(element)));
      continue;
    }
    const isNear = isAfterResults || element.outerHTML.includes(NEAR_LIST);
    (isNear ? near : listings).push(toListing(element));
  }
  // "Afficher 3 618 offres", " 9 311"
  const total = readTotal(/\d[\d\s]*/.exec(textOf(document.querySelector(counted)))?.[0]);
  if (listings.length + near.length === 0 && total === undefined)
    throw new AdapterFault('changed', 'the page holds no cards');
  return { listings, near, total };
}

/** Adds a town's postcode ("Toulouse 31000"). Without it, the site finds nothing for the town and reports no error. */
function placeText(search: Pick<PlatformSearch, 'place' | 'locationText'>): string {
  const { place } = search;
  return place?.kind === 'town' && place.postcode ? `${place.name} ${place.postcode}` : whereText(search);
}

function toListing(card: HTMLElement): Listing {
  const link = card.querySelector('a[data-cy="offerTitle"]');
  const id = /\/emplois\/(\d+)\.html/.exec(link?.getAttribute('href') ?? '')?.[1] ?? '';
  const [title, company] = (link?.querySelectorAll('h3 p') ?? []).map(textOf);
  // The link's title is "Title - Company".
  const whole = (link?.getAttribute('title') ?? '').trim();
  const split = whole.lastIndexOf(' - ');
  const named = [...card.querySelectorAll('[data-cy="localisationCard"], [data-cy="contractCard"]'), link].map(textOf);
  const texts = leafTexts(card).filter((text) => !named.includes(text));
  const ages = texts.filter((text) => AGE.test(fold(text)));
  const tags = card.querySelectorAll('[data-cy="contractTag"]').map(textOf);
  // "Voir offre de Développeur à Lyon, chez Nuage, pour un CDI, avec un salaire de 45 000 € / an, en temps plein". This
  // sentence includes the tags that the card hides behind "+ 1".
  const sentence = link?.getAttribute('aria-label') ?? '';
  return {
    id,
    title: title || (split > 0 ? whole.slice(0, split) : whole),
    // A title may contain " - " too, so a heading with only one line names no employer.
    company: company ?? (title === undefined && split > 0 ? whole.slice(split + 3) : ''),
    location: textOf(card.querySelector('[data-cy="localisationCard"]')),
    url: id === '' ? '' : `${SITE}/fr-fr/emplois/${id}.html`,
    salaryText:
      texts.find((text) => text !== title && text !== company && /\d[^€]{0,60}€/.test(text)) ??
      /avec un salaire de ([^,]*(?:,\d[^,]*)*)/.exec(sentence)?.[1] ??
      '',
    workModeText: (tags.find(isWorkMode) ?? sentence.split(', ').find(isWorkMode) ?? '').trim(),
    termsText: [textOf(card.querySelector('[data-cy="contractCard"]')), sentence].join(' '),
    postedText: ages.at(-1) ?? '',
  };
}

function isWorkMode(text: string): boolean {
  return /^tele-?travail/.test(fold(text).trim());
}
