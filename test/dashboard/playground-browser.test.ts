import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import t, { type Test } from 'tap';
import { nhsFeed, openApi, type Api } from '../support/api.ts';
import type { FakeAnswer } from '../support/fake-internet.ts';
import { Visitor } from '../support/visitor.ts';

const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  existsSync,
);
const options = executablePath === undefined ? { skip: 'no Chromium on this machine' } : {};
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NHS = 'https://www.jobs.nhs.uk/';
const WIDTHS = [360, 768, 1280, 1920];
const MAXIMUM_PAGE = 60_000;

interface Opened {
  api: Api;
  base: string;
  browser: Browser;
  /** A page of somebody who is logged in; faults of its scripts fail the test. */
  page(view?: BrowserContextOptions): Promise<Page>;
}

async function open(t: Test, overrides: Parameters<typeof openApi>[1] = {}): Promise<Opened> {
  const api = await openApi(t, overrides);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({
    executablePath: executablePath as string,
    // The sandbox cannot start as root; these pages are our own.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  t.teardown(() => browser.close());
  const visitor = new Visitor(api.service.app);
  await visitor.register('play@example.com');
  const value = visitor.cookies.get('jobdata_session') as string;
  return {
    api,
    base,
    browser,
    page: async (view = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', ...view });
      await context.addCookies([{ name: 'jobdata_session', value, url: base }]);
      const page = await context.newPage();
      page.on('pageerror', (error) => t.fail(`a fault of the page: ${String(error)}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 40[034]|ERR_FAILED/.test(message.text())) t.fail(message.text());
      });
      return page;
    },
  };
}

const run = (page: Page): Promise<void> => page.locator('form[data-run] button.primary').click();
const titles = (page: Page): Promise<string[]> => page.locator('.jobs h3').allTextContents();
const text = (page: Page, selector: string): Promise<string | null> => page.locator(selector).first().textContent();

t.test('the run shows each platform as it answers', options, async (t) => {
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
  t.match(page.url(), /\?tool=scrape_jobs&run=[0-9a-f]{32}$/);
  await page.reload();
  t.strictSame(await titles(page), shown, 'a reload asks nobody again');
  await page.getByRole('button', { name: 'Français' }).click();
  t.strictSame(await titles(page), shown, 'nor does the other language');
  t.match(await text(page, '#result .total'), /offres sur/);
});

t.test('cancelling ends the run, and the next one begins anew', options, async (t) => {
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
  await page.getByText('It cost 2 credits; 98 are left').waitFor();
  t.equal((await titles(page)).length, 3);
});

t.test('the country decides which platforms can be ticked', options, async (t) => {
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

t.test('sorting, filtering, paging and copying, with JavaScript', options, async (t) => {
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
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const csv = await clipboard();
  t.ok(csv.startsWith('title,company,'), 'without the mark that files have');
  t.equal(csv.trim().split('\n').length, shown.length + 1);
  await page.getByRole('button', { name: 'Copy as JSON' }).first().click();
  await page.waitForFunction("navigator.clipboard.readText().then((text) => text.startsWith('['))");
  t.strictSame(
    JSON.parse(await clipboard()).map(({ title }: { title: string }) => title),
    shown,
  );
  await page.getByText('The same call over HTTP').click();
  await page.locator('[data-take="#request-curl"]').click();
  await page.waitForFunction("navigator.clipboard.readText().then((text) => text.startsWith('curl '))");
  t.match(await clipboard(), /\$JOB_DATA_TEST_KEY[^]*"test:all"/);
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

t.test('all of it without JavaScript', options, async (t) => {
  const { page: newPage, base } = await open(t);
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${base}/playground`);
  t.equal(await page.getByLabel('apec').isDisabled(), false);
  await page.getByLabel('apec').check();
  await run(page);
  t.match(await text(page, '#arg-platforms-error'), 'Not of Great Britain: APEC.');
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

t.test('what breaks off, or cannot begin, is said', options, async (t) => {
  const { api, page: newPage, base } = await open(t);
  const page = await newPage();
  await page.goto(`${base}/playground`);
  await page.route('**/playground/run', (route) => route.abort());
  await run(page);
  await page.getByText('The connection broke off').waitFor();
  await page.unroute('**/playground/run');
  t.equal(await page.locator('form[data-run] button.primary').isDisabled(), false);
  await page.locator('form[data-run] input[name=_csrf]').evaluate((field: any) => (field.value = 'x'));
  await run(page);
  await page.getByRole('heading', { name: 'This form is out of date' }).waitFor();
  await page.goto(`${base}/playground`);
  const other = new Visitor(api.service.app);
  await other.logIn('play@example.com');
  await other.submit('/account', '/account/sessions');
  await run(page);
  await page.getByRole('heading', { name: 'This form is out of date' }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Log in' }).count(), 1, 'for whoever was logged out meanwhile');
});

t.test('WCAG AA, nothing cut and nothing beside the screen, whatever is shown', options, async (t) => {
  const { api, page: newPage, base } = await open(t);
  const { id } = await api.service.accounts.require('play@example.com');
  await api.service.accounts.changePlan(id, 'pro');
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
  api.internet.on(NHS, {
    body: nhsFeed(100, { salary: '£30,000 to £35,000 a year' })
      .replaceAll('Staff Nurse', long)
      .replaceAll('Northtown NHS Trust', long),
  });
  const shows: Record<string, [query: string, ready: string, prepare?: (page: Page) => Promise<unknown>]> = {
    form: ['', '#arg-query'],
    results: ['?tool=scrape_jobs&mode=sample', '.jobs'],
    none: ['?tool=scrape_jobs&mode=sample&arg-query=xylophone', '#result .outcomes'],
    hundred: [
      `?tool=scrape_jobs&mode=live&arg-query=nurse&arg-limit=100`,
      '.jobs',
      (page) =>
        page.evaluate(
          "document.querySelectorAll('.sites input').forEach((box) => { box.checked = box.value === 'nhs_jobs'; })",
        ),
    ],
    failed: ['?tool=scrape_jobs&mode=sample&arg-query=test%3Aupstream_failed', '.platform-rows'],
    employers: [
      '?tool=get_reputation&mode=sample&arg-output=markdown',
      '.stars',
      (page) =>
        page
          .locator('textarea')
          .fill(`Alderfinch Software\nDunmarrow Logistics\nQuillfeather Legal\n${long.slice(0, 190)}`),
    ],
    pages: [
      '?tool=scrape_url&mode=sample',
      '.beside',
      (page) =>
        page
          .locator('textarea')
          .fill(
            `https://pages.example/long\nhttps://pages.example/table\nhttps://pages.example/members\nhttps://pages.example/${long}`,
          ),
    ],
    ping: ['?tool=ping&mode=sample', '.facts'],
  };
  for (const [locale, colorScheme] of [
    ['en-GB', 'light'],
    ['fr-FR', 'dark'],
  ] as const) {
    const page = await newPage({ locale, colorScheme, bypassCSP: true });
    for (const [name, [query, ready, prepare]] of Object.entries(shows)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(
        `${base}/playground${query}${locale === 'fr-FR' && query.startsWith('?tool=scrape_jobs') ? '&arg-country=GB' : ''}`,
      );
      await prepare?.(page);
      if (name !== 'form') {
        if (query.includes('tool=scrape_jobs') && !query.includes('arg-query'))
          await page.locator('#arg-query').fill('software engineer');
        await run(page);
      }
      await page.locator(ready).first().waitFor();
      await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
      const bytes = Buffer.byteLength(await (await page.request.get(page.url())).text());
      t.ok(bytes < MAXIMUM_PAGE, `${name}: ${bytes} bytes`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const wider = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        t.ok((wider as number) <= 0, `${name} ${locale} ${width}: nothing beside the screen`);
        t.strictSame(await page.evaluate(CUT), [], `${name} ${locale} ${width}: nothing cut`);
      }
      // At the narrow end in one, at the wide end in the other.
      await page.setViewportSize({ width: colorScheme === 'light' ? 360 : 1280, height: 900 });
      await page.evaluate(AXE);
      t.strictSame(await page.evaluate(RUN_AXE), [], `${name} ${locale}: nothing stands in the way`);
    }
    await page.context().close();
  }
});

/** Elements whose own text is wider than they are, and that cannot be scrolled. */
const CUT = `[...document.querySelectorAll('main *')].filter((element) => {
  if (element.closest('svg, select, textarea') || !element.offsetParent) return false;
  const { overflowX } = getComputedStyle(element);
  return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && overflowX !== 'auto' && overflowX !== 'scroll' && getComputedStyle(element).display !== 'inline';
}).map((element) => element.outerHTML.slice(0, 120))`;

const RUN_AXE =
  "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 150)).join(' | ')))";
