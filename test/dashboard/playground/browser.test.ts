import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import t from 'tap';
import { nhsFeed } from '../../support/api.ts';
import type { FakeAnswer } from '../../support/fake-internet.ts';
import { inBrowser } from '../../support/browser.ts';
import { open, run } from '../../support/playground-page.ts';
import { Visitor } from '../../support/visitor.ts';

const NHS = 'https://www.jobs.nhs.uk/';

const titles = (page: Page): Promise<string[]> => page.locator('.jobs h3').allTextContents();
const text = (page: Page, selector: string): Promise<string | null> => page.locator(selector).first().textContent();

t.test('the run shows each platform as it answers', inBrowser, async (t) => {
  const waiting: (() => void)[] = [];
  let told = (): void => {};
  const { page: newPage, base } = await open(t, {
    overrides: {
      sleep: () =>
        new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 4) told();
        }),
    },
  });
  const allAsked = new Promise<void>((resolve) => (told = resolve));
  const page = await newPage();
  await page.goto(`${base}/playground`);
  await page.getByRole('link', { name: 'slow sites' }).click();
  t.equal(await page.locator('#arg-query').inputValue(), 'test:slow', 'an example fills the form');
  await run(page);
  await allAsked;
  t.strictSame(await page.locator('#progress li').allTextContents(), [
    'Reed · waiting',
    'Totaljobs · waiting',
    'NHS Jobs · waiting',
    'Work Hub · waiting',
  ]);
  t.equal(await page.locator('form[data-run] button.primary').isDisabled(), true);
  waiting[0]?.();
  await page.getByText('1 of 4 answered').waitFor();
  const badges = await page.locator('#progress li').allTextContents();
  t.equal(badges.filter((badge) => badge.endsWith('waiting')).length, 3);
  t.equal(badges.filter((badge) => /· \d+ jobs$/.test(badge)).length, 1);
  t.equal(await page.locator('#progress progress').getAttribute('value'), '1');
  for (const resolve of waiting.slice(1)) resolve();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  t.equal(await page.locator('#progress').isHidden(), true);
  t.ok((await titles(page)).length > 10);
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Result', 'where the keyboard goes on');
  t.equal(await page.locator('form[data-run] button.primary').isDisabled(), false);
  const shown = await titles(page);
  t.match(page.url(), /\?tool=scrape_jobs&mode=sample&run=[0-9a-f]{32}$/);
  await page.reload();
  t.strictSame(await titles(page), shown, 'a reload asks nobody again');
  await page.getByRole('link', { name: 'Français' }).click();
  t.strictSame(await titles(page), shown, 'nor does the other language');
  t.match(await text(page, '#result .total'), /\d offres (?:trouvées|sur)/);
});

t.test('cancelling ends the run, and the next one starts fresh', inBrowser, async (t) => {
  const { api, page: newPage, base } = await open(t);
  let answer = (): void => {};
  let asked = (): void => {};
  const wasAsked = new Promise<void>((resolve) => (asked = resolve));
  api.internet.on(
    NHS,
    () =>
      new Promise<FakeAnswer>((resolve) => {
        answer = () => resolve({ body: nhsFeed(3) });
        asked();
      }),
  );
  const page = await newPage();
  await page.goto(`${base}/playground?mode=live`);
  await page.locator('#arg-query').fill('nurse');
  for (const code of ['reed', 'totaljobs', 'work_hub']) await page.getByLabel(code).uncheck();
  await run(page);
  await wasAsked;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
  t.match(await text(page, '#result'), 'Nothing was charged');
  const { id, balance } = await api.service.accounts.require('play@example.com');
  t.equal(balance, 100_000);
  t.match(await api.service.store.usage.calls({ accountId: id }, 1, { offset: 0 }), [
    { outcome: 'abandoned', amount: 0 },
  ]);
  answer();
  api.internet.on(NHS, { body: nhsFeed(3) });
  await page.locator('#arg-query').fill('midwife');
  await run(page);
  await page.getByText('The call cost 2 credits; 98 are left').waitFor();
  t.equal((await titles(page)).length, 3);
});

t.test('a reload during a run shows the form as it was sent', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t, { overrides: { sleep: () => new Promise<void>(() => {}) } });
  const page = await newPage();
  await page.goto(`${base}/playground`);
  await page.locator('#arg-query').fill('test:slow');
  await page.locator('#arg-location').fill('Leeds & <b>York</b>');
  await page.locator('input[name="arg-platforms"][value="reed"]').uncheck();
  await run(page);
  await page.getByText('of 3 answered').waitFor();
  t.notMatch(page.url(), /_csrf|run=/, 'no token in the address');
  await page.reload();
  t.equal(await page.locator('#arg-query').inputValue(), 'test:slow');
  t.equal(await page.locator('#arg-location').inputValue(), 'Leeds & <b>York</b>');
  t.equal(await page.locator('input[name="arg-platforms"][value="reed"]').isChecked(), false);
});

