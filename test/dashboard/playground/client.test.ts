import t from 'tap';
import { inBrowser } from '../../support/browser.ts';
import { openApi } from '../../support/api.ts';
import { open, run } from '../../support/playground-page.ts';
import { Visitor } from '../../support/visitor.ts';

t.test('the playground shows the document that clients show, and acts as the client', inBrowser, async (t) => {
  const { page: newPage, base } = await open(t);
  const page = await newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${base}/playground`);
  await page.locator('#arg-query').fill('software engineer');
  await run(page);
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  const view = page.locator('.client-view');
  t.equal(await view.locator('iframe').getAttribute('src'), null, 'nothing is loaded before it is opened');
  await view.locator('summary').click();
  const document = view.frameLocator('iframe');
  await document.getByRole('heading', { name: 'Jobs: software engineer' }).waitFor();
  t.ok((await document.locator('.job').count()) > 0);
  await document
    .getByRole('button', { name: /Employer’s ratings/ })
    .first()
    .click();
  t.match(await document.locator('.ratings').first().innerText(), /reviews|No rating/);
  const box = await view.locator('iframe').boundingBox();
  t.ok(box && box.height > 400, 'the frame is as high as the document');
  t.equal(await view.locator('iframe').getAttribute('sandbox'), 'allow-scripts');
  t.strictSame(faults, []);
});

t.test('documents are framed only by this origin, and use the account’s answers and calls', async (t) => {
  const { service } = await openApi(t);
  const visitor = new Visitor(service.app);
  t.equal((await visitor.get('/playground/documents/jobs')).status, 303, 'not without a log-in');
  await visitor.register('play@example.com');
  const document = await visitor.get('/playground/documents/jobs');
  t.equal(document.status, 200);
  t.match(
    document.headers['content-security-policy'],
    /default-src 'none'.*frame-ancestors 'self'.*sandbox allow-scripts$/,
  );
  t.equal(document.headers['x-frame-options'], 'SAMEORIGIN');
  t.equal((await visitor.get(`/playground/client-answer?run=${'0'.repeat(32)}`)).status, 404);
  const call = (fields: Record<string, string>) =>
    visitor.submit('/playground?tool=ping', '/playground/client-call', {
      mode: 'sample',
      arguments: '{}',
      ...fields,
    });
  t.match(JSON.parse((await call({ tool: 'ping' })).text), { result: { structuredContent: { status: 'OK' } } });
  t.match(JSON.parse((await call({ tool: 'scrape_jobs' })).text), { error: { message: /query/ } });
  for (const wrong of [
    { tool: 'none' },
    { tool: 'ping', mode: 'other' },
    { tool: 'ping', arguments: '[]' },
    { tool: 'ping', arguments: 'x' },
  ])
    t.equal((await call(wrong)).status, 400, JSON.stringify(wrong));
  const without = await visitor.request('POST', '/playground/client-call', {
    tool: 'ping',
    mode: 'sample',
    arguments: '{}',
  });
  t.equal(without.status, 403, 'another site cannot call');
});
