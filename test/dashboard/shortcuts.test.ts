import t from 'tap';
import { openApi } from '../support/api.ts';
import { inBrowser, openBrowser } from '../support/browser.ts';
import { ParsedPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

t.test(
  '"?" shows the keyboard shortcuts, which open the menu’s pages and can be switched off',
  inBrowser,
  async (t) => {
    const api = await openApi(t);
    const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
    const context = await (await openBrowser(t)).newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(base);
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    t.notOk(await keys.isVisible());
    await page.keyboard.press('?');
    t.match(
      (await keys.textContent())?.replace(/\s+/g, ' '),
      /\? These shortcuts .*g d Docs .*g l Log in .*g s Sign up/,
    );
    await page.keyboard.press('Escape');
    t.notOk(await keys.isVisible());

    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL(`${base}/login`);
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type('gs?/gd');
    t.equal(await page.getByLabel('E-mail address').inputValue(), 'gs?/gd', 'not where one types');
    t.equal(page.url(), `${base}/login`);

    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByLabel('Use shortcuts in this browser').uncheck();
    await page.keyboard.press('Escape');
    await page.goto(`${base}/docs/receipts`);
    const search = page.locator('.docs [role=search] input');
    await page.keyboard.press('/');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    t.equal(await search.evaluate('document.activeElement.id'), '', 'nothing happens');
    t.equal(await search.getAttribute('aria-keyshortcuts'), null);
    await page.keyboard.press('?');
    await page.getByLabel('Use shortcuts in this browser').check();
    await page.keyboard.press('Escape');
    t.equal(await search.getAttribute('aria-keyshortcuts'), '/');
    await page.goto(`${base}/status`);
    await page.keyboard.press('/');
    await page.waitForURL(`${base}/docs/quick-start#q`);
    await page.locator('#q:focus').waitFor();
  },
);

t.test('each page of the menu has a unique key in each language', async (t) => {
  const api = await openApi(t);
  await api.service.accounts.setPassword(api.accountId, 'correct horse battery');
  await api.service.accounts.setOperator(api.accountId, true);
  for (const language of ['en', 'fr']) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language, accept: 'text/html' });
    for (const isOperator of [false, true]) {
      const page = new ParsedPage(await visitor.get('/status'));
      const letters = page.attributes('#shortcuts [data-go]', 'data-go');
      t.equal(page.has('#menu a[href="/operator"]'), isOperator);
      t.strictSame([...new Set(letters)], letters);
      t.strictSame(page.attributes('#shortcuts [data-go]', 'data-to'), page.attributes('#menu a', 'href'));
      await visitor.logIn('caller@example.com');
    }
  }
});
