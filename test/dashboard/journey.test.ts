import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { nhsFeed, openApi } from '../support/api.ts';
import { openPage } from '../support/page.ts';
import { keyOn, Visitor, type VisitorAnswer } from '../support/visitor.ts';
import { volume } from '../support/volume.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const PASSWORD = 'correct horse battery';

t.test('SPEC §9: from registering to deleting', async (t) => {
  const api = await openApi(t, {
    plans: {
      free_trial: { monthly_credits: 100, rpm_limit: 1000 },
      pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 60 },
    },
  });
  api.internet.on(NHS, { body: nhsFeed(3) });
  const visitor = new Visitor(api.service.app);
  const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

  t.match(await visitor.get('/'), { status: 200, shown: /Start the trial/ });
  t.match(await visitor.get('/dashboard'), {
    status: 303,
    headers: { location: '/login?note=first&next=%2Fdashboard' },
  });
  t.match(await visitor.register('Ada@Example.com'), { status: 303, headers: { location: '/dashboard' } });
  const account = await api.service.accounts.require('ada@example.com');
  t.equal(account.plan, 'free_trial');
  t.equal(account.trialEndsAt, api.clock.now() + 14 * DAY_MS);
  const overview = (await visitor.get('/dashboard')).page;
  t.equal(overview.text('data.credits-left'), '100');
  t.match(overview.text('main'), '14 days left');

  const keysPage = await visitor.get('/keys');
  t.equal(keysPage.page.text('h1'), 'API Keys');
  t.ok(keysPage.page.texts('button').includes('Generate New Key'));
  const shown = await visitor.submit('/keys', '/keys', { name: 'laptop', tools: ['ping', 'scrape_jobs'] });
  const apiKey = keyOn(shown);
  t.ok(apiKey, 'the key is shown');
  t.equal(shown.headers['cache-control'], 'no-store');
  for (const client of ['Claude Code', 'Cursor', 'VS Code', 'Codex', 'n8n', 'curl']) t.match(shown.shown, client);
  t.notOk((await visitor.get('/keys')).text.includes(apiKey), 'once, and in no attribute either');
  t.match((await visitor.get('/keys')).shown, `…${apiKey.slice(-4)}`);

  const ping = await api.call('ping', {}, undefined, bearer(apiKey));
  t.match(ping.json.result.structuredContent, { status: 'OK', credits_remaining: 100 });
  const jobs = await api.call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] }, undefined, bearer(apiKey));
  const receipt = jobs.json.result._meta['io.jobdata/receipt'];
  const usage = (await visitor.get('/usage')).page;
  t.match(usage.text('#log'), receipt.id, 'the call is in the log');
  t.equal(usage.text('data.credits-left'), '98');
  t.ok(usage.texts('data.day-total').includes('2'), 'and behind the chart');
  t.match(usage.text(TODAY), '20 Nov: 2 credits · ping 0 · scrape_jobs 2', 'and in it');
  t.match((await visitor.get('/usage?chart=calls')).page.text(TODAY), '20 Nov: 2 calls · ping 1 · scrape_jobs 1');
  t.match((await visitor.get('/usage.csv')).text, `scrape_jobs,ok,2,false,0,`);
  t.match((await visitor.get('/usage?tool=ping')).shown, /1 call, 0 credits/);
  t.match((await visitor.get('/usage?from=2026-11-21')).shown, /No calls match/);

  const [key] = await api.service.apiKeys.list(account.id);
  const path = `/keys/${key?.id}`;
  t.equal((await visitor.submit('/keys', `${path}/rename`, { name: 'desk <b>' })).status, 303);
  const listed = (await visitor.get('/keys')).page;
  t.ok(listed.values('name').includes('desk <b>'));
  t.notOk(listed.has('main b'));
  const second = keyOn(await visitor.submit('/keys', `${path}/rotate`, { overlap: '1h' }));
  t.ok(second && second !== apiKey);
  t.equal((await api.call('ping', {}, undefined, bearer(apiKey))).status, 200, 'the old key works on');
  t.equal((await api.call('ping', {}, undefined, bearer(second))).status, 200);
  api.clock.advance(3_600_000);
  t.equal((await api.call('ping', {}, undefined, bearer(apiKey))).status, 401, 'until the overlap ends');
  const successor = (await api.service.apiKeys.list(account.id)).find(({ lastFour }) => lastFour === second.slice(-4));

  const limits = { tools: ['ping'], cap: '1,5', expiry: '2026-12-24' };
  t.equal((await visitor.submit('/keys', `/keys/${successor?.id}/limits`, limits)).status, 303);
  const refused = await api.call('scrape_jobs', { query: 'x', platforms: ['nhs_jobs'] }, undefined, bearer(second));
  t.equal(refused.json.error.data.reason, 'tool_not_allowed');
  t.match(
    (await api.service.apiKeys.list(account.id)).find(({ id }) => id === successor?.id),
    { dailyCap: 1500, expiresAt: Date.parse('2026-12-25T00:00:00Z') },
  );
  for (const bad of [
    { tools: [] as string[] },
    { ...limits, cap: '-1' },
    { ...limits, expiry: '2026-11-01' },
    { ...limits, expiry: '2026-02-31' },
  ]) {
    t.equal((await visitor.submit('/keys', `/keys/${successor?.id}/limits`, bad)).status, 400, JSON.stringify(bad));
  }

  t.equal((await visitor.submit('/keys', `/keys/${successor?.id}/revoke`, {})).status, 400, 'asks back');
  t.equal((await visitor.submit('/keys', `/keys/${successor?.id}/revoke`, { confirm: 'yes' })).status, 303);
  t.equal((await api.call('ping', {}, undefined, bearer(second))).status, 401, 'refused at once');

  const file = JSON.parse((await visitor.get('/account/export.json')).text);
  t.match(file, { account: { email: 'ada@example.com', credits_remaining: 98 }, keys: { length: 2 } });
  t.ok(file.calls.some((call: { receipt_id: string }) => call.receipt_id === receipt.id));
  t.strictSame(file.changes.map(({ action }: { action: string }) => action).reverse(), [
    'account.create',
    'account.password',
    'key.create',
    'key.rename',
    'key.rotate',
    'key.limits',
    'key.revoke',
  ]);
  t.notOk(JSON.stringify(file).includes('scrypt'), 'no proof of a password');

  t.equal((await visitor.submit('/account', '/account/delete', { password: PASSWORD })).status, 400);
  t.equal(
    (await visitor.submit('/account', '/account/delete', { password: 'wrong password', confirm: 'yes' })).status,
    403,
  );
  t.match(await visitor.submit('/account', '/account/delete', { password: PASSWORD, confirm: 'yes' }), {
    status: 303,
    headers: { location: '/login?note=deleted' },
  });
  t.equal((await visitor.get('/account')).status, 303);
  t.equal((await visitor.logIn('ada@example.com')).status, 401);
  t.strictSame(await api.service.store.checkIntegrity(), []);
  const logged = JSON.stringify(api.logs);
  for (const secret of [apiKey, second, PASSWORD]) t.notOk(logged.includes(secret), 'nothing secret is logged');
});

