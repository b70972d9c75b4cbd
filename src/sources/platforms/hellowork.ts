import type { HTMLElement } from 'node-html-parser';
import { fold } from '../../lib/text.ts';
import { leafTexts, readHtml, textOf } from '../../reading/answer.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { assertRowsOf, readTotal, siteTotalOf } from './result-page.ts';
import { floorToStep, whereText } from './where.ts';

const SITE = 'https://www.hellowork.com';
const PAGE_SIZE = 30;
const SALARY_STEP = 1_000;
const HIGHEST_SALARY = 100_000;

/** HelloWork: the result page. Its robots.txt forbids that page to crawlers, so off until named. */
export const hellowork = definePlatform({
  code: 'hellowork',
  name: 'HelloWork',
  country: 'FR',
  hosts: ['www.hellowork.com'],
  byDefault: false,
  inTrial: false,
  terms: 'Forbid extraction (articles 1 and 8.2); robots.txt disallows its result pages.',
  accessMethods: [
    pageAccess({
      country: 'FR',
      minIntervalMs: 1_500,
      fills: ['company', 'location', 'postedText'],
      appliesSalary: true,
      sentPlace: placeText,
      address: (search) => {
        const url = new URL('/fr-fr/emploi/recherche.html', SITE);
        url.searchParams.set('k', search.query);
        const where = placeText(search);
        if (where) url.searchParams.set('l', where);
        url.searchParams.set('st', 'relevance');
        const salary = floorToStep(search.minSalary, SALARY_STEP, HIGHEST_SALARY);
        if (salary !== undefined) url.searchParams.set('msa', String(salary));
        url.searchParams.set('p', String(search.page));
        return url;
      },
      parse: (answer, { page }): ListingPage => {
        const document = readHtml(answer);
        const cards = document.querySelectorAll('[data-cy="serpCard"]');
        // "Afficher 3 618 offres"
        const counted = textOf(document.querySelector('[data-cy="offerNumberButton"]'));
        const total = readTotal(/\d[\d\s]*/.exec(counted)?.[0]);
        if (cards.length === 0 && total === undefined) throw new AdapterFault('changed', 'the page holds no cards');
        // A page past the last one has no cards either.
        assertRowsOf(cards.length, { total, before: (page - 1) * PAGE_SIZE });
        const pages = document.querySelectorAll('button[name="p"]').map((button) => button.getAttribute('value'));
        return {
          listings: cards.map(toListing),
          hasMore: cards.length > 0 && page < Number(pages.at(-1) ?? 0),
          ...siteTotalOf(total),
        };
      },
    }),
  ],
  // The list has no descriptions at all; these pages are open to crawlers.
});

/** "Toulouse 31000": a bare town silently finds nothing. */
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
  const ages = texts.filter((text) => /^(?:il y a|aujourd'hui|hier|avant-hier|a l'instant)/.test(fold(text)));
  const tags = card.querySelectorAll('[data-cy="contractTag"]').map(textOf);
  // One sentence repeats everything, tags hidden behind "+ 1" too.
  const sentence = link?.getAttribute('aria-label') ?? '';
  return {
    id,
    title: title || (split > 0 ? whole.slice(0, split) : whole),
    company: company ?? (split > 0 ? whole.slice(split + 3) : ''),
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
