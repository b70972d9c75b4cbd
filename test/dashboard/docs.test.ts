import t from 'tap';
import { openApi } from '../support/api.ts';

t.test('the documentation is read in the service: pages, their Markdown, a search', async (t) => {
  const { service } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
  const get = (url: string, language = 'en') => service.app.inject({ url, headers: { 'accept-language': language } });
  const start = await get('/docs');
  t.equal(start.statusCode, 303);
  t.equal(start.headers.location, '/docs/quick-start');
  const page = await get('/docs/calling');
  t.equal(page.statusCode, 200);
  t.match(page.body, /<h1>Calling the service<\/h1>/);
  t.match(page.body, /<h2 id="errors">Errors<\/h2>/);
  t.match(page.body, /<td><code>quota_exceeded<\/code>/, 'with the tables that are made from the code');
  t.match(page.body, /aria-current="page">Calling the service/);
  t.notMatch(page.body, / style=|<!--/);
  t.ok(page.body.length < 60_000);
  t.match((await get('/docs/quick-start', 'fr')).body, /cette page n’existe qu’en anglais|lang="fr"/i);
  const raw = await get('/docs/calling.md');
  t.match(raw.headers['content-type'], 'text/markdown');
  t.match(raw.body, /^# Calling the service/);
  for (const path of ['/docs/nothing', '/docs/..%2f..%2fpackage.json', '/docs/en', '/docs/calling.MD'])
    t.equal((await get(path)).statusCode, 404, path);
});

t.test('what is searched is shown as what it is, and found', async (t) => {
  const { service } = await openApi(t);
  const found = await service.app.inject({ url: '/docs?q=idempotency' });
  t.match(found.body, /href="\/docs\/calling#receipts-retries"/);
  const hostile = await service.app.inject({ url: `/docs?q=${encodeURIComponent('<script>alert(1)</script>')}` });
  t.equal(hostile.statusCode, 200);
  t.notMatch(hostile.body, /<script>alert/);
  t.match(hostile.body, /&lt;script&gt;/);
  t.equal((await service.app.inject({ url: `/docs?q=${'x'.repeat(5_000)}` })).statusCode, 200);
});

t.test('/llms.txt names the tools and leads to documents that are there', async (t) => {
  const { service } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
  const { body, headers } = await service.app.inject({ url: '/llms.txt' });
  t.match(headers['content-type'], 'text/plain');
  t.match(body, /^# Job Data\n\n> /);
  for (const tool of ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url']) t.match(body, `- \`${tool}\`: `);
  const links = [...body.matchAll(/\]\(https:\/\/jobs\.example(\/[^)]+)\)/g)].map(([, path]) => path as string);
  t.ok(links.length > 6);
  for (const path of links) t.equal((await service.app.inject({ url: path })).statusCode, 200, path);
});
