import { decodeHTML } from 'entities';
import { squeeze } from '../lib/text.ts';
import { SearchFault, type SearchResult } from './provider.ts';

const MAXIMUM_RESULTS = 30;
const TITLE_CHARACTERS = 300;
const TEXT_CHARACTERS = 2_000;

/** An answer as a JSON object; throws SearchFault where it is none. */
export function readJsonObject(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new SearchFault('it did not answer in JSON');
  }
  if (!isObject(value)) throw new SearchFault('its answer has another shape than expected');
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of objects; `undefined` where there is no list. */
export function readRows(value: unknown): Record<string, unknown>[] | undefined {
  return Array.isArray(value) ? value.slice(0, MAXIMUM_RESULTS).filter(isObject) : undefined;
}

/** Text of a field that may hold tags and entities. */
export function plainText(value: unknown, limit = TEXT_CHARACTERS): string {
  if (typeof value !== 'string') return '';
  const withoutTags = value.slice(0, limit * 4).replace(/<\/?[a-z][^<>]{0,200}>/gi, '');
  return squeeze(decodeHTML(withoutTags)).slice(0, limit);
}

/** A result with a web address and what else is known of it; `undefined` without an address. */
export function toResult(
  fields: { url: unknown; title: unknown; text: unknown },
  figures: { rating: number | undefined; reviewCount: number | undefined } = {
    rating: undefined,
    reviewCount: undefined,
  },
): SearchResult | undefined {
  const { url } = fields;
  if (typeof url !== 'string' || url.length > 2_000 || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    return undefined;
  }
  return {
    url,
    title: plainText(fields.title, TITLE_CHARACTERS),
    text: plainText(fields.text),
    ...(figures.rating === undefined ? {} : { rating: figures.rating }),
    ...(figures.reviewCount === undefined ? {} : { reviewCount: figures.reviewCount }),
  };
}

/** A rating on the scale to 5, whatever scale it was given on; nothing outside 1 to 5. */
export function readRating(value: unknown, best: unknown, worst: unknown): number | undefined {
  const rating = readNumber(value);
  const top = best === undefined || best === null ? 5 : readNumber(best);
  const bottom = readNumber(worst) ?? (top === 5 ? 1 : 0);
  if (rating === undefined || top === undefined || top <= bottom || rating > top) return undefined;
  const scaled = top === 5 && bottom <= 1 ? rating : 1 + ((rating - bottom) / (top - bottom)) * 4;
  const rounded = Math.round(scaled * 100) / 100;
  return rounded >= 1 && rounded <= 5 ? rounded : undefined;
}

/** A whole number of reviews, from a number or a text such as "1,204". */
export function readCount(value: unknown): number | undefined {
  const count = readNumber(typeof value === 'string' ? value.replace(/[\s,.\u00a0\u202f]/g, '') : value);
  return count !== undefined && Number.isInteger(count) && count > 0 && count < 100_000_000 ? count : undefined;
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*\d{1,9}(?:[.,]\d{1,4})?\s*$/.test(value)) return undefined;
  return Number(value.replace(',', '.'));
}
