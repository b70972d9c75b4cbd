import { decode } from '../../reading/entities.ts';
import { asObject, asObjects, asText, type JsonObject } from '../../reading/answer.ts';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold, squeeze } from '../../lib/text.ts';
import type { Review } from './site.ts';

/** More of a page's reviews, and more of one review's text, are not read. */
const MOST_REVIEWS = 100;
const LONGEST_TEXT = 4_000;
const LONGEST_NAME = 200;
const MOST_SCRIPTS = 40;

/** Stars or a site's rating: 1–5, one decimal; null for 0 (the sites write it for none) and anything else. */
export function toRating(value: unknown): number | null {
  const rating = toNumber(value);
  return rating !== null && rating >= 1 && rating <= 5 ? Math.round(Number((rating * 10).toFixed(6))) / 10 : null;
}

/** A number, also out of "3,9"; null otherwise. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : '';
  return /^-?\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

/** A number of reviews: a whole number from 0; null otherwise. Marks between digits are thousands marks. */
export function toCount(value: unknown): number | null {
  const count =
    typeof value === 'string' && /^\d{1,3}(?:[ ,.\u00a0\u202f]\d{3})+$|^\d{1,9}$/.test(value.trim())
      ? Number(value.replace(/\D/g, ''))
      : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count < 100_000_000 ? count : null;
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
      const rating = toRating(ratings[key]);
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

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january february march april may june july august september october november december',
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  ].flatMap((year) => year.split(' ').map((month, index) => [month, index + 1] as const)),
);

/** The ISO day of "29 September 2024", "September 29, 2024", "29 septembre 2024" or an ISO time; "" for others. */
export function readDay(value: unknown): string {
  const text = fold(asText(value).slice(0, 60));
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (iso !== undefined) return Number.isNaN(Date.parse(iso)) ? '' : iso;
  const match = /^(\d{1,2})(?:er)? ([a-z]+) (\d{4})$/.exec(text) ?? /^([a-z]+) (\d{1,2}),? (\d{4})$/.exec(text);
  if (!match) return '';
  const [day, month] = /^\d/.test(match[1] ?? '') ? [match[1], match[2]] : [match[2], match[1]];
  const number = MONTHS.get(month ?? '');
  if (number === undefined || Number(day) < 1 || Number(day) > 31) return '';
  return `${match[3]}-${String(number).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
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
  const value = toNumber(item['ratingValue']);
  const best = toNumber(item['bestRating']) ?? 5;
  const reviewCount = toCount(item['ratingCount']) ?? toCount(item['reviewCount']);
  if (name === '' || reviewCount === null || best <= 0) return undefined;
  return { name, rating: value === null ? null : toRating(best === 5 ? value : (value / best) * 5), reviewCount };
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
