import t from 'tap';
import { createSecret, isWellFormedKey, isWellFormedSecret } from '../../src/accounts/key-format.ts';
import { oauthFault, oauthIssuer, type OAuthSettings } from '../../src/config/oauth.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { ClientDocumentError, documentAddress, readClientDocument } from '../../src/oauth/client-document.ts';
import { readName } from '../../src/oauth/client.ts';
import { OAuthError } from '../../src/oauth/oauth-error.ts';
import { readParameters } from '../../src/oauth/parameters.ts';
import { matchesRedirect, redirectKind, withAnswer } from '../../src/oauth/redirect-uri.ts';
import { isOurResource } from '../../src/oauth/server-metadata.ts';
import { exchangeCode, refreshTokens, type CodeUse } from '../../src/oauth/token-rules.ts';
import type { TokenState } from '../../src/store/types.ts';

t.test('facts §7.3: which redirect URIs are accepted', async (t) => {
  const kinds: Record<string, string | undefined> = {
    'https://claude.ai/api/mcp/auth_callback': 'web',
    'https://app.example.net:8443/cb?x=1': 'web',
    'http://localhost/callback': 'loopback',
    'http://localhost:8787/callback': 'loopback',
    'http://127.0.0.1:33418/': 'loopback',
    'http://127.0.0.1': 'loopback',
    'http://[::1]:9/cb': 'loopback',
    'cursor://anysphere.cursor-mcp/oauth/callback': 'app',
    'com.example.app:/oauth': 'app',
    'http://app.example.net/cb': undefined,
    'http://localhost.evil/cb': undefined,
    'http://127.0.0.1.evil/cb': undefined,
    'http://127.0.0.2/cb': undefined,
    'http://localhost@evil.example/cb': undefined,
    'http://user@localhost/cb': undefined,
    'http://localhost:0/cb': undefined,
    'http://localhost:65536/cb': undefined,
    'http://localhost:1\\@evil.example/cb': undefined,
    'https://user:pass@app.example.net/cb': undefined,
    'https://@app.example.net/cb': undefined,
    'https://app.example.net/cb#x': undefined,
    'https://app.example.net/cb#': undefined,
    'https://app.example.net\\cb': undefined,
    'https://app.example.net/c b': undefined,
    'https://app.example.net/c\nb': undefined,
    'https://äpp.example/cb': undefined,
    'https://': undefined,
    'javascript:alert(1)': undefined,
    'JavaScript:alert(1)': undefined,
    'data:text/html,x': undefined,
    'file:///etc/passwd': undefined,
    'blob:https://app.example.net/1': undefined,
    'view-source:https://app.example.net/': undefined,
    'ws://localhost/': undefined,
    '//app.example.net/cb': undefined,
    '/cb': undefined,
    '': undefined,
    [`https://app.example.net/${'x'.repeat(1_024)}`]: undefined,
  };
  for (const [uri, kind] of Object.entries(kinds)) t.equal(redirectKind(uri), kind, uri.slice(0, 80));
});

