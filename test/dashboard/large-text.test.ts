import t from 'tap';
import { openApi } from '../support/api.ts';
import { inBrowser, openBrowser } from '../support/browser.ts';
import { OPEN_PAGES, USER_PAGES } from '../support/dashboard-pages.ts';
import { some } from '../support/volume.ts';

const OPEN = [...OPEN_PAGES, '/docs/quick-start', '/docs/errors', '/docs?q=key', '/nothing'];

t.test('doubled text size makes no page wider than a phone', inBrowser, async (t) => {
  const api = await openApi(t);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await openBrowser(t);
  // French is the longer one.
  for (const locale of some(['fr-FR'], ['en-GB', 'fr-FR'])) {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    const look = async (path: string): Promise<void> => {
      await page.goto(base + path);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, `${locale} ${path}`);
    };
    for (const path of OPEN) await look(path);
    await page.goto(`${base}/signup`);
    await page.locator('#email').fill(`${locale}@example.com`);
    await page.locator('#password').fill('correct horse battery');
    await page.locator('main form button.primary').click();
    await page.waitForURL('**/dashboard');
    for (const path of USER_PAGES) await look(path);
    await context.close();
  }
});

t.test('in forced colours a progress bar is still readable', inBrowser, async (t) => {
  const api = await openApi(t);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await openBrowser(t);
  const page = await (await browser.newContext({ forcedColors: 'active' })).newPage();
  await page.goto(base);
  const borderOf = `(() => {
    const bar = document.createElement('progress');
    document.querySelector('main').append(bar);
    return getComputedStyle(bar).borderTopStyle;
  })()`;
  t.equal(await page.evaluate(borderOf), 'solid');
  await page.emulateMedia({ forcedColors: 'none' });
  t.equal(await page.evaluate(borderOf), 'none');
});
