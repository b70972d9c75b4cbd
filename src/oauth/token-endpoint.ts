import { createHash } from 'node:crypto';
import { ACCESS_TOKEN_PREFIX, createSecret, hashApiKey, isWellFormedSecret } from '../accounts/key-format.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store, TokenState } from '../store/types.ts';
import { OAuthError } from './oauth-error.ts';
import { readParameters, requireParameter, type Parameters } from './parameters.ts';
import { assertOurResource, resourceOf, SCOPE } from './server-metadata.ts';
import { ACCESS_MS, exchangeCode, refreshTokens, type TokenOutcome } from './token-rules.ts';

export const CODE_PREFIX = 'jdm_ac_';
const REFRESH_TOKEN_PREFIX = 'jdm_rt_';

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const REMEMBERED = 10_000;
const REMEMBERED_MS = 30_000;

const TOKEN_NAMES = [
  'grant_type',
  'client_id',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'resource',
] as const;
const REVOKE_NAMES = ['token', 'client_id'] as const;

/** Tokens in clear text. The store contains only their hashes. */
interface TokenPair {
  access: string;
  refresh: string;
  issuedAt: number;
}

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export type OAuthReport = (
  step: 'register' | 'document' | 'authorize' | 'consent' | 'token' | 'refresh' | 'revoke' | 'bearer',
  outcome: string,
) => void;

export interface TokenEndpointOptions {
  store: Pick<Store, 'oauth' | 'audit'>;
  clock: Clock;
  issuer: string;
  report: OAuthReport;
  isClient(id: string): Promise<boolean>;
}

export class TokenEndpoint {
  readonly #options: TokenEndpointOptions;
  /**
   * Successors of refresh tokens by the token's hash, oldest first. Simultaneous requests to this process with one
   * token get the same successors.
   */
  readonly #successors = new Map<string, TokenPair>();

  constructor(options: TokenEndpointOptions) {
    this.#options = options;
  }

  /** Handles a token request (RFC 6749 §4.1.3 and §6). Rejects with OAuthError. */
  async exchange(form: URLSearchParams): Promise<TokenAnswer> {
    const step = form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token';
    return this.#reported(step, async () => {
      const parameters = readParameters(form, TOKEN_NAMES);
      const grantType = requireParameter(parameters, 'grant_type');
      if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
        throw new OAuthError(
          'unsupported_grant_type',
          'The supported grant types are authorization_code and refresh_token.',
        );
      }
      const clientId = requireParameter(parameters, 'client_id');
      assertOurResource(parameters['resource'], this.#options.issuer);
      try {
        return await (grantType === 'refresh_token'
          ? this.#refresh(parameters, clientId)
          : this.#redeem(parameters, clientId));
      } catch (error) {
        throw (await this.#isForgotten(clientId, error)) ? forgotten() : error;
      }
    });
  }

  /**
   * True if a client was refused and its registration no longer exists. The client is then told to register again,
   * because a log-in with the old registration could not succeed.
   */
  async #isForgotten(clientId: string, error: unknown): Promise<boolean> {
    const isRefusal = error instanceof OAuthError && error.code === 'invalid_grant';
    return isRefusal && !(await this.#options.isClient(clientId));
  }

