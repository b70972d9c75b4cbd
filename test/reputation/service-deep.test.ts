import t, { type Test } from 'tap';
import type { Renderer } from '../../src/egress/renderer.ts';
import { readConfig } from '../../src/config.ts';
import { createReputationLookup } from '../../src/reputation/create-lookup.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import {
  blockGlassdoor,
  glassdoorAnswer,
  indeedPage,
  playGlassdoor,
  playIndeed,
  REVIEWS,
} from '../support/fake-reputation.ts';
import { openHouse, type House } from '../support/house.ts';

const FIVE = ['Tesco', 'Barclays', 'Aviva', 'Halma', 'Ocado'];

const receiptOf = (answer: { json: any }) => answer.json.result._meta['io.jobdata/receipt'];
const provenanceOf = (answer: { json: any }) => answer.json.result._meta['io.jobdata/provenance'];
const contentOf = (answer: { json: any }) => answer.json.result.structuredContent;
const insightsOf = (answer: { json: any }, name = 'Tesco'): string[] => contentOf(answer)[name].insights;

function deep(house: House, company_names: readonly string[], more: object = {}) {
  return house.call('get_reputation', { company_names, mode: 'deep', country: 'GB', ...more });
}

async function openDeepHouse(t: Test, env: Record<string, string> = {}): Promise<House> {
  const house = await openHouse(t, { env });
  playIndeed(house.internet, FIVE);
  blockGlassdoor(house.internet);
  return house;
}

t.test('SPEC §4: five companies deep, one site blocked', async (t) => {
  const house = await openDeepHouse(t);
  const answer = await deep(house, FIVE);
  t.match(receiptOf(answer), { cost: 3, cached: false, balance: 1997 });
  for (const name of FIVE) t.match(contentOf(answer)[name], { rating: 3.4, review_count: 1000 }, name);
  const insights = insightsOf(answer);
  t.ok(insights.includes('Work-life balance 3.7/5, management 2.6/5 (Indeed)'), insights.join(' | '));
  t.ok(
    insights.some((line) => line.startsWith('Pay: criticised (3 of 4 reviews)')),
    insights.join(' | '),
  );
  t.match(provenanceOf(answer).Tesco, {
    status: 'fresh',
    sources: [{ site: 'indeed', method: 'page', match: 'exact', url: /uk\.indeed\.com\/cmp\/Tesco/ }],
    reason: /glassdoor: .*HTTP 403/,
  });

  const again = await deep(house, FIVE);
  t.match(receiptOf(again), { cost: 0.5, cached: true }, 'asked again, refused again: only stored answers');
  t.strictSame(contentOf(again), contentOf(answer));
  t.equal(provenanceOf(again).Tesco.status, 'stored');

  playGlassdoor(house.internet, FIVE, REVIEWS);
  const whole = await deep(house, FIVE);
  t.equal(receiptOf(whole).cost, 3, 'what was missing is looked up');
  t.match(contentOf(whole).Tesco, { rating: 3.6, review_count: 1500 }, '(1000 × 3.4 + 500 × 3.9) / 1500');
  t.ok(insightsOf(whole).includes('63% would recommend this employer (Glassdoor)'));
  const asked = house.internet.requests.length;
  t.equal(receiptOf(await deep(house, FIVE)).cost, 0.5);
  const light = await house.call('get_reputation', { company_names: FIVE, country: 'GB' });
  t.equal(receiptOf(light).cost, 0.5, 'a deep record serves a light call');
  t.equal(house.internet.requests.length, asked);
  t.strictSame(await house.context.store.ledger.audit(house.clock.now()), []);
});

t.test('SPEC §4: identity is proven by the page before a figure is believed', async (t) => {
  const house = await openHouse(t);
  blockGlassdoor(house.internet);
  playIndeed(house.internet, ['Atos Medical', 'Atos']);
  const both = await deep(house, ['Atos', 'Atos Medical']);
  t.match(provenanceOf(both)['Atos'].sources, [{ matched_name: 'Atos' }]);
  t.match(provenanceOf(both)['Atos Medical'].sources, [{ matched_name: 'Atos Medical' }]);
  house.internet.on('https://autocomplete.indeed.com/', { body: JSON.stringify([{ suggestion: 'Halma' }]) });
  house.internet.on('https://uk.indeed.com/cmp/Halma/', {
    body: indeedPage({ name: 'Halma Water', rating: 4.9, count: 7 }),
  });
  playGlassdoor(house.internet, []);
  for (const host of ['www.glassdoor.co.uk', 'api.glassdoor.com'])
    house.internet.on(`https://${host}/`, { body: '[]' });
  const other = await deep(house, ['Halma']);
  t.strictSame(contentOf(other).Halma, { rating: null, review_count: 0, insights: [] });
  t.match(provenanceOf(other).Halma, { status: 'not_found' });
  t.equal(receiptOf(other).cost, 2, 'no insights were extracted');
});

