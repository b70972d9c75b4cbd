import type { HTMLElement } from 'node-html-parser';
import { stripInvisible } from '../lib/hidden-text.ts';
import { fold, squeeze } from '../lib/text.ts';
import { AdapterFault } from '../reading/answer.ts';
import type { Listing } from './platform.ts';

/** The first listing of each id; those without one all. */
export function distinctById(listings: readonly Listing[]): Listing[] {
  const ids = new Set<string>();
  return listings.filter(({ id = '' }) => id === '' || (!ids.has(id) && ids.add(id)));
}

/** A page without results is short: more of it is not looked at. */
const PAGE_TEXT = 200_000;

/** A whole page's text: what stands in different blocks stays apart. */
function pageText(document: HTMLElement): string {
  return squeeze(stripInvisible(document.structuredText.slice(0, PAGE_TEXT)));
}

interface EmptyPage {
  /** Selector of what may be links to adverts, and which of them are; absent: all. */
  links: string;
  isAdvert?: (link: HTMLElement) => boolean;
  /** Selector of the list's own place; null: the site has none. */
  list: string | null;
  words: RegExp;
}

/**
 * A page without cards is an empty list only where it has the list's place or
 * says so in words, and holds no link to an advert, which would be one of
 * another shape. Throws "changed" otherwise. `words` are tried on folded text.
 */
export function assertNothingFound(document: HTMLElement, { links, isAdvert, list, words }: EmptyPage): void {
  const adverts = document.querySelectorAll(links).filter((link) => isAdvert?.(link) ?? true);
  const isKnown = list !== null && document.querySelector(list) !== null;
  if (adverts.length > 0 || !(isKnown || words.test(fold(pageText(document)))))
    throw new AdapterFault('changed', 'the page holds no list of adverts');
}
