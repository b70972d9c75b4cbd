import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Renderer } from '../../src/egress/renderer.ts';
import { readConfig } from '../../src/config/config.ts';
import { createReputationLookup } from '../../src/reputation/create-lookup.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { EgressError } from '../../src/egress/egress.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { contentOf, insightsOf, provenanceOf, receiptOf } from '../support/answers.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import {
  blockGlassdoor,
  completion,
  glassdoorAnswer,
  indeedPage,
  playGlassdoor,
  playIndeed,
  REVIEWS,
} from '../support/fake-reputation.ts';
import { openApi, type Api } from '../support/api.ts';

const FIVE = ['Tesco', 'Barclays', 'Aviva', 'Halma', 'Ocado'];

function deep(api: Api, company_names: readonly string[], more: object = {}) {
  return api.call('get_reputation', { company_names, mode: 'deep', country: 'GB', ...more });
}

async function openDeepApi(t: Test, env: Record<string, string> = {}): Promise<Api> {
  const api = await openApi(t, { env });
  playIndeed(api.internet, FIVE);
  blockGlassdoor(api.internet);
  return api;
}

t.test('SPEC §4: five companies deep, one site blocked', async (t) => {
  const api = await openDeepApi(t);
  const answer = await deep(api, FIVE);
  t.match(receiptOf(answer), { cost: 3, cached: false, balance: 1997 });
  for (const name of FIVE) t.match(contentOf(answer)[name], { rating: 3.4, review_count: 1000 }, name);
  const insights = insightsOf(answer);
  t.ok(
    insights.includes(
      'Work-life balance 3.7/5, culture 3.4/5, career 3.0/5, pay and benefits 2.9/5, management 2.6/5 (Indeed)',
    ),
    insights.join(' | '),
  );
  t.ok(
    insights.some((line) => line.startsWith('Pay: criticised (3 of 4 reviews)')),
    insights.join(' | '),
  );
  t.match(provenanceOf(answer).Tesco, {
    status: 'fresh',
    sources: [{ site: 'indeed', method: 'page', match: 'exact', url: /uk\.indeed\.com\/cmp\/Tesco/ }],
    reason: /glassdoor: .*HTTP 403/,
  });

  const again = await deep(api, FIVE);
  t.match(receiptOf(again), { cost: 0.5, cached: true }, 'asked again, refused again: only stored answers');
  t.strictSame(contentOf(again), contentOf(answer));
  t.equal(provenanceOf(again).Tesco.status, 'stored');

  playGlassdoor(api.internet, FIVE, REVIEWS);
  const whole = await deep(api, FIVE);
  t.equal(receiptOf(whole).cost, 3, 'what was missing is looked up');
  t.match(contentOf(whole).Tesco, { rating: 3.6, review_count: 1500 }, '(1000 × 3.4 + 500 × 3.9) / 1500');
  t.ok(insightsOf(whole).includes('63% would recommend this employer (Glassdoor)'));
  const asked = api.internet.requests.length;
  t.equal(receiptOf(await deep(api, FIVE)).cost, 0.5);
  const light = await api.call('get_reputation', { company_names: FIVE, country: 'GB' });
  t.equal(receiptOf(light).cost, 0.5, 'a deep record serves a light call');
  t.equal(api.internet.requests.length, asked);
  t.strictSame(await api.service.store.ledger.audit(api.clock.now()), []);
});

t.test('SPEC §4: a figure counts only if the page proves which employer it is about', async (t) => {
  const api = await openApi(t);
  blockGlassdoor(api.internet);
  playIndeed(api.internet, ['Atos Medical', 'Atos']);
  const both = await deep(api, ['Atos', 'Atos Medical']);
  t.match(provenanceOf(both)['Atos'].sources, [{ matched_name: 'Atos' }]);
  t.match(provenanceOf(both)['Atos Medical'].sources, [{ matched_name: 'Atos Medical' }]);
  api.internet.on('https://autocomplete.indeed.com/', { body: JSON.stringify([{ suggestion: 'Halma' }]) });
  api.internet.on('https://uk.indeed.com/cmp/Halma/', {
    body: indeedPage({ name: 'Halma Water', rating: 4.9, count: 7 }),
  });
  playGlassdoor(api.internet, []);
  for (const host of ['www.glassdoor.co.uk', 'api.glassdoor.com']) api.internet.on(`https://${host}/`, { body: '[]' });
  const other = await deep(api, ['Halma']);
  t.strictSame(contentOf(other).Halma, { rating: null, review_count: 0, insights: [] });
  t.match(provenanceOf(other).Halma, { status: 'not_found' });
  t.equal(receiptOf(other).cost, 2, 'no insights were extracted');
});

