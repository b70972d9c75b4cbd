import { existsSync, readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { Authenticator } from '../../src/accounts/authenticate.ts';
import { createSecret } from '../../src/accounts/api-key.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { Consent, type ConsentRequest } from '../../src/oauth/consent.ts';
import { TokenEndpoint } from '../../src/oauth/token-endpoint.ts';
import { openStore } from '../../src/store/open.ts';
import { nhsFeed, openApi, type Api } from '../support/api.ts';
import { rowsOf } from '../support/engines.ts';
import {
  answer,
  ask,
  CALLBACK,
  callAs,
  codeOf,
  connect,
  hiddenField,
  ISSUER,
  newClient,
  openOAuth,
  person,
  postForm,
  redeem,
  refresh,
  refreshOf,
  register,
  startFlow,
} from '../support/oauth.ts';
import { Visitor } from '../support/visitor.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const CHALLENGE = `Bearer realm="job-data", resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", scope="mcp"`;
const PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/authorize',
  '/token',
  '/register',
  '/revoke',
];

function postMcp(api: Api, headers: Record<string, string>) {
  return ask(api, 'POST', '/mcp', LIST, { 'content-type': 'application/json', ...headers });
}

t.test('facts §5.1: metadata', async (t) => {
  const api = await openOAuth(t);
  for (const path of PATHS.slice(0, 2)) {
    const { status, json, headers } = await ask(api, 'GET', path);
    t.equal(status, 200);
    t.match(json, {
      resource: `${ISSUER}/mcp`,
      authorization_servers: [ISSUER],
      scopes_supported: ['mcp'],
      bearer_methods_supported: ['header'],
    });
    t.match(headers, { 'access-control-allow-origin': '*', 'content-type': /^application\/json/ });
  }
  const { json } = await ask(api, 'GET', '/.well-known/oauth-authorization-server');
  t.match(json, {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    registration_endpoint: `${ISSUER}/register`,
    revocation_endpoint: `${ISSUER}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['mcp'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  t.equal((await ask(api, 'GET', '/.well-known/openid-configuration')).status, 404);
  for (const path of ['/token', '/register', '/revoke', '/.well-known/oauth-authorization-server']) {
    const preflight = await ask(api, 'OPTIONS', path, undefined, {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
    });
    t.equal(preflight.status, 204, path);
    t.match(preflight.headers, { 'access-control-allow-origin': '*' });
    t.equal(preflight.headers['set-cookie'], undefined);
  }
});

t.test('facts §7.7: with OAuth off nothing is there, and 401 stays as it is', async (t) => {
  const envs: Record<string, string>[] = [
    {},
    { PUBLIC_URL: 'http://jobs.example.com' },
    { PUBLIC_URL: 'http://127.0.0.1:8080' },
    { PUBLIC_URL: ISSUER, OAUTH: 'off' },
  ];
  for (const env of envs) {
    const api = await openApi(t, { env });
    for (const path of PATHS) {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const { status, json } = await ask(api, method, path);
        t.equal(status, 404, `${method} ${path}`);
        t.equal(json.error, 'not_found');
      }
    }
    const none = await postMcp(api, {});
    t.match(none, { status: 401, headers: { 'www-authenticate': 'Bearer realm="job-data"' } });
    for (const key of [createSecret('jdm_live_'), createSecret('jdm_at_'), 'wrong']) {
      t.match(await postMcp(api, { authorization: `Bearer ${key}` }), {
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="job-data", error="invalid_token"' },
      });
    }
  }
});

t.test('facts §5.2, §7.7: what /mcp answers to keys and tokens', async (t) => {
  const api = await openOAuth(t);
  const none = await postMcp(api, {});
  t.match(none, { status: 401, json: { error: { code: -32000, data: { reason: 'invalid_key' } } } });
  t.equal(none.headers['www-authenticate'], CHALLENGE);
  const dead = CHALLENGE.replace('data", ', 'data", error="invalid_token", ');
  for (const bearer of [createSecret('jdm_at_'), createSecret('jdm_rt_'), 'eyJhbGciOiJub25lIn0.e30.', 'x']) {
    const refused = await postMcp(api, { authorization: `Bearer ${bearer}` });
    t.equal(refused.status, 401, bearer);
    t.equal(refused.headers['www-authenticate'], dead);
  }
  const basic = await postMcp(api, { authorization: 'Basic dTpw' });
  t.match(basic, { status: 401, headers: { 'www-authenticate': dead } });
  await api.service.apiKeys.list(api.accountId);
  const { record, apiKey } = await api.service.apiKeys.create(api.accountId, 'second');
  await api.service.apiKeys.revoke(record.id);
  for (const key of [apiKey, createSecret('jdm_live_'), createSecret('jdm_test_'), 'jdm_live_mistyped']) {
    const refused = await postMcp(api, { authorization: `Bearer ${key}` });
    t.match(refused, { status: 403, json: { error: { code: -32000, data: { reason: 'invalid_key' } } } }, key);
    t.equal(refused.headers['www-authenticate'], undefined, 'no challenge: a log-in makes no key right');
  }
  for (const header of [apiKey, `Basic ${apiKey}`, `Bearer ${apiKey} ${apiKey}`]) {
    const misplaced = await postMcp(api, { authorization: header });
    t.equal(misplaced.status, 403, 'a key that is put wrong');
    t.match(misplaced.json.error.message, 'Authorization: Bearer <key>');
  }
  t.match(await api.post(LIST), { status: 200 }, 'a valid key never meets OAuth');
  const exposed = await postMcp(api, { origin: 'http://localhost:6274' });
  t.match(exposed.headers['access-control-expose-headers'], /www-authenticate/);
});

t.test('facts §3.4: no credentials are no failure, and dead tokens are not counted as guesses', async (t) => {
  const api = await openOAuth(t);
  for (let index = 0; index < 40; index += 1) {
    t.equal((await postMcp(api, {})).status, 401);
    t.equal((await postMcp(api, { authorization: `Bearer ${createSecret('jdm_at_')}` })).status, 401);
  }
  let last = 0;
  for (let index = 0; index < 31; index += 1) {
    last = (await postMcp(api, { authorization: `Bearer ${createSecret('jdm_live_')}` })).status;
  }
  t.equal(last, 429, 'guessing keys is');
  t.equal((await api.post(LIST)).status, 200);
});

/** As sent by the clients of the field, where they register themselves. */
const REGISTRATIONS: Record<string, { body: Record<string, unknown>; used: string }> = {
  'claude.ai': {
    body: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    used: 'https://claude.ai/api/mcp/auth_callback',
  },
  'Claude Code': {
    body: {
      client_name: 'Claude Code (job-data)',
      redirect_uris: ['http://localhost:54545/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    used: 'http://localhost:61234/callback',
  },
  ChatGPT: {
    body: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/abc123'],
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['authorization_code', 'refresh_token', 'urn:example:more'],
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    used: 'https://chatgpt.com/connector/oauth/abc123',
  },
  'VS Code': {
    body: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      scope: null,
    },
    used: 'http://127.0.0.1:33419/',
  },
  Cursor: {
    body: {
      client_name: 'Cursor',
      redirect_uris: [
        'http://localhost:8787/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'cursor://anysphere.cursor-mcp/oauth/callback',
      ],
      application_type: 'web',
      token_endpoint_auth_method: 'none',
    },
    used: 'http://localhost:8787/callback',
  },
  'MCP Inspector': {
    body: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    used: 'http://localhost:6274/oauth/callback',
  },
  'mcp-remote': {
    body: {
      client_name: 'MCP CLI Proxy',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.15.1',
      token_endpoint_auth_method: 'none',
    },
    used: 'http://localhost:3334/oauth/callback',
  },
  nameless: { body: { redirect_uris: [CALLBACK] }, used: CALLBACK },
};

t.test('facts §7.2: registrations of the field, each to a token and a call', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  for (const [name, { body, used }] of Object.entries(REGISTRATIONS)) {
    const made = await register(api, body);
    t.equal(made.status, 201, name);
    t.match(made.headers, { 'cache-control': 'no-store' });
    t.notMatch(made.text, 'null', 'some clients take no null');
    t.match(made.json, {
      client_id: /^app_[0-9a-f]{32}$/,
      redirect_uris: body['redirect_uris'],
      token_endpoint_auth_method: 'none',
      client_name: body['client_name'],
    });
    const app = await connect(api, visitor, {}, startFlow(made.json.client_id as string, used));
    const called = await callAs(api, app.access);
    t.match(called, { status: 200, json: { result: { structuredContent: { status: 'OK' } } } }, name);
  }
  const { json } = await register(api, REGISTRATIONS['Cursor']?.body);
  const refused = await visitor.get(
    startFlow(json.client_id as string, 'cursor://anysphere.cursor-mcp/oauth/callback').url,
  );
  t.equal(refused.status, 400, 'a scheme of an app is kept, and nothing is sent there');
  t.notMatch(refused.text, 'cursor:');
});

t.test('RFC 7591: registrations that are none', async (t) => {
  const api = await openOAuth(t);
  const bodies: [unknown, string][] = [
    ['', 'invalid_client_metadata'],
    ['null', 'invalid_client_metadata'],
    ['[]', 'invalid_client_metadata'],
    ['{', 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://a.example/' }, 'invalid_redirect_uri'],
    [{ redirect_uris: [7] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://a.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ];
  for (const [body, code] of bodies) {
    t.match(await register(api, body), { status: 400, json: { error: code, error_description: /\w/ } });
  }
  t.equal((await register(api, { redirect_uris: [CALLBACK], client_name: 'x'.repeat(20_000) })).status, 413);
  const form = await postForm(api, '/register', { redirect_uris: CALLBACK });
  t.match(form, { status: 400, json: { error: 'invalid_client_metadata' } });
  t.equal((await ask(api, 'POST', '/register', '<x/>', { 'content-type': 'text/xml' })).status, 415);
});

/** As they stand on the clients' sites. */
const DOCUMENTS: Record<string, { document: Record<string, unknown>; used: string }> = {
  'https://claude.ai/oauth/mcp-oauth-client-metadata': {
    document: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      token_endpoint_auth_method: 'none',
    },
    used: 'https://claude.ai/api/mcp/auth_callback',
  },
  'https://claude.ai/oauth/claude-code-client-metadata': {
    document: {
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    used: 'http://localhost:51111/callback',
  },
  'https://chatgpt.com/oauth/client.json': {
    document: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    used: 'https://chatgpt.com/connector_platform_oauth_redirect',
  },
  'https://chatgpt.com/oauth/codex/client.json': {
    document: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
      token_endpoint_auth_method: 'none',
    },
    used: 'http://127.0.0.1:1455/callback',
  },
  'https://vscode.dev/oauth/client-metadata.json': {
    document: {
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      token_endpoint_auth_method: 'none',
    },
    used: 'http://127.0.0.1:44000/',
  },
  'https://cursor.com/oauth/mcp-client.json': {
    document: {
      client_name: 'Cursor',
      redirect_uris: ['http://localhost:8787/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'none',
    },
    used: 'http://localhost:8787/callback',
  },
  'https://github.com/copilot/cli/client-metadata.json': {
    document: {
      client_name: 'GitHub Copilot CLI',
      redirect_uris: ['http://127.0.0.1:33418/'],
      token_endpoint_auth_method: 'none',
    },
    used: 'http://127.0.0.1:50505/',
  },
};
const PINNED = Object.keys(DOCUMENTS).filter((id) => /claude\.ai|chatgpt\.com|vscode\.dev/.test(id));

t.test(
  'facts §7.2: documents of the field, each to a token and a call; pinned copies where a site says no',
  async (t) => {
    const api = await openOAuth(t);
    const visitor = await person(api);
    for (const [id, { document, used }] of Object.entries(DOCUMENTS)) {
      api.internet.on(id, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: id, ...document }),
      });
      const page = await visitor.get(startFlow(id, used).url);
      t.equal(page.status, 200, id);
      t.match(page.text, new URL(id).hostname, 'whose document it is');
      const app = await connect(api, visitor, {}, startFlow(id, used));
      t.match(await callAs(api, app.access), { status: 200, json: { result: {} } }, id);
    }
    const asked = api.internet.requests.length;
    t.equal(asked, Object.keys(DOCUMENTS).length, 'each was fetched once, and kept');
    t.ok(
      api.internet.requests.every(({ redirect, maximumBytes }) => redirect === 'manual' && maximumBytes === 16_384),
      'no redirects, and little',
    );

    const shut = await openOAuth(t);
    const owner = await person(shut);
    shut.internet.on('https://', { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>challenge' });
    for (const [id, { used }] of Object.entries(DOCUMENTS)) {
      const { status } = await owner.get(startFlow(id, used).url);
      t.equal(status, PINNED.includes(id) ? 200 : 400, id);
    }
  },
);

t.test('facts §5.4: errors that the person sees, and those that the client is told', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const clientId = await newClient(api);
  const own = startFlow(clientId);
  const withParameter = (change: (query: URLSearchParams) => void, from = own.url): string => {
    const url = new URL(from, ISSUER);
    change(url.searchParams);
    return url.pathname + url.search;
  };
  const pages: string[] = [
    '/authorize',
    withParameter((query) => query.delete('client_id')),
    withParameter((query) => query.set('client_id', 'app_00000000000000000000000000000000')),
    withParameter((query) => query.set('client_id', 'http://app.example.net/client')),
    withParameter((query) => query.append('client_id', clientId)),
    withParameter((query) => query.append('state', 'again')),
    withParameter((query) => query.delete('redirect_uri')),
    withParameter((query) => query.set('redirect_uri', `${CALLBACK}/`)),
    withParameter((query) => query.set('redirect_uri', 'https://evil.example/')),
    withParameter((query) => query.set('redirect_uri', `${CALLBACK}#x`)),
    withParameter((query) => query.append('redirect_uri', 'https://evil.example/')),
  ];
  for (const url of pages) {
    const page = await visitor.get(url);
    t.equal(page.status, 400, url);
    t.equal(refreshOf(page), undefined);
    t.equal(page.headers['location'], undefined, 'no redirect while the address is not proven');
    const targets = [...page.text.matchAll(/(?:href|src|content|action)="([^"]*)"/g)].map(([, to = '']) => to);
    const hosts = targets.filter((to) => URL.canParse(to, ISSUER)).map((to) => new URL(to, ISSUER).host);
    t.notOk(hosts.includes('evil.example'), 'nor a link');
  }
  const told: [(query: URLSearchParams) => void, string][] = [
    [(query) => query.delete('response_type'), 'invalid_request'],
    [(query) => query.set('response_type', 'token'), 'unsupported_response_type'],
    [(query) => query.set('response_mode', 'fragment'), 'invalid_request'],
    [(query) => query.delete('code_challenge'), 'invalid_request'],
    [(query) => query.set('code_challenge', 'short'), 'invalid_request'],
    [(query) => query.set('code_challenge', ''), 'invalid_request'],
    [(query) => query.set('code_challenge_method', 'plain'), 'invalid_request'],
    [(query) => query.delete('code_challenge_method'), 'invalid_request'],
    [(query) => query.set('resource', 'https://other.example/mcp'), 'invalid_target'],
  ];
  const local = startFlow(await newClient(api, ['http://127.0.0.1/cb']), 'http://127.0.0.1:7777/cb');
  for (const [change, code] of told) {
    const page = await visitor.get(withParameter(change, local.url));
    const to = refreshOf(page) as URL;
    t.equal(`${to.origin}${to.pathname}`, 'http://127.0.0.1:7777/cb');
    t.match(Object.fromEntries(to.searchParams), { error: code, state: 'st/ate=1', iss: ISSUER });
    t.equal(to.searchParams.get('code'), null);
    const web = await visitor.get(withParameter(change));
    t.equal(refreshOf(web), undefined, 'nobody is led to an address that anybody may have registered');
    t.match(web.text, `${CALLBACK}?error=${code}`);
  }
  const scopes = await visitor.get(withParameter((query) => query.set('scope', 'openid offline_access claudeai')));
  t.equal(scopes.status, 200, 'unknown scopes are ignored');
});

t.test('facts §7.4: codes', async (t) => {
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

t.test('facts §7.4, §7.6, §7.10: the end of an app', async (t) => {
  const api = await openOAuth(t, { onDisk: true, env: { METRICS_TOKEN: 'metrics-secret' } });
  const visitor = await person(api);
  const listed = async () => {
    const { text } = await visitor.get('/keys');
    return [
      ...text.matchAll(/action="\/keys\/(key_\w+)\/revoke">[^<]*<input[^>]*>\s*<input type="hidden" name="confirm"/g),
    ].map(([, id]) => id as string);
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

t.test('facts §7.6: tokens of elsewhere', async (t) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const { access } = await connect(api, visitor);
  const moved = new Authenticator(api.service.store, api.service.accounts, api.clock, 'https://other.example/mcp');
  await t.rejects(moved.authenticate(access), { message: /access token/ }, 'for another resource');
  const off = new Authenticator(api.service.store, api.service.accounts, api.clock);
  await t.rejects(off.authenticate(access), { message: /mistyped/ }, 'where OAuth is off');
  for (const cookie of [`jobdata_session=${access}`, `__Host-jobdata_session=${access}`]) {
    const page = await ask(api, 'GET', '/keys', undefined, { cookie, authorization: `Bearer ${access}` });
    t.equal(page.status, 303, 'the dashboard takes no token');
  }
  const { access: again } = await connect(api, visitor);
  t.equal(
    (await ask(api, 'POST', `/mcp?access_token=${again}`, LIST, { 'content-type': 'application/json' })).status,
    401,
  );
});

t.test('facts §7.10: an app spends what it was allowed, with the tools that it was allowed', async (t) => {
  const api = await openOAuth(t);
  api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(1) });
  const visitor = await person(api);
  const search = (token: string, query: string) =>
    callAs(api, token, 'scrape_jobs', { query, platforms: ['nhs_jobs'] });
  const one = await connect(api, visitor, { cap: '2', tools: ['scrape_jobs'] });
  const two = await connect(api, visitor, { cap: '2', tools: ['ping', 'scrape_jobs'] });
  t.match(await search(one.access, 'a'), { status: 200, json: { result: {} }, headers: { 'x-credits-cost': '2' } });
  t.match(await search(one.access, 'b'), {
    status: 200,
    json: {
      error: {
        code: -32000,
        message: /^This app may spend 2 credits.*Connected apps/,
        data: { reason: 'key_cap_reached' },
      },
    },
  });
  t.match(await search(two.access, 'c'), { status: 200, json: { result: {} } }, 'two apps do not share a cap');
  t.match(await callAs(api, two.access, 'scrape_url', { urls: ['https://a.example/'] }), {
    status: 200,
    json: {
      error: { code: -32000, message: /^This app may not call scrape_url/, data: { reason: 'tool_not_allowed' } },
    },
  });
  const { text } = await visitor.get('/keys');
  t.match(text, 'Connected apps');
  t.match(text, 'Assistant');
  t.match(text, 'app.example.net');
  const keyId = /id="(key_\w+)"[^]*?Assistant/.exec(text)?.[1] as string;
  t.equal((await visitor.submit('/keys', `/keys/${keyId}/rotate`, { overlap: '0' })).status, 404, 'no key to rotate');
  t.equal((await visitor.submit('/keys', `/keys/${keyId}/rename`, { name: 'x' })).status, 404);
  const usage = await visitor.get('/usage');
  t.match(usage.text, 'Assistant', 'its calls bear its name');
  const spent = [...text.matchAll(/Credits spent this month<\/dt>\s*<dd>([^<]*)/g)].map(([, figure]) => figure);
  t.strictSame(spent, ['2', '2']);
  for (const { id } of (await api.service.accounts.list()).filter(({ email }) => email === 'owner@example.com')) {
    for (const key of await api.service.apiKeys.list(id)) {
      if (key.kind !== 'app' || key.allowedTools?.length !== 1) continue;
      const changed = await visitor.submit('/keys', `/keys/${key.id}/limits`, { tools: ['ping'], cap: '9' });
      t.equal(changed.headers['location'], '/keys?done=limited');
      t.match(await api.service.apiKeys.find(id, { id: key.id }), {
        allowedTools: ['ping'],
        dailyCap: 9_000,
        expiresAt: key.expiresAt,
      });
    }
  }
  t.match(await search(one.access, 'd'), { json: { error: { data: { reason: 'tool_not_allowed' } } } }, 'at once');
  await api.service.accounts.changePlan('owner@example.com', 'tight');
  const four = await connect(api, visitor, { cap: '' });
  await search(four.access, 'e');
  await search(four.access, 'f');
  t.match(await search(four.access, 'g'), { json: { error: { data: { reason: 'quota_exceeded' } } } });
});

t.test('facts §7.11: what is kept is bounded, and restarts lose nothing', async (t) => {
  const api = await openOAuth(t);
  const { store } = api.service;
  const visitor = await person(api);
  const used = await connect(api, visitor);
  const mine = await newClient(api);
  const registration = (index: number, network: string) =>
    store.oauth.register(
      {
        id: `app_${network}${index}`,
        name: 'x',
        redirectUris: [CALLBACK],
        registeredBy: network,
        createdAt: api.clock.now(),
        lastUsedAt: null,
      },
      2_000,
    );
  for (let index = 0; index < 10_000; index += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, offset) => registration(index + offset, 'flood')));
  }
  const unused = await store.oauth.countUnusedClients();
  t.ok(unused <= 2_000 && unused > 1_900, `${unused} are kept`);
  t.ok(await store.oauth.findClient(mine), 'whoever floods takes nobody else’s place');
  t.ok(await store.oauth.findClient(used.clientId), 'a client in use stays');

  const all = await Promise.all(Array.from({ length: 1_000 }, () => refresh(api, used.clientId, used.refresh)));
  t.strictSame([...new Set(all.map(({ status }) => status))], [200]);
  t.equal(new Set(all.map(({ json }) => json.refresh_token)).size, 1, 'one session, and nobody lost it');
  t.equal((await refresh(api, used.clientId, all[0]?.json.refresh_token)).status, 200);
  let token = (await refresh(api, used.clientId, all[0]?.json.refresh_token)).json.refresh_token as string;
  for (let round = 0; round < 300; round += 1) {
    token = (await refresh(api, used.clientId, token)).json.refresh_token as string;
  }
  t.equal((await refresh(api, used.clientId, token)).status, 200);

  api.clock.advance(DAY_MS + 1);
  await api.service.maintain();
  t.equal(await store.oauth.countUnusedClients(), 0, 'unused ones go after a day');
  t.ok(await store.oauth.findClient(used.clientId));
  api.clock.advance(91 * DAY_MS);
  await api.service.maintain();
  t.equal(await store.oauth.findClient(used.clientId), undefined, 'others after ninety days');
});

