import type { HTMLElement } from 'node-html-parser';
import { fold } from '../../lib/text.ts';
import { leafTexts, readHtml, textOf } from '../../reading/answer.ts';
import { assertNothingFound } from './nothing-found.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { whereText } from './where.ts';

const SITE = 'https://www.meteojob.com';
const JOB_LINK = /\/jobs\/(?:[^/?#]*-)?(\d+)(?:[?#]|$)/;
const PAY = /\d[^€]{0,60}(?:€|euros?\b)/i;
const AGE = /^(?:publiee? )?(?:il y a |aujourd'hui|hier|avant-hier|a l'instant)/;
const WORK_MODE = /tele-? ?travail|presentiel|distanciel|\bremote\b/;

/** Meteojob: the first page of its list, the one that its robots.txt allows; there is no usable second. */
export const meteojob = definePlatform({
  code: 'meteojob',
  name: 'Meteojob',
  country: 'FR',
  hosts: ['www.meteojob.com'],
  byDefault: true,
  inTrial: true,
  terms: 'Forbid extraction; robots.txt allows the first page of a search.',
  accessMethods: [
    pageAccess({
      country: 'FR',
      minIntervalMs: 1_500,
      fills: ['location'],
      appliesSalary: false,
      address: (search) => {
        const url = new URL('/jobs', SITE);
        url.searchParams.set('what', search.query);
        const where = whereText(search);
        if (where) url.searchParams.set('where', where);
        return url;
      },
      parse: (answer): ListingPage => {
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

/** Newer and older markup. */
function isCard(element: HTMLElement): boolean {
  const known =
    (element.getAttribute('class') ?? '').includes('job-offer-list-item') ||
    /^job-offer-\d+$/.test(element.getAttribute('id') ?? '');
  return known && element.querySelectorAll('a[href]').some(isJobLink);
}

function isJobLink(link: HTMLElement): boolean {
  return JOB_LINK.test(link.getAttribute('href') ?? '');
}

/** Without those that hold another: a list item around a card is no card of its own. */
function innermost(elements: readonly HTMLElement[]): HTMLElement[] {
  const outer = new Set<unknown>();
  for (const element of elements) {
    let at = element.parentNode;
    // A card is no deeper in another.
    for (let step = 0; at && step < 10; step += 1, at = at.parentNode) outer.add(at);
  }
  return elements.filter((element) => !outer.has(element));
}

function toListing(card: HTMLElement): Listing {
  const links = card.querySelectorAll('a[href]').filter(isJobLink);
  const link = links.find((candidate) => candidate.getAttribute('title')) ?? links[0];
  const id = JOB_LINK.exec(link?.getAttribute('href') ?? '')?.[1] ?? '';
  // Titles hold " - " themselves: the company stands after the last one.
  const whole = textOf(link) && !link?.getAttribute('title') ? '' : (link?.getAttribute('title') ?? '').trim();
  const split = whole.lastIndexOf(' - ');
  const heading = textOf(card.querySelector('.cc-job-offer-title')) || textOf(card.querySelector('h2, h3'));
  /** Fields bear ids such as "40000001-salary". */
  const part = (name: string): string => textWithoutIcons(card.querySelector(`[id$="-${name}"]`));
  // An icon may stand inside of an element whose own text counts.
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

/** The name of an icon is text of its element. */
function textWithoutIcons(element: HTMLElement | null): string {
  if (!element) return '';
  const icons = element.querySelectorAll('mat-icon').map(textOf);
  return icons.reduce((rest, icon) => (icon === '' ? rest : rest.replace(icon, '')), textOf(element)).trim();
}
