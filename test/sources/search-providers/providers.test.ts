import t from 'tap';
import { chooseProviders, SEARCH_PROVIDERS } from '../../../src/sources/search-providers/index.ts';
import {
  SearchFault,
  type SearchFindings,
  type SearchProvider,
  type SearchResult,
} from '../../../src/sources/search-providers/provider.ts';

const SETTINGS = { SEARXNG_URL: 'http://127.0.0.1:8888', BRAVE_API_KEY: 'bk', SERPER_API_KEY: 'sk' };
const QUERY = { text: '"Marks & Spencer" reviews site:glassdoor.co.uk', country: 'GB' as const };

function provider(code: string): SearchProvider {
  return SEARCH_PROVIDERS.find((known) => known.code === code) as SearchProvider;
}

function read(code: string, body: unknown, status = 200): SearchFindings {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, url: 'https://x.example/', contentType: '', body: text };
  const refusal = provider(code).readRefusal?.(answer);
  if (refusal) throw refusal;
  return provider(code).parse(answer);
}

function parse(code: string, body: unknown): SearchResult[] {
  return read(code, body).results;
}

t.test('requests carry the query, the country and the key', async (t) => {
  const searxng = new URL(provider('searxng').request({ ...QUERY, country: 'FR' }, SETTINGS).url);
  t.equal(searxng.host, '127.0.0.1:8888');
  t.equal(searxng.searchParams.get('q'), QUERY.text);
  t.equal(searxng.searchParams.get('format'), 'json');
  t.equal(searxng.searchParams.get('language'), 'fr-FR');
  const brave = provider('brave').request(QUERY, SETTINGS);
  t.equal(new URL(brave.url).searchParams.get('country'), 'GB');
  t.equal(brave.headers?.['x-subscription-token'], 'bk');
  const serper = provider('serper').request(QUERY, SETTINGS);
  t.match(JSON.parse(serper.body ?? ''), { q: QUERY.text, gl: 'gb', hl: 'en' });
  t.equal(serper.headers?.['x-api-key'], 'sk');
  const duck = provider('duckduckgo').request({ text: 'x'.repeat(900), country: 'FR' }, {});
  const form = new URLSearchParams(duck.body);
  t.ok((form.get('q') ?? '').length < 500, 'it refuses longer queries');
  t.equal(form.get('kl'), 'fr-fr');
});

t.test('SearXNG', async (t) => {
  t.strictSame(
    parse('searxng', {
      results: [
        { url: 'https://www.glassdoor.co.uk/Reviews/A.htm', title: 'A &amp; B', content: '3.9 <b>out of 5</b>' },
        { url: 'javascript:alert(1)', title: 'x' },
        'junk',
      ],
    }),
    [{ url: 'https://www.glassdoor.co.uk/Reviews/A.htm', title: 'A & B', text: '3.9 out of 5' }],
  );
  t.strictSame(parse('searxng', { results: [], unresponsive_engines: [] }), []);
  t.throws(() => parse('searxng', { results: [], unresponsive_engines: [['brave', 'CAPTCHA']] }), SearchFault);
  t.throws(() => parse('searxng', '<html>'), SearchFault);
  t.throws(() => parse('searxng', { error: 'x' }), SearchFault);
});

t.test('Brave: the structured rating, rescaled', async (t) => {
  const row = (rating: unknown) =>
    parse('brave', { web: { results: [{ url: 'https://a.example/', title: 'T', description: 'D', rating }] } })[0];
  t.match(row({ ratingValue: 3.9, bestRating: 5, reviewCount: 701 }), { rating: 3.9, reviewCount: 701 });
  t.match(row({ ratingValue: '78', bestRating: '100', worstRating: '0', reviewCount: '1,204' }), {
    rating: 4.1,
    reviewCount: 1204,
  });
  t.match(row({ ratingValue: 4.1, reviewCount: 5 }), { rating: 4.1 }, 'without a best it is 5');
  for (const bad of [
    { ratingValue: 0, bestRating: 5 },
    { ratingValue: 9, bestRating: 5 },
    { ratingValue: {} },
    3,
    null,
  ]) {
    t.notOk('rating' in (row(bad) as object), JSON.stringify(bad));
  }
  t.notOk('rating' in (row({ ratingValue: 4, reviewCount: 9, is_tripadvisor: true }) as object));
  t.match(
    parse('brave', {
      web: { results: [{ url: 'https://a.example/', title: 'T', description: 'D', extra_snippets: ['E', 5] }] },
    })[0],
    { text: 'D', more: ['E'] },
  );
  t.strictSame(parse('brave', { type: 'search', query: {} }), []);
  t.throws(() => parse('brave', { type: 'ErrorResponse' }), SearchFault);
});

