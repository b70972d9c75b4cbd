import t from 'tap';
import { DAY_MS } from '../../../src/lib/clock.ts';
import {
  ask,
  CALLBACK,
  callAs,
  codeOf,
  connect,
  ISSUER,
  newClient,
  openOAuth,
  person,
  postForm,
  redeem,
  refresh,
  startFlow,
} from '../../support/oauth.ts';
import { Visitor } from '../../support/visitor.ts';

t.test('facts §7.4: authorization codes', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const clientId = await newClient(api);
  const other = await newClient(api);
  const given = async (form = {}) => {
    const flow = startFlow(clientId);
    return { flow, code: await codeOf(visitor, flow, form) };
  };
  const invalid = { status: 400, json: { error: 'invalid_grant' } };

  const first = await given();
  const made = await redeem(api, first.flow, first.code, { resource: `${ISSUER}/mcp` });
  t.match(made, {
    status: 200,
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    json: {
      access_token: /^jdm_at_/,
      refresh_token: /^jdm_rt_/,
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'mcp',
    },
  });
  t.equal((await callAs(api, made.json.access_token)).status, 200);
  t.match(await redeem(api, first.flow, first.code), invalid, 'a code counts once');
  t.equal((await callAs(api, made.json.access_token)).status, 401, 'shown again, it ends its app');
  t.match(await refresh(api, clientId, made.json.refresh_token), invalid);

  const wrongs: Record<string, string>[] = [
    { code_verifier: 'x'.repeat(43) },
    { client_id: other },
    { redirect_uri: `${CALLBACK}/other` },
  ];
  for (const wrong of wrongs) {
    const { flow, code } = await given();
    t.match(await redeem(api, flow, code, wrong), invalid, JSON.stringify(wrong));
    t.match(await redeem(api, flow, code), invalid, 'it counts no more');
  }
  const kept = await given();
  t.match(await redeem(api, kept.flow, kept.code, { resource: 'https://other.example/mcp' }), {
    status: 400,
    json: { error: 'invalid_target' },
  });
  t.equal((await redeem(api, kept.flow, kept.code)).status, 200);
  const late = await given();
  api.clock.advance(61_000);
  t.match(await redeem(api, late.flow, late.code), invalid);

  for (const form of [
    {},
    { grant_type: 'password', client_id: clientId },
    { grant_type: 'client_credentials', client_id: clientId },
    { grant_type: 'authorization_code', client_id: clientId },
    { grant_type: 'authorization_code', client_id: clientId, code: 'x' },
    { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43) },
    { grant_type: 'refresh_token', client_id: clientId },
    { grant_type: 'refresh_token', client_id: clientId, refresh_token: api.apiKey },
    { grant_type: 'authorization_code', client_id: clientId, code: api.apiKey, code_verifier: 'x'.repeat(43) },
  ]) {
    const refused = await postForm(api, '/token', form as Record<string, string>);
    t.equal(refused.status, 400, JSON.stringify(Object.keys(form)));
    t.match(refused.json.error, /^(?:invalid_request|unsupported_grant_type|invalid_grant)$/);
    t.notMatch(refused.text, api.apiKey, 'what was sent is not repeated');
  }
  const twice = await ask(api, 'POST', '/token', 'grant_type=refresh_token&grant_type=refresh_token&client_id=x', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.match(twice, { status: 400, json: { error: 'invalid_request' } });
  const header = await ask(api, 'POST', '/token', 'grant_type=authorization_code', {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'Basic dTpw',
  });
  t.match(header, { status: 401, json: { error: 'invalid_client' }, headers: { 'www-authenticate': /^Basic/ } });
  t.match(await ask(api, 'POST', '/token', '{}', { 'content-type': 'application/json' }), {
    status: 400,
    json: { error: 'invalid_request' },
  });
});

t.test('facts §7.4: refresh tokens', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const invalid = { status: 400, json: { error: 'invalid_grant' } };
  const app = await connect(api, visitor);
  const both = await Promise.all([refresh(api, app.clientId, app.refresh), refresh(api, app.clientId, app.refresh)]);
  t.match(both[0], { status: 200, json: { refresh_token: /^jdm_rt_/ } });
  t.strictSame(both[0]?.json, both[1]?.json, 'who refreshes at the same moment gets the same tokens');
  api.clock.advance(29_000);
  const late = await refresh(api, app.clientId, app.refresh);
  t.equal(late.json.refresh_token, both[0]?.json.refresh_token, 'an answer that was lost is had again');
  t.equal(late.json.expires_in, 3_571);
  t.match(await refresh(api, await newClient(api), late.json.refresh_token), invalid, 'of another client');
  t.match(await refresh(api, app.clientId, late.json.refresh_token, { resource: 'https://x.example/' }), {
    json: { error: 'invalid_target' },
  });
  t.equal((await callAs(api, late.json.access_token)).status, 200);
  t.equal((await callAs(api, app.access)).status, 200, 'the access token before it works its hour');
  const next = await refresh(api, app.clientId, late.json.refresh_token);
  t.equal(next.status, 200);
  api.clock.advance(3_600_000);
  t.equal((await callAs(api, next.json.access_token)).status, 401, 'an hour');
  t.match(await refresh(api, app.clientId, app.refresh), invalid, 'a copy of an old one');
  t.match(await refresh(api, app.clientId, next.json.refresh_token), invalid, 'ends the app');
  const account = await api.service.accounts.findHolder('owner@example.com');
  const audit = await api.service.store.audit.list(account?.id as string, 20);
  t.ok(audit.some(({ action }) => action === 'app.token_reused'));

  const idle = await connect(api, visitor);
  api.clock.advance(30 * DAY_MS);
  t.match(await refresh(api, idle.clientId, idle.refresh), invalid, 'thirty days without use');
  const again = new Visitor(api.service.app);
  await again.logIn('owner@example.com');
  let used = await connect(api, again);
  for (let month = 0; month < 13; month += 1) {
    api.clock.advance(29 * DAY_MS);
    const { status, json } = await refresh(api, used.clientId, used.refresh);
    t.equal(status, month < 12 ? 200 : 400, `month ${month}: a year at most`);
    if (status === 200) used = { ...used, refresh: json.refresh_token };
  }
});
