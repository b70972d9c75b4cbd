import t from 'tap';
import { openApi } from '../../support/api.ts';
import { Visitor, type VisitorAnswer } from '../../support/visitor.ts';

const testKeyOn = ({ shown }: VisitorAnswer): string => /jdm_test_[0-9A-Za-z]{38}/.exec(shown)?.[0] ?? '';

t.test('SPEC §9: the keys page shows the test key each time, and replaces it', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ann@example.com');
  const other = new Visitor(api.service.app, { 'accept-language': 'fr' });
  await other.register('bob@example.com');
  const key = testKeyOn(await visitor.get('/keys'));
  t.ok(key);
  t.equal(testKeyOn(await visitor.get('/keys')), key, 'again');
  const others = await other.get('/keys');
  t.match(others.shown, 'Clé de test');
  t.not(testKeyOn(others), key, 'each account has its own');
  const works = async (apiKey: string) =>
    (await api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` })).status;
  t.equal(await works(key), 200);

  t.equal((await visitor.request('POST', '/keys/test/replace', {})).status, 403, 'only from the form');
  t.equal(testKeyOn(await visitor.get('/keys')), key);
  const replaced = await visitor.submit('/keys', '/keys/test/replace');
  t.equal(replaced.status, 303);
  t.equal(replaced.headers['location'], '/keys?done=replaced');
  const page = await visitor.get('/keys?done=replaced');
  t.match(page.shown, 'The test key has been replaced');
  const next = testKeyOn(page);
  t.not(next, key);
  t.equal(await works(key), 401);
  t.equal(await works(next), 200);
  t.equal(testKeyOn(await other.get('/keys')), testKeyOn(others), 'nobody else’s');

  const { id } = await api.service.apiKeys.test((await api.service.accounts.require('ann@example.com')).id);
  t.equal((await visitor.submit('/keys', `/keys/${id}/revoke`, { confirm: 'yes' })).status, 404);
});