t.test('SPEC §4: an empty page of the exact name does not hide the full page with a group word', async (t) => {
  const api = await openApi(t);
  api.internet.on('https://autocomplete.indeed.com/', { status: 403 }).on('https://uk.indeed.com/', { status: 403 });
  api.internet.on('https://www.glassdoor.com/autocomplete/employers', {
    body: JSON.stringify([
      { label: 'ALTRAN', id: 1 },
      { label: 'Altran Group', id: 2 },
      { label: 'Altran Medical', id: 3 },
    ]),
  });
  api.internet.on('https://www.glassdoor.com/bff/', ({ body = '' }) => {
    const { employerId: id } = JSON.parse(body) as { employerId: number };
    if (id === 1) return { body: glassdoorAnswer({ name: 'ALTRAN', id, rating: 0, count: 4 }) };
    return { body: glassdoorAnswer({ name: 'Altran Group', id, rating: 3.5, count: 1949 }) };
  });
  const answer = await deep(api, ['Altran']);
  t.match(contentOf(answer).Altran, { rating: 3.5, review_count: 1949 });
  t.match(provenanceOf(answer).Altran.sources, [{ matched_name: 'Altran Group', match: 'soft' }]);
});

t.test('SPEC §4, §8: both sites refuse', async (t) => {
  const api = await openApi(t);
  blockGlassdoor(api.internet);
  api.internet.on('https://autocomplete.indeed.com/', { status: 403 }).on('https://uk.indeed.com/', { status: 429 });
  const answer = await deep(api, ['Tesco']);
  t.match(answer.json.error, {
    code: -32000,
    message: /indeed: it refused to answer \(HTTP 403\).*EGRESS_PROXY.*CHROMIUM_PATH/,
    data: { reason: 'upstream_failed' },
  });
  t.equal(answer.headers['x-credits-cost'], '0');
});

t.test('SPEC §4: without a country, the hosts of GB are tried before those of FR', async (t) => {
  const api = await openApi(t);
  blockGlassdoor(api.internet);
  playIndeed(api.internet, ['Apec']);
  api.internet.on('https://uk.indeed.com/', { status: 404 });
  const args = { company_names: ['Apec'], mode: 'deep', country: null, output: '' };
  const answer = await api.call('get_reputation', args);
  t.match(provenanceOf(answer).Apec.sources, [{ url: /^https:\/\/fr\.indeed\.com\/cmp\/Apec/ }]);
  t.ok(
    insightsOf(answer, 'Apec').includes(
      'Work-life balance 3.7/5, culture 3.4/5, career 3.0/5, pay and benefits 2.9/5, management 2.6/5 (Indeed)',
    ),
    'in English',
  );
});

t.test('a slow site costs the other site no time', async (t) => {
  const api = await openApi(t, { env: { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'small' } });
  playIndeed(api.internet, FIVE);
  let asked = 0;
  for (const host of ['www.glassdoor.com', 'api.glassdoor.com', 'www.glassdoor.co.uk'])
    api.internet.on(`https://${host}/`, async ({ timeoutMs }) => {
      // The other site answers at once.
      for (let turns = 0; turns < 50; turns += 1) await turn();
      asked += 1;
      api.clock.advance(timeoutMs);
      throw new EgressError('timeout', 'the site did not answer in time');
    });
  let modelMs = 0;
  api.internet.on('http://127.0.0.1:11434/', ({ timeoutMs }) => {
    modelMs = timeoutMs;
    return completion({
      claims: [
        { review: 1, theme: 'pay', side: 'negative', words: 'Low pay' },
        { review: 2, theme: 'pay', side: 'negative', words: 'Pay is low' },
      ],
      wrong: [],
    });
  });
  const one = await deep(api, ['Tesco']);
  t.match(contentOf(one).Tesco, { rating: 3.4, review_count: 1000 });
  t.ok(insightsOf(one).includes('Pay: criticised (3 of 4 reviews), low pay in 2 of them'), 'the model has its time');
  t.ok(modelMs >= 10_000, `${modelMs} ms`);

  api.clock.advance(100 * DAY_MS);
  for (const host of ['www.glassdoor.com', 'api.glassdoor.com', 'www.glassdoor.co.uk'])
    api.internet.on(`https://${host}/`, () => {
      asked += 1;
      return { status: 403 };
    });
  asked = 0;
  const five = await deep(api, FIVE);
  for (const name of FIVE) t.equal(contentOf(five)[name].rating, 3.4, name);
  t.match(provenanceOf(five).Ocado, { status: 'fresh', reason: 'glassdoor: it kept failing' });
  t.ok(asked > 0 && asked <= 12, `a wall is not run against for every name: ${asked} requests`);
});