t.test('SPEC §4: the most-reviewed of several employers of one name', async (t) => {
  const house = await openHouse(t);
  house.internet.on('https://autocomplete.indeed.com/', { status: 403 }).on('https://uk.indeed.com/', { status: 403 });
  house.internet.on('https://www.glassdoor.com/autocomplete/employers', {
    body: JSON.stringify([
      { label: 'ALTRAN', id: 1 },
      { label: 'Altran Group', id: 2 },
      { label: 'Altran Medical', id: 3 },
    ]),
  });
  house.internet.on('https://www.glassdoor.com/bff/', ({ body = '' }) => {
    const { employerId: id } = JSON.parse(body) as { employerId: number };
    if (id === 1) return { body: glassdoorAnswer({ name: 'ALTRAN', id, rating: 0, count: 4 }) };
    return { body: glassdoorAnswer({ name: 'Altran Group', id, rating: 3.5, count: 1949 }) };
  });
  const answer = await deep(house, ['Altran']);
  t.match(contentOf(answer).Altran, { rating: 3.5, review_count: 1949 });
  t.match(provenanceOf(answer).Altran.sources, [{ matched_name: 'Altran Group', match: 'soft' }]);
});

t.test('SPEC §4, §8: both sites refuse', async (t) => {
  const house = await openHouse(t);
  blockGlassdoor(house.internet);
  house.internet.on('https://autocomplete.indeed.com/', { status: 403 }).on('https://uk.indeed.com/', { status: 429 });
  const answer = await deep(house, ['Tesco']);
  t.match(answer.json.error, {
    code: -32000,
    message: /indeed: it refused to answer \(HTTP 403\).*EGRESS_PROXY.*CHROMIUM_PATH/,
    data: { reason: 'upstream_failed' },
  });
  t.equal(answer.headers['x-credits-cost'], '0');
});

t.test('French for country FR', async (t) => {
  const house = await openDeepHouse(t);
  const reviews = [
    { stars: 4, pros: 'Bonne ambiance entre collègues', cons: 'Salaire trop bas' },
    { stars: 3, pros: 'Super ambiance, collègues sympas', cons: 'Le salaire ne suit pas' },
  ];
  house.internet.on('https://fr.indeed.com/cmp/Tesco/', {
    body: indeedPage({ name: 'Tesco', rating: 3.4, count: 1_000 }, reviews).replaceAll('en-GB', 'fr-FR'),
  });
  const answer = await deep(house, ['Tesco'], { country: 'FR', output: 'markdown' });
  const insights = insightsOf(answer);
  t.ok(insights.includes('Équilibre vie privée 3,7/5, management 2,6/5 (Indeed)'), insights.join(' | '));
  t.ok(
    insights.some((line) => line.startsWith('Salaire : point faible (2 avis sur 2)')),
    insights.join(' | '),
  );
  t.match(answer.json.result.content[0].text, /\*\*3,4 sur 5\*\* · 1 000 avis/);
});

t.test('a page that only a browser gets', async (t) => {
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
        html: indeedPage({ name: 'Tesco', rating: 3.1, count: 12 }),
        exchanges: [],
      };
    },
    close: async () => {},
  };
  const clock = new FakeClock();
  const store = openSqliteStore(':memory:');
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
  const answer = await lookup.prepare({ names: ['Tesco'], depth: 'deep', country: 'GB' }).run({
    signal: AbortSignal.timeout(60_000),
    deadlineAt: clock.now() + 45_000,
    onProgress: () => {},
  });
  t.match(answer.names.get('Tesco')?.reputation, { rating: 3.1, review_count: 12 });
  t.strictSame(rendered, ['https://uk.indeed.com/cmp/Tesco/reviews']);
});
