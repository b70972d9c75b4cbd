import t from 'tap';
import { publicStatusOf } from '../../src/health/public-status.ts';
import { newState } from '../../src/health/condition.ts';
import { nhsFeed, openApi } from '../support/api.ts';
import { fillSource } from '../support/source-checks.ts';
import { Visitor } from '../support/visitor.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const HTML = { accept: 'text/html,application/xhtml+xml' };

t.test('/status: the public state of all sources, as a page and as JSON', async (t) => {
  const api = await openApi(t, {
    env: { SEARCH_PROVIDERS: 'searxng', SEARXNG_URL: 'http://searx.secret.lan:9999', DOCTOR_INTERVAL: '15m' },
  });
  const { app, store } = api.service;
  await fillSource(store.health, 'reed', api.clock.now());
  const json = await app.inject({ url: '/status' });
  t.equal(json.statusCode, 200);
  t.match(json.headers, {
    'content-type': /^application\/json/,
    'cache-control': 'public, max-age=30',
    vary: /accept/,
  });
  const body = json.json();
  t.match(body, { status: 'degraded', at: '2026-11-20T10:00:00.000Z' });
  t.strictSame(body.sources[0], {
    code: 'reed',
    name: 'Reed',
    kind: 'platform',
    country: 'GB',
    status: 'down',
    checked_at: '2026-11-20T09:59:00.000Z',
  });
  t.match(body.sources.at(-1), { code: 'web_search', kind: 'web_search', country: null, status: 'unknown' });
  for (const accept of ['application/json', '*/*'])
    t.match((await app.inject({ url: '/status', headers: { accept } })).headers['content-type'], /json/, accept);

  const page = await new Visitor(app, HTML).get('/status');
  t.match(page, { status: 200, headers: { 'content-type': /html/, 'cache-control': 'no-store' } });
  t.match(page.page.text('tr:has(th:contains("Reed"))'), /^Reed.*Great Britain.*down/);
  const french = await new Visitor(app, { ...HTML, 'accept-language': 'fr' }).get('/status');
  t.equal(french.page.language, 'fr');
  t.match(french.page.text('main'), /Grande-Bretagne.*en panne/);
  for (const text of [json.payload, page.text, french.text])
    t.notMatch(text, /searx|refused|HTTP 403|WWWW|alert_|:9999/i, 'nothing that is the operator’s own');
  t.equal((await new Visitor(app, HTML).get('/')).page.text('a[href="/status"]'), 'Status');
});

t.test(
  'without the doctor, /status uses the outcomes of calls, and it reads the store only at intervals',
  async (t) => {
    const api = await openApi(t);
    api.internet.on(NHS, { body: nhsFeed(3) });
    const statusOf = async (): Promise<string> =>
      (await api.service.app.inject({ url: '/status' }))
        .json()
        .sources.find(({ code }: { code: string }) => code === 'nhs_jobs').status;
    t.equal(await statusOf(), 'unknown');
    await api.call('scrape_jobs', { query: 'a', platforms: ['nhs_jobs'] });
    t.equal(await statusOf(), 'unknown', 'kept for some seconds');
    api.clock.advance(11_000);
    t.equal(await statusOf(), 'unknown', 'one answer says nothing of a source');
    for (const query of ['a2', 'a3']) await api.call('scrape_jobs', { query, platforms: ['nhs_jobs'] });
    api.clock.advance(11_000);
    t.equal(await statusOf(), 'operational');
    t.match((await new Visitor(api.service.app, HTML).get('/status')).shown, 'Regular checks are off.');
    api.internet.on(NHS, { status: 403 });
    for (const query of ['b', 'c', 'd']) await api.call('scrape_jobs', { query, platforms: ['nhs_jobs'] });
    api.clock.advance(11_000);
    t.equal(await statusOf(), 'down', 'rested after failures');
    t.equal(api.internet.requests.length, 6, 'nobody is asked for it');
  },
);

t.test('STATUS_PAGE=off: the page does not exist', async (t) => {
  const { service } = await openApi(t, { env: { STATUS_PAGE: 'off' } });
  t.match((await service.app.inject({ url: '/status' })).json(), { error: 'not_found' });
  const none = await new Visitor(service.app, HTML).get('/status');
  t.equal(none.status, 404);
  t.ok(none.page.has('h1'));
  t.notOk((await new Visitor(service.app, HTML).get('/')).page.links().includes('/status'));
});

