import t from 'tap';
import {
  answer,
  CALLBACK,
  callAs,
  connect,
  hiddenField,
  ISSUER,
  newClient,
  openOAuth,
  person,
  refreshOf,
  startFlow,
} from '../../support/oauth.ts';

/** As published on the clients' sites. */
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
  'facts §7.2: client documents of real apps lead to a token and a call; stored copies if a site refuses',
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
      t.match(page.shown, new URL(id).hostname, 'whose document it is');
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

t.test('facts §5.4: errors shown to the person, and errors returned to the client', async (t) => {
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
    const targets = ['href', 'src', 'content', 'action'].flatMap((name) =>
      page.page.attributes(`[${name}]`, name).map(String),
    );
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
    t.ok(
      web.page.links('main a').some((link) => link.startsWith(`${CALLBACK}?error=${code}`)),
      code,
    );
  }
  const scopes = await visitor.get(withParameter((query) => query.set('scope', 'openid offline_access claudeai')));
  t.equal(scopes.status, 200, 'unknown scopes are ignored');
});

t.test('a consent question is answered once, by the person who was asked', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const flow = startFlow(await newClient(api));
  const id = hiddenField(await visitor.get(flow.url), 'request');
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
    _csrf: hiddenField(late, '_csrf'),
    request: hiddenField(late, 'request'),
    decision: 'allow',
    tools: 'ping',
  });
  t.equal(expired.status, 409, 'after ten minutes');
});
