import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'oauth4webapi';
import t, { type Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { Api } from '../support/api.ts';
import { answer, CALLBACK, listenWithOAuth, person, refreshOf } from '../support/oauth.ts';
import type { Visitor } from '../support/visitor.ts';

const INFO = { name: 'test', version: '1.0.0' };
const DOCUMENT = 'https://app.example.net/oauth/client.json';
const LOCAL = 'http://127.0.0.1:49152/callback';

/** What a client stores of a log-in, in the form that both SDKs expect. */
class Provider {
  readonly redirectUrl = LOCAL;
  readonly clientMetadata = { client_name: 'SDK test', redirect_uris: [LOCAL] };
  readonly clientMetadataUrl: string | undefined;
  asked: URL | undefined;
  kept: any = {};

  constructor(byDocument: boolean) {
    if (byDocument) this.clientMetadataUrl = DOCUMENT;
  }
  state = () => 'state of the test';
  clientInformation = () => this.kept.client;
  saveClientInformation = (client: unknown) => void (this.kept.client = client);
  tokens = () => this.kept.tokens;
  saveTokens = (tokens: unknown) => void (this.kept.tokens = tokens);
  redirectToAuthorization = (url: URL) => void (this.asked = url);
  saveCodeVerifier = (verifier: string) => void (this.kept.verifier = verifier);
  codeVerifier = () => this.kept.verifier as string;
  invalidateCredentials = (scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (scope === 'all' || scope === 'client') delete this.kept.client;
    if (scope === 'all' || scope === 'tokens') delete this.kept.tokens;
  };
}

interface Attempt {
  connect(): Promise<unknown>;
  finish(callback: URLSearchParams): Promise<void>;
  ping(): Promise<any>;
  close(): Promise<void>;
}

const CLIENTS: Record<string, (url: URL, provider: Provider) => Attempt> = {
  'SDK 1.32': (url, provider) => {
    const client = new OlderClient(INFO);
    const transport = new OlderTransport(url, { authProvider: provider as never });
    return {
      connect: () => client.connect(transport as never),
      finish: (callback) => transport.finishAuth(callback.get('code') ?? ''),
      ping: () => client.callTool({ name: 'ping', arguments: {} }),
      close: () => client.close(),
    };
  },
  'client 2.4': (url, provider) => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } });
    const transport = new ModernTransport(url, { authProvider: provider as never });
    return {
      connect: () => client.connect(transport),
      finish: (callback) => transport.finishAuth(callback),
      ping: () => client.callTool({ name: 'ping', arguments: {} }),
      close: () => client.close(),
    };
  },
};

async function open(t: Test): Promise<{ api: Api; base: string; visitor: Visitor; url: URL }> {
  const { api, base } = await listenWithOAuth(t);
  api.internet.on(DOCUMENT, {
    headers: { 'content-type': 'application/json', 'cache-control': 'max-age=600' },
    body: JSON.stringify({
      client_id: DOCUMENT,
      client_name: 'SDK test',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    }),
  });
  return { api, base, visitor: await person(api), url: new URL('/mcp', base) };
}

