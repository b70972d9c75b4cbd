import t from 'tap';
import { DOCS_PAGES } from '../../src/docs/library.ts';
import { openApi } from '../support/api.ts';
import { inBrowser, openBrowser, violationsOn } from '../support/browser.ts';
import { some } from '../support/volume.ts';

const PATHS = [...DOCS_PAGES.map(({ name }) => `/docs/${name}`), '/docs?q=idempotency', '/docs/nothing'];
const LOOKS = [
  ['en-GB', 'light'],
  ['fr-FR', 'dark'],
] as const;

/** What stands beyond the page's right side, but for what can be moved there. */
const BEYOND = `(() => {
  const root = document.documentElement;
  const beyond = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !element.closest('.scroll, pre'),
  );
  return [root.scrollWidth > root.clientWidth ? 'the page' : '', ...beyond.map(({ tagName }) => tagName)].filter(Boolean);
})()`;

t.test('the documentation in a browser', inBrowser, async (t) => {
  const { service } = await openApi(t);
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await openBrowser(t);

  await t.test('no page is wider than the screen or has an accessibility fault', async (t) => {
    for (const [which, [locale, colorScheme]] of LOOKS.entries()) {
      const context = await browser.newContext({ locale, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      // A few of the pages, which are made alike, and the search, in a language and scheme, or all in both.
      const few = PATHS.filter((_, index) => index % 15 === which);
      for (const path of some(few, PATHS)) {
        await page.goto(base + path);
        for (const width of some([320, 1280], [320, 360, 390, 768, 1280, 1920])) {
          await page.setViewportSize({ width, height: 900 });
          t.strictSame(await page.evaluate(BEYOND), [], `${path}, ${locale}, ${width}`);
        }
        t.strictSame(await violationsOn(page), [], `${path}, ${locale}`);
      }
      await context.close();
    }
  });

  await t.test('code blocks are copied unchanged, without a final line break', async (t) => {
    const context = await browser.newContext({ locale: 'fr-FR', permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(`${base}/docs/calling`);
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copier' }).click();
    await block.getByRole('button', { name: 'Copié' }).waitFor();
    t.match(await page.evaluate('navigator.clipboard.readText()'), /^\{ "jsonrpc": "2\.0".*\} \}$/);
    t.equal(await page.locator('.code > button').count(), await page.locator('.code').count());
    t.strictSame(refused, [], 'under the policy of the page');
    await context.close();
  });

  await t.test(
    'equivalent blocks are tabs, remembered on every page; without a script they are shown one below the other',
    async (t) => {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${base}/docs/quick-start`);
      const search = page.locator('.variants').nth(1);
      t.strictSame(await search.getByRole('tab').allTextContents(), [
        'curl',
        'PowerShell',
        'TypeScript (jobs.mjs)',
        'Python',
        'Claude Code',
      ]);
      t.equal(await search.getByRole('tab', { selected: true }).textContent(), 'curl');
      await search.getByRole('tab', { name: 'PowerShell' }).click();
      t.match(await search.getByRole('tabpanel').textContent(), 'curl.exe');
      t.equal(await page.locator('.variants').first().getByRole('tab', { selected: true }).textContent(), 'PowerShell');
      const tab = search.getByRole('tab', { selected: true });
      await tab.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      t.match(await search.getByRole('tabpanel').textContent(), 'import json');
      t.equal(await search.locator('.code:visible').count(), 1);
      t.equal(await search.getByRole('button', { name: 'Copy' }).count(), 1);
      await page.goto(`${base}/docs/test-keys`);
      const other = page.locator('.variants').first();
      t.equal(await other.getByRole('tab', { selected: true }).textContent(), 'PowerShell', 'the last one that it has');
      await context.close();
      const plain = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
      const read = await plain.newPage();
      await read.goto(`${base}/docs/quick-start`);
      t.equal(await read.getByRole('tab').count(), 0);
      t.strictSame(await read.locator('.variants').nth(1).locator('figcaption').allTextContents(), [
        'curl',
        'PowerShell',
        'TypeScript (jobs.mjs)',
        'Python',
        'Claude Code',
      ]);
      t.equal(await read.locator('.variants').nth(1).locator('pre:visible').count(), 5);
      await plain.close();
    },
  );

  await t.test('on a phone the menu folds and argument tables become lists, without a script', async (t) => {
    for (const [locale, shown, label] of [
      ['en-GB', 'All pages', 'required'],
      ['fr-FR', 'Toutes les pages', 'obligatoire'],
    ] as const) {
      const context = await browser.newContext({
        locale,
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      await page.goto(`${base}/docs/scrape-jobs`);
      const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? Infinity;
      t.ok((await top()) < 400, `${locale}: the title is at ${await top()}`);
      const pages = page.getByRole('navigation').getByRole('link', { name: 'get_reputation' });
      t.notOk(await pages.isVisible());
      await page.getByLabel(shown).focus();
      await page.keyboard.press('Space');
      t.ok(await pages.isVisible());
      const cells = page.locator('#arguments ~ .scroll').first().locator('tbody tr').first().locator('td');
      const lefts = new Set(await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left)));
      t.equal(await cells.count(), 4);
      t.equal(lefts.size, 1, 'below each other');
      t.equal(await cells.nth(2).getAttribute('data-label'), label);
      await page.setViewportSize({ width: 1280, height: 900 });
      t.ok(await pages.isVisible());
      t.notOk(await page.getByLabel(shown).isVisible());
      await context.close();
    }
  });

  await t.test('"/" focuses the search, except while typing', async (t) => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(`${base}/docs/receipts`);
    const search = page.getByLabel('Search the documentation');
    t.ok(await page.locator('[role=search] kbd').isVisible());
    await page.keyboard.press('/');
    t.equal(await page.locator('[role=search] input:focus').count(), 1);
    t.equal(await search.inputValue(), '');
    await page.keyboard.type('a/b');
    t.equal(await search.inputValue(), 'a/b');
    t.notOk(await page.locator('[role=search] kbd').isVisible());
  });

  await t.test('the language switch keeps the page, and a search result leads to its section', async (t) => {
    const page = await (await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })).newPage();
    await page.goto(`${base}/docs/receipts`);
    t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Receipts and repeats');
    await page.getByRole('link', { name: 'Français' }).click();
    t.equal(new URL(page.url()).pathname, '/docs/receipts');
    t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Reçus et répétitions');
    await page.getByLabel('Chercher dans la documentation').fill('crédit épuisé');
    await page.keyboard.press('Enter');
    await page.getByLabel('Chercher dans la documentation').fill('quota_exceeded');
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: /quota_exceeded/ })
      .first()
      .click();
    t.match(page.url(), /\/docs\/errors#quota_exceeded$/);
    t.ok(await page.locator('#quota_exceeded').isVisible());
  });
});
