import t from 'tap';
import { nhsFeed, openApi } from '../support/api.ts';
import { visit, post, NURSES, runOn, titles } from '../support/playground-form.ts';

const NHS = 'https://www.jobs.nhs.uk/';

t.test('the form: platforms by country, the default ones ticked, rare arguments folded away', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const { text, page } = await visitor.get('/playground');
  const boxes = (country: string, more = ''): (string | undefined)[] =>
    page.attributes(`fieldset[data-country=${country}] input${more}`, 'value');
  t.ok(boxes('GB', '[checked]').includes('reed'));
  t.notOk(boxes('GB').includes('apec'));
  t.ok(boxes('FR').includes('apec'));
  t.strictSame(boxes('FR', '[checked]'), []);
  t.match(page.text('fieldset[data-country=FR]'), 'Searched only for France.');
  t.match(page.links('fieldset[data-country=FR] a'), [/arg-country=FR/], 'without JavaScript too');
  t.ok(page.has('details:has(> summary:contains("More options")):not([open]) [name=arg-limit]'));
  t.ok(Buffer.byteLength(text) < 20_000);
  const french = await visitor.get('/playground?tool=scrape_jobs&arg-country=FR');
  const ticked = french.page.ticked('arg-platforms');
  t.ok(ticked.includes('apec') && !ticked.includes('reed'));
  t.strictSame(french.page.values('arg-country'), ['FR']);
  const used = await visitor.get('/playground?tool=scrape_jobs&arg-limit=7&arg-query=%22%3E%3Cscript%3E');
  t.ok(used.page.has('details[open] > summary:contains("More options")'), 'what is filled in is not hidden');
  t.strictSame(used.page.values('arg-query'), ['"><script>']);
  t.strictSame(used.page.forbidden(), []);
});

t.test('a French visitor starts with France, its platforms and matching examples', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api, 'jean@example.fr', { 'accept-language': 'fr' });
  const { page } = await visitor.get('/playground');
  t.strictSame(page.values('arg-query'), ['développeur']);
  t.ok(page.ticked('arg-platforms').includes('apec'));
  const ran = await post(visitor, {
    'arg-query': 'développeur',
    'arg-country': 'FR',
    'arg-platforms': ['apec', 'wttj', 'meteojob'],
  });
  t.match(ran.shown, /\d+ offres trouvées/);
  t.match(ran.shown, /Meteojob\s: nous a bloqués/);
  t.ok(ran.page.texts('.jobs li').some((text) => /€ – \S+ \S+ € par an/.test(text)));
});

t.test('a search without sample results names three queries that have some, in each country', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  for (const [country, platforms, says] of [
    ['GB', ['reed', 'nhs_jobs'], /only a few dozen made-up adverts for Great Britain/],
    ['FR', ['apec', 'wttj'], /only a few dozen made-up adverts for France/],
  ] as const) {
    const none = await post(visitor, {
      'arg-query': 'plumber',
      'arg-country': country,
      'arg-platforms': [...platforms],
    });
    t.match(none.page.text('#result'), says);
    const searches = none.page.links('#result a[href*="arg-query"]');
    t.equal(searches.length, 3);
    for (const search of searches) {
      const filled = (await visitor.get(search)).page;
      t.strictSame([filled.values('arg-country')[0], ...filled.ticked('mode')], [country, 'sample']);
      const ran = await visitor.request('POST', '/playground', filled.fields('form#call'));
      t.ok(titles(ran).length > 0, search);
    }
  }
  const french = await visit(api, 'jean@example.fr', { 'accept-language': 'fr' });
  const none = await post(french, { 'arg-query': 'plombier', 'arg-country': 'FR', 'arg-platforms': ['apec'] });
  t.match(none.page.text('#result'), /quelques dizaines d’annonces fictives \(France\)/);
});

t.test('sample data is preselected until a live call has cost credits, so a ping does not change it', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const preselected = async () => (await visitor.get('/playground')).page.ticked('mode');
  await post(visitor, { tool: 'ping', mode: 'live' });
  const { id } = await api.service.accounts.require('play@example.com');
  t.match(await api.service.store.usage.count({ accountId: id }), { calls: 1, cost: 0 });
  t.strictSame(await preselected(), ['sample']);
  api.internet.on(NHS, { body: nhsFeed(1) });
  await post(visitor, { mode: 'live', 'arg-query': 'nurse', 'arg-platforms': ['nhs_jobs'] });
  t.strictSame(await preselected(), ['live']);
});

t.test('only configured platforms are ticked for live calls', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const { id } = await api.service.accounts.require('play@example.com');
  await api.service.accounts.changePlan(id, 'pro');
  const live = (await visitor.get('/playground?mode=live')).page;
  const ticked = live.ticked('arg-platforms');
  t.ok(ticked.includes('reed') && !ticked.includes('adzuna_gb'), 'the keys of one are not set');
  t.match(live.text('label:has([value=adzuna_gb])'), 'not configured');
  const sample = (await visitor.get('/playground?mode=sample')).page;
  t.ok(sample.ticked('arg-platforms').includes('adzuna_gb'), 'samples have them all');
});

