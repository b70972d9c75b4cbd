import t from 'tap';
import { openApi } from '../support/api.ts';
import { openPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

const PLANS = {
  free_trial: { monthly_credits: 100, rpm_limit: 10, monthly_price: 0 },
  starter: { monthly_credits: 500, overage_rate: 0.02, rpm_limit: 30, monthly_price: 19.5 },
  pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 60, monthly_price: 49 },
};

async function open(t: Parameters<typeof openApi>[0], plans: typeof PLANS | null, language = 'en'): Promise<Visitor> {
  const api = await openApi(t, { plans: plans, env: { CURRENCY: 'GBP' } });
  const visitor = new Visitor(api.service.app, { 'accept-language': language });
  await visitor.register('ada@example.com');
  return visitor;
}

t.test('plans show their monthly price if the operator sets one', async (t) => {
  const page = await openPage(await open(t, PLANS), '/plan');
  const [header] = page.texts('section:has(table.wrap) thead tr');
  t.match(header, 'Price a month');
  t.strictSame(
    page.rows('#plans table').map(([name, price]) => [name, price]),
    [
      ['Free trial your plan', 'free'],
      ['Starter', '£19.50'],
      ['Pro', '£49.00'],
    ],
  );
  const french = await openPage(await open(t, PLANS, 'fr'), '/plan');
  t.equal(french.rows('#plans table')[1]?.[1], '19,50 £GB');
});

t.test('without prices there is no such column', async (t) => {
  const page = await openPage(await open(t, null), '/plan');
  t.notMatch(page.text('#plans thead'), 'Price a month');
});

t.test('the calculator works with a plain form', async (t) => {
  const visitor = await open(t, PLANS);
  const answer = async (query: string): Promise<string> =>
    (await openPage(visitor, `/plan?${query}`)).text('#calculation');
  t.equal(
    await answer('searches=5&ratings=7&pages=2'),
    'About 450 credits a month. Starter is enough. Its 500 credits a month cover this use. £19.50 a month in total.',
  );
  t.equal(
    await answer('searches=10&ratings=0&pages=0'),
    'About 600 credits a month. Starter is enough. Beyond its 500 monthly credits, 100 would count as overage and cost £2.00. £21.50 a month in total. For this, turn on overage with a limit that you choose.',
  );
  t.match(await answer('searches=40&ratings=0&pages=0'), 'Pro is enough.');
  t.match(await answer('searches=0&ratings=0&pages=0'), 'Enter how much you plan to use the service');
  for (const bad of ['-1', '1.5', 'many', '1e9', '9999999', '<b>'])
    t.equal(await answer(`searches=${encodeURIComponent(bad)}`), 'Enter whole numbers from 0 to 100,000.', bad);
  const typed = await openPage(visitor, '/plan?searches=%22%3E7&ratings=3&pages=4');
  t.strictSame(typed.attributes('#calculator input', 'value'), ['">7', '3', '4'], 'what was typed stays');
});

t.test('an operator is sent to the form that changes a plan, and other people to the operator', async (t) => {
  for (const [language, own, ask] of [
    ['en', 'Change your plan', 'Only the operator of this service can change your plan.'],
    ['fr', 'Changer votre forfait', 'Seul l’exploitant du service peut changer votre forfait.'],
  ] as const) {
    const api = await openApi(t);
    const visitor = new Visitor(api.service.app, { 'accept-language': language });
    await visitor.register('ada@example.com');
    const asked = await openPage(visitor, '/plan');
    t.match(asked.text('main'), ask);
    t.strictSame(asked.links('a[href*="change-plan"]'), []);
    await api.service.accounts.setOperator('ada@example.com', true);
    const page = await openPage(visitor, '/plan');
    t.notMatch(page.text('main'), ask);
    t.equal(page.text('a[href*="change-plan"]'), own);
    const [link = ''] = page.links('a[href*="change-plan"]');
    const [path = '', id] = link.split('#');
    t.ok((await openPage(visitor, path)).has(`#${id} form[action="/operator/plan"]`), 'where the plan is changed');
  }
});
