import { findObjectAfter, findScriptById } from '../../reading/embedded.ts';
import { asObject, asText, type JsonObject } from '../../reading/answer.ts';
import { readJsonText, toCount } from './read-page.ts';

/**
 * The data that a Glassdoor page embeds in one of three forms: the 2019 state (`window.__APOLLO_STATE__`), the page
 * data of Next.js (`__NEXT_DATA__`, `apolloState` or `apolloCache`), or the stream of Next.js (`__next_f`).
 */
export interface EmbeddedReviews {
  reviews: JsonObject;
  /** Returns the object to which a reference points, any other object as it is, and undefined for other values. */
  resolve: (value: unknown) => JsonObject | undefined;
}

const MOST_CHUNKS = 4_000;

export function findEmbeddedReviews(html: string): EmbeddedReviews | undefined {
  for (const state of readStates(html)) {
    const found = findInState(state);
    if (found) return found;
  }
  return findInStream(html);
}

function* readStates(html: string): Generator<JsonObject> {
  for (const text of [
    findObjectAfter(html, '__APOLLO_STATE__='),
    findObjectAfter(html, 'apolloState":'),
    findObjectAfter(html, '"apolloCache":'),
  ]) {
    const state = text === undefined ? undefined : asObject(readJsonText(text));
    if (state) yield state;
  }
  const next = asObject(readJsonText(findScriptById(html, '__NEXT_DATA__') ?? ''));
  const props = asObject(asObject(next?.['props'])?.['pageProps']);
  const cache = asObject(props?.['apolloCache']) ?? asObject(props?.['apolloState']);
  if (cache) yield cache;
}

/** "employerReviews", `employerReviewsRG({"id":"123"})` */
const REVIEWS_KEY = /^employerReviews(?:RG)?(?:\(|$)/;

function findInState(state: JsonObject): EmbeddedReviews | undefined {
  const own = (key: string): JsonObject | undefined => (Object.hasOwn(state, key) ? asObject(state[key]) : undefined);
  const resolve = (value: unknown): JsonObject | undefined => {
    const object = asObject(value);
    if (!object) return undefined;
    if (typeof object['__ref'] === 'string') return own(object['__ref']);
    return object['type'] === 'id' && typeof object['id'] === 'string' ? own(object['id']) : object;
  };
  const root = own('ROOT_QUERY') ?? state;
  // A page may also contain filtered lists. The complete list is the one with the most reviews.
  const found = Object.keys(root)
    .filter((key) => REVIEWS_KEY.test(key))
    .map((key) => resolve(root[key]))
    .filter((reviews) => reviews !== undefined && resolve(reviews['ratings']) !== undefined)
    .sort((one, other) => (toCount(other?.['ratedReviewsCount']) ?? 0) - (toCount(one?.['ratedReviewsCount']) ?? 0))[0];
  return found ? { reviews: found, resolve } : undefined;
}

function findInStream(html: string): EmbeddedReviews | undefined {
  const stream = readStream(html);
  for (const marker of ['"employerReviews":', '"employerReviewsRG":']) {
    const text = findObjectAfter(stream, marker);
    const reviews = text === undefined ? undefined : asObject(readJsonText(text));
    if (reviews && asObject(reviews['ratings'])) return { reviews, resolve: asObject };
  }
  return undefined;
}

/** Joins the strings of the first MOST_CHUNKS `self.__next_f.push([1,"…"])` in a page, in linear time. */
function readStream(html: string): string {
  const marker = 'self.__next_f.push([1,"';
  const parts: string[] = [];
  let at = html.indexOf(marker);
  while (at >= 0 && parts.length < MOST_CHUNKS) {
    const start = at + marker.length - 1;
    const end = endOfString(html, start);
    if (end < 0) break;
    const chunk = readJsonText(html.slice(start, end));
    if (typeof chunk === 'string') parts.push(chunk);
    at = html.indexOf(marker, end);
  }
  return parts.join('');
}

/** Returns the index after the closing quote of the JSON string at `start`, or -1 if the string is not closed. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x5c) index += 1;
    else if (unit === 0x22) return index + 1;
  }
  return -1;
}

/** "La-Redoute-Avis-E736804.htm" → "736804"; "" if the address has no employer id. */
export function idOfUrl(url: string): string {
  return /-E(?:I_IE)?(\d{1,12})(?:[._]|$)/.exec(url)?.[1] ?? '';
}

export function idOf(employer: JsonObject | undefined): string {
  return asText(employer?.['id'] ?? employer?.['employerId']);
}
