import t, { type Test } from 'tap';
import { EgressError } from '../../src/egress/egress.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { contentOf, provenanceOf, receiptOf } from '../support/answers.ts';
import { braveOf, readQuery, searxngOf, type KnownEmployer } from '../support/fake-reputation.ts';
import { openApi, type Api } from '../support/api.ts';

const SEARXNG = 'http://127.0.0.1:8888/';
const BRAVE = 'https://api.search.brave.com/';
const TWO_PROVIDERS = { SEARXNG_URL: 'http://127.0.0.1:8888', BRAVE_API_KEY: 'key' };
const ONE_PROVIDER = { SEARXNG_URL: 'http://127.0.0.1:8888' };

const FIFTEEN = [
  'Tesco',
  'Sainsbury',
  'Barclays',
  'Aviva',
  'Centrica',
  'Diageo',
  'Experian',
  'Halma',
  'Intertek',
  'Kingfisher',
  'Melrose',
  'Ocado',
  'Pearson',
  'Rentokil',
  'Unilever',
];

function known(names: readonly string[]): KnownEmployer[] {
  return names.map((name, index) => ({ name, indeed: [3.3, 742 + index], glassdoor: [3.9, 34] }));
}

function look(api: Api, args: object) {
  return api.call('get_reputation', args);
}

async function assertSound(t: Test, { service, clock }: Api): Promise<void> {
  t.strictSame(await service.store.ledger.audit(clock.now()), []);
  t.strictSame(await service.store.checkIntegrity(), []);
}

t.test('SPEC §4: 15 names in light mode, one provider failing over to the next', async (t) => {
  const api = await openApi(t, { env: TWO_PROVIDERS });
  const employers = known(FIFTEEN);
  api.internet.on(SEARXNG, (request) => {
    const { name } = readQuery(new URL(request.url).searchParams.get('q') ?? '');
    if (name.length % 3 === 0) throw new EgressError('timeout', 'the site did not answer in time');
    return name.length % 3 === 1 ? { status: 429 } : searxngOf(employers)(request);
  });
  api.internet.on(BRAVE, braveOf(employers));
  const answer = await look(api, { company_names: FIFTEEN, country: 'GB' });
  t.match(receiptOf(answer), { tool: 'get_reputation', cost: 2, cached: false, balance: 1998 });
  t.strictSame(Object.keys(contentOf(answer)), FIFTEEN);
  // Weighted by counts: (742 × 3.3 + 34 × 3.9) / 776 = 3.33
  t.strictSame(contentOf(answer).Tesco, { rating: 3.3, review_count: 776, insights: [] });
  for (const name of FIFTEEN) t.equal(contentOf(answer)[name].rating, 3.3, name);
  t.match(provenanceOf(answer).Tesco, {
    status: 'fresh',
    age_days: 0,
    sources: [
      { site: 'indeed', matched_name: 'Tesco', match: 'exact', rating: 3.3, review_count: 742, method: 'snippet' },
      { site: 'glassdoor', url: /^https:\/\/www\.glassdoor\.co\.uk\/Reviews\//, rating: 3.9, review_count: 34 },
    ],
  });
  t.equal(api.internet.requests.filter(({ url }) => url.startsWith(BRAVE)).length > 0, true);
  const asked = api.internet.requests.length;
  const again = await look(api, { company_names: FIFTEEN, country: 'GB' });
  t.match(receiptOf(again), { cost: 0.5, cached: true, balance: 1997.5 });
  t.strictSame(contentOf(again), contentOf(answer));
  t.equal(provenanceOf(again).Ocado.status, 'stored');
  t.equal(api.internet.requests.length, asked, 'nothing is asked for what the store has');
  await assertSound(t, api);
});

t.test('SPEC §4: one query per name and site, only for what the store lacks', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  api.internet.on(SEARXNG, searxngOf(known(FIFTEEN)));
  await look(api, { company_names: ['Tesco', 'Aviva'] });
  t.equal(api.internet.requests.length, 4);
  const answer = await look(api, { company_names: ['Tesco', 'Halma'] });
  t.equal(receiptOf(answer).cost, 2, 'one fresh name makes the call fresh');
  t.match(provenanceOf(answer), { Tesco: { status: 'stored' }, Halma: { status: 'fresh' } });
  t.equal(api.internet.requests.length, 6);
  t.equal(receiptOf(await look(api, { company_names: ['TESCO plc', 'Tesco'] })).cost, 0.5, 'other spellings');
  t.equal(receiptOf(await look(api, { company_names: ['Tesco'], country: 'GB' })).cost, 2, 'another scope');
});

