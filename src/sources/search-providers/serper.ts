import { isObject, parseObject } from '../../lib/json-object.ts';
import { readCount } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import { readJsonObject, readMessage, readResults, toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';

/** Serper returns Google's results, with `rating` and `ratingCount` for results with stars. */
export const serper = defineSearchProvider({
  code: 'serper',
  name: 'Serper',
  needs: 'SERPER_API_KEY',
  page: false,
  minIntervalMs: 25,
  // `num` is left out, because free accounts may not combine it with operators.
  request: ({ text, country }, settings) => ({
    method: 'POST',
    url: 'https://google.serper.dev/search',
    headers: { 'content-type': 'application/json', 'x-api-key': settings['SERPER_API_KEY'] ?? '' },
    body: JSON.stringify({ q: text, gl: country === 'FR' ? 'fr' : 'gb', hl: country === 'FR' ? 'fr' : 'en' }),
  }),
  readRefusal: ({ body }) => {
    const answer = parseObject(body) ?? {};
    const message = readMessage(answer['message']);
    if (message === '' || answer['organic'] !== undefined) return undefined;
    if (/credits/i.test(message)) return new SearchFault('blocked', `its account has no credits left (${message})`);
    return new SearchFault('blocked', `it refuses: ${message}`, { withoutOperators: /query pattern/i.test(message) });
  },
  parse: ({ body }) => {
    const answer = readJsonObject(body);
    const results = readResults(withoutHits(answer) ? [] : answer['organic'], (row) =>
      toResult(
        { url: row['link'], title: row['title'], text: row['snippet'] },
        {
          rating: readRating(row['rating'], row['ratingMax']),
          reviewCount: readCount(row['ratingCount'])?.value,
        },
      ),
    );
    return { results };
  },
});

/**
 * True if the answer only repeats the request and states its credits, which means that nothing was found. An answer
 * that has other rows, such as images or places, instead of `organic` does not count as empty.
 */
function withoutHits(answer: Record<string, unknown>): boolean {
  const echo = new Set(['searchParameters', 'searchInformation', 'credits']);
  return isObject(answer['searchParameters']) && Object.keys(answer).every((key) => echo.has(key));
}
