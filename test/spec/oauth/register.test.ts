import t from 'tap';
import {
  ask,
  CALLBACK,
  callAs,
  connect,
  openOAuth,
  person,
  postForm,
  refreshOf,
  register,
  startFlow,
} from '../../support/oauth.ts';

/** As sent by real clients that register themselves. */
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

t.test('facts §7.2: registrations of real apps lead to a token and a call', async (t) => {
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
  t.strictSame(refused.page.links('a[href^=cursor]'), []);
  t.equal(refreshOf(refused), undefined);
});

t.test('RFC 7591: invalid registrations', async (t) => {
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

t.test('registrations per network and minute are limited', async (t) => {
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
