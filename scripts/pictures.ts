// `npm run pictures [-- /path/to/chromium]` takes screenshots of the home page's sample answer for the READMEs, in each
// language. Adverts and clock are fixed, so a picture changes only if the page does.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createService } from '../src/app/service.ts';
import { readConfig } from '../src/config/config.ts';
import { takeCardPictures } from './pictures/cards.ts';
import { openStore } from '../src/store/open.ts';

/** The path is relative to the compiled file in dist/scripts. */
const FOLDER = fileURLToPath(new URL('../../.github/pictures/', import.meta.url));
const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const;
/** Links, buttons and folded parts are useless in a picture, so they are removed. */
const TIDY = `
  for (const part of document.querySelectorAll('#sample > :is(h2, nav, p:not(.total)), #sample details')) part.remove();
  document.querySelector('#sample').style.marginBottom = '5rem';
`;

const service = await createService(readConfig({ LOG_LEVEL: 'warn' }), {
  egress: { fetch: () => Promise.reject(new Error('Nothing is asked of others here.')), close: async () => {} },
  store: await openStore({ file: ':memory:', termsOf: () => undefined }),
});
const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
mkdirSync(FOLDER, { recursive: true });
for (const [language, locale] of Object.entries(LOCALES)) {
  const context = await browser.newContext({ locale, viewport: { width: 800, height: 1200 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(TIDY);
  const box = await page.locator('#sample').boundingBox();
  if (!box) throw new Error('The home page has no sample answer.');
  // WebP keeps the pictures sharp and small. Playwright's own screenshots cannot enlarge a part of the page (`scale`).
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: { ...box, scale: 1.25 },
  });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(`${FOLDER}answer-${language}.webp`, picture);
  process.stdout.write(`answer-${language}.webp: ${picture.length} bytes\n`);
}
await takeCardPictures(browser, service);
await browser.close();
await service.close();