  /**
   * Revokes a token (RFC 7009). To revoke a refresh token disconnects its app; to revoke an access token ends only that
   * token. An unknown token counts as revoked. Rejects with OAuthError, for example if the token does not belong to the
   * client that `client_id` names.
   */
  async revoke(form: URLSearchParams): Promise<void> {
    return this.#reported('revoke', async () => {
      const parameters = readParameters(form, REVOKE_NAMES);
      const token = requireParameter(parameters, 'token');
      if (!isWellFormedSecret(ACCESS_TOKEN_PREFIX, token) && !isWellFormedSecret(REFRESH_TOKEN_PREFIX, token)) return;
      const { store, clock } = this.#options;
      const hash = hashApiKey(token);
      const state = await store.oauth.find(hash);
      if (!state) return;
      const clientId = parameters['client_id'];
      if (clientId !== undefined && clientId !== state.grant.clientId) {
        throw new OAuthError('invalid_client', 'The token belongs to another client_id.');
      }
      if (state.token.kind === 'access') {
        await store.oauth.dropToken(hash);
        return;
      }
      await store.oauth.use(hash, () => ({ endedAt: clock.now() }));
      if (state.key.revokedAt === null) await this.#note(state.key.accountId, 'app.disconnect', state.key.id);
    });
  }

  async #redeem(parameters: Parameters, clientId: string): Promise<TokenAnswer> {
    const code = requireParameter(parameters, 'code');
    const verifier = requireParameter(parameters, 'code_verifier');
    if (!VERIFIER.test(verifier)) throw new OAuthError('invalid_request', 'The code_verifier is not valid (RFC 7636).');
    if (!isWellFormedSecret(CODE_PREFIX, code)) throw new OAuthError('invalid_grant', 'The code is unknown.');
    const { clock, issuer } = this.#options;
    const pair = createPair(clock.now());
    const outcome = await this.#use(hashApiKey(code), (state) =>
      exchangeCode(state, {
        clientId,
        redirectUri: parameters['redirect_uri'],
        challenge: createHash('sha256').update(verifier).digest('base64url'),
        resource: resourceOf(issuer),
        next: hashesOf(pair),
        now: clock.now(),
      }),
    );
    return this.#answer(outcome, pair);
  }

  async #refresh(parameters: Parameters, clientId: string): Promise<TokenAnswer> {
    const token = requireParameter(parameters, 'refresh_token');
    if (!isWellFormedSecret(REFRESH_TOKEN_PREFIX, token)) {
      throw new OAuthError('invalid_grant', 'The refresh token is unknown.');
    }
    const { clock, issuer } = this.#options;
    const hash = hashApiKey(token);
    const pair = this.#successorsOf(hash);
    const outcome = await this.#use(hash, (state) =>
      refreshTokens(state, { clientId, resource: resourceOf(issuer), next: hashesOf(pair), now: clock.now() }),
    );
    if (outcome.refused && this.#successors.get(hash) === pair) this.#successors.delete(hash);
    return this.#answer(outcome, pair);
  }

  #successorsOf(hash: string): TokenPair {
    const now = this.#options.clock.now();
    for (const [old, { issuedAt }] of this.#successors) {
      if (now - issuedAt < REMEMBERED_MS && this.#successors.size <= REMEMBERED) break;
      this.#successors.delete(old);
    }
    const known = this.#successors.get(hash);
    if (known) return known;
    const pair = createPair(now);
    this.#successors.set(hash, pair);
    return pair;
  }

  #answer(outcome: TokenOutcome, pair: TokenPair): TokenAnswer {
    if (outcome.refused) throw outcome.refused;
    return {
      access_token: pair.access,
      token_type: 'Bearer',
      expires_in: Math.max(1, Math.floor((pair.issuedAt + ACCESS_MS - this.#options.clock.now()) / 1_000)),
      refresh_token: pair.refresh,
      scope: SCOPE,
    };
  }

  async #use(hash: string, decide: (state: TokenState | undefined) => TokenOutcome): Promise<TokenOutcome> {
    const { oauth } = this.#options.store;
    if (!(await oauth.find(hash))) return decide(undefined);
    let key: TokenState['key'] | undefined;
    const outcome = await oauth.use(hash, (state) => {
      key = state?.key;
      return decide(state);
    });
    if (outcome.ended && key) await this.#note(key.accountId, `app.${outcome.ended}`, key.id);
    return outcome;
  }

  #note(accountId: string, action: string, detail: string): Promise<void> {
    return this.#options.store.audit.add({ accountId, action, detail, at: this.#options.clock.now() });
  }

  async #reported<T>(step: 'token' | 'refresh' | 'revoke', work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      this.#options.report(step, 'ok');
      return value;
    } catch (error) {
      this.#options.report(step, error instanceof OAuthError ? error.code : 'server_error');
      throw error;
    }
  }
}

function forgotten(): OAuthError {
  return new OAuthError('invalid_client', 'The client_id is not known here, or no more. Register again.');
}

function createPair(issuedAt: number): TokenPair {
  return { access: createSecret(ACCESS_TOKEN_PREFIX), refresh: createSecret(REFRESH_TOKEN_PREFIX), issuedAt };
}

function hashesOf({ access, refresh, issuedAt }: TokenPair): { access: string; refresh: string; issuedAt: number } {
  return { access: hashApiKey(access), refresh: hashApiKey(refresh), issuedAt };
}
