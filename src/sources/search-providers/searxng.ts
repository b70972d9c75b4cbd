import { parseObject } from '../../lib/json-object.ts';
import { readJsonObject, readMessage, readResults, toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';

/** The operator's own SearXNG server, whose `search.formats` setting must include `json`. */
export const searxng = defineSearchProvider({
  code: 'searxng',
  name: 'SearXNG',
  needs: 'SEARXNG_URL',
  page: false,
  minIntervalMs: 0,
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
  readRefusal: ({ status, body }) => {
    const error = readMessage(parseObject(body)?.['error']);
    if (error !== '') return new SearchFault('blocked', `it refuses: ${error}`);
    // SearXNG answers 403 if JSON is not enabled.
    return status === 403
      ? new SearchFault('blocked', 'it refused to answer (HTTP 403); its search.formats may lack json')
      : undefined;
  },
  parse: ({ body }) => {
    const answer = readJsonObject(body);
    const results = readResults(answer['results'], (row) =>
      toResult({ url: row['url'], title: row['title'], text: row['content'] }),
    );
    const silent = answer['unresponsive_engines'];
    if (!Array.isArray(silent) || silent.length === 0) return { results };
    if (results.length === 0) throw new SearchFault('blocked', 'none of its engines answered');
    // Perhaps only an encyclopedia answered, which cannot find the pages of review sites.
    return { results, incomplete: 'some of its engines did not answer' };
  },
});