t.test('the operator’s pages: every source, its days, checks and alerts; hidden from others', async (t) => {
  const api = await openApi(t);
  const { app, accounts, store } = api.service;
  await fillSource(store.health, 'reed', api.clock.now());
  const pages = ['/operator/sources', '/operator/sources/reed', '/operator/sources/reed?day=2026-11-02'];
  const nobody = new Visitor(app);
  for (const page of pages) t.match(await nobody.get(page), { status: 303, headers: { location: /^\/login/ } }, page);
  const visitor = new Visitor(app);
  await visitor.register('op@example.com');
  for (const page of pages) t.match(await visitor.get(page), { status: 404, text: /"not_found"/ }, page);
  await accounts.setOperator('op@example.com', true);
  t.ok((await visitor.get('/operator')).page.links().includes('/operator/sources'));
  const { shown, page } = await visitor.get('/operator/sources');
  for (const { name } of api.service.catalog.enabled) t.ok(page.texts('main a').includes(name), name);
  t.ok(page.has('[role=img][aria-label^="Reed, last 30 days: "]'));
  t.match(shown, /pay low \(was 80%\)/);
  t.match(shown, /mail waiting, webhook waiting/);
  const detail = (await visitor.get('/operator/sources/reed?day=2026-11-02')).page;
  t.match(detail.text('main'), /Checks on 2 Nov 2026.*blocked/);
  t.ok(detail.links().includes('/operator/sources/reed?day=2026-11-19#checks'));
  t.match(detail.text('main'), /15%/, 'field rates');
  for (const day of ['x', '2026-02-31', '1999-01-01', '9999-99-99'])
    t.match((await visitor.get(`/operator/sources/reed?day=${day}`)).shown, /Checks on 20 Nov 2026/, day);
  t.equal((await visitor.get('/operator/sources/monster')).status, 404);
  t.equal((await visitor.get('/operator/sources/__proto__')).status, 404);
});

t.test('pages with many sources and checks stay short', async (t) => {
  const api = await openApi(t);
  const { app, accounts, store } = api.service;
  const now = api.clock.now();
  for (const { code } of api.service.catalog.enabled) await fillSource(store.health, code, now);
  for (let minutes = 300; minutes > 0; minutes -= 2) {
    const at = now - minutes * 60_000;
    const fields = { pay: { hits: 10, of: 20 }, date: { hits: 20, of: 20 } };
    await store.health.claim('reed', 'filler', at, { everyMs: 0, leaseMs: 1_000 });
    await store.health.finish('filler', { source: 'reed', at, outcome: 'ok', ms: 900, fields, reason: '' }, '', []);
  }
  const visitor = new Visitor(app);
  await visitor.register('op@example.com');
  await accounts.setOperator('op@example.com', true);
  for (const path of ['/operator/sources', '/operator/sources/reed', '/status']) {
    const { text } = await visitor.get(path);
    t.ok(text.length <= 60_000, `${path}: ${text.length}`);
  }
  const second = await visitor.get('/operator/sources/reed?page=2');
  t.match(second.shown, /Page 2 of 4/);
  t.ok(second.page.links().includes('/operator/sources/reed?day=2026-11-20&page=3#checks'));
});

t.test('the state of a source from what is known', async (t) => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  const summary = (lastOutcome: 'ok' | 'empty' | 'error', ageMs = 0, state = newState(now)) => ({
    source: 's',
    lastAt: now - ageMs,
    lastOutcome,
    state: JSON.stringify(state),
  });
  const of = (more: Partial<Parameters<typeof publicStatusOf>[0]>) =>
    publicStatusOf({ summary: undefined, lastHour: {}, isCircuitOpen: false, everyMs: undefined, now, ...more });
  t.equal(of({}), 'unknown');
  t.equal(of({ summary: summary('ok') }), 'operational');
  t.equal(of({ summary: summary('empty') }), 'operational');
  t.equal(of({ summary: summary('error') }), 'degraded');
  t.equal(of({ summary: summary('ok'), isCircuitOpen: true }), 'degraded');
  t.equal(of({ summary: summary('ok', 5 * 3_600_000) }), 'unknown', 'too old to say anything');
  t.equal(of({ summary: summary('ok', 5 * 3_600_000), everyMs: 12 * 3_600_000 }), 'operational');
  const ill = newState(now);
  ill.condition.held = 'changed';
  t.equal(of({ summary: summary('ok', 0, ill) }), 'down');
  t.equal(of({ lastHour: { ok: 3 } }), 'operational');
  t.equal(of({ lastHour: { ok: 3, blocked: 1 } }), 'degraded');
  t.equal(of({ lastHour: { blocked: 3 } }), 'down');
  t.equal(of({ lastHour: { ok: 1, blocked: 1, busy: 9 } }), 'unknown', 'two answers say nothing of a source');
});
