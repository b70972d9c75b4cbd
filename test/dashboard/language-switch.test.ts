import t from 'tap';
import { openGuardedSite, PASSWORD, type GuardedSite } from '../support/guarded-site.ts';
import type { Visitor, VisitorAnswer } from '../support/visitor.ts';

const SWITCH = 'action="/language"';
const OWNER = 'owner@example.com';

/** The switch's button for French as the page has it: which form it sends, and where to. */
function sender({ text }: VisitorAnswer): { form: string; action: string } | undefined {
  const found = /value="fr" lang="fr" form="(\w+)" formaction="([^"]+)" formnovalidate/.exec(text);
  return found ? { form: found[1] as string, action: found[2] as string } : undefined;
}

/** Presses it, with what stands in the form's hidden fields and what was typed. */
async function toFrench(visitor: Visitor, page: VisitorAnswer, typed: Record<string, string>): Promise<VisitorAnswer> {
  const { form, action } = sender(page) ?? { form: '-', action: '' };
  const own = page.text.slice(page.text.indexOf(`<form id="${form}"`));
  const hidden = [...own.slice(0, own.indexOf('</form>')).matchAll(/type="hidden" name="(\w+)"[^>]*value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
  return visitor.request('POST', action, { ...fields, ...typed, language: 'fr' });
}

t.test('the switch of languages stands on every page, and on the answers to forms that were refused', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  for (const path of ['/account', '/keys', '/usage', '/docs/quick-start'])
    t.match((await owner.get(path)).text, SWITCH, path);
  const refused = await owner.submit('/account', '/account/password', { password: 'wrong', new_password: 'short' });
  t.match(refused, { status: 400, text: SWITCH });
  const code = await owner.submit('/factor', '/factor', { password: 'wrong' });
  t.match(code, { status: 403, text: 'name="back" value="/factor"' });
  const key = await owner.submit('/keys', '/keys', { name: 'mine', tools: ['ping'] });
  t.match(key.text, 'formaction="/keys/shown"', 'a new key goes along');
});

t.test('it keeps what was typed, and does nothing else', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const { id } = await site.api.service.accounts.require(OWNER);
  await site.api.service.accounts.changePlan(id, 'pro');
  const stranger = site.visitor('10.0.0.1');
  const mails = site.mails.length;
  const typedAddress = { email: 'new@example.com' };
  const signUp = await toFrench(stranger, await stranger.get('/signup'), typedAddress);
  t.match(signUp, { status: 200, text: /<html lang="fr">[^]*value="new@example\.com"/ });
  await stranger.submit('/signup', '/language', { language: 'en', back: '/' });
  for (const path of ['/forgot', '/unlock', '/login?next=%2Fkeys']) {
    const page = await toFrench(stranger, await stranger.get(path), {
      ...typedAddress,
      ...(path.startsWith('/login') && { password: 'a guess' }),
    });
    t.match(page, { status: 200, text: /<html lang="fr">[^]*value="new@example\.com"/ }, path);
    t.notMatch(page.text, 'a guess');
    t.notMatch(page.text, 'role="alert"', 'nothing was tried');
    if (path.startsWith('/login')) t.match(page.text, 'name="next" value="/keys"');
    await stranger.submit('/signup', '/language', { language: 'en', back: '/' });
  }
  t.equal(site.mails.length, mails);
  const address = await toFrench(owner, await owner.get('/account'), { new_email: 'other@example.com', password: '' });
  t.match(address, { status: 200, text: /<html lang="fr">[^]*value="other@example\.com"/ });
  await owner.submit('/account', '/language', { language: 'en', back: '/' });
  const refused = await owner.submit('/plan', '/plan/overage', { limit: 'lots' });
  t.match(refused, { status: 400, text: /aria-invalid="true"[^]*id="limit-error"/ });
  t.match(refused.text, 'value="lots"', 'a refused form keeps it too');
  t.match(await toFrench(owner, refused, { limit: '50' }), { status: 200, text: /<html lang="fr">[^]*value="50"/ });
  t.equal((await site.api.service.accounts.require(OWNER)).overageLimit, null);
  for (const odd of [
    { switch: 'of', limit: '9' },
    { limit: '9', language: 'xx' },
  ])
    t.equal((await owner.submit('/plan', '/plan/overage', odd)).status, 400, 'and what is no choice is none');
  t.equal((await site.api.service.accounts.require(OWNER)).overageLimit, null);
  t.equal((await owner.submit('/plan', '/language', { language: 'xx', back: '/plan' })).status, 400);
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
  t.test(`the page of a mailed link keeps its token over the switch: ${action}`, async (t) => {
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
      t.match(shown.text, SWITCH);
      t.strictSame(sender(shown), { form: 'form', action });
      const french = await toFrench(visitor, shown, refused ? { password: 'half a pass' } : {});
      t.match(french, { status: 200, text: `<html lang="fr">` });
      t.match(french.text, `name="token" value="${token}"`);
      t.notMatch(french.text, 'half a pass');
      t.notOk(/(?:href|src|action|name="back"\s+value)="[^"]*token/.test(french.text), 'in no address');
      t.equal(french.headers['location'], undefined);
      t.equal(french.headers['cache-control'], 'no-store');
      await visitor.submit('/docs/quick-start', '/language', { language: 'en', back: '/' });
    }
    const used = await visitor.submit(path, action, { token, ...(refused && { password: PASSWORD }) });
    t.equal(used.status, 303, 'the link was not used up by that');
    t.notOk(JSON.stringify(site.api.logs).includes(token));
    const expired = await visitor.submit('/docs/quick-start', action, {
      token,
      ...(refused && { password: PASSWORD }),
    });
    t.equal(expired.status, 400);
    t.match(expired.text, SWITCH, 'a link that was used is said in either language too');
    t.notMatch(expired.text, token);
  });
}
