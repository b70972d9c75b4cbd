import t from 'tap';
import { openGuardedSite, PASSWORD, type GuardedSite } from '../support/guarded-site.ts';
import type { Visitor, VisitorAnswer } from '../support/visitor.ts';

const OWNER = 'owner@example.com';

/** The address of the link to the page in French; undefined when the page has none. */
function frenchLink({ page }: VisitorAnswer): string | undefined {
  return page.links('a[lang=fr][hreflang=fr]')[0];
}

t.test('every page links to its other language, and the choice is remembered', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  for (const path of ['/account', '/keys', '/usage', '/docs/quick-start', '/plan']) {
    t.equal(frenchLink(await owner.get(path)), `${path}?lang=fr`, path);
  }
  t.equal(frenchLink(await owner.get('/usage?month=2026-01')), '/usage?month=2026-01&lang=fr', 'with its query');
  const french = await owner.get('/keys?lang=fr');
  t.equal(french.page.language, 'fr');
  t.ok(french.page.links().includes('/keys?lang=en'));
  t.equal((await owner.get('/plan')).page.language, 'fr');
  for (const odd of ['/plan?lang=xx', '/plan?lang=en&lang=en', '/plan?lang=__proto__']) {
    t.match(await owner.get(odd), { status: 200, page: { language: 'fr' } }, odd);
  }
  t.equal((await owner.get('/keys?lang=en')).page.language, 'en');
});

t.test('the answer to a refused form links to the form’s page', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  const refused = await owner.submit('/account', '/account/password', { password: 'wrong', new_password: 'short' });
  t.match(refused.status, 400);
  t.equal(frenchLink(refused), '/account?lang=fr');
  t.equal(frenchLink(await owner.submit('/factor', '/factor', { password: 'wrong' })), '/factor?lang=fr');
  const key = await owner.submit('/keys', '/keys', { name: 'mine', tools: ['ping'] });
  t.equal(frenchLink(key), undefined, 'a page that shows a key once has no link: it would lose the key');
});

t.test('a log-in keeps its return path', async (t) => {
  const site = await openGuardedSite(t);
  const stranger = site.visitor('10.0.0.1');
  const page = await stranger.get('/login?next=%2Fkeys');
  const french = await stranger.get(frenchLink(page) ?? '');
  t.equal(french.page.language, 'fr');
  t.strictSame(french.page.values('next'), ['/keys']);
});

/** A page that a mailed link leads to, and a form that it refuses, if there is one. */
const LINKS: Record<
  string,
  { open(site: GuardedSite): Promise<Visitor>; of: string; refused?: Record<string, string> }
> = {
  '/confirm': {
    of: 'new@example.com',
    open: async (site) => {
      const visitor = site.visitor('10.0.0.1');
      await visitor.submit('/signup', '/signup', { email: 'new@example.com' });
      return visitor;
    },
    refused: { password: 'short' },
  },
  '/reset': {
    of: OWNER,
    open: async (site) => {
      const visitor = site.visitor('10.0.0.1');
      await visitor.submit('/forgot', '/forgot', { email: OWNER });
      return visitor;
    },
    refused: { password: 'short' },
  },
  '/unlock/open': {
    of: OWNER,
    open: async (site) => {
      const visitor = site.visitor('10.0.0.1');
      await visitor.submit('/unlock', '/unlock', { email: OWNER });
      return visitor;
    },
  },
  '/address': {
    of: 'second@example.com',
    open: async (site) => {
      const visitor = site.visitor('10.0.0.1');
      await visitor.logIn(OWNER);
      await visitor.submit('/account', '/account/address', { new_email: 'second@example.com', password: PASSWORD });
      return visitor;
    },
  },
};

for (const [action, { open, of, refused }] of Object.entries(LINKS)) {
  t.test(`the page of a mailed link is available in both languages: ${action}`, async (t) => {
    const site = await openGuardedSite(t);
    await site.member(OWNER);
    const visitor = await open(site);
    const { path, token } = site.linkTo(of);
    const page = await visitor.get(path);
    t.equal(page.headers['referrer-policy'], 'same-origin', 'other sites are told no address');
    const pages = [page];
    if (refused) {
      const again = await visitor.submit(path, action, { token, ...refused });
      t.equal(again.status, 400);
      pages.push(again);
    }
    for (const shown of pages) {
      const french = await visitor.get(frenchLink(shown) ?? '');
      t.match(french, { status: 200, page: { language: 'fr' } });
      t.strictSame(french.page.values('token'), [token]);
      t.equal(french.headers['cache-control'], 'no-store');
      await visitor.get('/docs/quick-start?lang=en');
    }
    const used = await visitor.submit(path, action, { token, ...(refused && { password: PASSWORD }) });
    t.equal(used.status, 303, 'the link was not used up by that');
    t.notOk(JSON.stringify(site.api.logs).includes(token));
    const expired = await visitor.submit('/forgot', action, {
      token,
      ...(refused && { password: PASSWORD }),
    });
    t.equal(expired.status, 400);
    t.ok(frenchLink(expired), 'an expired link is explained in either language too');
    t.notMatch(expired.text, token);
  });
}

t.test('the theme is chosen by a link, without a script, and remembered', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const visitor = site.visitor('10.0.0.3');
  const themeOf = async (path: string): Promise<string | undefined> =>
    (await visitor.get(path)).page.attributes('meta[name=color-scheme]', 'content')[0];
  t.equal(await themeOf('/'), 'light dark', 'the browser decides');
  const { page } = await visitor.get('/login?next=%2Fkeys');
  t.equal(page.text('a[href="/login?next=%2Fkeys&theme=dark"][data-choice=theme]'), 'Dark', 'a link to the same page');
  const dark = (await visitor.get('/login?next=%2Fkeys&theme=dark')).page;
  t.strictSame(dark.attributes('meta[name=color-scheme]', 'content'), ['dark']);
  t.strictSame(dark.values('next'), ['/keys']);
  t.ok(dark.texts('strong').includes('Dark'));
  t.equal(await themeOf('/docs/quick-start'), 'dark', 'on other pages too');
  for (const odd of ['/?theme=blue', '/?theme=light&theme=dark']) t.equal(await themeOf(odd), 'dark', odd);
  t.equal(await themeOf('/?theme=light&lang=fr'), 'light');
  t.equal((await visitor.get('/')).page.language, 'fr', 'beside the language');
  t.equal(await themeOf('/'), 'light');
  t.equal(await themeOf('/?theme=system'), 'light dark');
  t.equal(await themeOf('/'), 'light dark');
});
