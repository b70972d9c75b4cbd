import t from 'tap';
import type { Mail } from '../../src/mail/mailer.ts';
import { LANGUAGES } from '../../src/dashboard/texts/index.ts';
import { nhsFeed, openApi } from '../support/api.ts';
import type { ParsedPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

const NAME = 'Jobs <b>&</b> "Co"';
const ENV = {
  PUBLIC_URL: 'https://jobs.example.com',
  SERVICE_NAME: NAME,
  LOGO_TEXT: 'J&C <i>',
  SERVICE_CONTACT: 'mailto:help@jobs.example.com?subject=a&body="b"',
  LEGAL_LINKS: 'Terms <1>|Conditions <1>=https://jobs.example.com/terms?a=1&b="2", Privacy=https://jobs.example.com/p',
  CURRENCY: 'GBP',
};
const PLANS = {
  free_trial: { monthly_credits: 100, rpm_limit: 1000, title: { en: 'Try <it>', fr: 'Essayez' } },
  pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 60 },
};

t.test('every page and mail has the operator’s name, escaped as text', async (t) => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const api = await openApi(t, { env: ENV, plans: PLANS, mailer });
  const visitor = new Visitor(api.service.app);
  for (const path of ['/', '/login', '/signup', '/docs/quick-start']) {
    const { page } = await visitor.get(path);
    t.match(page.text('title'), / · Jobs <b>&<\/b> "Co"$/, path);
    t.notMatch(page.text('title'), 'Job Data');
    t.ok(page.texts('header a span').includes('J&C <i>'));
    const linkOf = (words: string) => page.links(`a:contains("${words}")`);
    t.strictSame(linkOf('Contact'), [ENV.SERVICE_CONTACT]);
    t.strictSame(linkOf('Terms <1>'), ['https://jobs.example.com/terms?a=1&b="2"']);
    t.strictSame(linkOf('Privacy'), ['https://jobs.example.com/p']);
    t.notOk(page.has('b, i'));
  }
  const french = new Visitor(api.service.app, { 'accept-language': 'fr' });
  t.ok((await french.get('/')).page.texts('a').includes('Conditions <1>'));
  await french.submit('/signup', '/signup', { email: 'ada@example.com', password: 'correct horse battery' });
  t.equal(mails.length, 1);
  t.match(mails[0], { subject: `${NAME}\u00a0: confirmez votre adresse` });
  t.match(mails[0]?.text, `s’inscrire sur ${NAME} avec cette adresse`);
});

t.test('machine-readable descriptions and every mail have the operator’s name', async (t) => {
  let take: (mail: Mail) => void = () => {};
  const posted = new Promise<Mail>((resolve) => (take = resolve));
  const mailer = { send: async (mail: Mail) => take(mail) };
  const api = await openApi(t, {
    env: ENV,
    plans: { tight: { monthly_credits: 2, rpm_limit: 60 } },
    plan: 'tight',
    mailer,
  });
  const llms = (await api.service.app.inject('/llms.txt')).payload;
  t.match(llms, '# Jobs \\<b\\>&\\</b\\> "Co"\n\n> ', 'as a heading, with no mark of its own');
  t.equal((await api.service.app.inject('/openrpc.json')).json().info.title, NAME);
  const discovered = await api.post({ jsonrpc: '2.0', id: 1, method: 'rpc.discover' });
  t.equal(discovered.json.result.info.title, NAME);
  api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(1) });
  await api.call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });
  t.equal((await posted).subject.indexOf(`${NAME}: 100%`), 0);
  for (const { mail } of Object.values(LANGUAGES)) {
    const given = 'https://jobs.example.com/?q=Job Data';
    const { passwordText, ...others } = mail('$& Jobs');
    const all = { ...others, passwordText: (link: string) => passwordText(['a key'], link) };
    for (const [name, words] of Object.entries(all)) {
      const written = typeof words === 'string' ? words : words(given);
      t.notMatch(written.replaceAll(given, ''), 'Job Data', name);
      if (typeof words !== 'string') t.match(written, given, `${name}: only the name is put in`);
      t.match(written, '$& Jobs', name);
    }
  }
});

t.test('plans have display names, and prices a currency, in the style of each language', async (t) => {
  const api = await openApi(t, { env: { CURRENCY: 'GBP' }, plans: PLANS });
  const pages: ParsedPage[] = [];
  for (const language of ['en', 'fr']) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language });
    await visitor.register(`${language}@example.com`);
    const { id } = await api.service.accounts.require(`${language}@example.com`);
    await api.service.accounts.setOperator(id, true);
    await api.service.accounts.changePlan(id, 'pro');
    await api.service.accounts.changePlan(id, 'free_trial');
    for (const path of ['/dashboard', '/plan', '/usage', '/account', '/operator', '/keys', '/playground']) {
      const { shown, page } = await visitor.get(path);
      t.notMatch(shown, 'free_trial', `${path} ${language}`);
      if (path === '/plan') pages.push(page);
      if (path === '/dashboard') t.match(page.text('main'), language === 'en' ? 'Try <it>' : 'Essayez');
    }
  }
  const [english, french] = pages;
  t.match(english?.text('main'), '£0.015');
  t.match(english?.text('main'), 'Try <it>');
  t.match(french?.contents('main')[0], '0,015\u00a0£GB');
  t.ok(french?.texts('td').includes('Essayez'));
});
