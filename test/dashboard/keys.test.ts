import t from 'tap';
import { clientConfigurations, keyLines } from '../../src/dashboard/client-config.ts';
import { openApi } from '../support/api.ts';
import { ALL_TOOLS, keyOn, Visitor } from '../support/visitor.ts';

const URL_OF_SERVICE = 'https://jobs.example.com/mcp';

t.test('SPEC §9: a key needs no name', async (t) => {
  const api = await openApi(t);
  const days = [];
  for (const language of ['en', 'fr']) {
    const visitor = new Visitor(api.service.app, { 'accept-language': language });
    await visitor.register(`${language}@example.com`);
    t.ok(keyOn(await visitor.submit('/keys', '/keys', { name: '  ', tools: ALL_TOOLS })));
    const { id } = await api.service.accounts.require(`${language}@example.com`);
    days.push((await api.service.apiKeys.list(id))[0]?.name);
  }
  t.strictSame(days, ['20 Nov', '20 nov.']);
});

t.test('the page of a new key has the shell lines that set it, and a section for every client', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const made = await visitor.submit('/keys', '/keys', { name: 'W'.repeat(64), tools: ALL_TOOLS });
  const { page, text } = made;
  const apiKey = keyOn(made);
  t.equal(made.headers['cache-control'], 'no-store');
  const blocks = page.contents('pre');
  t.ok(blocks.some((code) => code.includes(`export JOB_DATA_KEY=${apiKey}`)));
  t.ok(blocks.some((code) => code.includes(`$env:JOB_DATA_KEY = '${apiKey}'`)));
  const links = page.links();
  for (const { title, code, install } of clientConfigurations('http://localhost:80/mcp', apiKey)) {
    t.ok(page.texts('label').includes(title), title);
    t.ok(
      blocks.some((block) => block.includes(code)),
      title,
    );
    if (install !== undefined) t.ok(links.includes(install), title);
  }
  t.equal(page.text('main').match(/Format checked on 22 Nov 2026/g)?.length, 7);
  t.strictSame(page.forbidden(), []);
  t.ok(text.length < 60_000, `${text.length} bytes`);
});

t.test('install links contain the same as the files, without the key', async (t) => {
  const snippets = new Map(
    clientConfigurations(URL_OF_SERVICE, 'jdm_live_secret').map((snippet) => [snippet.id, snippet]),
  );
  const cursor = new URL(snippets.get('cursor')?.install ?? '');
  t.equal(cursor.protocol, 'cursor:');
  t.equal(cursor.host, 'anysphere.cursor-deeplink');
  t.equal(cursor.pathname, '/mcp/install');
  const name = cursor.searchParams.get('name') ?? '';
  const server = JSON.parse(Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString('utf8'));
  t.strictSame({ mcpServers: { [name]: server } }, JSON.parse(snippets.get('cursor')?.code ?? ''));
  t.equal(server.headers.Authorization, 'Bearer ${env:JOB_DATA_KEY}');
  const install = snippets.get('vscode')?.install ?? '';
  t.ok(install.startsWith('vscode:mcp/install?'));
  const { name: vscodeName, inputs, ...rest } = JSON.parse(decodeURIComponent(install.slice(install.indexOf('?') + 1)));
  t.strictSame({ inputs, servers: { [vscodeName]: rest } }, JSON.parse(snippets.get('vscode')?.code ?? ''));
  t.equal(rest.headers.Authorization, `Bearer \${input:${inputs[0].id}}`);
  for (const link of [cursor.href, install]) t.notMatch(decodeURIComponent(link), 'jdm_live');
  t.notMatch(JSON.stringify(server), 'jdm_live');
});

t.test('each client gets its documented form', async (t) => {
  const codeOf = (url: string, id: string): string =>
    clientConfigurations(url, 'jdm_live_k').find((s) => s.id === id)?.code ?? '';
  t.strictSame(JSON.parse(codeOf(URL_OF_SERVICE, 'claude-desktop')).mcpServers['job-data'], {
    command: 'npx',
    args: ['-y', 'mcp-remote', URL_OF_SERVICE, '--header', 'Authorization:${AUTH_HEADER}'],
    env: { AUTH_HEADER: 'Bearer jdm_live_k' },
  });
  t.match(codeOf('http://10.0.0.5:8080/mcp', 'claude-desktop'), '--allow-http', 'plain http beyond this machine');
  t.notMatch(codeOf('http://127.0.0.1:8080/mcp', 'claude-desktop'), '--allow-http');
  t.strictSame(JSON.parse(codeOf(URL_OF_SERVICE, 'gemini-cli')).mcpServers['job-data'], {
    httpUrl: URL_OF_SERVICE,
    headers: { Authorization: 'Bearer $JOB_DATA_KEY' },
  });
  for (const { id, code } of clientConfigurations(URL_OF_SERVICE)) t.notMatch(code, 'jdm_', `${id} holds no key`);
  const odd = "http://a'$(id)/mcp";
  t.match(codeOf(odd, 'curl'), String.raw`curl -s 'http://a'\''$(id)/mcp' -H`, 'nothing in an address is run');
  t.strictSame(
    keyLines('k').map(({ shell }) => shell),
    ['bash, zsh', 'PowerShell'],
  );
});

