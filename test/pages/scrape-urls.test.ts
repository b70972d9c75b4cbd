import { deflateSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { createRenderer } from '../../src/egress/create-renderer.ts';
import type { Renderer } from '../../src/egress/renderer.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createProcessPageReader, type PageReader } from '../../src/pages/page-reader.ts';
import { UrlScraper, type UrlScraperOptions } from '../../src/pages/scrape-urls.ts';
import { openEgress, openSite } from '../egress/loopback.ts';
import { volume } from '../support/volume.ts';
import { makePdf, swollenPage } from './pdf-fixtures.ts';
import { until } from '../support/until.ts';

/** What the service gives, and the loader of TypeScript that runs in the tests' processes of PDFs beside it. */
const MEMORY_MIB = 900;
const TEN_MEGABYTES = 10 * 1024 * 1024 - 1_000;
/** Of a PDF, of which 200 pages are read. */
const MANY_PAGES = volume(1_000, 10_000);

const NO_BROWSER: Renderer = {
  unavailable: async () => 'there is none',
  render: () => Promise.reject(new Error('there is none')),
  close: async () => {},
};

/** Returns a page's size as its text, when the test allows it. */
function sizeReader(gate?: Promise<void>): PageReader {
  return {
    read: async ({ body }) => {
      await gate;
      const text = String(body.length);
      return { text, totalCharacters: text.length, truncated: false };
    },
    close: async () => {},
  };
}

const realReader = createProcessPageReader({
  timeoutMs: 60_000,
  pdf: { memoryMib: MEMORY_MIB, timeoutMs: 60_000 },
});
t.teardown(() => realReader.close());

/** The real scraper on a site of this machine: `/large` has ten megabytes, `/silent` never answers. */
async function openScraper(
  t: Test,
  options: Partial<UrlScraperOptions> & { pages?: Record<string, string | Uint8Array> },
) {
  const site = await openSite(t, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const page = options.pages?.[path];
    response.setHeader('content-type', path.endsWith('.pdf') ? 'application/pdf' : 'text/html');
    if (path === '/large') response.end(Buffer.alloc(TEN_MEGABYTES, 'a'));
    else if (path !== '/silent') response.end(page ?? '<p>A page.</p>');
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const renderer = createRenderer({
    egress,
    settings: { chromiumPath: null, browserWsEndpoint: null, egressCaFile: null },
    size: 2,
  });
  t.teardown(() => renderer.close());
  const missing = await renderer.unavailable();
  const scraper = new UrlScraper({
    egress,
    renderer: missing === undefined ? renderer : NO_BROWSER,
    reader: sizeReader(),
    clock: systemClock,
    respectRobots: false,
    urlsPerAccount: 5,
    ...options,
  });
  /** URLs that have ended, by account. */
  const ended = new Map<string, number>();
  const scrape = async (account: string, paths: string[], javascript = false, signal?: AbortSignal) => {
    const scraped = await scraper.scrape(
      {
        urls: paths.map((path) => `http://site.test:${site.port}${path}`),
        javascript,
        output: 'markdown',
        locale: { tag: 'en-GB', acceptLanguage: 'en-GB' },
      },
      {
        account,
        signal: signal ?? new AbortController().signal,
        deadlineAt: Date.now() + 60_000,
        onProgress: ({ progress }) => ended.set(account, progress),
      },
    );
    return [...scraped.values()].map(({ row, text }) => row.error?.reason ?? text);
  };
  return { scrape, ended, site, missing };
}

t.test('memory for pages: the account that holds most is asked to retry, and no other', async (t) => {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reader = sizeReader(gate);
  const { scrape, ended } = await openScraper(t, { reader, pageBytes: 35 * 1024 * 1024 });
  const large = [1, 2, 3, 4, 5].map((page) => `/large?${page}`);
  const [greedy, modest, other] = [
    scrape('greedy', large),
    scrape('modest', ['/large', '/small']),
    scrape('other', ['/small']),
  ];
  // There is room for three of the six large ones; the test's own time is the bound.
  await until(() => (ended.get('greedy') ?? 0) >= 3);
  open();
  t.strictSame(await modest, [String(TEN_MEGABYTES), '14']);
  t.strictSame(await other, ['14']);
  t.strictSame((await greedy).sort(), [String(TEN_MEGABYTES), String(TEN_MEGABYTES), 'busy', 'busy', 'busy']);
  t.strictSame(await scrape('greedy', ['/large']), [String(TEN_MEGABYTES)], 'what was held is free again');
});

t.test('places are free again as soon as nobody waits for them', async (t) => {
  const swollen = makePdf([swollenPage(400)]);
  const { scrape, site, missing } = await openScraper(t, {
    reader: realReader,
    urlsPerAccount: 1,
    pages: {
      '/spin': '<p>x</p><script>for(;;){}</script>',
      '/swollen.pdf': swollen,
      '/slow': `<p>Slow.</p>${'<b><i><s><code>'.repeat(60)}${'<p>x</p>'.repeat(20_000)}`,
    },
  });
  /** Starts, waits until the site was requested, and aborts. */
  const abandon = async (path: string, javascript: boolean): Promise<string[]> => {
    const leaving = new AbortController();
    const asked = site.paths.length;
    const abandoned = scrape('account', [path], javascript, leaving.signal);
    while (site.paths.length === asked) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort(new DOMException('gone', 'AbortError'));
    return abandoned;
  };
  for (const path of ['/silent', '/slow', '/swollen.pdf']) {
    t.strictSame(await abandon(path, false), ['timeout'], path);
    t.strictSame(await scrape('account', ['/page']), ['A page.'], `after ${path}`);
  }
  t.match(await scrape('account', ['/a.pdf']), [/unsupported/], 'the place of a PDF, too');
  if (missing !== undefined) return void t.pass('in the browser', { skip: missing });
  for (const path of ['/silent', '/spin']) {
    t.strictSame(await abandon(path, true), ['timeout'], `${path}, rendered`);
    t.strictSame(await scrape('account', ['/page'], true), ['A page.'], `after ${path}, rendered`);
  }
});

t.test('PDFs that cannot be read', async (t) => {
  const good = Buffer.from(makePdf([{ content: 'BT /F1 12 Tf 1 0 0 1 40 700 Tm (Good.) Tj ET' }]));
  const edited = (from: RegExp, to: string): Buffer => Buffer.from(good.toString('latin1').replace(from, to), 'latin1');
  const rows: Record<string, Uint8Array> = {
    '/encrypted.pdf': edited(
      /\/Root 1 0 R/,
      `/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) /P -4 >> /ID [(a) (a)]`,
    ),
    '/cut.pdf': good.subarray(0, good.length / 3),
    '/nothing.pdf': Buffer.from('%PDF-1.7\n'),
    '/noise.pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), deflateSync(Buffer.alloc(50_000, 'x'))]),
    '/loop.pdf': edited(/\/Kids \[.*?\]/, '/Kids [2 0 R 2 0 R]'),
    '/script.pdf': edited(
      /\/Type \/Catalog/,
      '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.launchURL("http://127.0.0.1/");for(;;);) >>',
    ),
    '/pages.pdf': makePdf(
      Array.from({ length: MANY_PAGES }, () => ({ content: '/F1 9 Tf 1 0 0 1 40 700 Tm (Many) Tj' })),
    ),
    '/60mb.pdf': Buffer.concat([good, Buffer.alloc(60 * 1024 * 1024)]),
  };
  const { scrape } = await openScraper(t, { reader: realReader, pages: rows });
  const outcome = async (path: string) => (await scrape('account', [path]))[0] ?? '';
  for (const path of ['/encrypted.pdf', '/nothing.pdf', '/noise.pdf'])
    t.match(await outcome(path), /^(?:unsupported|empty)$/, path);
  for (const path of ['/cut.pdf', '/loop.pdf']) t.match(await outcome(path), /^(?:unsupported|empty|Good\.)/, path);
  t.match(await outcome('/script.pdf'), /^Good\./, 'its script is not run');
  t.match(await outcome('/pages.pdf'), new RegExp(`\\[stopped after page 200 of ${MANY_PAGES}\\]$`));
  t.equal(await outcome('/60mb.pdf'), 'too_large');
});
