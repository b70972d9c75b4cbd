import t, { type Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { contentOf, provenanceOf, receiptOf } from '../support/answers.ts';
import type { FakeAnswer } from '../support/fake-internet.ts';
import {
  blockGlassdoor,
  glassdoorAnswer,
  indeedPage,
  playGlassdoor,
  playIndeed,
  REVIEWS,
  searxngOf,
} from '../support/fake-reputation.ts';
import { openApi, type Api } from '../support/api.ts';

const SEARXNG = 'http://127.0.0.1:8888/';
const BRAVE = 'https://api.search.brave.com/';
const SERPER = 'https://google.serper.dev/';
const ONE = { SEARXNG_URL: 'http://127.0.0.1:8888' };

function look(api: Api, mode = 'light', company_names = ['Tesco']) {
  return api.call('get_reputation', { company_names, mode, country: 'GB' });
}

/** No source could be read: an error with the reason, nothing charged, and nothing stored for the named sites. */
async function assertCouldNotLook(t: Test, api: Api, mode: string, what: string, reason: RegExp, kept: string[] = []) {
  const answer = await look(api, mode);
  t.match(answer.json.error?.data, { reason: 'upstream_failed', names: [{ name: 'Tesco', reason }] }, what);
  t.equal(answer.headers['x-credits-cost'], '0', what);
  const rows = await api.service.store.reputation.get('tesco', 'GB');
  t.strictSame(
    rows.map(({ site }) => site),
    kept,
    what,
  );
  t.match(await api.service.store.ledger.balance(api.accountId, api.clock.now()), { balance: 2_000_000 }, what);
}

const ROW = { url: 'https://www.example.org/a', title: 'Of something else', content: 'x' };

t.test('SPEC §4: an error page of a search provider does not mean "not found"', async (t) => {
  const json = (body: unknown, status = 200): FakeAnswer => ({ status, body: JSON.stringify(body) });
  const brave = { BRAVE_API_KEY: 'brave-secret' };
  const serper = { SERPER_API_KEY: 'serper-secret' };
  const cases: [string, Record<string, string>, string, FakeAnswer, RegExp][] = [
    [
      'all engines suspended',
      ONE,
      SEARXNG,
      json({ results: [], unresponsive_engines: [['brave', 'Suspended: CAPTCHA']] }),
      /none of its engines answered/,
    ],
    [
      'an encyclopedia alone answered',
      ONE,
      SEARXNG,
      json({ results: [ROW], unresponsive_engines: [['brave', 'Suspended']] }),
      /some of its engines did not answer/,
    ],
    ['an error text', ONE, SEARXNG, json({ error: 'No query' }), /it refuses: No query/],
    [
      'JSON is off',
      ONE,
      SEARXNG,
      { status: 403, body: '<title>403 Forbidden</title>' },
      /search\.formats may lack json/,
    ],
    ['a page', ONE, SEARXNG, { body: '<html><body>SearXNG</body></html>' }, /changed: it did not answer in JSON/],
    ['an empty 200', ONE, SEARXNG, { body: ' \n' }, /changed: its answer is empty/],
    [
      'images',
      ONE,
      SEARXNG,
      json({ results: [{ template: 'images.html', img_src: 'https://x.example/a.png' }] }),
      /changed: its rows are of another kind/,
    ],
    ['no list', ONE, SEARXNG, json({ results: {} }), /changed: its answer has no list/],
    [
      'a plan without web search',
      brave,
      BRAVE,
      json({ type: 'ErrorResponse', error: { code: 'OPTION_NOT_IN_PLAN', detail: 'x', status: 400 } }, 400),
      /plan of its key does not include.*HTTP 400/,
    ],
    [
      'a key that it repeats',
      brave,
      BRAVE,
      json({ error: { code: 'OTHER', detail: 'Token brave-secret is bad' } }, 422),
      /Token … is bad \(HTTP 422\)/,
    ],
    ['an error with 200', brave, BRAVE, json({ type: 'ErrorResponse', error: { code: 'QUOTA_LIMITED' } }), /used up/],
    ['news in place of results', brave, BRAVE, json({ type: 'search', query: {}, news: { results: [{}] } }), /changed/],
    ['too many requests', brave, BRAVE, { status: 429 }, /slow down \(HTTP 429\)/],
    [
      'no credits left',
      serper,
      SERPER,
      json({ message: 'Not enough credits', statusCode: 400 }, 400),
      /no credits left \(Not enough credits\)/,
    ],
    ['no credits left, with 200', serper, SERPER, json({ message: 'Not enough credits' }), /no credits left/],
    [
      'no key',
      serper,
      SERPER,
      json({ message: 'Unauthorized.', statusCode: 403 }, 403),
      /it refuses: Unauthorized\. \(HTTP 403\)/,
    ],
    ['places', serper, SERPER, json({ searchParameters: { type: 'places' }, places: [{ title: 'Tesco' }] }), /changed/],
    [
      'results without addresses',
      serper,
      SERPER,
      json({ organic: [{ title: 'Tesco' }] }),
      /changed: its rows are of another kind/,
    ],
  ];
  for (const [what, env, prefix, answer, reason] of cases) {
    const api = await openApi(t, { env });
    api.internet.on(prefix, answer);
    await assertCouldNotLook(t, api, 'light', what, reason);
    // As soon as it answers again, it is requested again.
    if (prefix !== SEARXNG) continue;
    api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100] }]));
    t.equal(contentOf(await look(api)).Tesco.rating, 3.5, what);
  }
});