t.test('the page notices the first call: by itself, or without JavaScript by its button', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const shown = await visitor.submit('/keys', '/keys', { name: '', tools: ALL_TOOLS });
  const apiKey = keyOn(shown);
  const path = shown.page.attributes('[data-first-call]', 'data-first-call')[0] ?? '';
  t.strictSame(JSON.parse((await visitor.get(path)).text), { called: false });
  const look = { key: apiKey, client: 'python', shell: '1' };
  const waiting = await visitor.submit('/keys', '/keys/shown', look);
  t.ok(waiting.page.has('[data-first-call]'));
  t.ok(waiting.page.has('input[value=python][checked]'), 'with the same tabs open');
  await api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` });
  t.strictSame(JSON.parse((await visitor.get(path)).text), { called: true });
  t.equal((await visitor.get(path)).headers['cache-control'], 'no-store');
  const arrived = await visitor.submit('/keys', '/keys/shown', look);
  t.notOk(arrived.page.has('[data-first-call]'));
  t.ok(arrived.page.has('.first-call:not(.good)[hidden]'));
  t.ok(arrived.page.has('.first-call.good:not([hidden])'));
  t.ok(waiting.page.has('a[href="/usage"][data-arrived][hidden]'));
  t.ok(arrived.page.has('a[href="/usage"][data-arrived]:not([hidden])'), 'and it leads on');

  const other = new Visitor(api.service.app);
  await other.register('eve@example.com');
  t.equal((await other.get(path)).status, 404, 'nobody learns of others');
  t.equal((await new Visitor(api.service.app).get(path)).status, 303);
  const [testKey] = [await api.service.apiKeys.test((await api.service.accounts.require('ada@example.com')).id)];
  t.equal((await visitor.get(`/keys/${testKey.id}/first-call`)).status, 404);
});

t.test('a key that was just shown is stored nowhere in plain text, and its page has no language switch', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const shown = await visitor.submit('/keys', '/keys', { name: 'desk', tools: ALL_TOOLS });
  const apiKey = keyOn(shown);
  t.notOk(shown.page.has('a[href*="lang="]'));
  const form = { key: apiKey, client: 'cursor', shell: '1' };
  const again = await visitor.submit('/keys', '/keys/shown', form);
  t.match(again, { status: 200, headers: { 'cache-control': 'no-store' } });
  t.equal(keyOn(again), apiKey);
  t.notOk(again.page.has('a[href*="lang="]'));
  t.ok(again.page.has('input[value=cursor][checked]'));
  const { id } = await api.service.accounts.require('ada@example.com');
  t.equal((await api.service.apiKeys.list(id)).length, 1, 'no other key was made');

  const gone = { status: 303, headers: { location: '/keys' } };
  t.match(await visitor.get('/keys/shown'), gone);
  for (const key of ['', 'nonsense', `${apiKey}x`, api.apiKey, '<script>alert(1)</script>']) {
    t.match(await visitor.submit('/keys', '/keys/shown', { key }), gone, 'only keys of the account');
  }
  const testKey = await api.service.apiKeys.test(id);
  t.match(await visitor.submit('/keys', '/keys/shown', { key: testKey.apiKey }), gone);
  for (const odd of [{}, { key: [apiKey, apiKey] }, { key: 'k'.repeat(201) }, { ...form, more: 'x' }]) {
    t.equal((await visitor.submit('/keys', '/keys/shown', odd as Record<string, string>)).status, 400);
  }
  t.equal((await visitor.request('POST', '/keys/shown', form)).status, 403, 'and not without the token');
  await api.service.apiKeys.revoke((await api.service.apiKeys.list(id))[0]?.id ?? '');
  t.match(await visitor.submit('/keys', '/keys/shown', form), gone, 'nor once it is revoked');
  t.notOk(JSON.stringify(api.logs).includes(apiKey));
  t.notOk([...visitor.cookies.values()].some((value) => value.includes(apiKey)));
});

t.test('a refused form keeps the typed values', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const typed = { name: 'my <laptop>', tools: ['ping'], cap: 'lots', expiry: '2020-01-01' };
  const refused = await visitor.submit('/keys', '/keys', typed);
  t.equal(refused.status, 400);
  const form = refused.page;
  t.strictSame(form.attributes('#name, #cap-new, #expiry-new', 'value'), ['my <laptop>', 'lots', '2020-01-01']);
  t.strictSame(form.attributes('#new input[name=tools][checked]', 'value'), ['ping']);
  t.ok(form.has('#new details.field[open]'));
  t.match(form.text('#cap-new-error'), /^Enter a number of credits/);
  t.match(form.text('#expiry-new-error'), /^Choose today/);
  t.ok(form.links().includes('/keys?lang=fr'), 'the switch of language opens the page anew');

  for (let index = 0; index < 10; index += 1) await visitor.generateKey(`key ${index}`);
  const { id } = await api.service.accounts.require('ada@example.com');
  const [first] = await api.service.apiKeys.list(id);
  const path = `/keys/${first?.id}`;
  const long = 'N'.repeat(81);
  const renamed = await visitor.submit('/keys', `${path}/rename`, { name: long });
  t.equal(renamed.status, 400);
  t.ok(renamed.page.values('name').includes(long), 'on the page of the list where the key stands');
  const limited = await visitor.submit('/keys', `${path}/limits`, { cap: '-1', expiry: '' });
  t.ok(limited.page.attributes('[id^=cap-key_]', 'value').includes('-1'));
  t.match(limited.shown, 'Tick at least one tool.');
  t.equal((await api.service.apiKeys.list(id)).filter(({ name }) => name === long).length, 0);
});

t.test('a form sent twice, by a double click, a reload or the back button, loses no key', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const { id } = await api.service.accounts.require('ada@example.com');
  const pageOf = async (path: string) => {
    const { page } = await visitor.get(path);
    return { _csrf: page.values('_csrf')[0] ?? '', once: page.values('once')[0] ?? '' };
  };

  const form = { name: '', tools: ALL_TOOLS, ...(await pageOf('/keys')) };
  t.match(form.once, /^[0-9a-f]{32}$/);
  const both = await Promise.all([visitor.request('POST', '/keys', form), visitor.request('POST', '/keys', form)]);
  const apiKey = keyOn(both[0]);
  t.ok(apiKey);
  t.equal(keyOn(both[1]), apiKey, 'both answers show the one key');
  t.equal(keyOn(await visitor.request('POST', '/keys', form)), apiKey, 'a reload too');
  t.equal((await api.service.apiKeys.list(id)).length, 1);
  const another = await visitor.request('POST', '/keys', { ...form, name: 'another' });
  t.equal(another.headers['cache-control'], 'no-store');
  t.not(keyOn(another), apiKey, 'typed anew, it is another form');
  t.not(keyOn(await visitor.submit('/keys', '/keys', { name: '', tools: ALL_TOOLS })), apiKey);

  const key = await api.service.apiKeys.find(id, { apiKey });
  const rotation = { overlap: '0', ...(await pageOf('/keys')) };
  const rotate = () => visitor.request('POST', `/keys/${key?.id}/rotate`, rotation);
  const successor = keyOn(await rotate());
  t.ok(successor && successor !== apiKey);
  t.equal(keyOn(await rotate()), successor, 'the old key has ended, the new one is not lost');
  await api.call('ping', {}, undefined, { authorization: `Bearer ${successor}` });
  t.ok((await rotate()).page.has('.first-call.good'), 'as it stands');
  t.match(await visitor.submit('/keys', `/keys/${key?.id}/rotate`, { overlap: '0' }), {
    status: 400,
    shown: 'Only an active key can be rotated.',
  });

  const other = new Visitor(api.service.app);
  await other.register('eve@example.com');
  const theirs = await other.submit('/keys', '/keys', { name: '', tools: ALL_TOOLS, once: form.once });
  t.not(keyOn(theirs), apiKey, 'the name of a page opens nothing to others');

  const gone = { status: 303, headers: { location: '/keys' } };
  api.clock.advance(15 * 60_000);
  t.match(await rotate(), gone, 'shown again for a quarter of an hour');
  const spare = { name: 'spare', tools: ALL_TOOLS, ...(await pageOf('/keys')) };
  const made = await api.service.apiKeys.find(id, {
    apiKey: keyOn(await visitor.request('POST', '/keys', spare)),
  });
  await api.service.apiKeys.revoke(made?.id ?? '');
  t.match(await visitor.request('POST', '/keys', spare), gone, 'one that was revoked stays so');
  for (const once of ['x', '0'.repeat(33)])
    t.equal((await visitor.submit('/keys', '/keys', { name: '', once })).status, 400);
});
