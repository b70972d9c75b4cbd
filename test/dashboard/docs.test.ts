import t from 'tap';
import { DOCS_PAGES } from '../../src/docs/library.ts';
import { loadPages } from '../../src/dashboard/pages.ts';
import { openApi } from '../support/api.ts';
import { openOAuth } from '../support/oauth.ts';
import { openPage, parsePiece } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

t.test('the documentation is served: pages, their Markdown, and search', async (t) => {
  const { service } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
  const get = (url: string, language = 'en', accept = 'text/html') =>
    service.app.inject({ url, headers: { 'accept-language': language, accept } });
  const pageOf = async (url: string, language?: string) => parsePiece((await get(url, language)).body);
  const start = await get('/docs');
  t.equal(start.statusCode, 303);
  t.equal(start.headers.location, '/docs/quick-start');
  const page = await get('/docs/errors');
  t.equal(page.statusCode, 200);
  const errors = parsePiece(page.body);
  t.equal(errors.text('h1'), 'Errors');
  t.equal(errors.text('h3#quota_exceeded:has(> a.anchor[href="#quota_exceeded"])'), 'quota_exceeded');
  t.equal(
    errors.text('td > a[href="#parse_error"] > code'),
    'parse_error',
    'with the tables that are made from the code',
  );
  t.ok(errors.texts('[aria-current=page]').includes('Errors'));
  const french = await pageOf('/docs/errors', 'fr');
  t.strictSame([french.language, french.text('h1'), french.text('h2#all-codes')], ['fr', 'Erreurs', 'Tous les codes']);
  const operating = await pageOf('/docs/operating', 'fr');
  t.ok(operating.texts('p.hint').some((text) => text.startsWith('Cette page n’existe qu’en anglais.')));
  t.ok(operating.has('.document[lang=en]'));
  for (const { name } of DOCS_PAGES) {
    for (const language of ['en', 'fr']) {
      const { statusCode, body } = await get(`/docs/${name}`, language);
      t.equal(statusCode, 200, name);
      t.strictSame(parsePiece(body).forbidden(), [], name);
      t.notMatch(body, '<!--', name);
      t.ok(Buffer.byteLength(body) < 60_000, `${name}, ${language}: ${Buffer.byteLength(body)} bytes`);
      t.notMatch(body, 'http://127.0.0.1:8080', `${name}: examples call this service`);
    }
  }
  const raw = await get('/docs/calling.md');
  t.match(raw.headers['content-type'], 'text/markdown');
  t.match(raw.body, /^# Calling the service\n[\s\S]*https:\/\/jobs\.example\/mcp/);
  t.match((await get('/docs/calling.fr.md')).body, /^# Appeler le service/);
});

t.test(
  'page names are accepted in any case; for unknown names, people get the list of pages and programs a small JSON',
  async (t) => {
    const { service } = await openApi(t);
    const get = (url: string, accept = 'text/html') => service.app.inject({ url, headers: { accept } });
    for (const [asked, path] of [
      ['/docs/Quick-Start', '/docs/quick-start'],
      ['/docs/QUICK-START.MD', '/docs/quick-start.md'],
      ['/docs/scrape_jobs', '/docs/scrape-jobs'],
      ['/docs/Errors.FR.md', '/docs/errors.fr.md'],
    ] as const) {
      const { statusCode, headers } = await get(asked);
      t.strictSame([statusCode, headers.location], [301, path], asked);
      t.equal((await get(path)).statusCode, 200);
    }
    for (const path of [
      '/docs/nothing',
      '/docs/..%2f..%2fpackage.json',
      '/docs/en',
      '/docs/calling.fr',
      '/docs/%3Cb%3E',
    ]) {
      const shown = await get(path);
      t.equal(shown.statusCode, 404, path);
      t.match(shown.headers['content-type'], 'text/html');
      const lost = parsePiece(shown.body);
      t.match(lost.text('main'), 'Page not found');
      t.ok(lost.has('main a[href="/docs/quick-start"]'));
      t.notOk(lost.has('b'));
      const json = await get(path, 'application/json');
      t.equal(json.statusCode, 404, path);
      t.match(json.json(), { error: 'not_found' });
    }
  },
);

t.test('the language switch keeps the page; a forged host is shown as text', async (t) => {
  const { service } = await openApi(t);
  const page = await service.app.inject({ url: '/docs/scrape-jobs' });
  t.ok(parsePiece(page.body).links().includes('/docs/scrape-jobs?lang=fr'));
  const hostile = await service.app.inject({
    url: '/docs/quick-start',
    headers: { host: '"><script>alert(1)</script>' },
  });
  t.strictSame(parsePiece(hostile.body).forbidden(), []);
});

t.test('a search term is shown as text, and its pages are found', async (t) => {
  const { service } = await openApi(t);
  const found = await service.app.inject({ url: '/docs?q=idempotency' });
  t.ok(parsePiece(found.body).links().includes('/docs/receipts#repeats'));
  const hostile = await service.app.inject({ url: `/docs?q=${encodeURIComponent('<script>alert(1)</script>')}` });
  t.equal(hostile.statusCode, 200);
  t.strictSame(parsePiece(hostile.body).forbidden(), []);
  t.strictSame(parsePiece(hostile.body).values('q'), ['<script>alert(1)</script>']);
  t.equal((await service.app.inject({ url: `/docs?q=${'x'.repeat(5_000)}` })).statusCode, 200);
});

t.test('/llms.txt names the tools and links to existing documents', async (t) => {
  const { service } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
  const { body, headers } = await service.app.inject({ url: '/llms.txt' });
  t.match(headers['content-type'], 'text/plain');
  t.match(body, /^# Job Data\n\n> /);
  for (const tool of ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url']) t.match(body, `- \`${tool}\`: `);
  const links = [...body.matchAll(/\]\(https:\/\/jobs\.example(\/[^)]+)\)/g)].map(([, path]) => path as string);
  t.ok(links.length > 6);
  for (const path of links) t.equal((await service.app.inject({ url: path })).statusCode, 200, path);
});

t.test('every page links to its section of the documentation, which exists', async (t) => {
  const { service, accountId } = await openOAuth(t);
  const password = 'correct horse battery staple';
  await service.accounts.setPassword(accountId, password);
  await service.accounts.setOperator(accountId, true);
  // As browsers ask: some addresses answer programs otherwise.
  const visitor = new Visitor(service.app, { accept: 'text/html' });
  const linkOf = async (path: string) => {
    const page = await openPage(visitor, path);
    // The question of an app is asked for an app alone.
    t.equal(page.status, path === '/authorize' ? 400 : 200, path);
    return page.attributes('a.help[aria-label="Documentation for this page"]', 'href')[0];
  };
  const there = async (path: string, href: string | undefined) => {
    const [page = '', anchor] = String(href).split('#');
    const { status, page: target } = await visitor.get(page);
    t.equal(status, 200, `${path}: ${href}`);
    if (anchor !== undefined) t.ok(target.has(`[id="${anchor}"]`), `${path}: ${href}`);
  };
  await visitor.submit('/login', '/login', { email: 'caller@example.com', password });
  const seen = new Set<string | undefined>();
  for (const [path, docs] of (await loadPages()).docs) {
    // A link of a mail: test/dashboard/saved-searches.test.ts opens it.
    const href = path === '/unsubscribe' ? `/docs/${docs}` : await linkOf(path);
    seen.add(href);
    await there(path, href);
  }
  t.ok(seen.size >= 6 && !seen.has('/docs/quick-start'), 'each to its own');
  for (const path of ['/', '/docs/errors']) t.notOk(await linkOf(path), path);
});