t.test('SPEC §4: figures count although other engines did not answer', async (t) => {
  const api = await openApi(t, { env: ONE });
  api.internet.on(SEARXNG, (request) => {
    const { body = '' } = searxngOf([{ name: 'Tesco', indeed: [3.5, 100], glassdoor: [3.5, 50] }])(request);
    return { body: body.replace('"unresponsive_engines":[]', '"unresponsive_engines":[["startpage","CAPTCHA"]]') };
  });
  t.match(contentOf(await look(api)).Tesco, { rating: 3.5, review_count: 150 });
});

/** Indeed as the test defines it; Glassdoor finds nobody. */
function playLookups(
  api: Api,
  autocomplete: FakeAnswer,
  search: FakeAnswer,
  guess: FakeAnswer = { status: 404 },
): void {
  playGlassdoor(api.internet, []);
  api.internet.on('https://api.glassdoor.com/', { body: '[]' });
  api.internet.on('https://www.glassdoor.co.uk/', { status: 404 });
  api.internet.on('https://uk.indeed.com/', guess);
  api.internet.on('https://uk.indeed.com/companies/search', search);
  api.internet.on('https://autocomplete.indeed.com/', autocomplete);
}

const SEARCH_BOX = '<form action="/companies/search" role="search"><input name="q"></form>';

