import t from 'tap';
import { openGuardedSite } from '../support/guarded-site.ts';

const SWITCH = 'action="/language"';

t.test('the switch of languages stands where the page can be had again, and on no answer that could not', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member('owner@example.com');
  for (const path of ['/account', '/keys', '/usage', '/docs/quick-start'])
    t.match((await owner.get(path)).text, SWITCH, path);
  const refused = await owner.submit('/account', '/account/password', { password: 'wrong', new_password: 'short' });
  t.equal(refused.status, 400);
  t.notMatch(refused.text, SWITCH, 'its address has no page of its own');
  const key = await owner.submit('/keys', '/keys', { name: 'mine', tools: ['ping'] });
  t.match(key.text, 'formaction="/keys/shown"', 'a new key goes along');
});
