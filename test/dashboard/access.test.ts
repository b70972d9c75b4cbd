import t from 'tap';
import { openGuardedSite } from '../support/guarded-site.ts';

const OWNER = 'owner@example.com';
const NEW_PASSWORD = 'another horse battery';

t.test('a password reset by mail: the next page lists what still has access, and can end all of it', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const keys = [await owner.generateKey('laptop'), await owner.generateKey('<b>n8n</b>')];
  const other = await site.member('other@example.com', '10.0.0.7');
  const othersKey = await other.generateKey('theirs');
  const works = async (key: string) =>
    (await site.api.call('ping', {}, undefined, { authorization: `Bearer ${key}` })).status;

  const visitor = site.visitor('10.0.0.9');
  await visitor.submit('/forgot', '/forgot', { email: OWNER });
  const { path, token } = site.linkTo(OWNER);
  const set = await visitor.submit(path, '/reset', { token, password: NEW_PASSWORD });
  t.equal(set.headers['location'], '/login?note=reset&next=%2Faccess');
  const told = site.mails.findLast(({ to }) => to === OWNER);
  t.match(told?.subject, /your password was changed/);
  t.match(told?.text, '- laptop\n');
  t.match(told?.text, 'http://jobs.example.com/access');
  for (const key of keys) t.notMatch(told?.text, key, 'a name, never a key');

  const page = await visitor.get('/login?note=reset&next=%2Faccess');
  t.strictSame(page.page.values('next'), ['/access']);
  const entered = await visitor.submit('/login', '/login', { email: OWNER, password: NEW_PASSWORD, next: '/access' });
  t.equal(entered.headers['location'], '/access');
  const access = await visitor.get('/access');
  t.match(access.page.text('main'), /laptop/);
  t.match(access.page.text('main'), '<b>n8n</b>');
  t.notOk(access.page.has('main b'));
  t.notMatch(access.text, 'theirs');
  t.equal((await visitor.request('POST', '/access/end', {})).status, 403, 'only from the form');
  for (const key of keys) t.equal(await works(key), 200, 'nothing ends by itself');

  const ended = await visitor.submit('/access', '/access/end');
  t.equal(ended.headers['location'], '/keys?done=ended');
  t.match((await visitor.get('/keys?done=ended')).shown, 'All keys and apps have been revoked');
  for (const key of keys) t.equal(await works(key), 401);
  t.equal(await works(othersKey), 200, 'nobody else’s');
  const { id } = await site.api.service.accounts.require(OWNER);
  t.equal((await site.api.service.apiKeys.test(id)).revokedAt, null, 'the test key stays');
  t.match((await visitor.get('/access')).shown, 'No key or app has access');
});

t.test('an account without keys goes straight to its overview with the same message', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(OWNER);
  const visitor = site.visitor('10.0.0.9', { 'accept-language': 'fr' });
  await visitor.submit('/forgot', '/forgot', { email: OWNER });
  const { path, token } = site.linkTo(OWNER);
  const set = await visitor.submit(path, '/reset', { token, password: NEW_PASSWORD });
  t.equal(set.headers['location'], '/login?note=reset');
  t.match(site.mails.findLast(({ to }) => to === OWNER)?.text, 'Aucune clé API');
});

t.test('only the owner can see the page', async (t) => {
  const site = await openGuardedSite(t);
  const answer = await site.visitor().get('/access');
  t.match(answer.headers['location'], /^\/login\?/);
});
