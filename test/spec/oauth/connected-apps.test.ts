import t from 'tap';
import { Authenticator } from '../../../src/accounts/authenticate.ts';
import { createSecret } from '../../../src/accounts/key-format.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { openStore } from '../../../src/store/open.ts';
import { ask, callAs, connect, ISSUER, openOAuth, person, postForm, refresh } from '../../support/oauth.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

t.test('facts §7.4, §7.6, §7.10: revoking an app', async (t) => {
  const api = await openOAuth(t, { onDisk: true, env: { METRICS_TOKEN: 'metrics-secret' } });
  const visitor = await person(api);
  const listed = async () => {
    const { page } = await visitor.get('/keys');
    // Keys ask for confirmation with a checkbox; apps are disconnected with the button alone.
    const actions = page.attributes('form[action$="/revoke"]:has(input[type=hidden][name=confirm])', 'action');
    return actions.map((action) => String(action).split('/')[2] as string);
  };
  const one = await connect(api, visitor);
  const [keyId] = await listed();
  t.equal((await callAs(api, one.access)).status, 200);
  const second = await openStore(api.at);
  t.teardown(() => second.close());
  const elsewhere = new Authenticator(second, api.service.accounts, api.clock, `${ISSUER}/mcp`);
  t.equal((await elsewhere.authenticate(one.access)).key.id, keyId);
  const gone = await visitor.submit('/keys', `/keys/${keyId}/revoke`, { confirm: 'yes' });
  t.equal(gone.headers['location'], '/keys?done=disconnected');
  t.match(await callAs(api, one.access), { status: 401 }, 'from the next request on');
  await t.rejects(elsewhere.authenticate(one.access), { message: /access token/ }, 'in another process too');
  t.match(await refresh(api, one.clientId, one.refresh), { json: { error: 'invalid_grant' } });
  t.strictSame(await listed(), []);

  const two = await connect(api, visitor);
  t.match(await postForm(api, '/revoke', { token: two.refresh, client_id: 'another' }), {
    status: 401,
    json: { error: 'invalid_client' },
  });
  t.equal((await postForm(api, '/revoke', { token: createSecret('jdm_rt_') })).status, 200, 'RFC 7009 §2.2');
  t.equal((await postForm(api, '/revoke', { token: api.apiKey })).status, 200);
  t.equal((await api.post(LIST)).status, 200, 'a key is nothing that is revoked there');
  t.match(await postForm(api, '/revoke', {}), { status: 400, json: { error: 'invalid_request' } });
  t.equal((await postForm(api, '/revoke', { token: two.access, client_id: two.clientId })).status, 200);
  t.equal((await callAs(api, two.access)).status, 401);
  const renewed = await refresh(api, two.clientId, two.refresh);
  t.equal(renewed.status, 200, 'an access token went alone');
  t.equal((await postForm(api, '/revoke', { token: renewed.json.refresh_token })).status, 200);
  t.equal((await callAs(api, renewed.json.access_token)).status, 401, 'a refresh token takes its app along');

  const run = async (words: string[]): Promise<{ code: number; out: string }> => {
    let out = '';
    const code = await runCommandLine(words, {
      stdout: (text) => void (out += text),
      stderr: (text) => void (out += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: api.env,
      overrides: { clock: api.clock },
    });
    return { code, out };
  };
  const commanded = await connect(api, visitor);
  const listing = JSON.parse((await run(['app', 'list', '--account', 'owner@example.com', '--json'])).out);
  const told = (listing as { status: string; app_id: string }[]).find(({ status }) => status === 'active');
  t.match(told, {
    name: 'Assistant',
    client_id: commanded.clientId,
    host: null,
    answers_go_to: 'app.example.net',
    status: 'active',
    spent: 0,
    daily_cap: 5,
    allowed_tools: null,
  });
  t.equal((await run(['app', 'revoke', told?.app_id ?? ''])).code, 0);
  t.match(await run(['app', 'list', '--account', 'owner@example.com']), { code: 0, out: /Assistant +– +revoked/ });
  t.equal((await callAs(api, commanded.access)).status, 401, 'by command too');
  const [plain] = await api.service.apiKeys.list(api.accountId);
  t.match(await run(['app', 'revoke', plain?.id as string]), { code: 1, out: /not a connected app/ });
  t.match(await run(['app', 'revoke', 'key_x']), { code: 1, out: /There is no connected app key_x/ });
  const { text: metrics } = await ask(api, 'GET', '/metrics', undefined, {
    authorization: 'Bearer metrics-secret',
  });
  t.match(metrics, 'jobdata_oauth_steps_total{step="token",outcome="ok"} 3');
  t.match(metrics, 'jobdata_oauth_steps_total{step="revoke",outcome="invalid_client"} 1');

  const three = await connect(api, visitor);
  const owner = await api.service.accounts.findHolder('owner@example.com');
  await api.service.accounts.delete(owner?.id as string);
  t.equal((await callAs(api, three.access)).status, 401);
  t.match(await refresh(api, three.clientId, three.refresh), { json: { error: 'invalid_grant' } });
  t.strictSame(await api.service.store.checkIntegrity(), []);
});