t.test('the playground opens with a free search of sample data until the user chooses live data', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('look@example.com');
  const page = await visitor.get('/playground');
  t.strictSame(page.page.ticked('mode'), ['sample']);
  t.strictSame(page.page.values('arg-query'), ['software engineer']);
  t.ok(page.page.ticked('arg-platforms').includes('reed'), 'and platforms ticked: it runs as it is');
  const ran = await visitor.submit('/playground', '/playground', {
    tool: 'scrape_jobs',
    mode: 'sample',
    'arg-query': 'software engineer',
    'arg-platforms': ['reed', 'totaljobs', 'work_hub'],
  });
  t.match(ran.shown, /Sample data: free of charge/);
  t.match(ran.shown, /blocked/, 'with an outcome of each kind');
  t.match(ran.shown, /Bearer \$JOB_DATA_TEST_KEY/);
  const account = await api.service.accounts.require('look@example.com');
  t.equal(account.balance, 100_000);
  t.match(await api.service.store.usage.count({ accountId: account.id }), { calls: 0, cost: 0 });
  for (const [tool, fields] of [
    ['get_reputation', { 'arg-company_names': 'Alderfinch Software' }],
    ['scrape_url', { 'arg-urls': 'https://pages.example/article' }],
  ] as const) {
    const opened = await visitor.get(`/playground?tool=${tool}&mode=sample`);
    for (const value of Object.values(fields)) t.match(opened.shown, value, 'filled with what has an answer');
    const shown = await visitor.submit('/playground', '/playground', { tool, mode: 'sample', ...fields });
    t.match(shown.shown, /free of charge/, tool);
    t.notMatch(shown.shown, /The call was refused/);
  }
  api.internet.on(NHS, { body: nhsFeed(1) });
  const live = { tool: 'scrape_jobs', mode: 'live', 'arg-query': 'nurse', 'arg-platforms': ['nhs_jobs'] };
  t.match((await visitor.submit('/playground', '/playground', live)).shown, /The call cost 2 credits; 98 are left/);
  t.strictSame((await visitor.get('/playground')).page.ticked('mode'), ['live'], 'from then on');
});

