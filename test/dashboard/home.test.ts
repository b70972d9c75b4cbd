import t from 'tap';
import { PRICES } from '../../src/credits/tool-prices.ts';
import { openApi } from '../support/api.ts';
import type { ParsedPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

/** The JSON in the element with this id. */
const jsonOf = (page: ParsedPage, id: string): any => JSON.parse(page.contents(`pre#${id}`)[0] ?? '');
const CURRENT = 'a[aria-current=page][href$="#sample"]';

t.test('the home page answers three questions as a test key would, in both languages', async (t) => {
  const api = await openApi(t);
  const { apiKey } = await api.service.apiKeys.test(api.accountId);
  const timeless = (value: unknown): string => JSON.stringify(value).replace(/"ms":\d+/g, '"ms":0');
  for (const [language, country] of [
    ['en', 'GB'],
    ['fr', 'FR'],
  ]) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language as string });
    const first = (await visitor.get('/')).page;
    const links = first.links('a[href^="/?ask="][href$="#sample"]').map((link) => link.replace('#sample', ''));
    t.strictSame(links, ['/?ask=jobs', '/?ask=employer', '/?ask=page']);
    for (const [index, path] of links.entries()) {
      const { text, shown, page, status } = await visitor.get(path);
      t.equal(status, 200);
      t.ok(Buffer.byteLength(text) < 60_000, `${path}: ${Buffer.byteLength(text)} bytes`);
      t.strictSame(page.links(CURRENT), [`${path}#sample`]);
      if (index === 0) t.strictSame(page.contents('main'), first.contents('main'), 'the first is shown at once');
      const call = jsonOf(page, 'sample-call');
      const answer = await api.post(call, { authorization: `Bearer ${apiKey}` });
      const result = answer.json.result.structuredContent;
      t.equal(timeless(jsonOf(page, 'sample-json')), timeless(result), 'not a word of it is made up');
      t.notOk(page.has('form.other-pages'), 'a visitor cannot make calls');
      if (call.params.name !== 'scrape_jobs') continue;
      t.equal(call.params.arguments.country, country);
      t.ok(result.jobs.length >= 2, 'there is something to see');
      for (const { title, company } of result.jobs) t.ok(shown.includes(title) && shown.includes(company));
      const statuses = result.platforms.map((row: { status: string }) => row.status);
      t.ok(statuses.includes('blocked') && statuses.includes('ok'), 'outcomes of several kinds');
      t.match(
        shown,
        language === 'en' ? 'We tell you when a site blocks us' : 'Nous vous disons quand un site nous a bloqués',
      );
    }
    t.match((await visitor.get('/?ask=nothing&ask=two')).status, 400);
    t.strictSame((await visitor.get('/?ask=nothing')).page.links(CURRENT), ['/?ask=jobs#sample']);
  }
  t.equal(
    (await api.service.store.ledger.list(api.accountId, api.clock.now())).length,
    0,
    'nothing is charged or noted',
  );
  t.equal(api.logs.filter(({ msg }) => /call|fail/.test(String(msg))).length, 6, 'no call but our six is logged');
});

t.test('sample adverts and employers do not link to sites that do not have them, and counts agree', async (t) => {
  const api = await openApi(t);
  for (const [language, count, made] of [
    ['en', /^3 of the \d+ jobs found/, 'Sample adverts are made up'],
    ['fr', /^3 offres sur les \d+ trouvées/, 'Les annonces d’exemple sont fictives'],
  ] as const) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language });
    const { page } = await visitor.get('/?ask=jobs');
    t.equal(page.count('.jobs li h3'), 3);
    t.match(page.text('.total'), count);
    t.match(page.text('p.range'), made);
    t.notMatch(page.text('p.range'), /1–3/, 'not a second count');
    t.strictSame(page.links('.jobs a'), []);
    const employer = (await visitor.get('/?ask=employer')).page;
    t.ok(employer.has('.sources li'));
    t.strictSame(employer.links('.sources a'), []);
    t.strictSame((await visitor.get('/?ask=page')).page.links('article h3 a'), []);
  }
});

t.test('a logged-in visitor is not invited to try it without an account', async (t) => {
  const api = await openApi(t);
  for (const [language, invited] of [
    ['en', 'Try it without an account'],
    ['fr', 'Essayez sans compte'],
  ] as const) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language });
    t.match((await visitor.get('/')).shown, invited);
    await visitor.register(`${language}@example.com`);
    const own = await visitor.get('/');
    t.equal(own.status, 200);
    t.notMatch(own.shown, invited);
    t.notMatch(own.shown, language === 'en' ? 'Sign up' : 'Inscrivez-vous');
    t.notOk(own.page.has('#sample'));
    t.match(own.shown, language === 'en' ? 'We tell you when a site blocks us' : 'quand un site nous a bloqués');
  }
});

