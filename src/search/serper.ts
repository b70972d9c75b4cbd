import { isObject, readCount, readJsonObject, readRating, readRows, toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';

/** Serper: Google results. `rating` and `ratingCount` stand beside results that have stars. */
export const serper = defineSearchProvider({
  code: 'serper',
  name: 'Serper',
  needs: 'SERPER_API_KEY',
  page: false,
  paceMs: 25,
  request: ({ text, country }, settings) => ({
    method: 'POST',
    url: 'https://google.serper.dev/search',
    headers: { 'content-type': 'application/json', 'x-api-key': settings['SERPER_API_KEY'] ?? '' },
    body: JSON.stringify({
      q: text,
      gl: country === 'FR' ? 'fr' : 'gb',
      hl: country === 'FR' ? 'fr' : 'en',
      num: 10,
    }),
  }),
  parse: ({ body }) => {
    const answer = readJsonObject(body);
    const rows = readRows(answer['organic']);
    if (!rows && isObject(answer['searchParameters'])) return [];
    if (!rows) throw new SearchFault('its answer has no results');
    return rows
      .map((row) =>
        toResult(
          { url: row['link'], title: row['title'], text: row['snippet'] },
          {
            rating: readRating(row['rating'], row['ratingMax'], undefined),
            reviewCount: readCount(row['ratingCount']),
          },
        ),
      )
      .filter((row) => row !== undefined);
  },
});
