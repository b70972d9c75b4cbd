import type { HTMLElement } from 'node-html-parser';
import { stripInvisible } from '../lib/hidden-text.ts';
import { fold, squeeze } from '../lib/text.ts';
import { AdapterFault, asObjects, type JsonObject } from '../reading/answer.ts';
import type { Listing } from './platform.ts';

/** The first listing of each id; those without one all. */
export function distinctById(listings: readonly Listing[]): Listing[] {
  const ids = new Set<string>();
  return listings.filter(({ id = '' }) => id === '' || (!ids.has(id) && ids.add(id)));
}

/** What an answer says of its own length. Values are taken as the source has them: numbers, or digits. */
export interface StatedLength {
  /** Results of the whole search; absent where the source states none. */
  total?: unknown;
  /** Results before this page. */
  before: number;
}

/**
 * The rows of a JSON answer. Throws "changed" where the field is no list,
 * where its items are none that can be read, and where it is empty although
 * the answer states results.
 */
export function requireRows(field: unknown, stated: StatedLength): JsonObject[] {
  const rows = asObjects(field);
  if (!rows) throw new AdapterFault('changed', 'the answer has no list of results');
  if (rows.length === 0 && (field as unknown[]).length > 0) throw unread();
  assertRowsOf(rows.length, stated);
  return rows;
}

/** Throws "changed" where an answer states results of which it gives none. */
export function assertRowsOf(rows: number, { total, before }: StatedLength): void {
  const stated = Number(total ?? 0);
  if (rows === 0 && stated > before)
    throw new AdapterFault('changed', `the answer states ${stated} results and holds none`);
}

function unread(): AdapterFault {
  return new AdapterFault('changed', 'the list holds entries, none of which can be read');
}

/** How sites say that a search found nothing, tried on folded text. */
const NOTHING_FOUND: readonly RegExp[] = [
  /\bno (?:matching |current |live |more |search |such )?(?:jobs|results|matches|vacancies|adverts)\b/,
  /(?<![\d.,] ?)\b0 (?:matching )?(?:jobs?|results?|vacanc(?:y|ies)|matches)\b/,
  /\b(?:did not|didn't|does not|doesn't) (?:match|return) any\b/,
  /\b(?:could not|couldn't|cannot|can't) find any\b/,
  /\baucune? (?:autre )?(?:offre|resultat|annonce|emploi|poste)s?\b/,
  /(?<![\d.,] ?)\b0 (?:offre|resultat|annonce|emploi)s?\b/,
  /\bpas (?:trouve )?d'(?:offre|emploi|annonce)s?\b/,
];
/** "2,571 jobs", "1 234 offres": a number of results that is not 0. */
const SOMETHING_FOUND =
  /\b[1-9]\d{0,2}(?:[ ,.]?\d{3})* (?:jobs?|offres?|vacancies|results|resultats)(?: d'emplois?)?\b/;

/** A page without results is short: more of it is not looked at. */
const PAGE_TEXT = 200_000;

/** A whole page's text as people see it: what stands in different blocks stays apart. */
function pageText(document: HTMLElement): string {
  for (const hidden of document.querySelectorAll('script, style, noscript, template')) hidden.remove();
  return fold(squeeze(stripInvisible(document.structuredText.slice(0, PAGE_TEXT))));
}

interface EmptyPage {
  /** Selector of what may be links to adverts, and which of them are; absent: all. */
  links: string;
  isAdvert?: (link: HTMLElement) => boolean;
  /** Selector of what may be cards: where there are any, they are not read. */
  cards?: string;
}

/**
 * A page without readable cards is an empty list only where the site itself
 * says so in words and nothing on the page speaks against it: a link to an
 * advert, a card of another shape, a heading with a number of results. Throws
 * "changed" otherwise: a list that is merely not there is no answer.
 */
export function assertNothingFound(document: HTMLElement, { links, isAdvert, cards }: EmptyPage): void {
  if (document.querySelectorAll(links).some((link) => isAdvert?.(link) ?? true)) throw unread();
  if (cards !== undefined && document.querySelector(cards) !== null) throw unread();
  const headings = document.querySelectorAll('h1').map((heading) => fold(squeeze(heading.text)));
  if (headings.some((heading) => SOMETHING_FOUND.test(heading)))
    throw new AdapterFault('changed', 'the page states results and holds none that can be read');
  const text = pageText(document);
  if (!NOTHING_FOUND.some((words) => words.test(text)))
    throw new AdapterFault('changed', 'the page holds no list of adverts, and does not say that there are none');
}
