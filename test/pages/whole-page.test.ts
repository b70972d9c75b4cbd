import type { IncomingMessage, ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import type { BrowserEgress } from '../../src/egress/create-egress.ts';
import { isPlaceholder } from '../../src/egress/placeholder.ts';
import type { Renderer } from '../../src/egress/renderer.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { findPlaceholder } from '../../src/pages/extract/html-to-markdown.ts';
import { UrlScraper, type ScrapeRequest } from '../../src/pages/scrape-urls.ts';
import { openEgress, openSite } from '../egress/loopback.ts';
import { openSharedReader } from '../support/shared-reader.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';

const { path: browser, missing } = await findBrowser(process.env['CHROMIUM_PATH'] ?? null);
const skip = browser === undefined ? (missing ?? 'no browser') : false;

type Pages = Readonly<Record<string, string>>;

/**
 * The site whose pages each test defines, requested through one browser, guard and reader. All test hosts but one are
 * allowed.
 */
class WholePages {
  /** By host and path, or by path alone at `site.test`. */
  pages: Pages = {};
  readonly asked: string[] = [];
  readonly at: (key: string) => string;
  readonly #services: Omit<ConstructorParameters<typeof UrlScraper>[0], 'respectRobots'>;

  static async open(t: Test): Promise<WholePages> {
    const opened: WholePages[] = [];
    const site = await openSite(t, (request, response) => opened[0]?.answer(request, response));
    const hosts = ['site.test', 'boards.greenhouse.io', 'video.test'];
    const egress = openEgress(t, { allow: hosts.map((host) => `${host}:${site.port}`) });
    const pages = new WholePages(t, site.port, egress, await openSharedRenderer(t, egress));
    opened.push(pages);
    return pages;
  }

  private constructor(t: Test, port: number, egress: BrowserEgress, renderer: Renderer) {
    const reader = openSharedReader(t);
    this.#services = { egress, renderer, reader, clock: systemClock, urlsPerAccount: 5 };
    this.at = (key) => `http://${key.startsWith('/') ? `site.test:${port}${key}` : key.replace('/', `:${port}/`)}`;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const host = (request.headers.host ?? '').split(':')[0] as string;
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const page = this.pages[`${host}${path}`] ?? (host === 'site.test' ? this.pages[path] : undefined);
    response.setHeader('content-type', path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8');
    if (page === undefined) response.statusCode = 404;
    this.asked.push(`${host}${path}`);
    response.end(page ?? 'nothing here');
  }

  show(pages: Pages, { respectRobots = false } = {}): Scrape {
    this.pages = pages;
    this.asked.length = 0;
    const scraper = new UrlScraper({ ...this.#services, respectRobots });
    return async (path, more = {}) => {
      const url = this.at(path);
      const scraped = await scraper.scrape(
        {
          urls: [url],
          javascript: true,
          output: 'markdown',
          locale: { tag: 'en-GB', acceptLanguage: 'en-GB' },
          ...more,
        },
        { account: path, signal: new AbortController().signal, deadlineAt: Date.now() + 60_000, onProgress: () => {} },
      );
      return scraped.get(url) as ScrapedUrl;
    };
  }
}

type ScrapedUrl = NonNullable<ReturnType<Awaited<ReturnType<UrlScraper['scrape']>>['get']>>;
type Scrape = (path: string, more?: Partial<ScrapeRequest>) => Promise<ScrapedUrl>;

const whole = await WholePages.open(t);

const PROSE = Array.from(
  { length: 12 },
  (_, index) =>
    `<p>The mill keeps ${index + 3} lathes in its old hall, and each was rebuilt by hand in ${1990 + index}.</p>`,
).join('');

t.test('lines that are only placeholders such as "Loading…"', async (t) => {
  for (const line of [
    'Loading…',
    'Loading jobs...',
    'Please wait.',
    'Loading… Please wait while we get things ready',
    'Just a moment...',
    'Redirecting to https://jobs.example/',
    'Chargement en cours…',
    'Veuillez patienter pendant le chargement',
    'Bitte warten…',
    'Application error: a client-side exception has occurred (see the browser console for more information).',
  ])
    t.ok(isPlaceholder(line), line);
  for (const line of [
    '',
    '…',
    'Loading bay supervisor',
    'Waiter',
    'Wait times at the surgery',
    'Loading. Baker needed.',
    'Laden assistant',
  ])
    t.notOk(isPlaceholder(line), line);
  t.equal(findPlaceholder('- [Home](/)\n- [Jobs](/jobs)\n\nLoading…'), 'Loading…');
  t.equal(findPlaceholder('# Please wait'), 'Please wait');
  t.equal(findPlaceholder('Loading…\n\nBaker in Leeds, nights, £14 an hour'), undefined);
  t.equal(findPlaceholder('- [Home](/)'), undefined);
});

t.test('a placeholder is waited for and never returned as content', { skip }, async (t) => {
  const scrape = whole.show({
    // Longer than the timers that are waited for in any case.
    '/late': `<title>Mill</title><main>Loading…</main><script>setTimeout(()=>{document.querySelector('main').innerHTML=${JSON.stringify(PROSE)}},2500)</script>`,
    '/blank': `<title>Mill</title><main></main><script>setTimeout(()=>{document.querySelector('main').innerHTML=${JSON.stringify(PROSE)}},2500)</script>`,
    '/between': `<title>Mill</title><p>You are being redirected…</p><script>setTimeout(()=>location.replace('/there'),2500)</script>`,
    '/there': `<title>There</title><main>${PROSE}</main>`,
    '/never': '<title>Mill</title><nav><a href="/">Home</a></nav><main>Loading…</main><script>1</script>',
    '/beside': `<title>Mill</title><main><p>Please wait while we fetch the jobs of this page.</p></main><aside class="newsletter">Subscribe to our newsletter for news of the mill</aside><script>1</script>`,
    '/data': `<title>Mill</title><main>Loading…</main><script>fetch('/jobs.txt')</script>`,
    '/jobs.txt': '[{"title":"Turner"}]',
  });
  const others = await Promise.all([
    scrape('/beside'),
    ...(['raw', 'xhr'] as const).flatMap((output) => ['/never', '/beside'].map((path) => scrape(path, { output }))),
  ]);
  const [never, plain, data, ...filled] = await Promise.all([
    scrape('/never'),
    scrape('/never', { javascript: false }),
    scrape('/data', { output: 'xhr' }),
    ...['/late', '/blank', '/between'].map((path) => scrape(path)),
  ]);
  for (const { text, row } of filled) {
    t.match(row, { rendered: true, error: undefined });
    t.match(text, 'The mill keeps 14 lathes');
  }
  t.match(never.row, { rendered: true, notes: ['placeholder'], error: { reason: 'empty', message: /"Loading…"/ } });
  t.match(never.text, /^Error: /);
  for (const { text, row } of others)
    t.match(row, { rendered: true, error: { reason: 'empty', message: /"(?:Loading|Please wait)/ } }, text);
  t.match(data.row, { rendered: true, notes: ['placeholder'], error: undefined });
  t.match(JSON.parse(data.text), [{ url: /jobs\.txt$/, body: '[{"title":"Turner"}]' }]);
  t.match(plain.row, { rendered: false, error: { reason: 'empty' } });
  const sent = await scrape('/never', { javascript: false, output: 'raw' });
  t.match(sent.row, { rendered: false, notes: ['placeholder'], error: undefined });
  t.match(sent.text, '<main>Loading…</main>');
});

t.test('if the page’s scripts remove its text, its HTML is read', { skip }, async (t) => {
  const crash = (left: string): string =>
    `<title>Mill</title><meta charset=utf-8><main><p>Café.</p>${PROSE}</main><script>document.body.innerHTML=${JSON.stringify(left)};throw new Error()</script>`;
  const { asked } = whole;
  const scrape = whole.show({
    '/crash': crash('<p>Application error: a client-side exception has occurred.</p>'),
    '/gone': crash(''),
    '/wall': crash('<h1>Sign in</h1><p>Please log in to continue</p><input type=password>'),
    '/small': '<title>Mill</title><main><p>Small as it is, this is all there is.</p></main><script>1</script>',
  });
  const [wall, small, ...left] = await Promise.all(['/wall', '/small', '/crash', '/gone'].map((path) => scrape(path)));
  for (const [index, path] of ['/crash', '/gone'].entries()) {
    const { text, row } = left[index] as ScrapedUrl;
    t.match(row, { rendered: false, not_rendered: /scripts left only a few words/, error: undefined }, path);
    t.match(text, /Café\.[^]*The mill keeps 14 lathes/, path);
    t.equal(asked.filter((key) => key === `site.test${path}`).length, 1, 'asked for once');
  }
  const raw = await scrape('/crash', { output: 'raw' });
  t.match(raw.row, { rendered: false, not_rendered: /scripts left only a few words/, error: undefined });
  t.match(raw.text, /^<title>Mill<\/title>[^]*lathes[^]*<script>/);
  t.match(wall?.row, { rendered: true, error: { reason: 'wall_login' } });
  t.match(small, { text: /all there is/, row: { rendered: true } });
});

t.test('a page is scrolled through once, an endless list for a few screens', { skip }, async (t) => {
  // Each batch is requested when the end of the list comes into view.
  const list = (
    batches: number,
    box = '',
  ): string => `<title>List</title><style>p{height:120px}${box && '#box{height:100vh;overflow-y:auto}body{margin:0;overflow:hidden}'}</style>
    <div id=box><main><h1>List</h1><div id=list></div><div id=end>.</div></main></div><script>
    let batch = 0;
    const add = () => { batch += 1; for (let i = 0; i < 20; i += 1) { const p = document.createElement('p');
      p.textContent = 'Batch ' + batch + ' row ' + i + ' is a job of its own in the list.'; list.append(p); } };
    add();
    new IntersectionObserver(([entry]) => { if (entry.isIntersecting && batch < ${batches}) fetch('/more').then(add); }).observe(end);
    </script>`;
  const { asked } = whole;
  const scrape = whole.show({
    '/more': 'more',
    '/endless': list(1_000),
    '/ends': list(2),
    '/box': list(2, 'box'),
    '/filled': `<title>Filled</title><main><h1>Filled</h1>${'<section class=s style="height:700px"></section>'.repeat(12)}</main><script>
      const seen = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) {
        seen.unobserve(target);
        fetch('/more').then(() => { target.innerHTML = '<p>Section ' + [...document.querySelectorAll('.s')].indexOf(target) + ' was filled when it was seen.</p>'; }); } });
      for (const section of document.querySelectorAll('.s')) seen.observe(section);
      addEventListener('scroll', () => { if (scrollY > 3000) history.replaceState(null, '', '/elsewhere'); });
      </script>`,
    '/still': `<title>Still</title><main><h1>Still</h1>${PROSE.repeat(20)}</main>`,
  });
  let endless = await scrape('/endless');
  // A busy machine may not have drawn another batch before the page was left.
  for (let tries = 1; tries < 3 && endless.row.notes === undefined; tries += 1) {
    asked.length = 0;
    endless = await scrape('/endless');
  }
  t.match(endless.row, { rendered: true, notes: ['more_on_scroll'], error: undefined });
  t.match(endless.text, 'Batch 3 row 19');
  t.ok(asked.filter((key) => key === 'site.test/more').length < 12, 'a few screens, not all');
  const [filled, still, ...ended] = await Promise.all(
    ['/filled', '/still', '/ends', '/box'].map((path) => scrape(path)),
  );
  for (const [index, path] of ['/ends', '/box'].entries()) {
    const { text, row } = ended[index] as ScrapedUrl;
    t.match(row, { rendered: true, error: undefined }, path);
    t.notOk('notes' in row, path);
    t.match(text, 'Batch 2 row 19', path);
  }
  t.match(filled?.row, { rendered: true, final_url: /\/filled$/, error: undefined });
  for (let section = 0; section < 12; section += 1) t.match(filled?.text, `Section ${section} was filled`);
  t.notOk('notes' in (filled?.row ?? {}));
  t.match(still?.row, { rendered: true, notes: undefined, error: undefined });
});

t.test('frames that are part of the page are read under their title, others are linked', { skip }, async (t) => {
  const frame = (source: string, more = ''): string => `<iframe src="${source}" width=900 height=600 ${more}></iframe>`;
  const board = `<title>Jobs at Mill</title><h1>Current openings</h1><ul>${Array.from({ length: 9 }, (_, index) => `<li><a href="/mill/${index}">Turner number ${index} in Leeds</a></li>`).join('')}</ul>`;
  const pages: Record<string, string> = {
    '/own': '<title>Hours</title><p>The office is open from nine to five on every working day.</p>',
    '/nav': '<title>Index</title><ul><li><a href="/own">Hours of the office and its staff</a></li></ul>',
    '/frameset': '<title>Mill</title><frameset cols="300,*"><frame src="/nav"><frame src="/own"></frameset>',
    '/late': `<title>Late</title><main>Loading…</main><script>setTimeout(()=>{document.querySelector('main').textContent='The board came after a while, with its text.'},2500)</script>`,
    '/forbidden': '<title>No</title><p>SECRET of a page that robots.txt disallows to everybody.</p>',
    '/only': `<title>Careers</title><main></main>${frame('/own')}`,
    '/robots.txt': 'User-agent: *\nDisallow: /forbidden',
    'boards.greenhouse.io/embed/job_board': board,
    'boards.greenhouse.io/robots.txt': '',
    'jobs.lever.co/mill': '<p>SECRET of a machine within.</p>',
    'video.test/embed': '<p>A video that plays, with the text of its player.</p>',
  };
  const { at, asked } = whole;
  const scrape = whole.show(pages, { respectRobots: true });
  pages['/careers'] = `<title>Careers</title><main><h1>Careers</h1>${PROSE}</main>
    ${frame(at('boards.greenhouse.io/embed/job_board'), 'title="Openings"')} ${frame('/own')} ${frame('/late')}
    ${frame(at('video.test/embed'), 'title="A [day] here"')} ${frame(at('jobs.lever.co/mill'))} ${frame('/forbidden')} ${frame('/missing')}
    <iframe src="/own?small" width=80 height=60></iframe><iframe src="/own?hidden" width=900 height=600 style="display:none"></iframe>`;
  const links = ['video.test/embed', 'jobs.lever.co/mill', '/forbidden', '/missing'].map((key) => `frame: ${at(key)}`);

  const careers = await Promise.all([true, false].map((javascript) => scrape('/careers', { javascript })));
  for (const { text, row } of careers) {
    const javascript = row.rendered;
    t.match(row, { rendered: javascript, error: undefined });
    t.strictSame(row.notes, javascript ? links : [`frame: ${at('/late')}`, ...links]);
    t.match(
      text,
      /lathes[^]*\n## Current openings\n[^]*\[Turner number 8 in Leeds\]\(http:\/\/boards\.greenhouse\.io:\d+\/mill\/8\)/,
    );
    t.match(text, '## Hours\n\nThe office is open from nine to five');
    t.equal(text.split('The office is open').length, 2, 'neither small nor hidden frames');
    if (javascript) t.match(text, 'The board came after a while');
    t.match(text, `[A \\[day\\] here](${at('video.test/embed')})`);
    t.notMatch(text, /SECRET|nothing here|of its player/);
  }
  t.notOk(asked.includes('jobs.lever.co/mill'), 'the guard holds for frames');
  t.notOk(asked.includes('site.test/forbidden'), 'nor is what robots.txt disallows asked for, in the browser too');
  asked.length = 0;
  await scrape('/careers', { javascript: false });
  t.notOk(asked.includes('site.test/forbidden') || asked.includes('video.test/embed'), 'not even asked for');

  for (const javascript of [true, false]) {
    // In sequence, because a frame has only limited time to load.
    const frameset = await scrape('/frameset', { javascript });
    const only = await scrape('/only', { javascript });
    const raw = await scrape('/careers', { javascript, output: 'raw' });
    t.match(frameset, {
      row: { rendered: javascript, notes: undefined, error: undefined },
      text: /Hours of the office and its staff[^]*The office is open/,
    });
    t.match(only, {
      row: { rendered: javascript },
      text: /^# Careers\n\n## Hours\n\nThe office/,
    });
    t.match(raw.text, '<iframe src="/own"');
    t.notMatch(raw.text, /The office is open/);
    t.ok(raw.row.notes?.includes(`frame: ${at('video.test/embed')}`));
  }
});
