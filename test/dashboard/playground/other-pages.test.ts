import t from 'tap';
import { nhsFeed, openApi } from '../../support/api.ts';
import { inBrowser } from '../../support/browser.ts';
import { post, titles, visit } from '../../support/playground-form.ts';
import { open, run } from '../../support/playground-page.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const PAGES = 'form.other-pages';
const ALL = { 'arg-query': 'test:all', 'arg-platforms': ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'] };

t.test('a search goes on page by page, forwards and back, with the same arguments', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(5) });
  const visitor = await visit(api);
  const search = { mode: 'live', 'arg-query': 'nurse', 'arg-platforms': ['nhs_jobs'], 'arg-limit': '2' };
  const whole = titles(await post(visitor, { ...search, 'arg-limit': '50' }));
  t.equal(whole.length, 5);
  let shown = await post(visitor, search);
  const to = async (label: string) => {
    const button = `${PAGES} button:contains("${label}")`;
    const [offset = ''] = shown.page.attributes(button, 'value');
    const fields = shown.page.fields(PAGES);
    shown = await visitor.request('POST', '/playground', { ...fields, 'arg-offset': offset });
    return titles(shown);
  };
  const buttons = () => shown.page.texts(`${PAGES} button`);
  t.strictSame([titles(shown), buttons()], [whole.slice(0, 2), ['Next page']]);
  t.equal(
    shown.page.text(`${PAGES} .hint`),
    'Another page is a new call: 2 credits, or 0.5 if everything comes from the cache.',
  );
  t.strictSame([await to('Next'), buttons()], [whole.slice(2, 4), ['Previous page', 'Next page']]);
  t.match(shown.page.fields('#call'), { 'arg-query': 'nurse', 'arg-offset': '' }, 'the form above begins at page one');
  t.match(shown.page.contents('#request-json'), [/"offset": 2/]);
  t.strictSame([await to('Next'), buttons()], [whole.slice(4), ['Previous page']]);
  t.strictSame([await to('Previous'), buttons()], [whole.slice(2, 4), ['Previous page', 'Next page']]);
  t.strictSame([await to('Previous'), buttons()], [whole.slice(0, 2), ['Next page']]);
  const beyond = await post(visitor, { ...search, 'arg-offset': '900' });
  t.match(beyond.page.text('#result'), 'The list has no jobs on this page.');
  t.strictSame(beyond.page.texts(`${PAGES} button`), ['Previous page']);
});

t.test('a page that is sent twice is one call; order and filters stay', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api, 'jean@example.fr', { 'accept-language': 'fr' });
  const first = await post(visitor, { ...ALL, 'arg-country': 'GB', 'arg-limit': '20', sort: 'pay', work: 'remote' });
  t.equal(
    first.page.text(PAGES),
    'Page suivante Une autre page est un nouvel appel, gratuit avec les données d’exemple.',
  );
  const fields = {
    ...first.page.fields(PAGES),
    'arg-offset': first.page.attributes(`${PAGES} button`, 'value')[0] ?? '',
  };
  t.match(fields, { sort: 'pay', work: 'remote', 'arg-limit': '20', 'arg-platforms': ALL['arg-platforms'] });
  const second = await visitor.request('POST', '/playground', fields);
  t.strictSame([second.page.values('sort')[0], second.page.values('work')[0]], ['pay', 'remote']);
  t.ok(titles(second).length > 0);
  const again = await visitor.request('POST', '/playground', fields);
  t.equal(again.page.text('#receipt-id'), second.page.text('#receipt-id'));
  const whole = await post(visitor, { ...ALL, 'arg-country': 'GB', 'arg-limit': '100' });
  t.notOk(whole.page.has(PAGES), 'the whole list has no other pages');
  const employer = await post(visitor, { tool: 'get_reputation', 'arg-company_names': 'Alderfinch Software' });
  t.notOk(employer.page.has(PAGES));
});

t.test('in a browser the next page comes with progress and in the same order', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t);
  const page = await newPage();
  await page.goto(`${base}/playground?tool=scrape_jobs&mode=sample&arg-query=test%3Aall&arg-limit=20`);
  await run(page);
  await page.locator('#view-sort').selectOption('newest');
  await page.locator('#view-sort option[selected][value=newest]').waitFor({ state: 'attached' });
  const titlesOn = (): Promise<string[]> => page.locator('.jobs h3').allTextContents();
  const first = await titlesOn();
  await page.locator('#arg-query').fill('something else');
  await page.evaluate(`new MutationObserver(() => {
    const parts = document.querySelectorAll('#progress [data-parts] li').length;
    if (!document.getElementById('progress').hidden) window.parts = parts;
  }).observe(document.getElementById('progress'), { subtree: true, childList: true, attributes: true })`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Previous page' }).waitFor();
  t.equal(await page.evaluate('window.parts'), 4, 'a line for each platform');
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Result');
  const second = await titlesOn();
  t.ok(second.length > 0);
  t.notSame(second, first);
  t.equal(await page.locator('#view-sort').inputValue(), 'newest');
  t.match(page.url(), /run=[0-9a-f]{32}&sort=newest$/);
  await page.reload();
  t.strictSame(await titlesOn(), second);
  t.equal(await page.locator('#arg-query').inputValue(), 'test:all', 'the search of the answer');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.waitForFunction('!document.querySelector(".other-pages")?.textContent.includes("Previous")');
  t.strictSame(await titlesOn(), first);

  await page.route('**/playground/run', (route) => route.fulfill({ status: 400, body: '' }));
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/#result$/);
  t.strictSame(await titlesOn(), second, 'without a stream the form is posted');

  const plain = await newPage({ javaScriptEnabled: false });
  await plain.goto(`${base}/playground?tool=scrape_jobs&mode=sample&arg-query=test%3Aall&arg-limit=20`);
  await run(plain);
  await plain.getByRole('button', { name: 'Next page' }).click();
  t.equal(await plain.getByRole('button', { name: 'Previous page' }).count(), 1);
  t.match(plain.url(), /#result$/);
});