t.test('registrations of one network are limited, by the minute', async (t) => {
  const api = await openOAuth(t);
  const statuses: number[] = [];
  for (let index = 0; index < 61; index += 1) {
    statuses.push((await register(api, { redirect_uris: [CALLBACK] })).status);
  }
  t.strictSame(
    statuses.slice(0, 60).filter((status) => status !== 201),
    [],
  );
  t.equal(statuses[60], 429);
  const other = await api.service.app.inject({
    method: 'POST',
    url: '/register',
    remoteAddress: '203.0.113.9',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ redirect_uris: [CALLBACK] }),
  });
  t.equal(other.statusCode, 201);
});

t.test('facts §7.11: a restart at any step loses no log-in', async (t) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const owner = await api.service.accounts.findHolder('owner@example.com');
  /** The parts of another process, or of this one after a restart: on the same file, with nothing in memory. */
  const restart = async () => {
    const store = await openStore(api.at);
    t.teardown(() => store.close());
    const { clock } = api;
    const authenticator = new Authenticator(store, api.service.accounts, clock, `${ISSUER}/mcp`);
    const tokens = new TokenEndpoint({ store, clock, issuer: ISSUER, report: () => {}, isClient: async () => true });
    return { store, tokens, authenticator, consent: new Consent({ store, clock, issuer: ISSUER }) };
  };
  const flow = startFlow(await newClient(api));
  const { text } = await visitor.get(flow.url);
  const id = hiddenField(text, 'request');
  const [session] = await api.service.store.sessions.list(owner?.id as string, api.clock.now());
  const second = await restart();
  const asked = (await second.consent.find(id, session?.hash as string)) as ConsentRequest;
  t.match(asked, { client: { name: 'Assistant' }, request: { redirectUri: CALLBACK } });
  const to = await second.consent.allow(id, session?.hash as string, owner?.id as string, asked, {});
  const third = await restart();
  const first = await third.tokens.exchange(
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: flow.clientId,
      code: new URL(to).searchParams.get('code') ?? '',
      code_verifier: flow.verifier,
    }),
  );
  t.equal((await callAs(api, first.access_token)).status, 200);
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: flow.clientId,
    refresh_token: first.refresh_token,
  });
  const here = await third.tokens.exchange(form);
  const there = await (await restart()).tokens.exchange(form);
  t.not(there.refresh_token, here.refresh_token, 'another process knows of no answer that was given');
  const { authenticator, tokens } = await restart();
  for (const answered of [here, there]) {
    t.equal((await authenticator.authenticate(answered.access_token)).account.id, owner?.id, 'both work');
    form.set('refresh_token', answered.refresh_token);
    t.ok((await tokens.exchange(form)).access_token, 'and go on');
  }
});

