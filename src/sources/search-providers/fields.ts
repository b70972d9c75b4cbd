import { decodeHTML } from 'entities';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { isObject, parseObject } from '../../lib/json-object.ts';
import { shorten, squeeze } from '../../lib/text.ts';
import { SearchFault, type SearchResult } from './provider.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const MAXIMUM_RESULTS = 30;
const TITLE_CHARACTERS = 300;
const TEXT_CHARACTERS = 2_000;
const MESSAGE_CHARACTERS = 160;

export function readJsonObject(body: string): Record<string, unknown> {
  const value = parseObject(body);
  if (!value) throw new SearchFault('changed', 'it did not answer in JSON');
  return value;
}

/**
 * Reads at most `MAXIMUM_RESULTS` rows. Throws SearchFault if there is no list, or if it has only rows of another kind
 * (images, places).
 */
export function readResults(
  rows: unknown,
  toRow: (row: Record<string, unknown>) => SearchResult | undefined,
): SearchResult[] {
  if (!Array.isArray(rows)) throw new SearchFault('changed', 'its answer has no list of results');
  const results = rows
    .slice(0, MAXIMUM_RESULTS)
    .filter(isObject)
    .map(toRow)
    .filter((row) => row !== undefined);
  if (results.length === 0 && rows.length > 0) {
    throw new SearchFault('changed', 'its rows are of another kind than results');
  }
  return results;
}

/** Returns the text on one line, without tags and with its entities decoded; "" for a value that is not a text. */
export function plainText(value: unknown, limit = TEXT_CHARACTERS): string {
  if (typeof value !== 'string') return '';
  const withoutTags = value.slice(0, limit * 4).replace(/<\/?[a-z][^<>]{0,200}>/gi, '');
  return squeeze(decodeHTML(withoutTags)).slice(0, limit);
}

export function readMessage(value: unknown): string {
  return shorten(stripInvisible(plainText(value)), MESSAGE_CHARACTERS);
}

/** Returns undefined for a row without a title or without an http(s) address. */
export function toResult(
  fields: { url: unknown; title: unknown; text: unknown },
  figures: { rating: number | null; reviewCount: number | undefined } = { rating: null, reviewCount: undefined },
): SearchResult | undefined {
  const { url, title } = fields;
  if (typeof url !== 'string' || url.length > 2_000 || !/^https?:\/\//i.test(url) || !canParseUrl(url)) {
    return undefined;
  }
  if (typeof title !== 'string') return undefined;
  const { rating, reviewCount } = figures;
  return {
    url,
    title: plainText(title, TITLE_CHARACTERS),
    text: plainText(fields.text),
    ...(rating === null ? {} : { rating }),
    ...(reviewCount ? { reviewCount } : {}),
  };
}