t.test('the country decides which platforms can be ticked', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t);
  const page = await newPage();
  await page.goto(`${base}/playground`);
  const ticked = () =>
    page.locator('.sites input:checked:enabled').evaluateAll((boxes: any[]) => boxes.map(({ value }) => value));
  t.equal(await page.getByLabel('apec').isDisabled(), true);
  t.strictSame(await ticked(), ['reed', 'totaljobs', 'nhs_jobs', 'work_hub']);
  await page.locator('#arg-country').selectOption('FR');
  t.equal(await page.getByLabel('reed').isDisabled(), true);
  t.strictSame(await ticked(), ['apec', 'wttj', 'meteojob'], 'and its usual ones are');
  await page.getByLabel('apec').uncheck();
  await page.locator('#arg-country').selectOption('GB');
  await page.locator('#arg-country').selectOption('FR');
  t.strictSame(await ticked(), ['wttj', 'meteojob'], 'a choice is kept');
  await page.locator('#arg-query').fill('infirmier');
  await run(page);
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  t.strictSame(
    await page
      .locator('#result .outcomes li')
      .allTextContents()
      .then((all) => all.map((one) => one.trim().split(':')[0])),
    ['Welcome to the Jungle', 'Meteojob'],
  );
});

t.test('sorting, filtering, paging and copying, with JavaScript', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t);
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${base}/playground?tool=scrape_jobs&mode=sample&arg-query=test%3Aall&arg-limit=100`);
  await run(page);
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Apply' }).count(), 0, 'a choice is enough');
  await page.locator('#view-sort').selectOption('pay');
  await page.locator('#view-sort option[selected][value=pay]').waitFor({ state: 'attached' });
  t.equal((await titles(page))[0]?.trim(), 'Embedded Software Engineer');
  t.equal(await page.evaluate('document.activeElement.id'), 'view-sort', 'the focus stays');
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('2 / 2').waitFor();
  await page.locator('#view-work').selectOption('remote');
  await page.locator('#view-work option[selected][value=remote]').waitFor({ state: 'attached' });
  const shown = (await titles(page)).map((title) => title.trim());
  t.ok(shown.length > 1 && shown.length < 10);
  t.match(page.url(), /sort=pay&work=remote/);
  const clipboard = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
  // `waitForFunction` takes a promise for true, whatever it resolves with.
  const copied = (start: string) =>
    page.evaluate(`(async () => {
      for (;;) {
        const text = await navigator.clipboard.readText();
        if (text.startsWith(${JSON.stringify(start)})) return text;
        await new Promise(requestAnimationFrame);
      }
    })()`) as Promise<string>;
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const csv = await clipboard();
  t.ok(csv.startsWith('title,company,'), 'without the mark that files have');
  t.equal(csv.trim().split('\n').length, shown.length + 1);
  await page.getByRole('button', { name: 'Copy as JSON' }).first().click();
  t.strictSame(
    JSON.parse(await copied('[')).map(({ title }: { title: string }) => title),
    shown,
  );
  await page.getByText('The same call over HTTP').click();
  await page.locator('[data-take="#request-curl"]').click();
  t.match(await copied('curl '), /\$JOB_DATA_TEST_KEY[^]*"test:all"/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV file' }).click(),
  ]);
  t.equal(
    readFileSync(await file.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n'),
    csv.replaceAll('\r\n', '\n'),
  );
});

t.test('the same without JavaScript', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t);
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${base}/playground`);
  t.equal(await page.getByLabel('apec').isDisabled(), false);
  await page.getByLabel('apec').check();
  await run(page);
  t.match(await text(page, '#arg-platforms-error'), 'These platforms don’t cover Great Britain: APEC.');
  await page.getByRole('link', { name: 'Search France instead' }).click();
  t.equal(await page.locator('#arg-country').inputValue(), 'FR');
  t.equal(await page.getByLabel('wttj').isChecked(), true);
  await page.goto(`${base}/playground?tool=scrape_jobs&mode=sample&arg-query=test%3Aall&arg-limit=100`);
  await run(page);
  t.match(page.url(), /#result$/, 'it leads to the answer');
  t.equal(await page.locator('[data-take]:visible').count(), 0, 'no button that could not work');
  const first = await titles(page);
  await page.locator('#view-sort').selectOption('newest');
  await page.getByRole('button', { name: 'Apply' }).click();
  t.notSame(await titles(page), first);
  await page.getByRole('link', { name: 'Next' }).click();
  t.match(await text(page, '.pager'), '2 / 2');
  t.equal(await page.locator('#view-sort').inputValue(), 'newest', 'in the same order');
  t.equal(await page.locator('#arg-query').inputValue(), 'test:all', 'beside the form that made it');
});

t.test('an interrupted run, or one that cannot start, is reported', inBrowser, async (t) => {
  const { api, page: newPage, base } = await open(t);
  const page = await newPage();
  await page.goto(`${base}/playground`);
  await page.route('**/playground/run', (route) => route.abort());
  await run(page);
  await page.getByText('The connection was lost').waitFor();
  await page.unroute('**/playground/run');
  t.equal(await page.locator('form[data-run] button.primary').isDisabled(), false);
  await page.locator('form[data-run] input[name=_csrf]').evaluate((field: any) => (field.value = 'x'));
  await run(page);
  await page.getByRole('heading', { name: 'This form has expired' }).waitFor();
  await page.goto(`${base}/playground`);
  const other = new Visitor(api.service.app);
  await other.logIn('play@example.com');
  await other.submit('/account', '/account/sessions');
  await run(page);
  await page.getByRole('heading', { name: 'You are logged out' }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Log in and continue' }).count(), 1);
});
