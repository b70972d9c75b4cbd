import { createHash, randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { openApi, type Answer, type Api, type ApiOptions } from './api.ts';
import { ALL_TOOLS, Visitor, type VisitorAnswer } from './visitor.ts';

export const ISSUER = 'https://jobs.example.com';
export const CALLBACK = 'https://app.example.net/callback';

export function openOAuth(t: Test, options: ApiOptions = {}): Promise<Api> {
  return openApi(t, { ...options, env: { PUBLIC_URL: ISSUER, ...options.env } });
}

export async function person(api: Api, email = 'owner@example.com'): Promise<Visitor> {
  const visitor = new Visitor(api.service.app);
  const { status } = await visitor.register(email);
  if (status !== 303) throw new Error(`The sign-up was answered ${status}.`);
  return visitor;
}

export async function ask(
  api: Api,
  method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE',
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await api.service.app.inject({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    text: response.payload,
    json: response.payload.startsWith('{') ? JSON.parse(response.payload) : undefined,
  };
}

export function register(api: Api, body: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(api, 'POST', '/register', text, { 'content-type': 'application/json' });
}

export async function newClient(api: Api, redirectUris = [CALLBACK], name = 'Assistant'): Promise<string> {
  const { json } = await register(api, { client_name: name, redirect_uris: redirectUris });
  return json.client_id as string;
}

export function postForm(api: Api, path: string, form: Record<string, string>): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return ask(api, 'POST', path, new URLSearchParams(form).toString(), headers);
}

export interface Flow {
  clientId: string;
  redirectUri: string;
  verifier: string;
  url: string;
}

export function startFlow(clientId: string, redirectUri = CALLBACK, more: Record<string, string> = {}): Flow {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'st/ate=1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${ISSUER}/mcp`,
    ...more,
  });
  return { clientId, redirectUri, verifier, url: `/authorize?${query}` };
}

/** Returns the address to which the page forwards by itself. */
export function refreshOf({ page }: Pick<VisitorAnswer, 'page'>): URL | undefined {
  const [content] = page.attributes('meta[http-equiv=refresh]', 'content');
  return content === undefined ? undefined : new URL(content.replace(/^0;url=/, ''));
}

export function hiddenField({ page }: Pick<VisitorAnswer, 'page'>, name: string): string {
  return page.values(name)[0] ?? '';
}

export async function answer(
  visitor: Visitor,
  url: string,
  form: Record<string, string | string[]> = {},
): Promise<VisitorAnswer> {
  const asked = await visitor.get(url);
  return visitor.request('POST', '/authorize', {
    _csrf: hiddenField(asked, '_csrf'),
    request: hiddenField(asked, 'request'),
    back: hiddenField(asked, 'back'),
    decision: 'allow',
    tools: ALL_TOOLS,
    cap: '5',
    ...form,
  });
}

export async function codeOf(visitor: Visitor, flow: Flow, form: Record<string, string | string[]> = {}) {
  const page = await answer(visitor, flow.url, form);
  return refreshOf(page)?.searchParams.get('code') ?? '';
}

export function redeem(api: Api, flow: Flow, code: string, more: Record<string, string> = {}): Promise<Answer> {
  return postForm(api, '/token', {
    grant_type: 'authorization_code',
    client_id: flow.clientId,
    redirect_uri: flow.redirectUri,
    code_verifier: flow.verifier,
    code,
    ...more,
  });
}

export function refresh(api: Api, clientId: string, token: string, more: Record<string, string> = {}): Promise<Answer> {
  return postForm(api, '/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more });
}

export interface Connected {
  clientId: string;
  access: string;
  refresh: string;
}

export async function connect(
  api: Api,
  visitor: Visitor,
  form: Record<string, string | string[]> = {},
  flow?: Flow,
): Promise<Connected> {
  const own = flow ?? startFlow(await newClient(api));
  const { json } = await redeem(api, own, await codeOf(visitor, own, form));
  return { clientId: own.clientId, access: json.access_token as string, refresh: json.refresh_token as string };
}

export function callAs(api: Api, token: string, name = 'ping', args: object = {}): Promise<Answer> {
  return api.call(name, args, undefined, { authorization: `Bearer ${token}` });
}

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The real app listens on loopback, as for development. */
export async function listenWithOAuth(t: Test, options: ApiOptions = {}): Promise<{ api: Api; base: string }> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const api = await openApi(t, { ...options, env: { PUBLIC_URL: base, OAUTH: 'on', ...options.env } });
  await api.service.app.listen({ host: '127.0.0.1', port });
  return { api, base };
}
