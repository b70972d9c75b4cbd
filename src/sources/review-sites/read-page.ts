import type { HTMLElement } from 'node-html-parser';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { squeeze } from '../../lib/text.ts';
import { AdapterFault, asObject, asObjects, asText, readHtml, type JsonObject } from '../../reading/answer.ts';
import { decode } from '../../reading/entities.ts';
import { readCount } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import type { Review } from './site.ts';

const MOST_REVIEWS = 100;
const LONGEST_TEXT = 4_000;
const LONGEST_NAME = 200;
const MOST_SCRIPTS = 40;

/** Returns undefined if the page cannot be parsed, because it is deeper or longer than any real page. */
export function readPage(body: string, url: string): HTMLElement | undefined {
  try {
    return readHtml({ status: 200, url, contentType: 'text/html', body });
  } catch (error) {
    if (error instanceof AdapterFault) return undefined;
    throw error;
  }
}

/** Returns the attribute with its entities decoded; "" if there is none. */
export function attributeOf(element: HTMLElement | null | undefined, name: string): string {
  return decode(element?.getAttribute(name) ?? '');
}

/**
 * Sites give newer reviews more weight, so the rating can differ from the mean of the stars by about 0.2. A difference
 * above this limit means that the rating or the stars were misread.
 */
const MOST_WEIGHING = 0.6;

/**
 * True if a rating contradicts the mean of `stars`, the numbers of reviews with one to five stars. False if one of the
 * numbers is unknown.
 */
export function isContradicted(rating: number | null, stars: readonly (number | null)[]): boolean {
  const counts = stars.filter((count) => count !== null);
  const sum = counts.reduce((total, count) => total + count, 0);
  if (rating === null || counts.length !== 5 || sum === 0) return false;
  const mean = counts.reduce((total, count, index) => total + count * (index + 1), 0) / sum;
  return Math.abs(mean - rating) > MOST_WEIGHING;
}

/** `names` maps the site's names of sub-ratings to those that `EmployerPage` uses. */
export function readSubRatings(ratings: JsonObject, names: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => {
      const rating = readRating(ratings[key]);
      return rating === null ? [] : [[name, rating]];
    }),
  );
}

export function toCount(value: unknown): number | null {
  return readCount(value)?.value ?? null;
}

/** Returns the name on one line; "" if it is longer than any real name. */
export function tidyName(value: unknown): string {
  const name = squeeze(stripInvisible(asText(value).slice(0, LONGEST_NAME * 10)));
  return name.length > LONGEST_NAME ? '' : name;
}

export function tidyText(value: unknown): string {
  return typeof value === 'string' ? stripInvisible(value.slice(0, LONGEST_TEXT)).trim() : '';
}

/**
 * Returns those of the first `MOST_REVIEWS` reviews that have a rating or text. Of several with the same ID, keeps the
 * last.
 */
export function keepReviews(reviews: readonly Review[]): Review[] {
  const seen = new Map<string, Review>();
  for (const review of reviews.slice(0, MOST_REVIEWS)) {
    const empty = review.rating === null && `${review.title}${review.pros}${review.cons}${review.text}` === '';
    if (!empty) seen.set(review.id || `#${seen.size}`, review);
  }
  return [...seen.values()];
}

export function toLanguage(value: unknown): Review['language'] {
  const tag = asText(value).toLowerCase();
  return /^en(?:g|-|_|$)/.test(tag) ? 'en' : /^fr(?:a|e|-|_|$)/.test(tag) ? 'fr' : 'unknown';
}

export function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface EmployerRating {
  name: string;
  rating: number | null;
  reviewCount: number;
}

/**
 * Returns the page's `EmployerAggregateRating` (JSON-LD), converted to a scale of 5. Returns undefined if the page has
 * no such rating with a name and a number of reviews, or has ratings of different employers.
 */
export function readEmployerRating(page: HTMLElement): EmployerRating | undefined {
  const found = page
    .querySelectorAll('script[type="application/ld+json"]')
    .slice(0, MOST_SCRIPTS)
    .flatMap((script) => listItems(readJsonText(script.rawText)))
    .map((item) => (item['@type'] === 'EmployerAggregateRating' ? toEmployerRating(item) : undefined))
    .filter((rating) => rating !== undefined);
  const [first, ...others] = found;
  return others.every(({ name }) => name === first?.name) ? first : undefined;
}

function listItems(value: unknown): JsonObject[] {
  const top = asObjects(value) ?? [asObject(value)].filter((item) => item !== undefined);
  return top.flatMap((item) => [item, ...(asObjects(item['@graph']) ?? [])]);
}

function toEmployerRating(item: JsonObject): EmployerRating | undefined {
  const name = tidyName(decode(asText(asObject(item['itemReviewed'])?.['name'])));
  const rating = readRating(item['ratingValue'], item['bestRating'], item['worstRating']);
  const reviewCount = toCount(item['ratingCount']) ?? toCount(item['reviewCount']);
  return name === '' || reviewCount === null ? undefined : { name, rating, reviewCount };
}

export function readCanonical(page: HTMLElement): string {
  return attributeOf(page.querySelector('link[rel="canonical"]'), 'href');
}