/** Everything that is on disk of a database. */
/** All that the store keeps: SQLite's file with its log, or each row of the database. */
async function keptOf({ file, url }: Api['at']): Promise<string> {
  if (url !== undefined) {
    const all = `SELECT query_to_xml('SELECT * FROM ' || quote_ident(table_name), true, false, '')::text AS text
      FROM information_schema.tables WHERE table_schema = current_schema()`;
    return (await rowsOf<{ text: string }>({ file, url }, all)).map(({ text }) => text).join('');
  }
  return ['', '-wal', '-shm']
    .map((part) => file + part)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path).toString('latin1'))
    .join('');
}

t.test('facts §7.5: no clear code, token or verifier on disk, in logs or in errors', async (t: Test) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const flow = startFlow(await newClient(api));
  const page = await visitor.get(flow.url);
  const requestId = /name="request" value="([^"]+)"/.exec(page.text)?.[1] as string;
  const code = await codeOf(visitor, flow);
  const made = await redeem(api, flow, code);
  const { access_token: access, refresh_token: first } = made.json;
  const next = await refresh(api, flow.clientId, first);
  const errors = [
    await redeem(api, startFlow(flow.clientId), code),
    await refresh(api, flow.clientId, createSecret('jdm_rt_')),
    await callAs(api, createSecret('jdm_at_')),
    await visitor.get(`/authorize?client_id=${code}&redirect_uri=${access}`),
  ];
  await api.service.store.probe();
  const secrets = [flow.verifier, code, requestId, access, first, next.json.access_token, next.json.refresh_token];
  const disk = await keptOf(api.at);
  const logs = JSON.stringify(api.logs);
  t.ok(disk.includes(flow.clientId), 'what is looked at is the database');
  for (const secret of secrets) {
    t.notOk(disk.includes(secret), 'on disk');
    t.notOk(logs.includes(secret), 'in logs');
    t.notOk(
      errors.some(({ text }) => text.includes(secret) && !text.includes('/authorize?')),
      'in errors',
    );
  }
});