t.test('SPEC §9: the playground is metered like any call', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, {
    body: nhsFeed(2, { salary: '<script>alert(1)</script>' }).replaceAll(
      'Staff Nurse',
      'Nurse 1 &lt; 2 &amp; &quot;b&quot;',
    ),
  });
  const visitor = new Visitor(api.service.app);
  await visitor.register('play@example.com');
  const page = await visitor.get('/playground?tool=scrape_jobs');
  t.ok(page.page.has('[name=arg-query]'));
  t.ok(page.page.values('arg-platforms').includes('nhs_jobs'));
  const ran = await visitor.submit('/playground?tool=scrape_jobs', '/playground', {
    tool: 'scrape_jobs',
    mode: 'live',
    'arg-query': "nurse's",
    'arg-platforms': ['nhs_jobs'],
    'arg-limit': '1',
  });
  t.equal(ran.status, 200);
  t.match(ran.shown, /The call cost 2 credits; 98 are left/);
  t.ok(ran.page.texts('.jobs h3').includes('Nurse 1 < 2 & "b" 0'));
  t.strictSame(ran.page.forbidden(), []);
  t.ok(
    ran.page.contents('pre').some((code) => code.includes(String.raw`nurse'\''s`)),
    'quotes are safe in the shell',
  );
  t.match(ran.shown, /Bearer \$JOB_DATA_KEY/);
  const account = await api.service.accounts.require('play@example.com');
  t.equal(account.balance, 98_000);
  t.ok((await openPage(visitor, '/usage')).texts('#log td.free').includes('Playground'));
  const wrong = await visitor.submit('/playground?tool=scrape_jobs', '/playground', {
    tool: 'scrape_jobs',
    mode: 'live',
    'arg-query': 'x',
  });
  t.match(wrong.page.text('#result'), /The call was refused.*invalid_params/);
  api.clock.advance(15 * DAY_MS);
  await visitor.logIn('play@example.com');
  t.match(
    (
      await visitor.submit('/playground?tool=scrape_jobs', '/playground', {
        tool: 'scrape_jobs',
        mode: 'live',
        'arg-query': 'x',
        'arg-platforms': 'nhs_jobs',
      })
    ).shown,
    /trial_expired/,
  );
  t.match((await visitor.get('/dashboard')).shown, /The trial is over/);
});

/** Of the chart: where the keyboard begins. */
const TODAY = '.columns-by-day li[tabindex="0"]';
const CALLS = volume(300, 1_000);

