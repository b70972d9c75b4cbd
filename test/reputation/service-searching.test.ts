import t from 'tap';
import { contentOf, provenanceOf, receiptOf } from '../support/answers.ts';
import {
  blockGlassdoor,
  glassdoorAnswer,
  playGlassdoor,
  playIndeed,
  resultsFor,
  searxngOf,
  type KnownEmployer,
} from '../support/fake-reputation.ts';
import { openApi, type Api } from '../support/api.ts';

const SEARXNG = 'http://127.0.0.1:8888/';
const SERPER = 'https://google.serper.dev/';
const DUCKDUCKGO = 'https://html.duckduckgo.com/';
const ONE = { SEARXNG_URL: 'http://127.0.0.1:8888' };

function look(api: Api, company_names: string[], more: object = {}) {
  return api.call('get_reputation', { company_names, country: 'GB', ...more });
}

const queries = (api: Api): string[] =>
  api.internet.requests.map(({ url }) => new URL(url).searchParams.get('q') ?? '').filter((query) => query !== '');

t.test('SPEC §4: a second query omits the legal form if the first found no page of the company', async (t) => {
  const api = await openApi(t, { env: ONE });
  const known: KnownEmployer[] = [{ name: 'Acme Widgets', indeed: [3.5, 100], glassdoor: [4, 100] }];
  // The search engine treats the quotes literally.
  const exact = ({ url }: { url: string }) => {
    const query = new URL(url).searchParams.get('q') ?? '';
    const results = query.includes('"Acme Widgets"') ? resultsFor(query, known) : [];
    return { body: JSON.stringify({ results: results.map(({ text, ...row }) => ({ ...row, content: text })) }) };
  };
  api.internet.on(SEARXNG, exact);
  t.match(contentOf(await look(api, ['Acme Widgets Ltd']))['Acme Widgets Ltd'], { rating: 3.8, review_count: 200 });
  t.strictSame(queries(api), [
    '"Acme Widgets Ltd" reviews site:uk.indeed.com/cmp',
    '"Acme Widgets Ltd" reviews site:glassdoor.co.uk',
    '"Acme Widgets" reviews site:uk.indeed.com/cmp',
    '"Acme Widgets" reviews site:glassdoor.co.uk',
  ]);
  // If the name has no legal form and the company's page has no figure, there is only one query.
  for (const [name, content, status] of [
    ['Nonesuch', '', 'not_found'],
    ['Nonesuch PLC', 'Nonesuch culture and more', 'found_without_figures'],
  ] as const) {
    const other = await openApi(t, { env: ONE });
    other.internet.on(SEARXNG, ({ url }) => ({
      body: JSON.stringify({
        results: content
          ? [
              url.includes('indeed')
                ? { url: 'https://uk.indeed.com/cmp/Nonesuch/reviews', title: 'Nonesuch', content }
                : { url: 'https://www.glassdoor.co.uk/Reviews/Nonesuch-Reviews-E9.htm', title: 'Nonesuch', content },
            ]
          : [],
      }),
    }));
    t.match(provenanceOf(await look(other, [name]))[name], { status });
    t.equal(queries(other).length, 2, name);
  }
  // If the second query fails, it stays unknown whether there is a page.
  const half = await openApi(t, { env: ONE });
  half.internet.on(SEARXNG, ({ url }) => (url.includes('Ltd') ? { body: '{"results":[]}' } : { status: 503 }));
  t.match((await look(half, ['Acme Ltd'])).json.error?.data, { reason: 'upstream_failed' });
});