t.test('facts §7.3: the redirect URI matches the registered one exactly, except for a loopback port', async (t) => {
  const rows: [string, string, boolean][] = [
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51234/callback', true],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1:40000/', true],
    ['http://localhost/callback', 'http://localhost:1/callback', true],
    ['http://[::1]:1/cb', 'http://[::1]:2/cb', true],
    ['http://127.0.0.1/cb?a=1', 'http://127.0.0.1:9/cb?a=1', true],
    ['https://app.example.net/cb', 'https://app.example.net/cb', true],
    ['http://localhost/callback', 'http://127.0.0.1:1/callback', false],
    ['http://127.0.0.1/callback', 'http://localhost:1/callback', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback/', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:1/other', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback?x=1', false],
    ['http://127.0.0.1/callback', 'https://127.0.0.1:1/callback', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:99999/callback', false],
    ['http://localhost/callback', 'http://localhost.evil:1/callback', false],
    ['http://localhost/callback', 'http://localhost:1@evil.example/callback', false],
    ['https://app.example.net/cb', 'https://app.example.net:443/cb', false],
    ['https://app.example.net/cb', 'https://app.example.net:8443/cb', false],
    ['https://app.example.net/cb', 'https://APP.example.net/cb', false],
    ['https://app.example.net/cb', 'https://app.example.net/cb/', false],
    ['https://app.example.net/cb', 'https://app.example.net/cb?next=https://evil.example', false],
    ['https://app.example.net/cb', 'https://app.example.net/cb/../cb', false],
    ['https://app.example.net/cb', 'https://sub.app.example.net/cb', false],
    ['https://app.example.net/cb', 'https://app.example.net.evil.example/cb', false],
  ];
  for (const [registered, asked, expected] of rows) {
    t.equal(matchesRedirect(registered, asked), expected, `${registered} ← ${asked}`);
  }
  t.equal(
    withAnswer('https://a.example/cb?x=%20y', { code: 'c', state: 'a&b=#', gone: undefined }),
    'https://a.example/cb?x=%20y&code=c&state=a%26b%3D%23',
  );
});

t.test('facts §5.5: which addresses are accepted as a client ID', async (t) => {
  const good = [
    'https://claude.ai/oauth/mcp-oauth-client-metadata',
    'https://chatgpt.com/oauth/client.json',
    'https://a-b.example.co.uk/x',
  ];
  const bad = [
    'http://claude.ai/client',
    'https://claude.ai/',
    'https://claude.ai',
    'https://claude.ai:443/client',
    'https://claude.ai:8443/client',
    'https://user@claude.ai/client',
    'https://claude.ai/client?x=1',
    'https://claude.ai/client?',
    'https://claude.ai/client#',
    'https://claude.ai/a/../client',
    'https://claude.ai/a/%2e%2e/client',
    'https://claude.ai/./client',
    'https://CLAUDE.ai/client',
    'https://localhost/client',
    'https://intranet/client',
    'https://127.0.0.1/client',
    'https://[::1]/client',
    'https://2130706433/client',
    'https://0x7f.1/client',
    'https://claude.ai./client',
    'https://claude.ai\\client',
    'https://exämple.com/client',
    `https://claude.ai/${'x'.repeat(250)}`,
  ];
  for (const id of good) t.equal(documentAddress(id)?.href, id);
  for (const id of bad) t.equal(documentAddress(id), undefined, id.slice(0, 60));
});

t.test('facts §7.8: what a client document must contain', async (t) => {
  const address = new URL('https://app.example.net/client.json');
  const whole = { client_id: address.href, client_name: 'App', redirect_uris: ['http://127.0.0.1/cb'] };
  const read = (change: object) => readClientDocument(address, JSON.stringify({ ...whole, ...change }));
  const faultOf = (act: () => unknown): string | undefined => {
    try {
      act();
    } catch (error) {
      return error instanceof ClientDocumentError ? error.fault : 'another';
    }
    return undefined;
  };
  t.match(read({}), { id: address.href, name: 'App', host: 'app.example.net' });
  t.match(
    read({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      logo_uri: 7,
      grant_types: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
    }),
    { name: 'App' },
    'none stands beside another method',
  );
  t.equal(
    faultOf(() => read({ client_id: 'https://app.example.net/other.json' })),
    'not_its_own',
  );
  t.equal(
    faultOf(() => read({ client_id: undefined })),
    'not_its_own',
  );
  t.equal(
    faultOf(() => read({ client_name: '' })),
    'not_a_document',
  );
  t.equal(
    faultOf(() => read({ client_name: '\u202e' })),
    'not_a_document',
  );
  t.equal(
    faultOf(() => read({ redirect_uris: [] })),
    'not_a_document',
  );
  t.equal(
    faultOf(() => read({ redirect_uris: ['javascript:alert(1)'] })),
    'not_a_document',
  );
  t.equal(
    faultOf(() => read({ token_endpoint_auth_method: 'client_secret_post' })),
    'not_public',
  );
  t.equal(
    faultOf(() => read({ token_endpoint_auth_method: 'private_key_jwt' })),
    'not_public',
  );
  for (const text of ['', 'null', '[]', '"x"', '<html>', '{']) {
    t.equal(
      faultOf(() => readClientDocument(address, text)),
      'not_a_document',
      text,
    );
  }
  t.equal(readName('  A\u202egnol\u200b  name\n'), 'Agnol name');
  t.equal(readName('x'.repeat(5_000)).length, 80);
  t.equal(readName(7), '');
});

t.test('facts §5.6: one resource, and no repeated parameters', async (t) => {
  const issuer = 'https://jobs.example.com';
  for (const text of [`${issuer}/mcp`, `${issuer}/mcp/`, 'HTTPS://JOBS.Example.com/mcp', `${issuer}:443/mcp`]) {
    t.ok(isOurResource(text, issuer), text);
  }
  for (const text of [
    issuer,
    `${issuer}/`,
    `${issuer}/mcp/x`,
    `${issuer}/MCP`,
    `${issuer}/mcp?x=1`,
    `${issuer}/mcp#`,
    'http://jobs.example.com/mcp',
    'https://jobs.example.com.evil.example/mcp',
    'https://x@jobs.example.com/mcp',
    'jobs.example.com/mcp',
  ]) {
    t.notOk(isOurResource(text, issuer), text);
  }
  t.strictSame(readParameters(new URLSearchParams('a=1&b=&d=2&d=3'), ['a', 'b', 'c']), {
    a: '1',
    b: undefined,
    c: undefined,
  });
  t.throws(() => readParameters(new URLSearchParams('a=1&a=1'), ['a']), OAuthError);
});

t.test('facts §5.2: when OAuth is enabled', async (t) => {
  const rows: [OAuthSettings['oauth'], string | null, string | undefined, boolean][] = [
    ['auto', 'https://jobs.example.com', 'https://jobs.example.com', false],
    ['on', 'https://jobs.example.com', 'https://jobs.example.com', false],
    ['off', 'https://jobs.example.com', undefined, false],
    ['auto', 'http://127.0.0.1:8080', undefined, false],
    ['on', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
    ['on', 'http://localhost', 'http://localhost', false],
    ['on', 'http://jobs.example.com', undefined, true],
    ['on', 'http://localhost.example.com', undefined, true],
    ['on', null, undefined, true],
    ['auto', null, undefined, false],
  ];
  for (const [oauth, publicUrl, issuer, isFault] of rows) {
    t.equal(oauthIssuer({ oauth, publicUrl }), issuer, `${oauth} ${publicUrl}`);
    t.equal(oauthFault({ oauth, publicUrl }) !== undefined, isFault, `${oauth} ${publicUrl}`);
  }
});

t.test('facts §5.3: a malformed token causes no look-up', async (t) => {
  const token = createSecret('jdm_at_');
  t.match(token, /^jdm_at_[0-9A-Za-z]{38}$/);
  t.ok(isWellFormedSecret('jdm_at_', token));
  t.notOk(isWellFormedSecret('jdm_rt_', token));
  t.notOk(isWellFormedSecret('jdm_at_', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`));
  t.notOk(isWellFormedSecret('jdm_at_', `${token}0`));
  t.notOk(isWellFormedKey(token));
});

t.test('facts §7.4: what a code and a refresh token give at each moment', async (t) => {
  const start = Date.parse('2026-11-20T10:00:00Z');
  const day = DAY_MS;
  const stateOf = (kind: 'code' | 'refresh', change: Partial<TokenState['token']> = {}): TokenState => ({
    token: {
      hash: 'h',
      kind,
      keyId: 'k',
      redirectUri: 'https://a.example/cb',
      challenge: 'c',
      expiresAt: start + (kind === 'code' ? 60_000 : 30 * day),
      usedAt: null,
      ...change,
    },
    grant: {
      keyId: 'k',
      clientId: 'app',
      clientHost: null,
      redirectHost: 'a.example',
      resource: 'r',
      createdAt: start,
      connectedAt: null,
    },
    key: { id: 'k', accountId: 'a', createdAt: start, expiresAt: start + 30 * day, revokedAt: null },
  });
  const use = (now: number, change: Partial<CodeUse> = {}): CodeUse => ({
    clientId: 'app',
    redirectUri: 'https://a.example/cb',
    challenge: 'c',
    resource: 'r',
    next: { access: 'n', refresh: 'm', issuedAt: now },
    now,
    ...change,
  });
  const code = (at: number, change?: Partial<CodeUse>, token?: Partial<TokenState['token']>) =>
    exchangeCode(stateOf('code', token), use(start + at, change));
  t.match(code(59_999), {
    usedAt: start + 59_999,
    connectedAt: start + 59_999,
    keyExpiresAt: start + 59_999 + 30 * day,
  });
  t.match(code(0, { redirectUri: undefined }), { usedAt: start }, 'OAuth 2.1 no longer sends the address');
  t.match(code(60_000), { refused: { code: 'invalid_grant' }, endedAt: undefined, usedAt: undefined });
  t.match(code(1, {}, { usedAt: start }), { ended: 'code_replayed', endedAt: start + 1 });
  for (const wrong of [{ clientId: 'other' }, { redirectUri: 'https://a.example/other' }, { challenge: 'd' }]) {
    t.match(code(1, wrong), { ended: 'code_misused', usedAt: start + 1, refused: { code: 'invalid_grant' } });
  }
  t.match(code(1, { resource: 'other' }), { refused: {}, usedAt: undefined });
  t.match(
    exchangeCode(stateOf('refresh'), use(start)),
    { refused: {}, usedAt: undefined },
    'a refresh token is no code',
  );
  t.match(exchangeCode(undefined, use(start)), { refused: {} });

  const again = (at: number, change?: Partial<CodeUse>, token?: Partial<TokenState['token']>) =>
    refreshTokens(stateOf('refresh', token), use(start + at, change));
  t.match(again(day), { usedAt: start + day, keyExpiresAt: start + 31 * day });
  t.match(again(29_999, {}, { usedAt: start }), { refused: undefined, add: [{ kind: 'access' }, { kind: 'refresh' }] });
  t.match(again(30_000, {}, { usedAt: start }), { ended: 'token_reused', endedAt: start + 30_000 });
  t.match(again(1, { clientId: 'other' }), { refused: {}, endedAt: undefined, usedAt: undefined });
  t.match(again(30 * day), { refused: {}, usedAt: undefined });
  t.match(refreshTokens(stateOf('code'), use(start)), { refused: {}, usedAt: undefined }, 'a code is no refresh token');
  const revoked = stateOf('refresh');
  revoked.key.revokedAt = start;
  t.match(refreshTokens(revoked, use(start + 1)), { refused: {}, add: undefined });
  const old = stateOf('refresh', { expiresAt: start + 365 * day });
  old.key.expiresAt = start + 365 * day;
  t.match(refreshTokens(old, use(start + 360 * day)), { keyExpiresAt: start + 365 * day }, 'a year, and no longer');
});