t.test('SPEC §4: records are fresh for ninety days', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  const ask = () => look(api, { company_names: ['Tesco'] });
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100], glassdoor: [3.5, 100] }]));
  t.equal(receiptOf(await ask()).cost, 2);
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.8, 120], glassdoor: [3.8, 120] }]));
  for (const [day, cost, rating, status] of [
    [89, 0.5, 3.5, 'stored'],
    [90, 0.5, 3.5, 'stored'],
    [91, 2, 3.8, 'fresh'],
  ] as const) {
    api.clock.advance(day === 89 ? 89 * DAY_MS : DAY_MS);
    const answer = await ask();
    t.equal(receiptOf(answer).cost, cost, `day ${day}`);
    t.equal(contentOf(answer).Tesco.rating, rating, `day ${day}`);
    t.match(provenanceOf(answer).Tesco, { status, age_days: day === 91 ? 0 : day });
  }
  api.clock.advance(100 * DAY_MS);
  api.internet.on(SEARXNG, { status: 503 });
  const stale = await ask();
  t.match(receiptOf(stale), { cost: 0.5, cached: true }, 'a refresh that fails costs what the store costs');
  t.equal(contentOf(stale).Tesco.rating, 3.8);
  t.match(provenanceOf(stale).Tesco, { status: 'stale', age_days: 100, reason: /indeed: SearXNG: .*HTTP 503/ });
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [4, 150], glassdoor: [4, 150] }]));
  t.equal(contentOf(await ask()).Tesco.rating, 4, 'a failure is not remembered');
  await assertSound(t, api);
});

t.test('SPEC §4: "not found" is stored for seven days, a failed look-up never', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  const ask = () => look(api, { company_names: ['Nonesuch'] });
  api.internet.on(SEARXNG, { status: 403 });
  const refused = await ask();
  t.match(refused.json.error, {
    code: -32000,
    message: /No employer could be looked up .*HTTP 403.*SEARXNG_URL, BRAVE_API_KEY or SERPER_API_KEY/,
    data: { reason: 'upstream_failed', retryable: true, names: [{ name: 'Nonesuch', reason: /SearXNG/ }] },
  });
  t.equal(refused.headers['x-credits-cost'], '0');
  api.internet.on(SEARXNG, searxngOf([]));
  const none = await ask();
  t.equal(receiptOf(none).cost, 2, 'looked and found nothing');
  t.strictSame(contentOf(none), { Nonesuch: { rating: null, review_count: 0, insights: [] } });
  t.match(provenanceOf(none).Nonesuch, { status: 'not_found', age_days: 0, sources: [] });
  api.clock.advance(7 * DAY_MS);
  const stored = await ask();
  t.equal(receiptOf(stored).cost, 0.5);
  t.match(provenanceOf(stored).Nonesuch, { status: 'not_found', age_days: 7 });
  api.clock.advance(1_000);
  t.equal(receiptOf(await ask()).cost, 2);
  await assertSound(t, api);
});