t.test('SPEC §4: a page of the exact name is preferred to one with an extra word', async (t) => {
  const api = await openApi(t, { env: ONE });
  api.internet.on(
    SEARXNG,
    searxngOf([
      { name: 'Acme Group', indeed: [4.9, 90_000], glassdoor: [4.9, 90_000] },
      { name: 'Acme', indeed: [3.1, 40], glassdoor: [3.1, 40] },
    ]),
  );
  const answer = await look(api, ['Acme']);
  t.match(contentOf(answer).Acme, { rating: 3.1, review_count: 80 });
  t.match(provenanceOf(answer).Acme.sources, [{ matched_name: 'Acme' }, { matched_name: 'Acme' }]);
  const deep = await openApi(t);
  playIndeed(deep.internet, []);
  blockGlassdoor(deep.internet);
  // The first suggestions contain only the longer name.
  deep.internet.on('https://www.glassdoor.com/autocomplete/', { body: '[{"label":"Acme Group","id":1}]' });
  deep.internet.on('https://api.glassdoor.com/searchsuggest/', {
    body: '[{"category":"company","employerId":2,"suggestion":"Acme"}]',
  });
  deep.internet.on('https://www.glassdoor.com/bff/', ({ body = '' }) =>
    body.includes('"employerId":1,')
      ? { body: glassdoorAnswer({ name: 'Acme Group', id: 1, rating: 4.9, count: 90_000 }) }
      : { body: glassdoorAnswer({ name: 'Acme', id: 2, rating: 3.1, count: 40 }) },
  );
  t.match(contentOf(await look(deep, ['Acme'], { mode: 'deep' })).Acme, { rating: 3.1, review_count: 40 });
});

t.test('Serper: refused search operators are omitted once', async (t) => {
  const api = await openApi(t, { env: { SERPER_API_KEY: 'key' } });
  const asked: { q: string; num?: number }[] = [];
  api.internet.on(SERPER, ({ body = '' }) => {
    const question = JSON.parse(body) as { q: string };
    asked.push(question);
    if (question.q.includes('site:')) {
      return { status: 400, body: '{"message":"Query pattern not allowed for free accounts.","statusCode":400}' };
    }
    const rows = resultsFor(question.q.includes('glassdoor') ? '"Tesco" glassdoor' : '"Tesco"', [
      { name: 'Tesco', indeed: [3.5, 100], glassdoor: [4, 100] },
    ]);
    return {
      body: JSON.stringify({ organic: rows.map(({ url, title, text }) => ({ link: url, title, snippet: text })) }),
    };
  });
  const answer = await look(api, ['Tesco']);
  t.match(contentOf(answer).Tesco, { rating: 3.8, review_count: 200 });
  t.equal(asked.length, 4);
  t.ok(asked.every((question) => question.num === undefined));
  t.ok(asked.some(({ q }) => q === 'Tesco reviews glassdoor.co.uk'));
  // Refused again: the reason, and no third time.
  const refusing = await openApi(t, { env: { SERPER_API_KEY: 'key' } });
  refusing.internet.on(SERPER, { status: 400, body: '{"message":"Query pattern not allowed for free accounts."}' });
  const refused = await look(refusing, ['Tesco']);
  t.match(refused.json.error?.data.names, [{ reason: /Query pattern not allowed for free accounts\. \(HTTP 400\)/ }]);
  t.equal(refusing.internet.requests.length, 4);
});

t.test('DuckDuckGo has a cooldown of half an hour after a challenge', async (t) => {
  const api = await openApi(t, { env: { SEARCH_PROVIDERS: 'duckduckgo' } });
  api.internet.on(DUCKDUCKGO, { status: 202, body: '<html><body>One moment</body></html>' });
  t.match((await look(api, ['Tesco'])).json.error?.data, { names: [{ reason: /prove that we are human/ }] });
  const asked = api.internet.requests.length;
  t.ok(asked <= 2);
  api.clock.advance(29 * 60_000);
  t.match((await look(api, ['Aviva'])).json.error?.data, { names: [{ reason: /gets no requests/ }] });
  t.equal(api.internet.requests.length, asked, 'nobody asks meanwhile');
  api.clock.advance(2 * 60_000);
  api.internet.on(DUCKDUCKGO, { body: '<div class="no-results">No results.</div>' });
  t.match(provenanceOf(await look(api, ['Tesco'])).Tesco, { status: 'not_found' });
});

