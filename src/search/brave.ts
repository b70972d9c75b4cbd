import { isObject, plainText, readCount, readJsonObject, readRating, readRows, toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';

/** Brave Search API. A result may carry the page's own aggregate rating. */
export const brave = defineSearchProvider({
  code: 'brave',
  name: 'Brave',
  needs: 'BRAVE_API_KEY',
  page: false,
  paceMs: 25,
  request: ({ text, country }, settings) => {
    const params = new URLSearchParams({
      q: text,
      count: '20',
      country,
      search_lang: country === 'FR' ? 'fr' : 'en',
      text_decorations: 'false',
    });
    return {
      method: 'GET',
      url: `https://api.search.brave.com/res/v1/web/search?${params}`,
      headers: { accept: 'application/json', 'x-subscription-token': settings['BRAVE_API_KEY'] ?? '' },
    };
  },
  parse: ({ body }) => {
    const answer = readJsonObject(body);
    const web = answer['web'];
    // A search without hits has no `web` at all.
    if (web === undefined && (answer['type'] === 'search' || isObject(answer['query']))) return [];
    const rows = isObject(web) ? readRows(web['results']) : undefined;
    if (!rows) throw new SearchFault('its answer has no results');
    return rows
      .map((row) => {
        const rating = isObject(row['rating']) && row['rating']['is_tripadvisor'] !== true ? row['rating'] : {};
        const extra = Array.isArray(row['extra_snippets']) ? row['extra_snippets'] : [];
        const result = toResult(
          { url: row['url'], title: row['title'], text: row['description'] },
          {
            rating: readRating(rating['ratingValue'], rating['bestRating'], rating['worstRating']),
            reviewCount: readCount(rating['reviewCount']),
          },
        );
        const more = extra.map((part) => plainText(part)).filter((part) => part !== '');
        return result && more.length > 0 ? { ...result, more } : result;
      })
      .filter((row) => row !== undefined);
  },
});
