import t from 'tap';
import { nhsFeed, openApi } from '../../support/api.ts';
import { type Form, visit, post, NURSES, runOn, titles } from '../../support/playground-form.ts';
import { type VisitorAnswer } from '../../support/visitor.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const MAXIMUM_PAGE = 60_000;

t.test('each error is shown in words', async (t) => {
  const api = await openApi(t, { plans: { free_trial: { monthly_credits: 100, rpm_limit: 3 } }, plan: 'free_trial' });
  const visitor = await visit(api);
  const sample = (query: string): Promise<VisitorAnswer> => {
    api.clock.advance(1);
    return post(visitor, { ...NURSES, 'arg-query': query });
  };
  const result = ({ page }: VisitorAnswer): string => page.text('#result');
  t.match(result(await sample('test:upstream_failed')), /The call failed.*nothing was charged.*Reed: failed/);
  t.match(result(await sample('test:quota_exceeded')), /Not enough credits left this month.*quota_exceeded/);
  const fault = await sample('test:internal');
  t.match(result(fault), /The error is on our side.*req_[0-9a-f]+/);
  t.equal(fault.status, 200);
  t.notOk(
    api.logs.some(({ level }) => level === 50),
    'which was asked for, and wakes nobody',
  );
  api.internet.on(NHS, { body: nhsFeed(1) });
  const live = (): Promise<VisitorAnswer> =>
    post(visitor, { mode: 'live', 'arg-query': 'nurse', 'arg-platforms': ['nhs_jobs'] });
  for (let calls = 0; calls < 3; calls += 1) t.equal((await live()).status, 200);
  const busy = await live();
  t.equal(busy.status, 429);
  t.ok(Number(busy.headers['retry-after']) > 0);
  t.match(result(busy), /more calls in a minute than your plan allows.*Wait \d+ s/);
});

t.test('live calls need a confirmed address; sample calls do not', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const { id } = await api.service.accounts.require('play@example.com');
  await api.service.store.mail.askConfirmation(id, api.clock.now());
  const live = { ...NURSES, mode: 'live', 'arg-platforms': ['nhs_jobs'] };
  api.internet.on(NHS, { body: nhsFeed(1) });
  const refused = await post(visitor, live);
  t.equal(refused.status, 403);
  t.match(refused.page.text('#result'), 'play@example.com');
  t.strictSame(refused.page.values('arg-query'), ['nurse']);
  t.equal(api.internet.requests.length, 0);
  t.equal((await post(visitor, NURSES)).status, 200);
  await api.service.store.mail.confirm(id, api.clock.now());
  t.match((await post(visitor, live)).shown, 'The call cost 2 credits');
});

t.test('input is checked against its schema', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const refused: Form[] = [
    { ...NURSES, unknown: 'x' },
    { ...NURSES, run: 'short' },
    { ...NURSES, run: 'G'.repeat(32) },
    { ...NURSES, run: ['ab'.repeat(16), 'ab'.repeat(16)] },
    { ...NURSES, tool: ['ping', 'scrape_jobs'] },
    { ...NURSES, mode: 'x'.repeat(300) },
    { ...NURSES, 'arg-platforms': Array.from({ length: 51 }, () => 'reed') },
    { ...NURSES, 'arg-query': 'x'.repeat(400_001) },
  ];
  for (const form of refused) t.equal((await post(visitor, form)).status, 400, JSON.stringify(form).slice(0, 80));
  t.equal((await visitor.get('/playground?run=../../etc')).status, 400);
  t.equal((await visitor.get('/playground?run=a&run=b')).status, 400);
  t.equal((await visitor.get('/playground/answer.json')).status, 404);
  t.equal(
    (await visitor.get('/playground?tool=none&mode=none&utm_source=x')).status,
    200,
    'other sites add to addresses',
  );
  t.equal((await post(visitor, { ...NURSES, run: 'cd'.repeat(16) })).status, 200);
});

t.test('an answer that is too large to store is still shown', async (t) => {
  const api = await openApi(t);
  // Five hundred of them are more than the four megabytes that an account may have kept.
  const text = `<p>${'long '.repeat(1_000)}</p>`;
  api.internet.on(NHS, ({ url }) => ({
    body: nhsFeed(100, { from: 100 * Number(new URL(url).searchParams.get('page') ?? 1), pages: 5 }).replaceAll(
      'Care for people',
      text.replaceAll('<', '&lt;'),
    ),
  }));
  const visitor = await visit(api);
  const ran = await post(visitor, {
    mode: 'live',
    'arg-query': 'nurse',
    'arg-platforms': ['nhs_jobs'],
    'arg-limit': '500',
    'arg-description_length': '30000',
  });
  t.match(ran.shown, /500 jobs found/);
  t.equal(runOn(ran), '', 'no files, no views');
  t.equal(titles(ran).length, 20);
  t.match(ran.shown, 'The rest is not shown here.');
  t.ok(Buffer.byteLength(ran.text) < MAXIMUM_PAGE, `${Buffer.byteLength(ran.text)} bytes`);
});

t.test('every page is small, whatever it shows', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const urls = ['article', 'long', 'table', 'members', 'shifts.json'].map((name) => `https://pages.example/${name}`);
  for (const form of [
    { tool: 'scrape_url', 'arg-urls': urls.join('\r\n') },
    { tool: 'scrape_url', 'arg-urls': urls.slice(0, 3).join('\n'), 'arg-output': 'raw' },
    { tool: 'scrape_url', 'arg-urls': 'https://pages.example/app', 'arg-output': 'xhr' },
    {
      tool: 'get_reputation',
      'arg-company_names': 'Alderfinch Software\nThistledown Hotels',
      'arg-output': 'markdown',
    },
    { tool: 'ping' },
  ] as const) {
    const ran = await post(visitor, form);
    t.equal(ran.status, 200);
    t.match(ran.shown, 'free of charge');
    t.ok(Buffer.byteLength(ran.text) < MAXIMUM_PAGE, `${form.tool}: ${Buffer.byteLength(ran.text)} bytes`);
    t.strictSame(ran.page.forbidden(), []);
  }
  const { headers, page } = await visitor.get('/playground');
  t.match(headers['content-security-policy'], "connect-src 'self'");
  t.notMatch(headers['content-security-policy'], /unsafe|\*/);
  const assets = [...page.attributes('link', 'href'), ...page.attributes('script', 'src')].filter((path) =>
    path?.startsWith('/assets/playground-'),
  );
  t.equal(assets.length, 2);
  for (const path of assets) t.equal((await visitor.get(path as string)).status, 200);
  t.ok((await visitor.get('/docs/errors')).page.has('#invalid_params'), 'where errors link to');
});