t.test('a question is answered once, by whom it was put to', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const flow = startFlow(await newClient(api));
  const { text } = await visitor.get(flow.url);
  const id = /name="request" value="([^"]+)"/.exec(text)?.[1] as string;
  const other = await person(api, 'other@example.com');
  const stolen = await answer(other, flow.url, { request: id });
  t.equal(stolen.status, 409, 'another session');
  const first = await answer(visitor, flow.url, { request: id });
  t.match(refreshOf(first)?.href, `${CALLBACK}?code=jdm_ac_`);
  t.match(Object.fromEntries(refreshOf(first)?.searchParams ?? []), { state: 'st/ate=1', iss: ISSUER });
  t.equal((await answer(visitor, flow.url, { request: id })).status, 409, 'twice');
  const denied = await answer(visitor, flow.url, { decision: 'deny' });
  t.match(Object.fromEntries(refreshOf(denied)?.searchParams ?? []), {
    error: 'access_denied',
    state: 'st/ate=1',
    iss: ISSUER,
  });
  t.equal(refreshOf(denied)?.searchParams.get('code'), null);
  const foreign = await visitor.request('POST', '/authorize', { request: id, decision: 'allow', tools: 'ping' });
  t.equal(foreign.status, 403, 'without the token of the page');
  const late = await visitor.get(flow.url);
  api.clock.advance(601_000);
  const expired = await visitor.request('POST', '/authorize', {
    _csrf: /name="_csrf" value="([^"]+)"/.exec(late.text)?.[1] as string,
    request: /name="request" value="([^"]+)"/.exec(late.text)?.[1] as string,
    decision: 'allow',
    tools: 'ping',
  });
  t.equal(expired.status, 409, 'after ten minutes');
});
