import t from 'tap';
import { nhsFeed, openApi } from '../../support/api.ts';
import { inBrowser } from '../../support/browser.ts';
import { NURSES, post, runOn, titles, visit } from '../../support/playground-form.ts';
import { open, run } from '../../support/playground-page.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const FOR_FRANCE = 'a[href^="/playground?"][href$="arg-country=FR"]';

t.test('a form without a data choice runs on samples; an unknown choice runs nothing', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1) });
  const visitor = await visit(api);
  const form = { tool: 'scrape_jobs', ...NURSES };
  const without = await visitor.submit('/playground', '/playground', form);
  t.match(without, { status: 200, shown: /Sample data: free of charge/ });
  for (const [fields, sentence] of [
    [{ mode: 'real' }, /Choose “Sample data” or “Live” below/],
    [{ mode: '' }, /Choose “Sample data” or “Live” below/],
    [{ mode: 'Live' }, /Choose “Sample data” or “Live” below/],
    [{ mode: 'live', tool: 'scrape_job' }, /There is no such tool, so/],
    [{ mode: 'live', tool: '' }, /There is no such tool, so/],
  ] as const) {
    const refused = await visitor.submit('/playground', '/playground', { ...form, ...fields });
    t.match(refused, { status: 400, shown: sentence }, JSON.stringify(fields));
    t.strictSame(refused.page.values('arg-query'), ['nurse'], 'with what was typed');
    t.ok(refused.page.ticked('arg-platforms').includes('work_hub'));
    const stream = await visitor.submit('/playground', '/playground/run', { ...form, ...fields });
    t.match(stream, { status: 400, shown: '' }, 'and no stream');
  }
  const { tool: _, ...unnamed } = form;
  t.match(await visitor.submit('/playground', '/playground', { ...unnamed, mode: 'live' }), { status: 400 });
  const neither = { tool: 'scrape_url', mode: 'sample', 'arg-urls': 'https://pages.example/article' };
  const odd = await visitor.submit('/playground', '/playground', { ...neither, 'arg-use_javascript': 'perhaps' });
  t.match(odd.page.text('#result'), /The call was refused.*use_javascript/, 'a choice that is none is no "no"');
  const account = await api.service.accounts.require('play@example.com');
  t.equal(account.balance, 100_000);
  t.equal(api.internet.requests.length, 0);
});

t.test('links in the playground keep the choices', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  for (const mode of ['sample', 'live']) {
    const ran = await post(visitor, { ...NURSES, mode, 'arg-location': 'Leeds & York', 'arg-limit': '7' });
    const [link = ''] = ran.page.links(FOR_FRANCE);
    const france = (await visitor.get(link)).page;
    t.strictSame(france.ticked('mode'), [mode]);
    for (const [name, value] of [
      ['query', 'nurse'],
      ['location', 'Leeds & York'],
      ['limit', '7'],
      ['country', 'FR'],
    ] as const)
      t.strictSame(france.values(`arg-${name}`), [value], name);
    const ticked = france.ticked('arg-platforms');
    t.ok(ticked.includes('apec') && !ticked.includes('reed'));
    const own = ran.page.links('main a[href^="/playground"]');
    t.ok(own.length > 0);
    for (const href of own) t.match(href, /[?&]mode=(?:sample|live)/, href);
  }
  const [link = ''] = (await visitor.get('/playground?mode=sample')).page.links(FOR_FRANCE);
  t.strictSame(
    (await visitor.get(link)).page.values('arg-query'),
    ['développeur'],
    'the samples of France know other words',
  );
  api.clock.advance(3_600_000);
  const gone = await visitor.get(`/playground/jobs.csv?run=${'a'.repeat(32)}&tool=get_reputation&mode=sample`);
  t.equal(gone.status, 404);
  t.ok(gone.page.links('main a').includes('/playground?tool=get_reputation&mode=sample'));
});

t.test('the language switch keeps the answer and its view', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const ran = await post(visitor, NURSES);
  const shown = `/playground?tool=scrape_jobs&mode=sample&run=${runOn(ran)}&sort=pay`;
  const byPay = await visitor.get(shown);
  t.ok(byPay.page.links().includes(`${shown}&lang=fr`));
  const french = await visitor.get(`${shown}&lang=fr`);
  t.equal(french.page.language, 'fr');
  t.strictSame(titles(french), titles(byPay));
  const stranger = await visit(api, 'eve@example.com');
  t.strictSame(titles(await stranger.get(shown)), [], 'nobody sees another’s answer');
});

t.test('with JavaScript the language switch keeps the answer that arrived meanwhile', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t);
  for (const javaScriptEnabled of [true, false]) {
    const page = await newPage({ javaScriptEnabled });
    await page.goto(`${base}/playground`);
    const english = page.getByRole('link', { name: 'English' });
    if (await english.isVisible()) await english.click();
    await page.locator('#arg-query').fill('nurse');
    await run(page);
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    const shown = await page.locator('.jobs h3').allTextContents();
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Résultat' }).waitFor();
    t.equal(await page.locator('#arg-query').inputValue(), 'nurse');
    t.strictSame(await page.locator('.jobs h3').allTextContents(), shown);
  }
  const page = await newPage();
  await page.goto(`${base}/playground?mode=sample&arg-country=GB`);
  await page.locator('#arg-country').selectOption('FR');
  t.equal(await page.locator('#arg-query').inputValue(), 'développeur', 'the example follows the country');
  await page.locator('#arg-query').fill('boulanger');
  await page.locator('#arg-country').selectOption('GB');
  t.equal(await page.locator('#arg-query').inputValue(), 'boulanger', 'what was typed stays');
});