t.test('SPEC §4: an unknown format of a site’s search is a fault', async (t) => {
  const gone = { status: 404 };
  const found: [string, FakeAnswer, FakeAnswer, FakeAnswer | undefined, RegExp][] = [
    ['an object without rows', { body: '{"error":"x"}' }, gone, undefined, /indeed: it has changed/],
    ['rows of another kind', { body: '[{"city":"Leeds"}]' }, gone, undefined, /indeed: it has changed/],
    ['an empty 200', { body: '' }, gone, undefined, /indeed: it has changed: its answer is empty/],
    ['a page in place of rows', { body: '<html><p>Welcome</p></html>' }, gone, undefined, /indeed: it has changed/],
    [
      'a search page without its marks',
      { body: '[]' },
      { body: '<html><h1>Companies</h1></html>' },
      undefined,
      /indeed: it has changed/,
    ],
    [
      'a search that leads home',
      { body: '[]' },
      { url: 'https://uk.indeed.com/companies', body: SEARCH_BOX },
      undefined,
      /indeed: it has changed/,
    ],
    [
      'a search that is a wall',
      { body: '[]' },
      { body: '<title>Just a moment...</title>', headers: { 'content-type': 'text/html' } },
      undefined,
      /indeed: the site asks visitors to prove/,
    ],
    ['no look-up is where it was', gone, gone, undefined, /indeed: it has changed: its search page has moved/],
    [
      'a page that cannot be read',
      { body: '[]' },
      gone,
      { body: `<p>${'<div>'.repeat(9_000)}` },
      /indeed: it has changed/,
    ],
  ];
  for (const [what, autocomplete, search, guess, reason] of found) {
    const api = await openApi(t);
    playLookups(api, autocomplete, search, guess);
    await assertCouldNotLook(t, api, 'deep', what, reason, ['glassdoor']);
  }
  const none = await openApi(t);
  playLookups(none, { body: '[]' }, { body: `${SEARCH_BOX}<p>No results</p>` });
  const answer = await look(none, 'deep');
  t.match(provenanceOf(answer).Tesco, { status: 'not_found' }, 'with its marks it says that there is none');
  t.equal(receiptOf(answer).cost, 2);
});

t.test('SPEC §4: the same for Glassdoor', async (t) => {
  const site = (path: string) => `https://www.glassdoor.co.uk${path}`;
  const cases: [string, (internet: Api['internet']) => void, RegExp][] = [
    [
      'suggestions of another kind',
      (internet) => internet.on('https://www.glassdoor.com/autocomplete/', { body: '[{"x":1}]' }),
      /glassdoor: it has changed/,
    ],
    [
      'an empty 200',
      (internet) => internet.on('https://api.glassdoor.com/', { body: '' }),
      /glassdoor: it has changed/,
    ],
    [
      'a search without its marks',
      (internet) => internet.on(site('/Search/'), { body: '<h1>Hello</h1>' }),
      /glassdoor: it has changed/,
    ],
    [
      'an answer about reviews of another shape',
      (internet) => {
        playGlassdoor(internet, ['Tesco']);
        internet.on('https://www.glassdoor.com/bff/', { body: '{"data":{"reviews":[]}}' });
        internet.on('https://api.glassdoor.com/bff/', { body: '{"errors":[{"message":"denied"}]}' });
      },
      /glassdoor: it has changed/,
    ],
  ];
  for (const [what, play, reason] of cases) {
    const api = await openApi(t);
    playLookups(api, { body: '[]' }, { status: 404 });
    play(api.internet);
    await assertCouldNotLook(t, api, 'deep', what, reason, ['indeed']);
  }
});

t.test('SPEC §4: "not found" at one site is stored for seven days, whatever the other site has', async (t) => {
  const api = await openApi(t, { env: ONE });
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100] }]));
  t.equal(receiptOf(await look(api)).cost, 2);
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [4.9, 999], glassdoor: [4, 100] }]));
  api.clock.advance(7 * DAY_MS);
  t.equal(receiptOf(await look(api)).cost, 0.5);
  api.clock.advance(1_000);
  const asked = api.internet.requests.length;
  const later = await look(api);
  t.equal(receiptOf(later).cost, 2);
  t.match(contentOf(later).Tesco, { rating: 3.8, review_count: 200 }, 'what the other had is still good');
  t.ok(
    api.internet.requests.slice(asked).every(({ url }) => url.includes('glassdoor')),
    'and is not asked for',
  );
  api.clock.advance(8 * DAY_MS);
  t.equal(receiptOf(await look(api)).cost, 0.5, 'what was found is kept');
});