t.test('SPEC §4: a name that cannot be looked up does not fail the others', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  api.internet.on(SEARXNG, (request) =>
    request.url.includes('Aviva') ? { status: 500 } : searxngOf(known(['Tesco', 'Aviva']))(request),
  );
  const answer = await look(api, { company_names: ['Tesco', 'Aviva'] });
  t.equal(receiptOf(answer).cost, 2);
  t.strictSame(contentOf(answer).Aviva, { rating: null, review_count: 0, insights: [] });
  t.match(provenanceOf(answer), { Tesco: { status: 'fresh' }, Aviva: { status: 'could_not_look', age_days: null } });
  const again = await look(api, { company_names: ['Tesco', 'Aviva'] });
  t.equal(receiptOf(again).cost, 0.5, 'only the stored one was answered');
});

t.test('SPEC §4: the same company requested twenty times at once is fetched once', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  api.internet.on(SEARXNG, async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return searxngOf(known(['Tesco']))(request);
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => look(api, { company_names: [index % 2 ? 'Tesco' : 'TESCO PLC'] })),
  );
  t.equal(api.internet.requests.length, 2, 'one query a site');
  t.strictSame([...new Set(answers.map((answer) => receiptOf(answer).cost))], [2]);
  t.equal(receiptOf(await look(api, { company_names: ['Tesco'] })).cost, 0.5);
  await assertSound(t, api);
});

t.test('SPEC §4: similar names stay separate', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  api.internet.on(
    SEARXNG,
    searxngOf([
      { name: 'Atos Medical', glassdoor: [4.4, 37] },
      { name: 'Atos', glassdoor: [3.3, 5246] },
    ]),
  );
  const answer = await look(api, { company_names: ['Atos', 'Atos Medical', 'Atos Syntel'] });
  t.match(contentOf(answer), {
    Atos: { rating: 3.3, review_count: 5246 },
    'Atos Medical': { rating: 4.4, review_count: 37 },
    'Atos Syntel': { rating: null, review_count: 0 },
  });
  t.match(provenanceOf(answer)['Atos'].sources, [{ matched_name: 'Atos' }]);
});

t.test('any text can be a name and a key of the answer', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  api.internet.on(SEARXNG, searxngOf(known(['Tesco'])));
  const odd = ['__proto__', 'constructor', '42', ' Tesco ', 'Tesco', 'Tesco', '"Tesco" site:evil.example', '🙂'];
  const answer = await look(api, { company_names: odd });
  const content = contentOf(answer);
  t.strictSame(new Set(Object.keys(content)), new Set(odd));
  t.ok(Object.hasOwn(content, '__proto__'));
  t.strictSame(Object.getOwnPropertyDescriptor(content, '__proto__')?.value, {
    rating: null,
    review_count: 0,
    insights: [],
  });
  t.ok(Object.hasOwn(provenanceOf(answer), '__proto__'));
  t.equal(content[' Tesco '].rating, 3.3);
  t.equal(content.Tesco.rating, 3.3);
  t.equal(content['"Tesco" site:evil.example'].rating, null);
  t.equal(receiptOf(answer).cost, 2);
  t.equal(receiptOf(await look(api, { company_names: ['__proto__'] })).cost, 0.5);
  t.equal(({} as Record<string, unknown>)['rating'], undefined);
  // Half a surrogate pair, which no URL can contain.
  const half = await look(api, { company_names: ['\ud83dTesco', `${'x'.repeat(199)}🙂`], mode: 'deep' });
  t.not(half.json.error?.code, -32603, JSON.stringify(half.json.error));
});

t.test('SPEC §4, §8: refused arguments', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  const six = FIFTEEN.slice(0, 6);
  t.match((await look(api, { company_names: six, mode: 'deep' })).json.error, {
    code: -32000,
    message: /up to 5 company names/,
    data: { reason: 'validation' },
  });
  for (const company_names of [[], [...FIFTEEN, 'Vodafone'], [''], ['  '], ['\u200b\u200d'], 'Tesco', undefined, [5]]) {
    t.equal((await look(api, { company_names })).json.error.code, -32602, JSON.stringify(company_names));
  }
  t.equal((await look(api, { company_names: ['Tesco'], country: 'DE' })).json.error.code, -32602);
  t.equal(api.internet.requests.length, 0);
});

