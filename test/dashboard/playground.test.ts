import t from 'tap';
import { nhsFeed, openApi } from '../support/api.ts';
import { visit, post, NURSES, runOn, titles } from '../support/playground-form.ts';

const NHS = 'https://www.jobs.nhs.uk/';

t.test('the form: platforms by country, the usual ones ticked, rare arguments folded away', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const { text } = await visitor.get('/playground');
  const group = (country: string): string =>
    new RegExp(`<fieldset data-country="${country}"[^>]*>[^]*?</fieldset>`).exec(text)?.[0] ?? '';
  t.match(group('GB'), /value="reed"\s+checked/);
  t.notMatch(group('GB'), 'value="apec"');
  t.match(group('FR'), 'value="apec"');
  t.notMatch(group('FR'), 'checked');
  t.match(group('FR'), /Asked only for France\.[^]*arg-country=FR/, 'without JavaScript too');
  t.match(text, /<details\s*>\s*<summary>More options<\/summary>[^]*name="arg-limit"[^]*<\/details>/);
  t.ok(Buffer.byteLength(text) < 20_000);
  const french = await visitor.get('/playground?tool=scrape_jobs&arg-country=FR');
  t.match(french.text, /value="apec"\s+checked/);
  t.notMatch(french.text, /value="reed"\s+checked/);
  t.match(french.text, /<option value="FR" selected/);
  const used = await visitor.get('/playground?tool=scrape_jobs&arg-limit=7&arg-query=%22%3E%3Cscript%3E');
  t.match(used.text, /<details open>\s*<summary>More options/, 'what is filled in is not hidden');
  t.notMatch(used.text, '<script>');
});

t.test('a French visitor begins with France, its platforms and what its samples know', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api, 'jean@example.fr', { 'accept-language': 'fr' });
  const { text } = await visitor.get('/playground');
  t.match(text, 'value="développeur"');
  t.match(text, /value="apec"\s+checked/);
  const ran = await post(visitor, {
    'arg-query': 'développeur',
    'arg-country': 'FR',
    'arg-platforms': ['apec', 'wttj', 'meteojob'],
  });
  t.match(ran.text, /\d+ offres trouvées/);
  t.match(ran.text, /Meteojob\s: nous a bloqués/);
  t.match(ran.text, /€ – [^<]*€<\/strong> <span class="soft">par an/);
});

t.test('only platforms that can answer are ticked for live calls', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const { id } = await api.service.accounts.require('play@example.com');
  await api.service.accounts.changePlan(id, 'pro');
  const live = (await visitor.get('/playground?mode=live')).text;
  t.notMatch(live, /value="adzuna_gb"\s+checked/, 'its keys are not set');
  t.match(live, /adzuna_gb<\/code>\s*<span class="hint">not configured/);
  t.match(live, /value="reed"\s+checked/);
  t.match((await visitor.get('/playground?mode=sample')).text, /value="adzuna_gb"\s+checked/, 'samples have them all');
});

t.test('platforms of the other country are named, and nothing is run', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const refused = await post(visitor, {
    ...NURSES,
    mode: 'live',
    'arg-country': 'FR',
    'arg-platforms': ['apec', 'reed', 'nhs_jobs'],
  });
  t.equal(refused.status, 400);
  t.match(refused.text, 'These platforms don’t cover France: Reed, NHS Jobs.');
  t.match(refused.text, /value="apec"\s+checked/, 'what was ticked stays');
  t.match(refused.text, /value="nurse"/);
  t.equal(api.internet.requests.length, 0);
  const { id, balance } = await api.service.accounts.require('play@example.com');
  t.equal(balance, 100_000);
  t.equal((await api.service.store.usage.count({ accountId: id })).calls, 0);
  const none = await post(visitor, { 'arg-query': ' ', 'arg-country': 'FR' });
  t.match(none.text, 'Tick at least one platform for France.');
  t.match(none.text, /aria-invalid="true"[^]*This field is required\./);
  t.match(none.text, /The call was refused[^]*invalid_params[^]*href="\/docs\/errors#invalid_params"/);
});

t.test('an answer can be sorted, filtered, paged and taken along without another call', async (t) => {
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
  const pays = [...paid.text.matchAll(/<strong>£([\d,]+)(?: – £([\d,]+))?<\/strong>/g)].map(([, low, high]) =>
    Number((high ?? low)?.replace(',', '')),
  );
  t.ok(pays.length > 10);
  t.strictSame(
    pays,
    [...pays].sort((a, b) => b - a),
  );
  const remote = await visitor.get(`${path}&work=remote&on=reed`);
  t.match(remote.text, /<option value="remote" selected/);
  t.equal(titles(remote).length, remote.text.match(/<span class="badge">remote<\/span>/g)?.length);
  t.match((await visitor.get(`${path}&work=unknown&on=nhs_jobs`)).text, /No job matches[^]*Show all/);
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
  t.match((await other.get(path)).text, 'This answer has expired');
  t.equal((await other.get(`/playground/answer.json?run=${run}`)).status, 404, 'nobody else’s');
  api.clock.advance(3_600_000);
  const gone = await visitor.get(path);
  t.equal(gone.status, 200);
  t.match(gone.text, 'This answer has expired');
  t.equal((await visitor.get(`/playground/jobs.csv?run=${run}`)).status, 404);
});

t.test('a form that is sent twice is run once; another one with its name is run', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(2) });
  const visitor = await visit(api);
  const run = 'ab'.repeat(16);
  const form = { mode: 'live', run, 'arg-query': 'nurse', 'arg-platforms': ['nhs_jobs'] };
  const first = await post(visitor, form);
  t.match(first.text, 'It cost 2 credits; 98 are left');
  const again = await post(visitor, form);
  t.match(again.text, 'It cost 2 credits; 98 are left', 'a reload shows the answer that there is');
  const account = async () => api.service.accounts.require('play@example.com');
  t.equal((await account()).balance, 98_000);
  await post(visitor, { ...form, 'arg-query': 'midwife' });
  t.equal((await account()).balance, 96_000);
  const other = await visit(api, 'other@example.com');
  await post(other, form);
  t.equal((await api.service.accounts.require('other@example.com')).balance, 99_500, 'the name is the account’s own');
});

t.test('the switch of language keeps the answer', async (t) => {
  const api = await openApi(t);
  const visitor = await visit(api);
  const ran = await post(visitor, NURSES);
  const shown = `/playground?tool=scrape_jobs&mode=sample&run=${runOn(ran)}`;
  t.match(ran.text, `href="${shown.replaceAll('&', '&amp;')}&amp;lang=fr"`);
  const french = await visitor.get(`${shown}&lang=fr`);
  t.match(french.text, '<html lang="fr">');
  t.strictSame(titles(french), titles(ran));
  t.match(french.text, /name="arg-query"[^>]*value="nurse"/);
});
