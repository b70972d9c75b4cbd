import { gzipSync } from 'node:zlib';
import t from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { UrlScraper } from '../../src/pages/scrape-urls.ts';
import { openEgress, openSite } from '../egress/loopback.ts';
import { openSharedReader } from '../support/shared-reader.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';

const { path: browser, missing } = await findBrowser(process.env['CHROMIUM_PATH'] ?? null);
const noBrowser = browser === undefined ? (missing ?? 'no browser') : false;

const TEXT = 'Le café à Orléans coûte 5 € – « cher ».';
const PAGE = `<title>Prix</title><main><h1>Prix</h1><p>${TEXT}</p><p>${'Rien de plus sur cette page. '.repeat(8)}</p></main>`;
const LATIN = PAGE.replace(TEXT, 'Le café à Orléans.');

const PAGES: Readonly<Record<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }>> = {
  '/without': { headers: { 'content-type': 'text/html' }, body: PAGE },
  '/unknown': { headers: { 'content-type': 'text/html; charset=utf8mb4-none' }, body: PAGE },
  '/latin': { headers: { 'content-type': 'text/html' }, body: Buffer.from(LATIN, 'latin1') },
  '/meta': {
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<meta charset="iso-8859-1">${LATIN}`, 'latin1'),
  },
  '/false-meta': {
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<meta charset="utf-8">${LATIN}`, 'latin1'),
  },
  '/json': { headers: { 'content-type': 'text/html' }, body: JSON.stringify({ ville: 'Orléans', prix: [5] }) },
  '/twice': {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip, gzip' },
    body: gzipSync(gzipSync(PAGE)),
  },
  '/mail': {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<main><h1>Prix</h1><p>Write to <a class="__cf_email__" data-cfemail="422b2623022f2b2e2e6c273a232f322e27">[email&#160;protected]</a>.</p><p>${TEXT}</p></main>`,
  },
  '/407': { status: 407, headers: { 'content-type': 'text/html' }, body: PAGE },
  '/204': { status: 204 },
};

for (const javascript of [false, true])
  t.test(
    `character sets and statuses, ${javascript ? 'rendered' : 'as sent'}`,
    { skip: javascript && noBrowser },
    async (t) => {
      let asked = 0;
      const site = await openSite(t, (request, response) => {
        const page = PAGES[(request.url ?? '').split('?')[0] ?? ''] ?? { status: 404 };
        asked += 1;
        response.writeHead(page.status ?? 200, page.headers ?? {}).end(page.body);
      });
      const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
      const renderer = await openSharedRenderer(t, egress);
      const reader = openSharedReader(t);
      const scraper = new UrlScraper({
        egress,
        renderer,
        reader,
        clock: systemClock,
        respectRobots: false,
        urlsPerAccount: 5,
      });
      const scrape = async (...paths: string[]) =>
        scraper.scrape(
          {
            urls: paths.map((path) => `http://site.test:${site.port}${path}`),
            javascript,
            output: 'markdown',
            locale: { tag: 'fr-FR', acceptLanguage: 'fr-FR' },
          },
          {
            account: 'one',
            signal: new AbortController().signal,
            deadlineAt: Date.now() + 60_000,
            onProgress: () => {},
          },
        );
      const one = async (path: string) =>
        [...(await scrape(path)).values()][0] as NonNullable<ReturnType<Awaited<ReturnType<typeof scrape>>['get']>>;

      for (const path of ['/without', '/unknown', '/twice']) {
        const { text, row } = await one(path);
        t.match(row, { rendered: javascript, error: undefined }, path);
        t.match(text, TEXT, path);
      }
      for (const path of ['/latin', '/meta', ...(javascript ? [] : ['/false-meta'])])
        t.match(await one(path), { text: /Le café à Orléans\./, row: { rendered: javascript } }, path);
      t.equal((await one('/json')).text, '```json\n{"ville":"Orléans","prix":[5]}\n```');
      t.match((await one('/mail')).text, 'ida@mill.example');

      const refused = await one('/407');
      t.match(refused.row.error, { reason: 'http_407', message: /status 407 \(Proxy Authentication Required\)/ });
      t.notOk('total_characters' in refused.row, 'nothing was delivered');
      const empty = await one('/204');
      t.match(empty.row.error, { reason: 'empty', message: /status 204 \(No Content\)/ });
      t.notOk('total_characters' in empty.row);

      asked = 0;
      const both = await scrape('/without', '/without#part', '/without#!route');
      t.equal(both.size, 3, 'each as it was asked');
      t.equal(asked, 2, 'an anchor is the same page, a route of a script is not');
    },
  );