t.test('platforms of the other country are named, and the search is not run', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const refused = await post(visitor, {
    ...NURSES,
    mode: 'live',
    'arg-country': 'FR',
    'arg-platforms': ['apec', 'reed', 'nhs_jobs'],
  });
  t.equal(refused.status, 400);
  t.match(refused.shown, 'These platforms don’t cover France: Reed, NHS Jobs.');
  t.ok(refused.page.ticked('arg-platforms').includes('apec'), 'what was ticked stays');
  t.strictSame(refused.page.values('arg-query'), ['nurse']);
  t.equal(api.internet.requests.length, 0);
  const { id, balance } = await api.service.accounts.require('play@example.com');
  t.equal(balance, 100_000);
  t.equal((await api.service.store.usage.count({ accountId: id })).calls, 0);
  const none = await post(visitor, { 'arg-query': ' ', 'arg-country': 'FR' });
  t.match(none.shown, 'Tick at least one platform for France.');
  t.match(
    none.page.text(`#${none.page.attributes('[aria-invalid=true]', 'aria-describedby')[0]?.split(' ').at(-1)}`),
    'This field is required.',
  );
  t.match(none.page.text('#result'), /The call was refused.*invalid_params/);
  t.ok(none.page.links('#result a').includes('/docs/errors#invalid_params'));
});

t.test('an answer can be sorted, filtered, paged and downloaded without another call', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const all = await post(visitor, { ...NURSES, 'arg-query': 'test:all', 'arg-limit': '100' });
  t.equal(all.status, 200);
  t.ok(Buffer.byteLength(all.text) < 60_000);
  const run = runOn(all);
  const path = `/playground?tool=scrape_jobs&mode=sample&run=${run}`;
  t.strictSame(titles(await visitor.get(path)), titles(all), 'by its address too');
  t.equal(titles(all).length, 20);
  const second = titles(await visitor.get(`${path}&page=2`));
  t.ok(second.length > 5 && !second.some((title, index) => title === titles(all)[index]));

  const paid = await visitor.get(`${path}&sort=pay`);
  const pays = paid.page
    .texts('.jobs strong')
    .filter((text) => /^£[\d,]+(?: – £[\d,]+)?$/.test(text))
    .map((text) => Number(text.split('£').at(-1)?.replace(',', '')));
  t.ok(pays.length > 10);
  t.strictSame(
    pays,
    [...pays].sort((a, b) => b - a),
  );
  const remote = await visitor.get(`${path}&work=remote&on=reed`);
  t.strictSame(remote.page.values('work'), ['remote']);
  t.equal(titles(remote).length, remote.page.texts('.jobs .badge').filter((text) => text === 'remote').length);
  t.match((await visitor.get(`${path}&work=unknown&on=nhs_jobs`)).page.text('#result'), /No job matches.*Show all/);
  t.strictSame(titles(await visitor.get(`${path}&sort=x&work=y&on=%3Cb%3E&page=-3`)), titles(all), 'nonsense is none');

  const csv = await visitor.get(`/playground/jobs.csv?run=${run}&sort=pay&work=remote`);
  t.match(csv.headers, { 'content-type': /text\/csv/, 'content-disposition': /attachment; filename="jobs\.csv"/ });
  t.ok(csv.text.startsWith('\uFEFFtitle,company,'));
  const json = JSON.parse((await visitor.get(`/playground/jobs.json?run=${run}&sort=pay&work=remote`)).text);
  t.equal(json.length, csv.text.trim().split('\r\n').length - 1);
  t.ok(json.length > 2 && json.every((job: { work_mode: string }) => job.work_mode === 'remote'));
  const whole = JSON.parse((await visitor.get(`/playground/answer.json?run=${run}`)).text);
  t.equal(whole.jobs.length, whole.total_jobs);

  const other = await visit(api, 'other@example.com');
  t.match((await other.get(path)).shown, 'This answer has expired');
  t.equal((await other.get(`/playground/answer.json?run=${run}`)).status, 404, 'nobody else’s');
  api.clock.advance(3_600_000);
  const gone = await visitor.get(path);
  t.equal(gone.status, 200);
  t.match(gone.shown, 'This answer has expired');
  t.equal((await visitor.get(`/playground/jobs.csv?run=${run}`)).status, 404);
});

t.test('a form sent twice runs once; another form with its name runs', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(2) });
  const visitor = await visit(api);
  const run = 'ab'.repeat(16);
  const form = { mode: 'live', run, 'arg-query': 'nurse', 'arg-platforms': ['nhs_jobs'] };
  const first = await post(visitor, form);
  t.match(first.shown, 'The call cost 2 credits; 98 are left');
  const again = await post(visitor, form);
  t.match(again.shown, 'The call cost 2 credits; 98 are left', 'a reload shows the answer that there is');
  const account = async () => api.service.accounts.require('play@example.com');
  t.equal((await account()).balance, 98_000);
  await post(visitor, { ...form, 'arg-query': 'midwife' });
  t.equal((await account()).balance, 96_000);
  const other = await visit(api, 'other@example.com');
  await post(other, form);
  t.equal((await api.service.accounts.require('other@example.com')).balance, 99_500, 'the name is the account’s own');
});

t.test('the language switch keeps the answer', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const ran = await post(visitor, NURSES);
  const shown = `/playground?tool=scrape_jobs&mode=sample&run=${runOn(ran)}`;
  t.ok(ran.page.links().includes(`${shown}&lang=fr`));
  const french = await visitor.get(`${shown}&lang=fr`);
  t.equal(french.page.language, 'fr');
  t.strictSame(titles(french), titles(ran));
  t.equal(french.page.values('arg-query')[0], 'nurse');
});
