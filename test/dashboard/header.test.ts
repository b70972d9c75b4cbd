import t from 'tap';
import { loadPages } from '../../src/dashboard/pages.ts';
import { inBrowser } from '../support/browser.ts';
import { open } from '../support/playground-page.ts';

/** Where the middle of each item of the header is, in pixels from the top. */
const MIDDLES = `[...document.querySelectorAll('header :is(.brand, nav a, nav button)')].map((item) => {
  const { top, bottom } = item.getBoundingClientRect();
  return Math.round((top + bottom) / 2);
})`;

t.test('the header is one row on a desktop and folds on a phone, without JavaScript', inBrowser, async (t) => {
  const { api, base, page: newPage } = await open(t);
  const { menu: entries } = await loadPages();
  const shown = entries.filter(({ shownTo }) => shownTo !== 'visitors' && shownTo !== 'newcomers').length;
  const { id } = await api.service.accounts.require('play@example.com');
  await api.service.accounts.setOperator(id, true);
  for (const locale of ['fr-FR', 'en-GB']) {
    const page = await newPage({ locale, javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    const menu = page.locator('header nav');
    const heightOf = async (): Promise<number> => (await page.locator('header').boundingBox())?.height ?? Infinity;
    for (const width of [1200, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${base}/dashboard`);
      const rows = (await page.evaluate(MIDDLES)) as number[];
      t.equal(rows.length, shown + 2, 'brand, the pages of an operator, log out');
      t.ok(Math.max(...rows) - Math.min(...rows) <= 3, `${locale} ${width}: ${rows.join(' ')}`);
      const name = (await page.locator('header .brand').boundingBox())?.height ?? Infinity;
      t.ok(name < 48, `${locale} ${width}: the name is on one line (${name} px)`);
      t.notOk(await page.locator('.menu-button').isVisible());
    }
    await page.setViewportSize({ width: 390, height: 844 });
    t.ok((await heightOf()) < 80, `${locale}: one row on a phone`);
    t.notOk(await menu.isVisible(), 'the menu is folded');
    await page.getByRole('button', { name: 'Menu' }).click();
    t.ok(await menu.isVisible());
    await page.keyboard.press('Escape');
    t.notOk(await menu.isVisible());
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await menu.getByRole('link').nth(1).click();
    t.match(page.url(), /\/keys$/);
    await page.context().close();
  }
});

t.test('a chosen theme applies whatever the browser prefers', inBrowser, async (t) => {
  const { base, page: newPage } = await open(t);
  const page = await newPage({ colorScheme: 'light', javaScriptEnabled: false });
  const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await page.goto(`${base}/`);
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  t.not(light, dark, 'the system decides at first');
  await page.getByRole('link', { name: 'Light' }).click();
  t.equal(await ground(), light);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('link', { name: 'Dark' }).click();
  t.equal(await ground(), dark);
  await page.goto(`${base}/playground`);
  t.equal(await ground(), dark, 'on every page');
  await page.getByRole('link', { name: 'System' }).click();
  t.equal(await ground(), light);
});
