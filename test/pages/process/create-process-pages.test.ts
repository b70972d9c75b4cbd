import { readdirSync, readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { findBrowser } from '../../../src/egress/browser/executable.ts';
import { readConfig } from '../../../src/config/config.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createProcessPages } from '../../../src/pages/process/create-process-pages.ts';
import type { PageProcessOptions } from '../../../src/pages/process/client.ts';
import type { PageReport } from '../../../src/pages/page-report.ts';
import type { ScrapeCall } from '../../../src/pages/scrape-urls.ts';
import { faultOf, openSite, openTcp } from '../../egress/loopback.ts';
import { pageProcesses } from '../../support/page-processes.ts';
import { until } from '../../support/until.ts';

const { path: browser, missing } = await findBrowser(null);
const noBrowser = browser === undefined ? (missing ?? 'no browser') : false;
const notLinux = process.platform === 'linux' ? false : 'Linux tells of processes';

/** A site on this machine, and pages read in a separate process that may load from it. */
async function openApart(t: Test, more: Partial<PageProcessOptions> & { allow?: string } = {}) {
  let closed: () => void = () => {};
  const dropped = new Promise<void>((resolve) => {
    closed = resolve;
  });
  let asked: () => void = () => {};
  const silence = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const site = await openSite(t, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const path = (request.url ?? '').split('?')[0];
    if (path === '/silent') {
      response.on('close', closed);
      asked();
    } else if (path === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else if (path === '/script')
      response.end('<h1>Before</h1><script>document.querySelector("h1").append(" é")</script>');
    else response.end('<title>Plain</title><h1>Plain</h1><p>Some words of a page.</p>');
  });
  const config = readConfig({ EGRESS_ALLOW: more.allow ?? `127.0.0.1:${site.port}` });
  const paced: string[] = [];
  let refused = false;
  const pages = createProcessPages({
    clock: systemClock,
    settings: {
      ...config,
      searxngUrl: null,
      openaiBaseUrl: null,
      respectRobots: false,
      urlsPerAccount: 5,
      throttle: true,
    },
    hostThrottle: {
      take: async (host) => {
        paced.push(host);
        return { at: refused ? Number.MAX_SAFE_INTEGER : 0, isTaken: !refused };
      },
    },
    ...more,
  });
  t.teardown(() => pages.close());
  const scrape = (paths: readonly string[], call: Partial<ScrapeCall> & { javascript?: boolean } = {}) =>
    pages.scraper.scrape(
      {
        urls: paths.map((path) => new URL(path, `http://127.0.0.1:${site.port}`).href),
        javascript: call.javascript ?? false,
        output: 'markdown',
        locale: { tag: 'en-GB', acceptLanguage: 'en-GB,en;q=0.9' },
      },
      {
        account: 'one',
        signal: new AbortController().signal,
        deadlineAt: Date.now() + 60_000,
        onProgress: () => {},
        ...call,
      },
    );
  const refuse = (now: boolean): void => {
    refused = now;
  };
  return { pages, scrape, site, paced, refuse, dropped, silence };
}

t.test('pages are read in a separate process', async (t) => {
  process.env['OPENAI_API_KEY'] = 'a secret';
  process.env['TZ'] = 'Europe/Paris';
  t.teardown(() => {
    delete process.env['OPENAI_API_KEY'];
    delete process.env['TZ'];
  });
  const { pages, scrape, site, paced, refuse, dropped, silence } = await openApart(t);

  await t.test('pages are loaded and read with progress, and the host throttle of the service applies', async (t) => {
    const progress: unknown[] = [];
    const scraped = await scrape(['/a', '/b'], { onProgress: (update) => progress.push(update.progress) });
    t.strictSame(
      [...scraped.values()].map(({ text, row }) => [text, row.http_status]),
      [
        ['# Plain\n\nSome words of a page.', 200],
        ['# Plain\n\nSome words of a page.', 200],
      ],
    );
    t.strictSame(progress, [1, 2]);
    t.strictSame(paced, [`127.0.0.1:${site.port}`, `127.0.0.1:${site.port}`]);
    site.paths.length = 0;
    refuse(true);
    const [refused] = (await scrape(['/a'])).values();
    refuse(false);
    t.match(refused?.row.error, { reason: 'timeout', message: /too many requests are already waiting for this site/ });
    t.strictSame(site.paths, []);
  });

  await t.test('the outcome and steps of each page and the load of the process are reported', async (t) => {
    const told: PageReport[] = [];
    await scrape(['/a?secret', 'http://10.0.0.1/'], {
      onPage: (report) => told.push(report),
      onProgress: ({ progress }) => t.equal(told.length, progress, 'before the progress that counts it'),
    });
    const host = `127.0.0.1:${site.port}`;
    t.match(
      told.sort((one, other) => other.host.localeCompare(one.host)),
      [
        { host, outcome: 'ok', rendered: false, steps: [{ name: 'wait' }, { name: 'load' }, { name: 'read' }] },
        { host: '10.0.0.1', outcome: 'refused', rendered: false, steps: [{ name: 'wait' }, { name: 'load' }] },
      ],
    );
    for (const { ms, endedAt, steps } of told)
      for (const step of steps) t.ok(step.ms <= ms && step.endedAt <= endedAt, 'a step lies within its page');
    t.notMatch(JSON.stringify(told), /secret/);
    await until(() => (pages.load().process?.rssBytes ?? 0) > 0);
    t.match(pages.load(), {
      urls: { places: 100, waiting: 0 },
      browser: { places: 6 },
      readers: { places: 4 },
      process: { started: 1, failed: 0 },
    });
  });

  await t.test('the address guard applies there', async (t) => {
    const inside = await openTcp(t, (socket) => socket.end());
    const scraped = await scrape([
      `http://127.0.0.1:${inside.port}/`,
      '/away',
      'http://localhost/',
      'http://10.0.0.1/',
    ]);
    t.strictSame(
      [...scraped.values()].map(({ row }) => row.error?.reason),
      ['refused', 'refused', 'refused', 'refused'],
    );
    t.equal(inside.count(), 0);
  });

  await t.test('a page is rendered there and its document arrives as bytes', { skip: noBrowser }, async (t) => {
    const inside = await openTcp(t, (socket) => socket.end());
    const page = await pages.renderer.render({ url: `http://127.0.0.1:${site.port}/script`, timeoutMs: 30_000 });
    t.match({ ...page, html: Buffer.from(page.html).toString() }, { status: 200, html: /Before é/ });
    const [scraped] = (await scrape(['/script'], { javascript: true })).values();
    t.match(scraped, { text: '# Before é', row: { rendered: true } });
    const refused = await faultOf(
      pages.renderer.render({ url: `http://127.0.0.1:${inside.port}/`, timeoutMs: 30_000 }).then(() => undefined),
    );
    t.equal(refused.fault, 'refused');
    t.equal(inside.count(), 0);
  });

  await t.test('a cancelled call stops its requests at once', async (t) => {
    const ending = new AbortController();
    const scraping = scrape(['/silent', '/a'], { signal: ending.signal });
    await silence;
    ending.abort(new DOMException('over', 'AbortError'));
    const [silent] = (await scraping).values();
    t.equal(silent?.row.error?.reason, 'timeout');
    await dropped;
    const already = await scrape(['/a'], { signal: ending.signal });
    t.equal([...already.values()][0]?.row.error?.reason, 'timeout');
  });

  await t.test('the process gets no secrets and has a low priority', { skip: notLinux }, async (t) => {
    const [pid] = pageProcesses();
    const about = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    const environment = about('environ');
    t.notMatch(environment, /a secret/);
    t.match(environment, /TZ=Europe\/Paris/);
    t.equal(stepsBack(about('stat')), stepsBack(readFileSync('/proc/self/stat', 'utf8')) + 5);
  });
});

t.test(
  'a killed process fails only its calls, and neither it nor its browser remains',
  { skip: notLinux },
  async (t) => {
    const parent = t.testdir({});
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = parent;
    t.teardown(() => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const { pages, scrape, silence } = await openApart(t);
    const javascript = !noBrowser;
    if (javascript) t.match([...(await scrape(['/script'], { javascript })).values()][0]?.text, '# Before é');
    const scraping = scrape(['/silent'], { javascript });
    await silence;
    t.equal(readdirSync(parent).length, 1, 'one folder for all of it');
    const [pid] = pageProcesses();
    process.kill(pid as number, 'SIGKILL');
    t.equal([...(await scraping).values()][0]?.row.error?.reason, 'crashed');
    t.match([...(await scrape(['/a'])).values()][0]?.text, /Some words/);
    t.notSame(pageProcesses(), [pid]);
    await pages.close();
    t.strictSame(pageProcesses(), []);
    t.strictSame(readdirSync(parent), []);
    t.equal([...(await scrape(['/a'])).values()][0]?.row.error?.reason, 'crashed');
  },
);

t.test('a process that hangs or is idle is ended', { skip: notLinux }, async (t) => {
  const { pages, scrape, silence } = await openApart(t, { beatMs: 400, idleMs: 1 });
  const scraping = scrape(['/silent']);
  await silence;
  const [hanging] = pageProcesses();
  process.kill(hanging as number, 'SIGSTOP');
  t.equal([...(await scraping).values()][0]?.row.error?.reason, 'crashed');
  t.match([...(await scrape(['/a'])).values()][0]?.text, /Some words/);
  // Nothing but its own time ends it.
  await until(() => pageProcesses().length === 0);
  await pages.close();
});

/** Its "nice", by the 19th field of what Linux says of it. */
function stepsBack(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]);
}
