import type { HTMLElement } from 'node-html-parser';
import { fold } from '../../lib/text.ts';
import {
  asAmount,
  asObject,
  asObjects,
  asText,
  leafTexts,
  readHtml,
  textOf,
  type JsonObject,
} from '../../reading/answer.ts';
import { findScriptById } from '../../reading/embedded.ts';
import { htmlToText } from '../../reading/entities.ts';
import { assertNothingFound } from './nothing-found.ts';
import { pageAccess } from './page-access.ts';
import { addressOf } from './search-criteria.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { hasNextPage, requireRows, siteTotalOf } from './result-page.ts';
import { whereText } from './where.ts';

const SITE = 'https://www.meteojob.com';
const PAGE_SIZE = 20;
/** The last page to which the site links. */
const LAST_PAGE = 5;
/** "/jobs/40000001", "/jobs/data-engineer-h-f-40000001" */
const JOB_LINK = /\/jobs\/(?:[^/?#]*-)?(\d+)(?:[?#]|$)/;
/** "2 300 € par mois", "35 000 euros" */
const PAY = /\d[^€]{0,60}(?:€|euros?\b)/i;
/** "publiée il y a 3 jours", "hier" */
const AGE = /^(?:publiee? )?(?:il y a |aujourd'hui|hier|avant-hier|a l'instant)/;
const WORK_MODE = /tele-? ?travail|presentiel|distanciel|\bremote\b/;

/** Uses the complete adverts in the state that the result page embeds, or else the cards of the page. */
export const meteojob = definePlatform({
  code: 'meteojob',
  name: 'Meteojob',
  country: 'FR',
  hosts: ['www.meteojob.com'],
  byDefault: true,
  inTrial: true,
  terms: 'The terms forbid extraction; robots.txt allows the result pages.',
  accessMethods: [
    pageAccess({
      country: 'FR',
      minIntervalMs: 1_500,
      expectedFields: ['location'],
      appliesSalary: false,
      address: (search) =>
        addressOf(`${SITE}/jobs`, {
          what: search.query,
          where: whereText(search),
          page: search.page > 1 ? search.page : undefined,
        }),
      parse: (answer, { page }): ListingPage => {
        const offers = searchOffers(answer.body);
        if (offers) {
          const total = offers['total'];
          const rows = requireRows(offers['content'], { total, before: (page - 1) * PAGE_SIZE });
          return {
            listings: rows.map(offerListing),
            hasMore: page < LAST_PAGE && hasNextPage(rows.length, { page, size: PAGE_SIZE, total }),
            ...siteTotalOf(total),
          };
        }
        const document = readHtml(answer);
        const cards = innermost(document.querySelectorAll('article, li').filter(isCard));
        if (cards.length === 0)
          assertNothingFound(document, {
            links: 'a[href*="/jobs/"]',
            isAdvert: isJobLink,
            cards: '[class*="job-offer-list-item"], [id^="job-offer-"]',
          });
        return { listings: cards.map(toListing), hasMore: false };
      },
    }),
  ],
});

function searchOffers(html: string): JsonObject | undefined {
  const state = findScriptById(html, 'candidate-front-state');
  if (state === undefined) return undefined;
  // Older releases of Angular escape markup characters ("&q;" for a quotation mark), newer ones do not. Both are tried.
  for (const text of [state, unescapeState(state)]) {
    try {
      return asObject(asObject(JSON.parse(text))?.['app:search:offers']);
    } catch {
      continue;
    }
  }
  return undefined;
}

const STATE_ESCAPES: Readonly<Record<string, string>> = { q: '"', s: "'", l: '<', g: '>', a: '&' };

function unescapeState(text: string): string {
  return text.replace(/&([qslga]);/g, (_, letter: string) => STATE_ESCAPES[letter] ?? '');
}

function offerListing(offer: JsonObject): Listing {
  const id = asText(offer['id']);
  const labels = asObject(offer['labels']);
  const salary = asObject(offer['salary']);
  const min = asAmount(salary?.['from']);
  const max = asAmount(salary?.['to']);
  const pay = wordsOf(asObject(labels?.['salary'])?.['value']);
  const places = (asObjects(offer['locations']) ?? []).map((place) => htmlToText(asText(place['name'])));
  return {
    id,
    title: asText(offer['title']),
    company: offer['anonymous'] === true ? '' : nameOf(offer['company']) || nameOf(offer['recruiter']),
    location: [...new Set(places.filter(Boolean))].slice(0, 5).join(' | ') || htmlToText(asText(offer['locality'])),
    url: id === '' ? '' : `${SITE}/jobs/${id}`,
    description: [offer['description'], offer['profileDescription']]
      .map((part) => htmlToText(asText(part)))
      .filter(Boolean)
      .join('\n\n'),
    salaryText: pay,
    // The figures have no period, so the label is preferred.
    ...(pay === '' && (min !== null || max !== null)
      ? { salary: { min, max, period: null, currency: asText(salary?.['currency']) || null } }
      : {}),
    workModeText: wordsOf(labels?.['teleworkList']),
    termsText: wordsOf(labels?.['contractTypeList']) || wordsOf(offer['contractTypes']),
    postedText: asText(offer['publicationDate']),
  };
}

function nameOf(value: unknown): string {
  return htmlToText(asText(asObject(value)?.['name']) || asText(value));
}

function wordsOf(value: unknown): string {
  const items: unknown[] = Array.isArray(value) ? value.slice(0, 20) : [value];
  return items
    .map((item) => htmlToText(asText(asObject(item)?.['label']) || asText(asObject(item)?.['value']) || asText(item)))
    .filter(Boolean)
    .join(', ');
}

function isCard(element: HTMLElement): boolean {
  const known =
    (element.getAttribute('class') ?? '').includes('job-offer-list-item') ||
    /^job-offer-\d+$/.test(element.getAttribute('id') ?? '');
  return known && element.querySelectorAll('a[href]').some(isJobLink);
}

function isJobLink(link: HTMLElement): boolean {
  return JOB_LINK.test(link.getAttribute('href') ?? '');
}

/** Leaves out elements that contain another one: a list item around a card is not a card. */
function innermost(elements: readonly HTMLElement[]): HTMLElement[] {
  const outer = new Set<unknown>();
  for (const element of elements) {
    let at = element.parentNode;
    // Ten levels are enough, because elements around a card are nearer than that.
    for (let step = 0; at && step < 10; step += 1, at = at.parentNode) outer.add(at);
  }
  return elements.filter((element) => !outer.has(element));
}

function toListing(card: HTMLElement): Listing {
  const links = card.querySelectorAll('a[href]').filter(isJobLink);
  const link = links.find((candidate) => candidate.getAttribute('title')) ?? links[0];
  const id = JOB_LINK.exec(link?.getAttribute('href') ?? '')?.[1] ?? '';
  // The link's title is "Job title - Company". A job title may contain " - " too, so the last one counts.
  const whole = textOf(link) && !link?.getAttribute('title') ? '' : (link?.getAttribute('title') ?? '').trim();
  const split = whole.lastIndexOf(' - ');
  const heading = textOf(card.querySelector('.cc-job-offer-title')) || textOf(card.querySelector('h2, h3'));
  /** Returns the text of a field. The id of its element ends in the name: "40000001-salary". */
  const part = (name: string): string => textWithoutIcons(card.querySelector(`[id$="-${name}"]`));
  // An element that contains an icon has a child, so `leafTexts` leaves out its text.
  const texts = [...leafTexts(card), ...card.querySelectorAll('*').filter(hasIcon).map(textWithoutIcons)];
  const folded = texts.map((text) => fold(text));
  return {
    id,
    title: split > 0 ? whole.slice(0, split).trim() : whole || heading || textOf(link),
    company: part('company-name') || (split > 0 ? whole.slice(split + 3).trim() : ''),
    location: part('job-locations'),
    url: `${SITE}/jobs/${id}`,
    salaryText: part('salary') || (texts.find((text) => PAY.test(text)) ?? ''),
    postedText: texts.find((_, index) => AGE.test(folded[index] ?? '')) ?? '',
    workModeText: part('telework') || (texts.find((_, index) => WORK_MODE.test(folded[index] ?? '')) ?? ''),
  };
}

function hasIcon(element: HTMLElement): boolean {
  return element.children.some(({ tagName }) => tagName === 'MAT-ICON');
}

function textWithoutIcons(element: HTMLElement | null): string {
  if (!element) return '';
  const icons = element.querySelectorAll('mat-icon').map(textOf);
  return icons.reduce((rest, icon) => (icon === '' ? rest : rest.replace(icon, '')), textOf(element)).trim();
}
