import { isObject, parseObject } from '../../lib/json-object.ts';
import { readCount } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import { plainText, readJsonObject, readMessage, readResults, toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';

const ERRORS: Readonly<Record<string, string>> = {
  OPTION_NOT_IN_PLAN:
    'the plan of its key does not include what was asked for (OPTION_NOT_IN_PLAN): it takes a plan with web search',
  SUBSCRIPTION_TOKEN_INVALID: 'it does not know its key (BRAVE_API_KEY)',
  RATE_LIMITED: 'it asks to slow down',
  QUOTA_LIMITED: "the month's requests of its plan are used up",
};

/** Brave's results may contain the rating that a page states in its structured data. */
export const brave = defineSearchProvider({
  code: 'brave',
  name: 'Brave',
  needs: 'BRAVE_API_KEY',
  page: false,
  minIntervalMs: 25,
  request: ({ text, country }, settings) => {
    const params = new URLSearchParams({
      q: text,
      count: '20',
      country,
      search_lang: country === 'FR' ? 'fr' : 'en',
      text_decorations: 'false',
      result_filter: 'web',
    });
    return {
      method: 'GET',
      url: `https://api.search.brave.com/res/v1/web/search?${params}`,
      headers: { accept: 'application/json', 'x-subscription-token': settings['BRAVE_API_KEY'] ?? '' },
    };
  },
  readRefusal: ({ body }) => {
    const answer = parseObject(body);
    const error = answer?.['error'];
    if (!isObject(error)) {
      return answer?.['type'] === 'ErrorResponse' ? new SearchFault('blocked', 'it refuses to answer') : undefined;
    }
    const code = readMessage(error['code']);
    return new SearchFault(
      'blocked',
      ERRORS[code] ?? `it refuses: ${readMessage(error['detail']) || code || 'no reason given'}`,
    );
  },
  parse: ({ body }) => {
    const answer = readJsonObject(body);
    const web = answer['web'];
    // An answer without results has no `web`. If it has other kinds of results instead, its format is unknown.
    const bare = Object.keys(answer).every((key) => key === 'type' || key === 'query' || key === 'mixed');
    if (web === undefined && bare && (answer['type'] === 'search' || isObject(answer['query']))) return { results: [] };
    const results = readResults(isObject(web) ? web['results'] : undefined, (row) => {
      const rating = isObject(row['rating']) && row['rating']['is_tripadvisor'] !== true ? row['rating'] : {};
      const extra = Array.isArray(row['extra_snippets']) ? row['extra_snippets'] : [];
      const result = toResult(
        { url: row['url'], title: row['title'], text: row['description'] },
        {
          rating: readRating(rating['ratingValue'], rating['bestRating'], rating['worstRating']),
          reviewCount: readCount(rating['reviewCount'])?.value,
        },
      );
      const more = extra.map((part) => plainText(part)).filter((part) => part !== '');
      return result && more.length > 0 ? { ...result, more } : result;
    });
    return { results };
  },
});
