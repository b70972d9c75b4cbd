import type { Page } from 'playwright-core';
import t from 'tap';
import { nhsFeed } from '../../support/api.ts';
import { inBrowser, violationsOn } from '../../support/browser.ts';
import { open, run } from '../../support/playground-page.ts';
import { some } from '../../support/volume.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const WIDTHS = some([320, 1280], [320, 768, 1280, 1920]);
const MAXIMUM_PAGE = 60_000;
const LOOKS = [
  ['en-GB', 'light'],
  ['fr-FR', 'dark'],
] as const;

t.test('WCAG AA, and nothing cut off or outside the screen, whatever is shown', inBrowser, async (t) => {
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
    paged: ['?tool=scrape_jobs&mode=sample&arg-query=test%3Aall&arg-limit=20', '.other-pages'],
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
  for (const [which, [locale, colorScheme]] of LOOKS.entries()) {
    const page = await newPage({ locale, colorScheme, bypassCSP: true });
    const all = Object.entries(shows);
    // Each in one of both looks, or in both.
    const chosen = some(
      all.filter((_, index) => index % LOOKS.length === which),
      all,
    );
    for (const [name, [query, ready, prepare]] of chosen) {
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
      await page.setViewportSize({ width: colorScheme === 'light' ? 320 : 1280, height: 900 });
      t.strictSame(await violationsOn(page), [], `${name} ${locale}: nothing stands in the way`);
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
