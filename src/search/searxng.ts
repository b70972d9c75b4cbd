import { readJsonObject, readRows, toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';

/** The operator's own SearXNG server; its `search.formats` must hold `json`. */
export const searxng = defineSearchProvider({
  code: 'searxng',
  name: 'SearXNG',
  needs: 'SEARXNG_URL',
  page: false,
  paceMs: 0,
  request: ({ text, country }, settings) => {
    const params = new URLSearchParams({
      q: text,
      format: 'json',
      language: country === 'FR' ? 'fr-FR' : 'en-GB',
      categories: 'general',
      safesearch: '0',
    });
    return {
      method: 'GET',
      url: `${settings['SEARXNG_URL']}/search?${params}`,
      headers: { accept: 'application/json' },
    };
  },
  parse: ({ body }) => {
    const answer = readJsonObject(body);
    const rows = readRows(answer['results']);
    if (!rows) throw new SearchFault('its answer has no results');
    // Without a single engine that answered, nobody has looked.
    const silent = answer['unresponsive_engines'];
    if (rows.length === 0 && Array.isArray(silent) && silent.length > 0) {
      throw new SearchFault('none of its engines answered');
    }
    return rows
      .map((row) => toResult({ url: row['url'], title: row['title'], text: row['content'] }))
      .filter((row) => row !== undefined);
  },
});
