import t from 'tap';
import { openApi } from '../support/api.ts';
import { openPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

const OPERATOR = 'operator@example.com';
const ADA = 'ada+jobs@example.com';

async function open(t: Parameters<typeof openApi>[0], language = 'en') {
  const api = await openApi(t);
  const { accounts, apiKeys } = api.service;
  const operator = new Visitor(api.service.app, { 'accept-language': language });
  await operator.register(OPERATOR);
  await accounts.setOperator(OPERATOR, true);
  const ada = await accounts.create({ email: ADA, plan: 'starter', subscriptionId: 'sub_Stripe42' });
  await apiKeys.create(ada.id, 'Nightly 100% digest');
  return { api, operator, ada };
}

const page = (email: string): string => `/operator/account?email=${encodeURIComponent(email)}`;

t.test('accounts are found by address, ID and key name', async (t) => {
  const { operator, ada } = await open(t);
  const found = async (text: string): Promise<string[]> =>
    (await openPage(operator, `/operator?q=${encodeURIComponent(text)}`)).texts('#accounts tbody th');
  t.equal((await found('')).length, 3);
  for (const text of ['ADA+', ada.id, ada.id.slice(0, 20), 'stripe42', 'nightly', '100%', ' ada+ '])
    t.strictSame(await found(text), [ADA], text);
  for (const text of ['nobody', '100_', '%', "'; --"]) {
    const expected = text === '%' ? [ADA] : [];
    t.strictSame(await found(text), expected, `${text}: as it is written`);
  }
  const none = await openPage(operator, '/operator?q=nobody');
  t.match(none.text('#accounts'), 'No account found.');
  t.notOk(none.has('#accounts table'));
});

t.test('an account’s page links to its usage and changes its plan, which is logged in both accounts', async (t) => {
  const { api, operator, ada } = await open(t);
  const { store, accounts } = api.service;
  const list = await openPage(operator, '/operator?q=ada%2Bjobs');
  t.strictSame(list.attributes('#accounts tbody a', 'href'), [page(ADA)]);
  const at = api.clock.now();
  await store.ledger.charge(
    { receiptId: 'rcpt_1', accountId: ada.id, keyId: null, tool: 'scrape_jobs', amount: 2000, at },
    { cost: 2000, cached: false, at, durationMs: 5 },
  );
  const shown = await openPage(operator, page(ADA));
  t.strictSame(shown.rows('#usage table'), [['20 Nov', '1', '0', '2']]);
  const hidden = shown.hiddenFields('/operator/plan');
  const form = { ...hidden, plan: 'pro', subscription_id: '' };
  const changed = await operator.request('POST', '/operator/plan', form);
  t.match(changed, { status: 303, headers: { location: `${page(ADA)}&done=plan` } });
  t.match(await accounts.require(ada.id), { plan: 'pro', subscriptionId: 'sub_Stripe42' });
  t.match((await openPage(operator, `${page(ADA)}&done=plan`)).text('.notice.good'), 'The plan is now Pro.');
  const [noted] = await store.audit.list(ada.id, 1);
  t.match(noted, { action: 'account.plan', detail: 'starter → pro' });
  const own = await store.audit.list((await accounts.require(OPERATOR)).id, 5);
  t.ok(own.some(({ action, detail }) => action === 'operator.plan' && detail === `${ada.id}: starter → pro`));
  t.match((await openPage(operator, '/account')).text('#changes'), 'Another account’s plan changed, as operator');

  const again = await operator.request('POST', '/operator/plan', form);
  t.equal(again.status, 400, 'the same form again ends no other month');
  for (const bad of [{ plan: 'none' }, { subscription_id: 'a b' }, { subscription_id: 'x'.repeat(101) }]) {
    const refused = await operator.submit(page(ADA), '/operator/plan', {
      ...form,
      from: 'pro',
      plan: 'starter',
      ...bad,
    });
    t.equal(refused.status, 400, JSON.stringify(bad));
  }
  t.match(await accounts.require(ada.id), { plan: 'pro', subscriptionId: 'sub_Stripe42' });
});

t.test('saved searches are listed as a part that is always on, with the number of active ones', async (t) => {
  for (const [language, name, none, one] of [
    ['en', 'Saved searches', 'on 0 active searches', 'on 1 active search'],
    ['fr', 'Recherches enregistrées', 'actif 0 recherche active', 'actif 1 recherche active'],
  ] as const) {
    const { api, operator, ada } = await open(t, language);
    const part = async (): Promise<string | undefined> => {
      const shown = await openPage(operator, '/operator');
      const at = shown.texts('dt').indexOf(name);
      return shown.texts('dd')[at];
    };
    t.equal(await part(), none);
    await api.service.savedSearches.searches.create(ada, {
      name: '',
      language,
      arguments: { query: 'nurse', platforms: ['nhs_jobs'] },
      frequency: 'daily',
      hour: 8,
      weekday: 1,
      zone: 'Europe/London',
      monthlyLimit: null,
      mail: false,
      webhookUrl: '',
    });
    t.equal(await part(), one);
  }
});

t.test('other people cannot open it, and an unknown account is not found', async (t) => {
  const { api, operator, ada } = await open(t);
  const member = new Visitor(api.service.app);
  await member.register('member@example.com');
  const form = { account: ada.id, from: 'starter', plan: 'pro', subscription_id: '' };
  t.equal((await member.get(page(ADA))).status, 404);
  t.equal((await member.submit('/keys', '/operator/plan', form)).status, 404);
  t.equal((await operator.request('POST', '/operator/plan', form)).status, 403, 'without the token of a form');
  const nobody = new Visitor(api.service.app);
  t.match(await nobody.get(page(ADA)), { status: 303 });
  t.match(await nobody.submit('/login', '/operator/plan', form), { status: 303 });
  t.match(await api.service.accounts.require(ada.id), { plan: 'starter' });
  for (const query of ['', '?email=', '?email=x', '?email=gone@example.com', '?email=acc_0'])
    t.equal((await operator.get(`/operator/account${query}`)).status, 404, query);
  t.equal((await operator.submit(page(ADA), '/operator/plan', { ...form, account: 'acc_0' })).status, 404);
});

t.test('changes of plans are limited for operators, and do not exist for others', async (t) => {
  const { api, operator, ada } = await open(t);
  const member = new Visitor(api.service.app);
  await member.register('member@example.com');
  const form = { account: ada.id, from: 'pro', plan: 'pro', subscription_id: '' };
  const statuses = async (visitor: Visitor, tokenPage: string): Promise<number[]> => {
    const _csrf = await visitor.token(tokenPage);
    const seen: number[] = [];
    for (let sent = 0; sent < 61; sent += 1) {
      seen.push((await visitor.request('POST', '/operator/plan', { ...form, _csrf })).status);
    }
    return [...new Set(seen)];
  };
  t.strictSame(await statuses(member, '/keys'), [404]);
  t.strictSame(await statuses(operator, page(ADA)), [400, 429]);
});

t.test('in French', async (t) => {
  const { operator } = await open(t, 'fr');
  t.match((await openPage(operator, '/operator?q=ada%2Bjobs')).text('#accounts'), '1 compte trouvé');
  t.match((await openPage(operator, page(ADA))).text('#change-plan'), 'Changer de forfait');
});
