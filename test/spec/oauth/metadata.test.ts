import t from 'tap';
import { createSecret } from '../../../src/accounts/key-format.ts';
import { openApi, type Api } from '../../support/api.ts';
import { ask, ISSUER, openOAuth } from '../../support/oauth.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
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

t.test('facts §7.7: with OAuth off its routes do not exist, and 401 is unchanged', async (t) => {
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
