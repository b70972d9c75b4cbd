import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openApi, type Api } from '../support/api.ts';
import { openPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

const EMAIL = 'ada@example.com';

async function openMember(
  t: Parameters<typeof openApi>[0],
  { language = 'en', ...options }: NonNullable<Parameters<typeof openApi>[1]> & { language?: string } = {},
) {
  const api = await openApi(t, options);
  const visitor = new Visitor(api.service.app, { 'accept-language': language });
  await visitor.register(EMAIL);
  const account = await api.service.accounts.require(EMAIL);
  return { api, visitor, id: account.id };
}

let number = 0;
/** A call that was answered and cost so many credits, now. */
async function charge({ service, clock }: Api, accountId: string, tool: string, credits: number): Promise<void> {
  const receiptId = `rcpt_${(number += 1)}`;
  const amount = credits * 1000;
  await service.store.ledger.charge(
    { receiptId, accountId, keyId: null, tool, amount, at: clock.now() },
    { cost: amount, cached: false, at: clock.now(), durationMs: 5 },
  );
}

async function fail({ service, clock }: Api, accountId: string): Promise<void> {
  const receiptId = `rcpt_${(number += 1)}`;
  const at = clock.now();
  await service.store.ledger.reserve({ receiptId, accountId, keyId: null, tool: 'scrape_jobs', amount: 2000, at });
  await service.store.ledger.release(receiptId, 'upstream_failed', at, 5);
}

const DONE = '#first-steps li.done';

t.test('an empty account: no chart, no forecast, all steps open', async (t) => {
  const { visitor } = await openMember(t);
  const page = await openPage(visitor, '/dashboard');
  t.equal(page.texts('#first-steps li').length, 5);
  t.strictSame(page.texts(DONE), []);
  t.match(page.text('#thirty-days'), 'No calls yet.');
  t.notOk(page.has('#thirty-days svg'));
  t.notOk(page.has('.outlook'));
  t.match(page.text('#sources-now'), 'Not checked');
  t.strictSame(
    page.texts('.figure dt').filter((name) => name === 'Resets on'),
    [],
    'credits of a trial end with it',
  );
});

t.test('test calls are not counted, and the pages that show calls say so once', async (t) => {
  const { api, visitor: english, id } = await openMember(t);
  const french = new Visitor(api.service.app, { 'accept-language': 'fr' });
  await french.register('fr@example.com');
  const { apiKey } = await api.service.apiKeys.test(id);
  t.ok((await api.call('ping', {}, {}, { authorization: `Bearer ${apiKey}` })).json.result);
  const sentence = {
    en: 'Calls on sample data, with the test key or in the playground, are free and are not counted here.',
    fr: 'Les appels sur les données d’exemple, avec la clé de test ou dans le bac à sable, sont gratuits et ne figurent pas ici.',
  };
  const pages = [
    ['/dashboard', english, 'en', /No calls yet\..*No calls yet this month\./],
    ['/usage', english, 'en', /No calls yet this month\./],
    ['/dashboard', french, 'fr', /Aucun appel pour l’instant\..*Aucun appel ce mois-ci\./],
    ['/usage', french, 'fr', /Aucun appel ce mois-ci\./],
  ] as const;
  for (const [path, visitor, language, says] of pages) {
    const { shown } = await visitor.get(path);
    t.match(shown, says, path);
    t.equal(shown.split(sentence[language]).length, 2, `${path} in ${language}`);
  }
  await charge(api, id, 'scrape_jobs', 2);
  for (const path of ['/dashboard', '/usage'])
    t.equal((await english.get(path)).shown.split(sentence.en).length, 2, `${path} with calls`);
});

t.test('each step is ticked from stored data, and when all are done they disappear', async (t) => {
  const { api, visitor, id } = await openMember(t);
  const done = async (): Promise<number> => (await openPage(visitor, '/dashboard')).texts(DONE).length;
  await visitor.get('/docs/mcp-clients');
  t.equal(await done(), 0, 'looking at a page is no step');
  const authorization = `Bearer ${await visitor.generateKey()}`;
  t.equal(await done(), 1, 'a key');
  await api.call('ping', {}, undefined, { authorization });
  t.equal(await done(), 3, 'its first call');
  await fail(api, id);
  t.equal(await done(), 3, 'a search that failed is none');
  await charge(api, id, 'scrape_jobs', 2);
  t.equal(await done(), 4);
  await charge(api, id, 'get_reputation', 2);
  t.notOk((await openPage(visitor, '/dashboard')).has('#first-steps'));
});

t.test('the steps can be hidden with their form, for that account in that browser', async (t) => {
  const { api, visitor } = await openMember(t);
  t.equal((await visitor.request('POST', '/dashboard/first-steps', {})).status, 403, 'only by the form');
  t.ok((await openPage(visitor, '/dashboard')).has('#first-steps'));
  t.match(await visitor.submit('/dashboard', '/dashboard/first-steps'), {
    status: 303,
    headers: { location: '/dashboard' },
  });
  t.notOk((await openPage(visitor, '/dashboard')).has('#first-steps'));
  const other = new Visitor(api.service.app);
  await other.logIn(EMAIL);
  t.ok((await openPage(other, '/dashboard')).has('#first-steps'), 'another browser');
});

t.test('thirty days: answered and failed calls apart, credits, and the figures as a table', async (t) => {
  const { api, visitor, id } = await openMember(t);
  await api.service.accounts.changePlan(id, 'pro');
  await charge(api, id, 'scrape_jobs', 50);
  api.clock.advance(DAY_MS);
  await charge(api, id, 'scrape_jobs', 2);
  await fail(api, id);
  await fail(api, id);
  const page = await openPage(visitor, '/dashboard');
  t.strictSame(page.rows('#thirty-days table'), [
    ['21 Nov', '1', '2', '2'],
    ['20 Nov', '1', '0', '50'],
  ]);
  t.match(page.text('#thirty-days .columns'), '2 failed or refused, free of charge');
  t.match(page.text('#thirty-days .columns'), '52 credits used');
  t.strictSame(page.attributes('#thirty-days svg[role=img]', 'aria-label'), [
    'Calls a day over the last 30 days: 2 answered, 2 failed or refused. The table below has the figures.',
    'Credits a day over the last 30 days: 52 in total. The table below has the figures.',
  ]);
  api.clock.advance(30 * DAY_MS);
  const later = new Visitor(api.service.app);
  await later.logIn(EMAIL);
  const quiet = await openPage(later, '/dashboard');
  t.match(quiet.text('#thirty-days'), 'No calls in the last 30 days.');
  t.notOk(quiet.has('#thirty-days svg'));
});

t.test('the previous month counts in the thirty days; the forecast uses this month', async (t) => {
  const { api, visitor, id } = await openMember(t);
  await charge(api, id, 'scrape_jobs', 60);
  await api.service.accounts.changePlan(id, 'pro');
  const page = await openPage(visitor, '/dashboard');
  t.strictSame(page.rows('#thirty-days table'), [['20 Nov', '1', '0', '60']]);
  t.equal(page.text('.outlook'), 'No credits were used in the last seven days, so there is no forecast.');
});

t.test('how long the credits last, and how certain that is', async (t) => {
  const plans = {
    free_trial: { monthly_credits: 100, rpm_limit: 100 },
    pro: { monthly_credits: 2000, overage_rate: 0.01, rpm_limit: 60 },
  };
  const { api, visitor, id } = await openMember(t, { plans });
  const outlook = async (): Promise<string> => (await openPage(visitor, '/dashboard')).text('.outlook');
  await charge(api, id, 'scrape_jobs', 2);
  t.equal(
    await outlook(),
    'At this rate, your credits will last: about 70 will be left when the trial ends on 4 Dec 2026. This is a rough estimate: you made paid calls on only one of the last seven days.',
  );
  await api.service.accounts.changePlan(id, 'pro');
  for (let day = 0; day < 3; day += 1) {
    if (day > 0) api.clock.advance(DAY_MS);
    await charge(api, id, 'scrape_jobs', 400);
  }
  t.match(await outlook(), /^At this rate, your credits will last until about 23 Nov\. They renew on 20 Dec 2026\.$/);
  await api.service.accounts.setOverage(id, 100);
  t.match(await outlook(), /They renew on 20 Dec 2026\. After that, calls count as overage\.$/);
});

t.test('an ended trial and a plan without credits get no forecast', async (t) => {
  const plans = {
    free_trial: { monthly_credits: 100, rpm_limit: 100 },
    pro: { monthly_credits: 100, rpm_limit: 100 },
    none: { monthly_credits: 0, overage_rate: 0.02, rpm_limit: 10 },
  };
  const { api, visitor, id } = await openMember(t, { plans });
  await charge(api, id, 'scrape_jobs', 2);
  api.clock.advance(14 * DAY_MS);
  await visitor.logIn(EMAIL);
  const over = await openPage(visitor, '/dashboard');
  t.match(over.text('.notice.bad'), 'The trial is over');
  t.notOk(over.has('.outlook'));
  t.notOk(over.has('#first-steps'), 'no step can be done');
  await api.service.accounts.changePlan(id, 'none');
  const none = await openPage(visitor, '/dashboard');
  t.match(none.text('.notice.info'), 'calls that cost credits are refused');
  t.notOk(none.has('.figure progress'));
  t.notOk(none.has('.outlook'));
  await api.service.accounts.setOverage(id, 10);
  t.match((await openPage(visitor, '/dashboard')).text('.notice.info'), 'every credit counts as overage');
});

t.test('the sources equal those of the status page; without it only operators see them', async (t) => {
  const { api, visitor, id } = await openMember(t, { env: { STATUS_PAGE: 'off' } });
  t.notOk((await openPage(visitor, '/dashboard')).has('#sources-now'));
  await api.service.accounts.setOperator(id, true);
  const page = await openPage(visitor, '/dashboard');
  t.match(page.text('#sources-now'), 'Reed');
  t.strictSame(page.attributes('#sources-now a', 'href'), ['/operator/sources']);
});

t.test('in French', async (t) => {
  const { api, visitor, id } = await openMember(t, { language: 'fr' });
  await charge(api, id, 'scrape_jobs', 2);
  await fail(api, id);
  const page = await openPage(visitor, '/dashboard');
  t.match(page.text('#thirty-days .columns'), '1 en échec ou refusé, sans frais');
  t.match(page.text('.outlook'), 'il en restera environ 70 à la fin de l’essai, le 4 déc. 2026.');
  t.equal(page.text('#first-steps h2'), 'Premiers pas');
});