for (const [name, create] of Object.entries(CLIENTS)) {
  for (const way of ['registration', 'metadata document'] as const) {
    t.test(`facts §7.1: ${name} logs in by ${way}, refreshes, and is denied`, async (t) => {
      const { api, visitor, url } = await open(t);
      const provider = new Provider(way === 'metadata document');
      const run = async (): Promise<Attempt> => {
        const attempt = create(url, provider);
        t.teardown(() => attempt.close());
        return attempt;
      };
      const first = await run();
      await t.rejects(first.connect(), { message: /Unauthorized/ }, 'it is sent to log in');
      const asked = provider.asked as URL;
      t.equal(asked.searchParams.get('client_id')?.startsWith('https:'), way === 'metadata document');
      t.equal(asked.searchParams.get('resource'), url.href);
      const denied = refreshOf(await answer(visitor, asked.pathname + asked.search, { decision: 'deny' })) as URL;
      t.equal(denied.searchParams.get('error'), 'access_denied');

      const allowed = refreshOf(await answer(visitor, asked.pathname + asked.search)) as URL;
      t.equal(`${allowed.origin}${allowed.pathname}`, LOCAL);
      await first.finish(allowed.searchParams);
      const { access_token: access, refresh_token: refresh } = provider.kept.tokens;
      const second = await run();
      await second.connect();
      t.equal((await second.ping()).structuredContent.status, 'OK');
      api.clock.advance(3_600_000);
      t.equal((await second.ping()).structuredContent.status, 'OK', 'an hour later it refreshes by itself');
      t.not(provider.kept.tokens.access_token, access);
      t.not(provider.kept.tokens.refresh_token, refresh);

      // After three months without use, the log-in has ended and the registration is gone.
      api.clock.advance(91 * DAY_MS);
      await api.service.purge();
      await visitor.logIn('owner@example.com');
      const third = await run();
      await t.rejects(third.connect(), { message: /Unauthorized/ });
      const again = provider.asked as URL;
      const back = refreshOf(await answer(visitor, again.pathname + again.search)) as URL;
      t.ok(back.searchParams.get('code'), 'it asks with an id that leads somewhere');
      await third.finish(back.searchParams);
      const fourth = await run();
      await fourth.connect();
      t.equal((await fourth.ping()).structuredContent.status, 'OK');
    });
  }

  t.test(`facts §3.1: ${name} with a key does not start OAuth, and is told why a key is refused`, async (t) => {
    const { api, url } = await open(t);
    const provider = new Provider(false);
    const headers = { authorization: `Bearer ${api.apiKey}` };
    const older = name.startsWith('SDK');
    const client = older ? new OlderClient(INFO) : new ModernClient(INFO);
    t.teardown(() => client.close());
    const options = { authProvider: provider as never, requestInit: { headers } };
    const transport = older ? new OlderTransport(url, options) : new ModernTransport(url, options);
    await client.connect(transport as never);
    t.equal(provider.asked, undefined);
    const wrong = older ? new OlderClient(INFO) : new ModernClient(INFO);
    t.teardown(() => wrong.close());
    const refused = { ...options, requestInit: { headers: { authorization: `Bearer ${api.apiKey.slice(0, -1)}?` } } };
    await t.rejects(
      wrong.connect((older ? new OlderTransport(url, refused) : new ModernTransport(url, refused)) as never),
      { message: /mistyped/ },
    );
    t.equal(provider.asked, undefined, 'nobody is sent to a log-in that cannot help');
    const plain = older ? new OlderClient(INFO) : new ModernClient(INFO);
    t.teardown(() => plain.close());
    const { requestInit } = refused;
    await t.rejects(
      plain.connect(
        (older ? new OlderTransport(url, { requestInit }) : new ModernTransport(url, { requestInit })) as never,
      ),
      { message: /mistyped/ },
      'nor is a client that knows no log-ins left without a reason',
    );
  });
}

t.test('facts §7.1: a strict client follows the RFCs to the letter', async (t) => {
  const { base, visitor, url } = await open(t);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(base);
  const resource = await oauth.processResourceDiscoveryResponse(
    url,
    await oauth.resourceDiscoveryRequest(url, insecure),
  );
  t.strictSame(resource.authorization_servers, [base]);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', client_name: 'Strict' },
      insecure,
    ),
  );
  const client: oauth.Client = { client_id: registered.client_id };
  const verifier = oauth.generateRandomCodeVerifier();
  const asked = new URL(server.authorization_endpoint as string);
  for (const [name, value] of Object.entries({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'xyz',
    resource: url.href,
  })) {
    asked.searchParams.set(name, value);
  }
  const callback = refreshOf(await answer(visitor, asked.pathname + asked.search)) as URL;
  const parameters = oauth.validateAuthResponse(server, client, callback, 'xyz');
  const granted = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, CALLBACK, verifier, {
      additionalParameters: { resource: url.href },
      ...insecure,
    }),
  );
  t.equal(granted.token_type, 'bearer');
  const renewed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), granted.refresh_token as string, insecure),
  );
  const called = await oauth.protectedResourceRequest(
    renewed.access_token,
    'POST',
    url,
    new Headers({ 'content-type': 'application/json' }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    insecure,
  );
  t.equal(called.status, 200);
  await called.text();
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token as string, insecure),
  );
  const after = await oauth
    .protectedResourceRequest(renewed.access_token, 'POST', url, undefined, '{}', insecure)
    .catch((error: unknown) => error);
  t.ok(after instanceof oauth.WWWAuthenticateChallengeError, 'the challenge is one that it can read');
  t.match((after as oauth.WWWAuthenticateChallengeError).cause, [
    {
      scheme: 'bearer',
      parameters: {
        error: 'invalid_token',
        resource_metadata: `${base}/.well-known/oauth-protected-resource/mcp`,
        scope: 'mcp',
      },
    },
  ]);
  const denied = refreshOf(await answer(visitor, asked.pathname + asked.search, { decision: 'deny' })) as URL;
  t.throws(() => oauth.validateAuthResponse(server, client, denied, 'xyz'), oauth.AuthorizationResponseError);
});