t.test(`SPEC §9: figures equal the ledger after ${CALLS} random calls`, async (t) => {
  const api = await openApi(t, { plan: 'pro' });
  const visitor = new Visitor(api.service.app);
  await visitor.register('sums@example.com');
  const { id } = await api.service.accounts.require('sums@example.com');
  await api.service.accounts.changePlan(id, 'pro');
  await api.service.accounts.setOverage(id, 500);
  const apiKeys = [await visitor.generateKey('one'), await visitor.generateKey('two')];
  api.internet.on(NHS, ({ url }) =>
    (new URL(url).searchParams.get('keyword') ?? '').startsWith('f') ? { status: 500 } : { body: nhsFeed(1) },
  );
  // A fixed sequence of pseudo-random numbers: what fails once fails again.
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  let receipts = 0;
  for (let index = 0; index < CALLS; index += 1) {
    if (index % (CALLS / 10) === CALLS / 10 - 1) api.clock.advance(2 * DAY_MS);
    const kind = random(4);
    const query = kind === 0 ? `f${random(50)}` : kind === 1 ? 'same' : `q${random(400)}`;
    const answer = await (random(5) === 0
      ? api.call('ping', {}, undefined, { authorization: `Bearer ${apiKeys[0]}` })
      : api.call('scrape_jobs', { query, platforms: ['nhs_jobs'] }, undefined, {
          authorization: `Bearer ${apiKeys[random(2)]}`,
        }));
    receipts += Math.round((answer.json.result?._meta['io.jobdata/receipt'].cost ?? 0) * 1000);
  }
  const account = await api.service.accounts.require(id);
  const entries = await api.service.store.ledger.list(id, api.clock.now());
  const ledger = entries.reduce((sum, entry) => sum + entry.amount, 0);
  t.ok(receipts > 300 * CALLS, 'there is something to add up');
  t.equal(ledger, receipts);
  await visitor.logIn('sums@example.com');
  const { page } = await visitor.get('/usage');
  const values = (kind: string) =>
    page.attributes(`data.${kind}`, 'value').reduce((sum, value) => sum + Math.round(Number(value) * 1000), 0);
  t.equal(values('credits-used') + values('overage-used'), receipts);
  t.equal(values('credits-left'), account.balance);
  t.equal(values('day-total'), receipts);
  t.equal(values('key-total'), receipts);
  t.match(
    page.text('main'),
    `${CALLS.toLocaleString('en-GB')} calls, ${(receipts / 1000).toLocaleString('en-GB')} credits`,
  );
  const rows = (await visitor.get('/usage.csv')).text.trim().split('\r\n').slice(1);
  t.equal(rows.length, CALLS);
  t.equal(
    rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[3]) * 1000), 0),
    receipts,
  );
  let logged = 0;
  for (let number = 1; number <= Math.ceil(CALLS / 30); number += 1) {
    const answer = await visitor.get(`/usage?page=${number}`);
    const costs = answer.page.attributes('#log td.number data', 'value');
    logged += costs.reduce((sum, value) => sum + Math.round(Number(value) * 1000), 0);
    t.ok(answer.text.length < 60_000, `page ${number} has ${answer.text.length} bytes`);
  }
  t.equal(logged, receipts, 'the pages of the log add up');
});

t.test('SPEC §9: many keys are shown in pages', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('many@example.com');
  const { id } = await api.service.accounts.require('many@example.com');
  const names = Array.from({ length: 20 }, (_, index) => `key number ${index}`);
  for (const name of names) {
    await api.service.apiKeys.create(id, name);
    api.clock.advance(1000);
  }
  const pages: VisitorAnswer[] = [];
  for (const number of [1, 2, 3]) pages.push(await visitor.get(`/keys?page=${number}`));
  for (const name of names) t.equal(pages.filter(({ shown }) => shown.includes(`“${name}”`)).length, 1, name);
  t.match(pages[0]?.shown, 'key number 19', 'newest first');
  t.ok(pages.every(({ text }) => text.length < 60_000));
});