t.test('SPEC §7: the maximum cost is reserved after the store was read', async (t) => {
  const api = await openApi(t, { plan: 'tight', env: ONE_PROVIDER });
  api.internet.on(SEARXNG, searxngOf(known(FIFTEEN)));
  await look(api, { company_names: ['Tesco'] });
  await look(api, { company_names: ['Aviva'] });
  t.match((await look(api, { company_names: ['Halma'] })).json.error.data, {
    reason: 'quota_exceeded',
    credits_required: 2,
    credits_remaining: 1,
  });
  t.match((await look(api, { company_names: ['Tesco'], mode: 'deep' })).json.error.data, {
    reason: 'quota_exceeded',
    credits_required: 3,
  });
  t.match(receiptOf(await look(api, { company_names: ['Tesco', 'Aviva'] })), { cost: 0.5, balance: 0.5 });
  await assertSound(t, api);
});

t.test('SPEC §4: markdown', async (t) => {
  const api = await openApi(t, { env: ONE_PROVIDER });
  api.internet.on(SEARXNG, searxngOf(known(['Tesco'])));
  const hostile = '[x](https://evil.example) <b>|`';
  const answer = await look(api, { company_names: ['Tesco', hostile], output: 'markdown' });
  const text = answer.json.result.content[0].text as string;
  t.match(text, /^# Employer reputation\n\n\| Employer \| Rating \| Reviews \|/);
  t.match(text, /\| Tesco \| 3\.3\/5 \| 776 \|/);
  t.match(text, /\[Indeed\]\(https:\/\/uk\.indeed\.com\/cmp\/Tesco\/reviews\)/);
  t.notMatch(text, /[^\\]\[x\]/);
  t.notMatch(text, /<b>|https:\/\/evil/);
  t.equal(contentOf(answer).Tesco.rating, 3.3, 'the object is there all the same');
  const french = await look(api, { company_names: ['Tesco'], output: 'markdown', country: 'FR' });
  t.match(french.json.result.content[0].text, /^# Réputation employeur/);
});

t.test('SPEC §11: without settings, DuckDuckGo is searched, then the sites', async (t) => {
  const api = await openApi(t);
  const target = encodeURIComponent('https://www.glassdoor.co.uk/Reviews/Tesco-Reviews-E1.htm');
  api.internet.on('https://html.duckduckgo.com/html/', ({ body = '' }) => ({
    headers: { 'content-type': 'text/html' },
    body: body.includes('glassdoor')
      ? `<div class="result"><a class="result__a" href="//duckduckgo.com/l/?uddg=${target}">Tesco Reviews</a><a class="result__snippet">Tesco has an employee rating of 3.4 out of 5 stars, based on 8,100 company reviews</a></div>`
      : '<div class="no-results">No results.</div>',
  }));
  const answer = await look(api, { company_names: ['Tesco'] });
  t.match(contentOf(answer).Tesco, { rating: 3.4, review_count: 8100 });
  t.ok(api.internet.requests.every(({ respectRobots, browser }) => respectRobots && browser));
  api.internet.on('https://html.duckduckgo.com/', { body: '<form id="challenge-form"></form>' });
  const refused = await look(api, { company_names: ['Aviva'] });
  t.match(refused.json.error, { message: /prove that we are human.*SEARXNG_URL/, data: { reason: 'upstream_failed' } });
  t.ok(
    api.internet.requests.some(({ url }) => /indeed|glassdoor/.test(new URL(url).hostname)),
    "the sites' own pages were tried",
  );
});

t.test('tools/list states the prices', async (t) => {
  const api = await openApi(t);
  const { json } = await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const tool = json.result.tools.find(({ name }: { name: string }) => name === 'get_reputation');
  t.match(tool.description, /2\.0 credits light, 3\.0 deep/);
});
