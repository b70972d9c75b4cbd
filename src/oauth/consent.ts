import { createSecret, hashApiKey } from '../accounts/api-key.ts';
import { newKeyId, type KeyLimits } from '../accounts/api-keys.ts';
import { createToken, hashToken, isToken } from '../accounts/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import { toMillicredits } from '../lib/credits.ts';
import type { GrantRecord, Store } from '../store/types.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Client } from './client.ts';
import type { OAuthError } from './oauth-error.ts';
import { redirectHost, redirectKind, withAnswer } from './redirect-uri.ts';
import { resourceOf } from './server-metadata.ts';
import { CODE_PREFIX } from './token-endpoint.ts';
import { CODE_MS } from './token-rules.ts';

/** How long a page may stand open before it is answered. */
const REQUEST_MS = 10 * 60_000;
/** Pages of one session that may be open at a time. */
const OPEN_REQUESTS = 20;
/** Apps of an account that may be connected at a time. */
const MAXIMUM_APPS = 50;
/** Stands in a key's place where its prefix would be shown. */
const APP_PREFIX = 'app';

/** Names of this machine that an https address may have too. */
const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/;

/** What was asked, and by whom: as it was when the page was shown. */
export interface ConsentRequest {
  client: Pick<Client, 'id' | 'name' | 'host'>;
  request: AuthorizationRequest;
}

export interface ConsentOptions {
  store: Pick<Store, 'oauth' | 'keys' | 'audit' | 'together'>;
  clock: Clock;
  issuer: string;
}

/** What owners are asked, and what they allow: apps, each a key with limits and a grant. */
export class Consent {
  readonly #options: ConsentOptions;
  readonly issuer: string;

  constructor(options: ConsentOptions) {
    this.#options = options;
    this.issuer = options.issuer;
  }

  /** Keeps a request until the person answers. Gives its id, which goes into the page and is kept nowhere. */
  async open(asked: ConsentRequest, sessionHash: string): Promise<string> {
    const { store, clock } = this.#options;
    const id = createToken();
    const createdAt = clock.now();
    const value = JSON.stringify(asked);
    const waiting = { hash: hashToken(id), sessionHash, value, createdAt, expiresAt: createdAt + REQUEST_MS };
    await store.oauth.saveRequest(waiting, OPEN_REQUESTS);
    return id;
  }

  /** The request of an id that was shown to this session, while it waits. */
  async find(id: string, sessionHash: string): Promise<ConsentRequest | undefined> {
    if (!isToken(id)) return undefined;
    const { store, clock } = this.#options;
    const waiting = await store.oauth.findRequest(hashToken(id), sessionHash, clock.now());
    return waiting && (JSON.parse(waiting.value) as ConsentRequest);
  }

  /**
   * The owner allows it: the app's key with these limits, its grant and a code,
   * all or nothing, once. Gives where the browser goes. Rejects with Spent when
   * the request was answered before, `validation` when there are too many apps.
   */
  async allow(
    id: string,
    sessionHash: string,
    accountId: string,
    asked: ConsentRequest,
    limits: KeyLimits,
  ): Promise<string> {
    const { store, clock } = this.#options;
    const { client, request } = asked;
    const now = clock.now();
    const code = createSecret(CODE_PREFIX);
    const keyId = newKeyId();
    const cap = limits.dailyCapCredits ?? null;
    const key = {
      id: keyId,
      kind: 'app' as const,
      accountId,
      name: client.name || client.host || redirectHost(request.redirectUri),
      // Of a secret that nobody has: no key ever gives this hash.
      hash: hashApiKey(createToken()),
      prefix: APP_PREFIX,
      lastFour: '',
      createdAt: now,
      // Until the code has been turned into tokens.
      expiresAt: now + CODE_MS,
      allowedTools: limits.allowedTools ?? null,
      dailyCap: cap === null ? null : toMillicredits(cap),
    };
    const grant: GrantRecord = {
      keyId,
      clientId: client.id,
      clientHost: client.host,
      redirectHost: redirectHost(request.redirectUri),
      resource: resourceOf(this.issuer),
      createdAt: now,
      connectedAt: null,
    };
    const token = {
      hash: hashApiKey(code),
      kind: 'code' as const,
      keyId,
      redirectUri: request.redirectUri,
      challenge: request.challenge,
      expiresAt: now + CODE_MS,
    };
    await store.together(() =>
      Promise.all([
        store.oauth.takeRequest(hashToken(id), sessionHash, now),
        store.keys.create(key, MAXIMUM_APPS),
        store.oauth.saveGrant(grant, token),
        store.audit.add({ accountId, action: 'app.connect', detail: `${keyId} ${client.host ?? client.id}`, at: now }),
      ]),
    );
    return withAnswer(request.redirectUri, { code, state: request.state, iss: this.issuer });
  }

  /** The owner does not: gives where the browser goes. Rejects with Spent when the request was answered before. */
  async deny(id: string, sessionHash: string, { request }: ConsentRequest): Promise<string> {
    const { store, clock } = this.#options;
    await store.oauth.takeRequest(hashToken(id), sessionHash, clock.now());
    return withAnswer(request.redirectUri, { error: 'access_denied', state: request.state, iss: this.issuer });
  }

  /** Where a client is told that its request cannot be asked. Its redirect URI is proven. */
  refusal(redirectUri: string, state: string | undefined, { code, message }: OAuthError): string {
    return withAnswer(redirectUri, { error: code, error_description: message, state, iss: this.issuer });
  }
}

/** Whether an address is one of a program on the person's own machine, which any other program there may take. */
export function isLocalProgram(redirectUri: string): boolean {
  return redirectKind(redirectUri) === 'loopback' || LOOPBACK_NAME.test(new URL(redirectUri).hostname);
}
