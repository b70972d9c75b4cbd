import { parse, type HTMLElement } from 'node-html-parser';
import { MINUTE_MS } from '../../lib/clock.ts';
import { toResult } from './fields.ts';
import { defineSearchProvider, SearchFault } from './provider.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const ADDRESS = 'https://html.duckduckgo.com/html/';
/** DuckDuckGo refuses longer queries, so they are cut. */
const QUERY_CHARACTERS = 480;
/** After a challenge, DuckDuckGo refuses requests from the same IP address for tens of minutes. */
const CHALLENGE_MS = 30 * MINUTE_MS;

/** DuckDuckGo's pages for browsers without scripts need no key, but refuse frequent requests from one IP address. */
export const duckduckgo = defineSearchProvider({
  code: 'duckduckgo',
  name: 'DuckDuckGo',
  page: true,
  minIntervalMs: 1_000,
  request: ({ text, country }) => ({
    method: 'POST',
    url: ADDRESS,
    browser: true,
    acceptLanguage: country === 'FR' ? 'fr-FR,fr;q=0.9' : 'en-GB,en;q=0.9',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://html.duckduckgo.com',
      referer: 'https://html.duckduckgo.com/',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-user': '?1',
    },
    body: new URLSearchParams({
      q: text.slice(0, QUERY_CHARACTERS),
      b: '',
      kl: country === 'FR' ? 'fr-fr' : 'uk-en',
    }).toString(),
  }),
  readRefusal: ({ status, body }) => {
    const challenged =
      status === 202 || readPage(body).querySelector('#challenge-form, .anomaly-modal__title, form[action*="anomaly"]');
    return challenged
      ? new SearchFault('blocked', 'it asks us to prove that we are human', { cooldownMs: CHALLENGE_MS })
      : undefined;
  },
  parse: ({ body }) => {
    const page = readPage(body);
    const blocks = page.querySelectorAll('.result').filter((block) => !block.classList.contains('result--ad'));
    const results = blocks
      .slice(0, 30)
      .map((block) => {
        const link = block.querySelector('.result__a');
        return toResult({
          url: targetOf(link?.getAttribute('href') ?? ''),
          title: link?.text,
          text: block.querySelector('.result__snippet')?.text,
        });
      })
      .filter((row) => row !== undefined);
    if (results.length === 0 && !page.querySelector('.no-results, .result--no-result')) {
      throw new SearchFault('changed', 'its page holds no results');
    }
    return { results };
  },
});

function readPage(body: string): HTMLElement {
  return parse(body, { comment: false, blockTextElements: { script: false, style: false } });
}

/**
 * Returns the target of a redirecting link (`//duckduckgo.com/l/?uddg=<target>`), or the address of a link to another
 * site. Undefined for DuckDuckGo's other links.
 */
function targetOf(href: string): string | undefined {
  if (!canParseUrl(href, ADDRESS)) return undefined;
  const url = new URL(href, ADDRESS);
  if (!/(?:^|\.)duckduckgo\.com$/.test(url.hostname)) return url.href;
  return url.pathname === '/l/' ? (url.searchParams.get('uddg') ?? undefined) : undefined;
}
