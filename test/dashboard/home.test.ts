import t from 'tap';
import { PRICES } from '../../src/credits/prices.ts';
import { openApi } from '../support/api.ts';
import { Visitor } from '../support/visitor.ts';

t.test('the landing page shows what a test key gets for the same call, in each language', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  for (const [language, country] of [
    ['en', 'GB'],
    ['fr', 'FR'],
  ]) {
    const { text, status } = await new Visitor(api.service.app, { 'accept-language': language as string }).get('/');
    t.equal(status, 200);
    const blocks = [...text.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, block = '']) =>
      block.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    );
    const call = JSON.parse(blocks[0] ?? '');
    t.equal(call.params.arguments.country, country);
    const answer = await api.post(call, { authorization: `Bearer ${apiKey}` });
    const result = answer.json.result.structuredContent;
    t.ok(result.jobs.length >= 2, 'there is something to see');
    const timeless = (value: unknown): string => JSON.stringify(value).replace(/"ms":\d+/g, '"ms":0');
    t.equal(timeless(JSON.parse(blocks[1] ?? '')), timeless(result), 'not a word of it is made up');
    for (const { title, company } of result.jobs) {
      t.ok(text.includes(`<h4>${title}</h4>`));
      t.ok(text.includes(company));
    }
    const statuses = result.platforms.map((row: { status: string }) => row.status);
    t.ok(statuses.includes('blocked') && statuses.includes('ok'), 'outcomes of several kinds');
    for (const status of statuses) t.match(text, `">${status}</span>`);
    t.match(text, language === 'en' ? 'blocked us with a bot check' : 'nous a bloqués');
    t.ok(text.length < 60_000, `${text.length} bytes`);
  }
  t.strictSame(
    await api.service.store.ledger.list(api.accountId, api.clock.now()).then((entries) => entries.length),
    0,
    'nothing is charged or noted',
  );
  t.equal(api.logs.filter(({ msg }) => /call|fail/.test(String(msg))).length, 2, 'and no call but our two is logged');
});

t.test('prices are those of the price table', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  for (const path of ['/', '/plan']) {
    const { text } = await visitor.get(path);
    const shown = [...text.matchAll(/<strong\s*>([\d.]+) credits?<\/strong\s*>/g)].map(
      ([, amount]) => Number(amount) * 1000,
    );
    t.strictSame(
      shown,
      [
        PRICES.jobsFresh,
        PRICES.jobsCached,
        PRICES.reputationLight,
        PRICES.reputationDeep + PRICES.reputationInsights,
        PRICES.reputationStored,
        PRICES.url,
      ],
      path,
    );
  }
});

t.test('without a platform of the country the page tells the rest', async (t) => {
  const api = await openApi(t, { env: { PLATFORMS: 'apec,wttj', REGISTRATION: 'closed' } });
  const english = (await new Visitor(api.service.app).get('/')).text;
  t.match(english, 'What it does, and what it costs');
  t.notMatch(english, 'We tell you when a site blocked us');
  t.notMatch(english, 'href="/signup" class="button');
  t.match(english, 'Registration is closed here');
  const french = (await new Visitor(api.service.app, { 'accept-language': 'fr' }).get('/')).text;
  t.match(french, 'Nous vous disons quand un site nous a bloqués');
});
