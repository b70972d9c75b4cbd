import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Test } from 'tap';
import { openApi, type Api } from './api.ts';
import { openBrowser, type Contexts } from './browser.ts';
import { Visitor } from './visitor.ts';

export interface Opened {
  api: Api;
  base: string;
  browser: Contexts;
  /** Opens a page for a user who is logged in. Errors of its scripts fail the test. */
  page(view?: BrowserContextOptions): Promise<Page>;
}

export async function open(t: Test, overrides: Parameters<typeof openApi>[1] = {}): Promise<Opened> {
  const api = await openApi(t, overrides);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await openBrowser(t);
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

export const run = (page: Page): Promise<void> => page.locator('form[data-run] button.primary').click();
