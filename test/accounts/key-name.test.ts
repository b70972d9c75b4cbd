import t from 'tap';
import { normalizeKeyName } from '../../src/accounts/key-name.ts';
import { openGuardedSite } from '../support/guarded-site.ts';

t.test('a key name must be visible', async (t) => {
  const names = [
    'laptop',
    '  n8n on the server ',
    'Équipe « A »',
    'クラウド',
    'کتاب‌خانه',
    '👩‍💻 work',
    '❤️',
    '1️⃣ first',
    'x'.repeat(80),
  ];
  for (const name of names) t.equal(normalizeKeyName(name), name.trim(), name);
  const refused = [
    '',
    '   ',
    'x'.repeat(81),
    'lap\u0000top',
    'lap\ntop',
    'lap\ttop',
    'lap\u001b[31mtop',
    'lap\u0085top',
    'lap\u200btop',
    'lap\ufefftop',
    'lap\u00adtop',
    'lap\u202etop',
    'lap\u2066top',
    'lap\u061ctop',
    'lap\u2028top',
    'lap\u{e0041}top',
    'lap\u3164top',
    'lap\u115ftop',
    'lap\u180btop',
    'lap\u200dtop',
    'lap\ufe0ftop',
    'lap\u2800top',
    '\ufe0f=1',
    'a\ud800b',
  ];
  for (const name of refused)
    t.equal(normalizeKeyName(name), undefined, [...name].map((sign) => sign.codePointAt(0)?.toString(16)).join(' '));
});

t.test('a name with invisible characters is refused with a sentence, and no key is created or renamed', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member('owner@example.com');
  const { apiKeys, accounts } = site.api.service;
  const { id } = await accounts.require('owner@example.com');
  const { record } = await apiKeys.create(id, 'mine');
  for (const name of ['lap\u202etop', 'lap\u200btop', 'lap\ntop']) {
    const made = await owner.submit('/keys', '/keys', { name, tools: ['ping'] });
    t.match(made, { status: 400, shown: /1 to 80 visible characters/ });
    t.equal((await owner.submit('/keys', `/keys/${record.id}/rename`, { name })).status, 400);
    await t.rejects(apiKeys.rename(record.id, name), { reason: 'validation', message: /invisible/ });
  }
  t.match(await apiKeys.list(id), [{ name: 'mine' }]);
  t.equal((await apiKeys.list(id)).length, 1);
});

t.test('key forms are checked against their schemas', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member('owner@example.com');
  const { apiKeys, accounts } = site.api.service;
  const { id } = await accounts.require('owner@example.com');
  const { record } = await apiKeys.create(id, 'mine');
  const before = await apiKeys.list(id);
  const forms: [string, Record<string, string | string[]>][] = [
    ['/keys', { name: ['a', 'b'], tools: ['ping'] }],
    ['/keys', { name: 'x'.repeat(5_000), tools: ['ping'] }],
    ['/keys', { name: 'a', tools: ['ping'], account: 'acc_other' }],
    [`/keys/${record.id}/rename`, { name: ['a', 'b'] }],
    [`/keys/${record.id}/rotate`, {}],
    [`/keys/${record.id}/limits`, { tools: ['ping'], cap: ['1', '2'] }],
    [`/keys/${record.id}/revoke`, { confirm: ['yes', 'yes'] }],
    ['/keys/test/replace', { more: 'x' }],
    ['/plan/overage', { limit: ['1', '2'] }],
    ['/plan/overage', { limit: '1', plan: 'power' }],
    ['/playground', { tool: ['ping', 'ping'] }],
    ['/playground', { tool: 'ping', 'arg-nothing': 'x' }],
  ];
  for (const [action, form] of forms) t.equal((await owner.submit('/keys', action, form)).status, 400, action);
  for (const page of [
    '/keys?page=1&page=2',
    '/usage?tool=a&tool=b',
    `/usage.csv?key=${'x'.repeat(300)}`,
    '/plan?done=a&done=b',
    '/playground?tool=a&tool=b',
    '/docs?q=a&q=b',
    '/dashboard?done=a&done=b',
  ]) {
    t.equal((await owner.get(page)).status, 400, page);
  }
  t.equal((await owner.get('/usage?utm_source=x&tool=&page=x&month=99')).status, 200);
  t.strictSame(await apiKeys.list(id), before);
});