t.test('country FR reads French pages', async (t) => {
  const api = await openDeepApi(t);
  const reviews = [
    { stars: 4, pros: 'Bonne ambiance entre collègues', cons: 'Salaire trop bas' },
    { stars: 3, pros: 'Super ambiance, collègues sympas', cons: 'Le salaire ne suit pas' },
  ];
  api.internet.on('https://fr.indeed.com/cmp/Tesco/', {
    body: indeedPage({ name: 'Tesco', rating: 3.4, count: 1_000 }, reviews).replaceAll('en-GB', 'fr-FR'),
  });
  const answer = await deep(api, ['Tesco'], { country: 'FR', output: 'markdown' });
  const insights = insightsOf(answer);
  t.ok(
    insights.includes(
      'Équilibre vie pro/vie privée 3,7/5, culture 3,4/5, carrière 3,0/5, salaire et avantages 2,9/5, management 2,6/5 (Indeed)',
    ),
    insights.join(' | '),
  );
  t.ok(
    insights.some((line) => line.startsWith('Salaire : point faible (2 avis sur 2)')),
    insights.join(' | '),
  );
  t.match(answer.json.result.content[0].text, /\*\*3,4 sur 5\*\* · 1 000 avis/);
});

t.test('a page that is only available in a browser is rendered', async (t) => {
  const internet = new FakeInternet();
  playIndeed(internet, ['Tesco']);
  blockGlassdoor(internet);
  internet.on('https://uk.indeed.com/cmp/Tesco/', { status: 403 });
  const rendered: string[] = [];
  const renderer: Renderer = {
    unavailable: async () => undefined,
    render: async ({ url }) => {
      rendered.push(url);
      return {
        status: 200,
        url,
        contentType: 'text/html',
        html: Buffer.from(indeedPage({ name: 'Tesco', rating: 3.1, count: 12 })),
        exchanges: [],
      };
    },
    close: async () => {},
  };
  const clock = new FakeClock();
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
  const { lookup } = createReputationLookup({
    config: readConfig({}),
    egress: internet,
    clock,
    store: store.reputation,
    renderer,
    parser: inlineReputationParser,
    onModelFault: () => {},
  });
  const prepared = await lookup.prepare({ names: ['Tesco'], depth: 'deep', country: 'GB' });
  const answer = await prepared.run({
    signal: AbortSignal.timeout(60_000),
    deadlineAt: clock.now() + 45_000,
    onProgress: () => {},
  });
  t.match(answer.names.get('Tesco')?.reputation, { rating: 3.1, review_count: 12 });
  t.strictSame(
    new Set(rendered),
    new Set([
      'https://uk.indeed.com/cmp/Tesco/reviews',
      // If the suggestions are refused, the site's search is read as well.
      'https://www.glassdoor.co.uk/Search/results.htm?keyword=Tesco',
    ]),
  );
});

/** Glassdoor as the test defines it; Indeed finds nobody. */
async function openGlassdoor(t: Test, suggestions: readonly object[]): Promise<Api> {
  const api = await openApi(t);
  api.internet.on('https://autocomplete.indeed.com/', { body: '[]' }).on('https://uk.indeed.com/', { status: 404 });
  blockGlassdoor(api.internet);
  api.internet.on('https://www.glassdoor.com/autocomplete/employers', { body: JSON.stringify(suggestions) });
  return api;
}

/** The reviews endpoint by employer ID; it knows no others. */
function playEndpoint(api: Api, answers: Readonly<Record<number, string | undefined>>): void {
  for (const host of ['www', 'api']) {
    api.internet.on(`https://${host}.glassdoor.com/bff/`, ({ body = '' }) => {
      const answer = answers[(JSON.parse(body) as { employerId: number }).employerId];
      return answer === undefined ? { status: 403 } : { body: answer };
    });
  }
}