t.test('Serper', async (t) => {
  t.strictSame(
    parse('serper', {
      organic: [
        { link: 'https://uk.indeed.com/cmp/A/reviews', title: 'T', snippet: 'S', rating: 3.4, ratingCount: 51 },
      ],
    }),
    [{ url: 'https://uk.indeed.com/cmp/A/reviews', title: 'T', text: 'S', rating: 3.4, reviewCount: 51 }],
  );
  t.strictSame(parse('serper', { searchParameters: {} }), []);
  t.throws(() => parse('serper', { message: 'Unauthorized.' }), SearchFault);
});

const faultOf = (code: string, body: unknown, status = 200): SearchFault | undefined => {
  try {
    read(code, body, status);
    return undefined;
  } catch (error) {
    if (error instanceof SearchFault) return error;
    throw error;
  }
};

t.test('an answer that is no result is reported as such, and its usable rows are read', async (t) => {
  t.match(read('searxng', { results: [], unresponsive_engines: [] }), { results: [] });
  const row = { url: 'https://a.example/', title: 'T', content: 'C' };
  t.match(read('searxng', { results: [row], unresponsive_engines: [['x', 'CAPTCHA']] }).incomplete, /engines/);
  t.equal(read('searxng', { results: [row] }).incomplete, undefined);
  for (const [code, body, status, kind, message] of [
    ['searxng', '<html>', 200, 'changed', /JSON/],
    ['searxng', { results: [{ template: 'images.html' }] }, 200, 'changed', /another kind/],
    ['searxng', { results: ['a', 5, null] }, 200, 'changed', /another kind/],
    ['searxng', 'Forbidden', 403, 'blocked', /search\.formats/],
    ['brave', { type: 'search', news: {} }, 200, 'changed', /list/],
    ['brave', { error: { code: 'OPTION_NOT_IN_PLAN' } }, 400, 'blocked', /plan/],
    ['brave', { error: { code: 'X', detail: '<b>No</b>\u200b way' } }, 400, 'blocked', /it refuses: No way$/],
    ['serper', { searchParameters: {}, images: [] }, 200, 'changed', /list/],
    ['serper', { message: 'Not enough credits' }, 400, 'blocked', /credits/],
    ['duckduckgo', '<p>One moment</p>', 202, 'blocked', /prove/],
  ] as const) {
    t.match(faultOf(code, body, status), { kind, message }, `${code} ${JSON.stringify(body)}`);
  }
  t.equal(
    faultOf('serper', { message: 'Query pattern not allowed for free accounts.' }, 400)?.remedy.withoutOperators,
    true,
  );
  t.equal(faultOf('serper', { message: 'Unauthorized.' }, 403)?.remedy.withoutOperators, false);
  t.ok((faultOf('duckduckgo', '<form id="challenge-form"></form>')?.remedy.cooldownMs ?? 0) >= 10 * 60_000);
  t.ok((faultOf('brave', { error: { detail: 'x'.repeat(5_000) } })?.message.length ?? 0) < 300, 'a message is cut');
  t.equal('num' in JSON.parse(provider('serper').request(QUERY, SETTINGS).body ?? '{}'), false);
  t.strictSame(parse('serper', { searchParameters: {}, organic: [], credits: 1 }), []);
});

t.test('DuckDuckGo', async (t) => {
  const target = encodeURIComponent('https://www.glassdoor.fr/Avis/Décathlon-Avis-E1.htm');
  const page = `<html><body><div class="result results_links result--ad"><a class="result__a" href="https://ad.example/">Ad</a></div>
    <div class="result results_links"><h2><a class="result__a" href="//duckduckgo.com/l/?uddg=${target}&amp;rut=1">Avis D&eacute;cathlon</a></h2>
    <a class="result__snippet" href="#">Note : <b>3,8</b> &middot; 1&nbsp;204 avis</a></div></body></html>`;
  t.strictSame(parse('duckduckgo', page), [
    {
      url: 'https://www.glassdoor.fr/Avis/Décathlon-Avis-E1.htm',
      title: 'Avis Décathlon',
      text: 'Note : 3,8 · 1 204 avis',
    },
  ]);
  t.strictSame(parse('duckduckgo', '<div class="no-results">No results.</div>'), []);
  t.throws(() => parse('duckduckgo', '<form id="challenge-form"></form>'), /prove/);
  t.throws(() => parse('duckduckgo', '<h1>Something else</h1>'), SearchFault, 'another page is no empty answer');
});

t.test('which providers are used', async (t) => {
  const codes = (order: string[], settings = {}) => chooseProviders(order, settings).providers.map(({ code }) => code);
  t.strictSame(codes([]), ['duckduckgo']);
  t.equal(chooseProviders([], {}).keyless, true);
  t.strictSame(codes([], SETTINGS), ['searxng', 'brave', 'serper']);
  t.strictSame(codes(['serper', 'Brave', 'serper'], SETTINGS), ['serper', 'brave']);
  t.throws(() => codes(['bing']), /SEARCH_PROVIDERS names "bing"; known are searxng/);
  t.throws(() => codes(['brave']), /needs BRAVE_API_KEY/);
});
