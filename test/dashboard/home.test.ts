import t from 'tap';
import { PRICES } from '../../src/credits/prices.ts';
import { openApi } from '../support/api.ts';
import { Visitor } from '../support/visitor.ts';

/** The JSON in the element with this id. */
function jsonOf(text: string, id: string): any {
  const block = new RegExp(`<pre id="${id}"[^>]*>([^<]*)</pre>`).exec(text)?.[1] ?? '';
  return JSON.parse(
    block
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

const mainOf = (text: string): string | undefined => /<main[^]*<\/main>/.exec(text)?.[0];

t.test('the home page answers three questions as a test key would, in each language', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  const timeless = (value: unknown): string => JSON.stringify(value).replace(/"ms":\d+/g, '"ms":0');
  for (const [language, country] of [
    ['en', 'GB'],
    ['fr', 'FR'],
  ]) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language as string });
    const first = (await visitor.get('/')).text;
    const links = [...first.matchAll(/href="(\/\?ask=\w+)#sample"/g)].map(([, path]) => path as string);
    t.strictSame(links, ['/?ask=jobs', '/?ask=employer', '/?ask=page']);
    for (const [index, path] of links.entries()) {
      const { text, status } = await visitor.get(path);
      t.equal(status, 200);
      t.ok(Buffer.byteLength(text) < 60_000, `${path}: ${Buffer.byteLength(text)} bytes`);
      t.match(text, `href="${path}#sample" aria-current="page"`);
      if (index === 0) t.equal(mainOf(text), mainOf(first), 'the first is shown at once');
      const call = jsonOf(text, 'sample-call');
      const answer = await api.post(call, { authorization: `Bearer ${apiKey}` });
      const result = answer.json.result.structuredContent;
      t.equal(timeless(jsonOf(text, 'sample-json')), timeless(result), 'not a word of it is made up');
      if (call.params.name !== 'scrape_jobs') continue;
      t.equal(call.params.arguments.country, country);
      t.ok(result.jobs.length >= 2, 'there is something to see');
      for (const { title, company } of result.jobs) t.ok(text.includes(title) && text.includes(company));
      const statuses = result.platforms.map((row: { status: string }) => row.status);
      t.ok(statuses.includes('blocked') && statuses.includes('ok'), 'outcomes of several kinds');
      t.match(
        text,
        language === 'en' ? 'We tell you when a site blocked us' : 'Nous vous disons quand un site nous a bloqués',
      );
    }
    t.match((await visitor.get('/?ask=nothing&ask=two')).status, 400);
    t.match((await visitor.get('/?ask=nothing')).text, 'href="/?ask=jobs#sample" aria-current="page"');
  }
  t.equal(
    (await api.service.store.ledger.list(api.accountId, api.clock.now())).length,
    0,
    'nothing is charged or noted',
  );
  t.equal(api.logs.filter(({ msg }) => /call|fail/.test(String(msg))).length, 6, 'no call but our six is logged');
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
  t.notMatch(english, 'ask=jobs');
  t.match(english, 'href="/?ask=employer#sample" aria-current="page"');
  t.notMatch(english, 'class="button primary" href="/signup"');
  t.match(english, 'Registration is closed here');
  const french = (await new Visitor(api.service.app, { 'accept-language': 'fr' }).get('/')).text;
  t.match(french, 'Nous vous disons quand un site nous a bloqués');
});