t.test('SPEC §4: an empty page in the first suggestions does not end the search', async (t) => {
  const api = await openGlassdoor(t, [{ label: 'LA REDOUTE', id: 1 }]);
  api.internet.on('https://api.glassdoor.com/searchsuggest/', {
    body: JSON.stringify([
      { category: 'company', employerId: 1, suggestion: 'LA REDOUTE' },
      { category: 'company', employerId: 2, suggestion: 'La Redoute' },
    ]),
  });
  playEndpoint(api, {
    // Without reviews the answer does not even name its employer.
    1: JSON.stringify({
      data: { employerReviews: { ratedReviewsCount: 0, ratings: { overallRating: 0 }, reviews: [] } },
    }),
    2: glassdoorAnswer({ name: 'La Redoute', id: 2, rating: 3.9, count: 34 }),
  });
  const answer = await deep(api, ['La Redoute']);
  t.match(contentOf(answer)['La Redoute'], { rating: 3.9, review_count: 34 });
});

t.test('SPEC §4: an unreadable site does not mean "not found"', async (t) => {
  for (const [what, suggestions, answers] of [
    // Suggestions leave out some of the biggest names, and the search that has them is blocked.
    ['a lookup is walled', [{ label: 'Google Cloud', id: 5 }], {}],
    [
      'one of several employers of the name is walled',
      [
        { label: 'Google', id: 1 },
        { label: 'GOOGLE', id: 2 },
      ],
      { 2: glassdoorAnswer({ name: 'Google', id: 2, rating: 2.1, count: 3 }) },
    ],
  ] as const) {
    const api = await openGlassdoor(t, suggestions);
    playEndpoint(api, answers);
    const answer = await deep(api, ['Google']);
    t.match(answer.json.error?.data, { reason: 'upstream_failed', names: [{ reason: /glassdoor: .*HTTP 403/ }] }, what);
    t.strictSame(
      (await api.service.store.reputation.get('google', 'GB')).map(({ site, found }) => [site, found]),
      [['indeed', false]],
      `${what}: only what was seen is stored`,
    );
  }
  const moved = await openGlassdoor(t, [{ label: 'Google', id: 1 }]);
  for (const host of ['www', 'api']) moved.internet.on(`https://${host}.glassdoor.com/bff/`, { status: 404 });
  t.match((await deep(moved, ['Google'])).json.error?.data, { reason: 'upstream_failed' }, 'the endpoint has moved');
  const away = await openGlassdoor(t, []);
  away.internet.on('https://www.glassdoor.com/', { url: 'https://login.example/', body: '[]' });
  t.match(
    (await deep(away, ['Google'])).json.error?.data,
    { names: [{ reason: /another site/ }] },
    'an address that leads away',
  );
});

t.test('SPEC §4: a numbered address is not proof of another name, because its page names the employer', async (t) => {
  const api = await openApi(t);
  blockGlassdoor(api.internet);
  api.internet.on('https://autocomplete.indeed.com/', { body: '[]' });
  api.internet.on('https://uk.indeed.com/', { status: 404 });
  api.internet.on('https://uk.indeed.com/companies/search', {
    body: '<a href="/cmp/Flink-8">Flink</a> <a href="/cmp/Channel-4">Channel 4</a>',
  });
  for (const [slug, name] of [
    ['Flink-8', 'Flink'],
    ['Channel-4', 'Channel 4'],
  ] as const)
    api.internet.on(`https://uk.indeed.com/cmp/${slug}/`, { body: indeedPage({ name, rating: 2.4, count: 111 }) });
  t.match(contentOf(await deep(api, ['Flink'])).Flink, { rating: 2.4, review_count: 111 });
  t.match(contentOf(await deep(api, ['Channel 4']))['Channel 4'], { rating: 2.4, review_count: 111 });
  t.match((await deep(api, ['Channel'])).json.error?.data, { names: [{ reason: /^glassdoor/ }] }, 'another company');
});

