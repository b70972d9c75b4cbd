import { createSecret, hashApiKey } from '../accounts/key-format.ts';
import { newKeyId, type KeyLimits } from '../accounts/api-keys.ts';
import { createToken, hashToken, isToken } from '../accounts/sessions.ts';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { toMillicredits } from '../lib/credits.ts';
import { isLoopbackName } from '../lib/loopback.ts';
import type { GrantRecord, Store } from '../store/types.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { OAuthClient } from './client.ts';
import type { OAuthError } from './oauth-error.ts';
import { redirectHost, redirectKind, withAnswer } from './redirect-uri.ts';
import { resourceOf } from './server-metadata.ts';
import { CODE_PREFIX } from './token-endpoint.ts';
import { CODE_MS } from './token-rules.ts';

const REQUEST_MS = 10 * MINUTE_MS;
const OPEN_REQUESTS = 20;
const MAXIMUM_APPS = 50;
/** Stored in place of a prefix, because the key of an app has no secret that begins with one. */
const APP_PREFIX = 'app';

const LOCAL_NAME = /^(?:[\w-]+\.)*localhost\.?$|^0\.0\.0\.0$|^\[::\]$/;

export interface ConsentRequest {
  client: Pick<OAuthClient, 'id' | 'name' | 'host'>;
  request: AuthorizationRequest;
}

export interface ConsentOptions {
  store: Pick<Store, 'oauth' | 'keys' | 'audit' | 'transaction'>;
  clock: Clock;
  issuer: string;
}

export class Consent {
  readonly #options: ConsentOptions;
  readonly issuer: string;

  constructor(options: ConsentOptions) {
    this.#options = options;
    this.issuer = options.issuer;
  }

  async open(consentRequest: ConsentRequest, sessionHash: string): Promise<string> {
    const { store, clock } = this.#options;
    const id = createToken();
    const createdAt = clock.now();
    const value = JSON.stringify(consentRequest);
    const waiting = { hash: hashToken(id), sessionHash, value, createdAt, expiresAt: createdAt + REQUEST_MS };
    await store.oauth.saveRequest(waiting, OPEN_REQUESTS);
    return id;
  }

  async find(id: string, sessionHash: string): Promise<ConsentRequest | undefined> {
    if (!isToken(id)) return undefined;
    const { store, clock } = this.#options;
    const waiting = await store.oauth.findRequest(hashToken(id), sessionHash, clock.now());
    return waiting && (JSON.parse(waiting.value) as ConsentRequest);
  }

  /**
   * Stores a key with these limits, a grant and a code, and returns the URL to which the browser is redirected. Rejects
   * with AlreadyUsed if the request was answered before or has expired, and with `validation` at the maximum number of
   * apps.
   */
  async allow(
    id: string,
    sessionHash: string,
    accountId: string,
    consentRequest: ConsentRequest,
    limits: KeyLimits,
  ): Promise<string> {
    const { store, clock } = this.#options;
    const { client, request } = consentRequest;
    const now = clock.now();
    const code = createSecret(CODE_PREFIX);
    const keyId = newKeyId();
    const cap = limits.dailyCapCredits ?? null;
    const key = {
      id: keyId,
      kind: 'app' as const,
      accountId,
      name: client.name || client.host || redirectHost(request.redirectUri),
      // The hash is of a random token that is not stored, so no secret matches this key.
      hash: hashApiKey(createToken()),
      prefix: APP_PREFIX,
      lastFour: '',
      createdAt: now,
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
    await store.transaction(() =>
      Promise.all([
        store.oauth.takeRequest(hashToken(id), sessionHash, now),
        store.keys.create(key, MAXIMUM_APPS),
        store.oauth.saveGrant(grant, token),
        store.audit.add({ accountId, action: 'app.connect', detail: `${keyId} ${client.host ?? client.id}`, at: now }),
      ]),
    );
    return withAnswer(request.redirectUri, { code, state: request.state, iss: this.issuer });
  }

  async deny(id: string, sessionHash: string, { request }: ConsentRequest): Promise<string> {
    const { store, clock } = this.#options;
    await store.oauth.takeRequest(hashToken(id), sessionHash, clock.now());
    return withAnswer(request.redirectUri, { error: 'access_denied', state: request.state, iss: this.issuer });
  }

  /** Returns the URL that sends an error to a client. `redirectUri` must be verified. */
  refusal(redirectUri: string, state: string | undefined, { code, message }: OAuthError): string {
    return withAnswer(redirectUri, { error: code, error_description: message, state, iss: this.issuer });
  }
}

/**
 * True if the address leads to a program on the person's own machine. Another program there could receive the answer
 * instead.
 */
export function isLocalProgram(redirectUri: string): boolean {
  const { hostname } = new URL(redirectUri);
  return redirectKind(redirectUri) === 'loopback' || isLoopbackName(hostname) || LOCAL_NAME.test(hostname);
}