t.test('SPEC §4: deep mode uses light figures if the pages give none', async (t) => {
  const api = await openApi(t, { env: ONE });
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100], glassdoor: [4, 300] }]));
  await look(api);
  playIndeed(api.internet, ['Tesco'], REVIEWS);
  playGlassdoor(api.internet, []);
  api.internet.on('https://api.glassdoor.com/', { body: '[]' }).on('https://www.glassdoor.co.uk/', { status: 404 });
  for (const cost of [3, 0.5]) {
    const answer = await look(api, 'deep');
    t.equal(receiptOf(answer).cost, cost);
    t.match(contentOf(answer).Tesco, { rating: 3.5, review_count: 1_300 }, '(1000 × 3.4 + 300 × 4) / 1300');
    t.match(provenanceOf(answer).Tesco.sources, [
      { site: 'indeed', method: 'page' },
      { site: 'glassdoor', method: 'snippet' },
    ]);
  }
  // Neither site's pages can be read, so only the figures of light mode count.
  const other = await openApi(t, { env: ONE });
  other.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100] }]));
  await look(other);
  playLookups(other, { body: '[]' }, { status: 404 });
  const answer = await look(other, 'deep');
  t.match(contentOf(answer).Tesco, { rating: 3.5, review_count: 100, insights: [] });
  t.equal(receiptOf(answer).cost, 2, 'nothing was extracted');
  // Once they are too old, today's pages count.
  other.clock.advance(91 * DAY_MS);
  t.match(provenanceOf(await look(other, 'deep')).Tesco, { status: 'not_found' });
});

t.test('SPEC §4: pages about two employers, or about another one, give no figure', async (t) => {
  const answers = await openApi(t);
  playIndeed(answers.internet, []);
  playGlassdoor(answers.internet, ['Tesco']);
  for (const host of ['www', 'api']) {
    answers.internet.on(`https://${host}.glassdoor.com/bff/`, {
      body: glassdoorAnswer({ name: '', id: 999, rating: 3.9, count: 4_000 }),
    });
  }
  answers.internet.on('https://www.glassdoor.co.uk/', { status: 404 });
  const unnamed = await look(answers, 'deep');
  t.notMatch(unnamed.text, /3\.9|4,?000/, 'an answer about another id that names nobody');
  const reviewsOf = await openApi(t);
  playIndeed(reviewsOf.internet, ['Tesco']);
  blockGlassdoor(reviewsOf.internet);
  reviewsOf.internet.on('https://uk.indeed.com/cmp/Tesco/', {
    body: indeedPage({ name: 'Tesco', rating: 3.4, count: 1_000 }, REVIEWS, { companyName: 'Aldi' }),
  });
  const figures = await look(reviewsOf, 'deep');
  t.equal(contentOf(figures).Tesco.rating, 3.4);
  t.notMatch(
    contentOf(figures).Tesco.insights.join(),
    /colleagues|reviews\)/,
    "no theme of another employer's reviews",
  );
  const other = indeedPage({ name: 'Aldi', rating: 3.9, count: 4_000 });
  const own = indeedPage({ name: 'Tesco', rating: 3.4, count: 1_000 });
  const json = (html: string) => JSON.parse(/json">([^<]*)</.exec(html)?.[1] ?? '{}') as Record<string, object>;
  const both = own.replace(
    /json">[^<]*</,
    `json">${JSON.stringify({ ...json(own), encodedFccId: 'aa11bb22cc33dd44', reviewsList: { ...json(own)['reviewsList'], encodedFccId: 'ff11bb22cc33dd44' } })}<`,
  );
  for (const [what, page] of [
    ['another employer', other],
    ['two employers', both],
  ] as const) {
    const api = await openApi(t);
    playIndeed(api.internet, ['Tesco']);
    blockGlassdoor(api.internet);
    api.internet.on('https://uk.indeed.com/cmp/Tesco/', { body: page });
    const answer = await look(api, 'deep');
    t.equal(answer.json.result?.structuredContent.Tesco.rating ?? null, null, what);
    t.notMatch(answer.text, /3\.9|4,?000/, what);
  }
});