t.test('a job found on several platforms is shown as merged, so that the figures add up', async (t) => {
  const api = await openApi(t);
  for (const [language, one] of [
    ['en', /(\d+) jobs? (?:was|were) on several platforms and (?:is|are) listed once/],
    ['fr', /(\d+) offres? publiées? sur plusieurs plateformes n’appara(?:ît|issent) qu’une fois/],
  ] as const) {
    const { page, shown } = await new Visitor(api.service.app, { 'accept-language': language }).get('/');
    const { jobs, platforms, total_jobs: total } = jsonOf(page, 'sample-json');
    const merged = jobs.filter((job: { also_on: unknown[] }) => job.also_on.length > 0).length;
    const counted = platforms.reduce((sum: number, row: { jobs: number }) => sum + row.jobs, 0);
    t.equal(counted - total > 0, merged > 0);
    t.equal(one.exec(shown)?.[1], merged > 0 ? String(merged) : undefined, language);
  }
});

t.test('the prices equal those of the price table', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  for (const path of ['/', '/plan']) {
    const { page } = await visitor.get(path);
    const shown = page
      .texts('strong')
      .filter((text) => /^[\d.]+ credits?$/.test(text))
      .map((text) => Number.parseFloat(text) * 1000);
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

t.test('without a platform of the country, the page still has its other sections', async (t) => {
  const api = await openApi(t, { env: { PLATFORMS: 'apec,wttj', REGISTRATION: 'closed' } });
  const { shown: english, page } = await new Visitor(api.service.app).get('/');
  t.match(english, 'What you can do, and what it costs');
  t.notMatch(english, 'We tell you when a site blocks us');
  t.notOk(page.has('[href*="ask=jobs"]'));
  t.strictSame(page.links(CURRENT), ['/?ask=employer#sample']);
  t.notOk(page.has('a.button.primary[href="/signup"]'));
  t.match(english, 'You cannot sign up here');
  t.strictSame(page.texts('header nav a[href="/signup"]'), [], 'the menu has no sign-up either');
  t.ok(page.has('header nav a[href="/login"]'));
  const french = await new Visitor(api.service.app, { 'accept-language': 'fr' }).get('/');
  t.match(french.shown, 'Nous vous disons quand un site nous a bloqués');
});

t.test('previews of shared links, search engines and tabs find their metadata', async (t) => {
  const api = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example.com' } });
  const visitor = new Visitor(api.service.app);
  for (const [path, title] of [
    ['/', 'Job data for your programs and assistants · Job Data'],
    ['/docs/scrape-jobs', 'scrape_jobs · Docs · Job Data'],
  ] as const) {
    const { page } = await visitor.get(path);
    const meta = (selector: string) => page.attributes(`meta[${selector}]`, 'content');
    t.equal(page.text('title'), title, path);
    t.match(meta('name=description'), [/^.{40,200}$/]);
    const own = `https://jobs.example.com${path}`;
    t.strictSame(meta('property="og:url"'), [`${own}?lang=en`], path);
    for (const code of ['en', 'fr']) {
      t.strictSame(page.attributes(`link[rel=alternate][hreflang=${code}]`, 'href'), [`${own}?lang=${code}`]);
    }
    const pictures = meta('property="og:image"').map((url) => String(url).replace('https://jobs.example.com', ''));
    t.equal(pictures.length, 1);
    for (const url of [...pictures, ...(page.attributes('link[rel=apple-touch-icon]', 'href') as string[])]) {
      const { statusCode, headers, rawPayload } = await api.service.app.inject({ url });
      t.match({ statusCode, type: headers['content-type'] }, { statusCode: 200, type: 'image/png' }, url);
      t.equal(rawPayload.subarray(1, 4).toString('latin1'), 'PNG');
      t.ok(rawPayload.length < 20_000, `${url}: ${rawPayload.length} bytes`);
    }
    t.notOk(page.has('meta[name=robots]'));
  }
  const login = (await visitor.get('/login')).page;
  t.ok(login.has('meta[name=robots][content=noindex]'));
  t.notOk(login.has('meta[property^="og:"]'));
  const icon = await api.service.app.inject({ url: '/favicon.ico' });
  t.equal(icon.statusCode, 200);
  t.strictSame([...icon.rawPayload.subarray(0, 4)], [0, 0, 1, 0], 'an icon file');
  const robots = await visitor.get('/robots.txt');
  t.match(robots, {
    status: 200,
    headers: { 'content-type': /text\/plain/ },
    text: /^User-agent: \*\nDisallow: \/\w+/,
  });
});

t.test('the home page is small: the page, its styles, scripts and pictures together', async (t) => {
  const api = await openApi(t);
  for (const language of ['en', 'fr']) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language });
    const answer = await visitor.get('/');
    const { page } = answer;
    const loaded = new Set([
      ...page.attributes('link[rel=stylesheet], link[rel=icon]', 'href'),
      ...page.attributes('script[src], img[src]', 'src'),
    ]);
    t.ok(loaded.size >= 3, [...loaded].join(' '));
    let bytes = Buffer.byteLength(answer.text);
    for (const path of loaded) {
      if (path === undefined) continue;
      const { payload, statusCode, rawPayload } = await api.service.app.inject({ url: path });
      t.equal(statusCode, 200, path);
      if (path.endsWith('.css'))
        t.ok(Buffer.byteLength(payload) < 30_000, `${path}: ${Buffer.byteLength(payload)} bytes`);
      bytes += rawPayload.length;
    }
    t.ok(bytes <= 120_000, `${language}: ${bytes} bytes`);
    t.comment(`${language}: ${bytes} bytes`);
  }
});