t.test('SPEC §4: nothing is requested from a site twice in one look-up', async (t) => {
  const api = await openGlassdoor(t, []);
  api.internet.on('https://fr.indeed.com/', { status: 404 });
  await deep(api, ['Google'], { country: undefined });
  const asked = api.internet.requests.map(({ url, browser, body }) => JSON.stringify([url, browser, body]));
  t.ok(asked.length > 0);
  t.equal(new Set(asked).size, asked.length);
});

t.test('SPEC §4: deep mode reads further reviews if the site shows them publicly', async (t) => {
  const pageOne = Array.from({ length: 20 }, () => ({ stars: 4, pros: 'Great training', cons: 'Low pay' }));
  const pageTwo = pageOne.map((review, index) => ({ ...review, cons: index < 2 ? 'Rude customers' : 'Low pay' }));
  const employer = { name: 'Tesco', rating: 3.4, count: 1_000 };
  const link = (href: string) => ({ pagination: { paginationNextLink: { href } } });
  const second = indeedPage(employer, pageTwo).replaceAll('"encryptedReviewId":"r', '"encryptedReviewId":"s');
  const FIRST_ONLY = 20;
  const BOTH = 40;
  for (const [what, list, following, read] of [
    ['a second page', link('/cmp/Tesco/reviews?start=20'), { body: second }, BOTH],
    ['no link', {}, { body: second }, FIRST_ONLY],
    [
      'the gate is up',
      { ...link('/cmp/Tesco/reviews?start=20'), contentGate: { eligible: true } },
      { body: second },
      FIRST_ONLY,
    ],
    ['a link elsewhere', link('https://evil.example/cmp/Tesco/reviews?start=20'), { body: second }, FIRST_ONLY],
    ['a wall', link('/cmp/Tesco/reviews?start=20'), { status: 403 }, FIRST_ONLY],
    ['a page that is gone', link('/cmp/Tesco/reviews?start=20'), { status: 404 }, FIRST_ONLY],
    ['the first page again', link('/cmp/Tesco/reviews?start=20'), { body: indeedPage(employer, pageOne) }, FIRST_ONLY],
    [
      "another company's page",
      link('/cmp/Tesco/reviews?start=20'),
      { body: second.replaceAll('Tesco', 'Tesco Bank') },
      FIRST_ONLY,
    ],
  ] as const) {
    const api = await openDeepApi(t);
    api.internet.on('https://uk.indeed.com/cmp/Tesco/reviews', { body: indeedPage(employer, pageOne, list) });
    api.internet.on('https://uk.indeed.com/cmp/Tesco/reviews?start=', following);
    const answer = await deep(api, ['Tesco']);
    t.match(contentOf(answer).Tesco, { rating: 3.4, review_count: 1_000 }, what);
    t.ok(
      insightsOf(answer).includes(`Training: praised (${read} of ${read} reviews)`),
      `${what}: ${insightsOf(answer)}`,
    );
    t.equal(insightsOf(answer).includes('Clients: rude customers, criticised (2 of 40 reviews)'), read === BOTH, what);
    t.equal(receiptOf(answer).cost, 3, what);
  }
  const light = await openApi(t);
  light.internet.on('https://html.duckduckgo.com/', { status: 403 });
  playIndeed(light.internet, ['Tesco']);
  const first = indeedPage(employer, pageOne, link('/cmp/Tesco/reviews?start=20'));
  light.internet.on('https://uk.indeed.com/cmp/Tesco/reviews', { body: first });
  await light.call('get_reputation', { company_names: ['Tesco'], country: 'GB' });
  t.equal(light.internet.requests.filter(({ url }) => url.includes('start=')).length, 0, 'light needs no reviews');
  t.equal(light.internet.requests.filter(({ url }) => url.includes('/cmp/Tesco/')).length, 1);
});

t.test('SPEC §7: no surcharge if nothing was extracted', async (t) => {
  const api = await openGlassdoor(t, [{ label: 'Google', id: 1 }]);
  const reviews = [{ stars: 4, pros: 'Yes', cons: 'No' }];
  const answer = glassdoorAnswer({ name: 'Google', id: 1, rating: 4.2, count: 30 }, reviews);
  playEndpoint(api, { 1: answer.replace('"recommendToFriendRating":0.63', '"recommendToFriendRating":0') });
  const bare = await deep(api, ['Google']);
  t.match(contentOf(bare).Google, { rating: 4.2, review_count: 30, insights: [] });
  t.equal(receiptOf(bare).cost, 2);
});