t.test('requests state their purpose', async (t) => {
  const api = await openApi(t, { env: ONE });
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100], glassdoor: [4, 100] }]));
  await look(api, ['Tesco']);
  t.ok(api.internet.requests.every(({ purpose }) => purpose === 'search_provider'));
  const deep = await openApi(t);
  playIndeed(deep.internet, ['Tesco']);
  blockGlassdoor(deep.internet);
  await look(deep, ['Tesco'], { mode: 'deep' });
  t.ok(deep.internet.requests.every(({ purpose }) => purpose === 'page'));
});

t.test('Glassdoor’s reviews are requested with the cookies and token of one session', async (t) => {
  const TOKEN = 'Abc-123_x.y:z/0123456789==';
  const home = (cookies: string) => ({
    headers: { 'content-type': 'text/html', 'set-cookie': cookies },
    body: `<html><script>window.gd={"token":"${TOKEN}","other":1}</script></html>`,
  });
  const api = await openApi(t);
  playIndeed(api.internet, []);
  blockGlassdoor(api.internet);
  api.internet.on(
    'https://www.glassdoor.com/',
    home('gdId=a1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure, asst=2; HttpOnly, bad cookie=3'),
  );
  playGlassdoor(api.internet, ['Tesco', 'TESCO']);
  const partial = glassdoorAnswer({ name: 'Tesco', id: 100, rating: 3.9, count: 500 });
  api.internet.on('https://www.glassdoor.com/bff/', ({ headers = {}, body = '' }) => {
    if (headers['gd-csrf-token'] !== TOKEN || headers['cookie'] !== 'gdId=a1; asst=2') return { status: 403 };
    t.equal(headers['origin'], 'https://www.glassdoor.com');
    // One part of the question failed; the rest is there.
    const errors = [{ message: 'awards: timeout' }];
    const small = glassdoorAnswer({ name: 'TESCO', id: 101, rating: 1.1, count: 3 });
    return { body: JSON.stringify({ errors, ...JSON.parse(body.includes('"employerId":101') ? small : partial) }) };
  });
  const answer = await look(api, ['Tesco'], { mode: 'deep' });
  t.match(contentOf(answer).Tesco, { rating: 3.9, review_count: 500 });
  t.equal(receiptOf(answer).cost, 3);
  const visits = api.internet.requests.filter(({ url }) => url === 'https://www.glassdoor.com/');
  t.equal(visits.length, 1, 'one visit a lookup');

  // The session leads to the host of the country, and so do the requests, with its cookies.
  const moved = await openApi(t);
  playIndeed(moved.internet, []);
  blockGlassdoor(moved.internet);
  playGlassdoor(moved.internet, ['Tesco']);
  moved.internet.on('https://www.glassdoor.com/', ({ url }) =>
    url === 'https://www.glassdoor.com/' ? { ...home('uk=1'), url: 'https://www.glassdoor.co.uk/' } : { status: 403 },
  );
  moved.internet.on('https://www.glassdoor.com/autocomplete/', { body: '[{"label":"Tesco","id":100}]' });
  moved.internet.on('https://www.glassdoor.co.uk/bff/', ({ headers = {} }) =>
    headers['cookie'] === 'uk=1' ? { body: partial } : { status: 403 },
  );
  t.match(contentOf(await look(moved, ['Tesco'], { mode: 'deep' })).Tesco, { rating: 3.9, review_count: 500 });

  // Cookies of other sites are sent nowhere.
  const away = await openApi(t);
  playIndeed(away.internet, []);
  blockGlassdoor(away.internet);
  playGlassdoor(away.internet, ['Tesco']);
  away.internet.on('https://www.glassdoor.com/', ({ url }) =>
    url === 'https://www.glassdoor.com/' ? { ...home('evil=1'), url: 'https://evil.example/' } : { status: 403 },
  );
  away.internet.on('https://www.glassdoor.com/autocomplete/', { body: '[{"label":"Tesco","id":100}]' });
  await look(away, ['Tesco'], { mode: 'deep' });
  t.ok(away.internet.requests.every(({ headers }) => headers?.['cookie'] === undefined));
  t.ok(away.internet.requests.every(({ url }) => !url.includes('evil')));
});
