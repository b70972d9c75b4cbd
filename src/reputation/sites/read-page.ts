import { decode } from '../../reading/entities.ts';
import { asObject, asObjects, asText, type JsonObject } from '../../reading/answer.ts';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { squeeze } from '../../lib/text.ts';
import { readCount } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import type { Review } from './site.ts';

/** More of a page's reviews, and more of one review's text, are not read. */
const MOST_REVIEWS = 100;
const LONGEST_TEXT = 4_000;
const LONGEST_NAME = 200;
const MOST_SCRIPTS = 40;

/** A number of reviews: a whole number from 0; null otherwise. */
export function toCount(value: unknown): number | null {
  return readCount(value)?.value ?? null;
}

/** Sites weigh newer reviews more (0.2 was seen): what differs by more was read of something else. */
const MOST_WEIGHING = 0.6;

/** The rating cannot be that of the employer whose reviews have these stars: numbers of reviews with one to five. */
export function isContradicted(rating: number | null, stars: readonly (number | null)[]): boolean {
  const counts = stars.filter((count) => count !== null);
  const sum = counts.reduce((total, count) => total + count, 0);
  if (rating === null || counts.length !== 5 || sum === 0) return false;
  const mean = counts.reduce((total, count, index) => total + count * (index + 1), 0) / sum;
  return Math.abs(mean - rating) > MOST_WEIGHING;
}

/** The sub-ratings that a site gives, by the names of `EmployerPage`; `names` maps the site's to them. */
export function readSubRatings(ratings: JsonObject, names: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => {
      const rating = readRating(ratings[key]);
      return rating === null ? [] : [[name, rating]];
    }),
  );
}

/** A company's name as the page has it, on one line. */
export function tidyName(value: unknown): string {
  const name = squeeze(stripInvisible(asText(value).slice(0, LONGEST_NAME * 10)));
  return name.length > LONGEST_NAME ? '' : name;
}

/** A review's text: without hidden characters, cut. */
export function tidyText(value: unknown): string {
  return typeof value === 'string' ? stripInvisible(value.slice(0, LONGEST_TEXT)).trim() : '';
}

/** Reviews with something in them, each once. */
export function keepReviews(reviews: readonly Review[]): Review[] {
  const seen = new Map<string, Review>();
  for (const review of reviews.slice(0, MOST_REVIEWS)) {
    const empty = review.rating === null && `${review.title}${review.pros}${review.cons}${review.text}` === '';
    if (!empty) seen.set(review.id || `#${seen.size}`, review);
  }
  return [...seen.values()];
}

/** "en", "en-GB", "eng" → en; French alike. */
export function toLanguage(value: unknown): Review['language'] {
  const tag = asText(value).toLowerCase();
  return /^en(?:g|-|_|$)/.test(tag) ? 'en' : /^fr(?:a|e|-|_|$)/.test(tag) ? 'fr' : 'unknown';
}

/** JSON of outside text; undefined when it is none. */
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

/** The page's `EmployerAggregateRating` (JSON-LD), on the scale of 5; undefined when it has none or several employers'. */
export function readEmployerRating(html: string): EmployerRating | undefined {
  const found: EmployerRating[] = [];
  let scripts = 0;
  for (const script of html.matchAll(/<script[^>]{0,300}application\/ld\+json[^>]{0,300}>/gi)) {
    const start = script.index + script[0].length;
    const end = html.indexOf('</script', start);
    scripts += 1;
    if (end < 0 || scripts > MOST_SCRIPTS) break;
    const value = readJsonText(html.slice(start, end));
    for (const item of listItems(value)) {
      const rating = item['@type'] === 'EmployerAggregateRating' ? toEmployerRating(item) : undefined;
      if (rating) found.push(rating);
    }
  }
  const [first, ...others] = found;
  return others.every(({ name }) => name === first?.name) ? first : undefined;
}

function listItems(value: unknown): JsonObject[] {
  const top = asObjects(value) ?? [asObject(value)].filter((item) => item !== undefined);
  return top.flatMap((item) => [item, ...(asObjects(item['@graph']) ?? [])]);
}

function toEmployerRating(item: JsonObject): EmployerRating | undefined {
  const name = tidyName(decode(asText(asObject(item['itemReviewed'])?.['name'])));
  const reviewCount = toCount(item['ratingCount']) ?? toCount(item['reviewCount']);
  if (name === '' || reviewCount === null) return undefined;
  return { name, rating: readRating(item['ratingValue'], item['bestRating'] ?? 5), reviewCount };
}

/** The address that the page calls its own; "" when it has none. */
export function readCanonical(html: string): string {
  const head = html.slice(0, 200_000);
  const link = /<link\b[^>]{0,200}\brel=["']canonical["'][^>]{0,600}>/i.exec(head)?.[0];
  const href = link === undefined ? undefined : /\bhref=["']([^"']{1,1000})["']/i.exec(link)?.[1];
  return href === undefined ? '' : decode(href);
}

/** What stands between the end of the tag that holds `mark` and `end`; "" when it is longer than `limit` or not there. */
export function readElement(html: string, mark: string, end: string, limit: number): string {
  const at = html.indexOf(mark);
  const start = at < 0 ? -1 : html.indexOf('>', at);
  const stop = start < 0 ? -1 : html.indexOf(end, start);
  return stop < 0 || stop - start > limit ? '' : html.slice(start + 1, stop);
}

/** The text of a piece of markup on one line. */
export function textOf(markup: string): string {
  return decode(markup.replace(/<[^<>]{0,2000}>/g, ' '));
}
