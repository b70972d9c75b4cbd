import { keyStatus } from '../credits/calls.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/clock.ts';
import type { NewToken, TokenChange, TokenState } from '../store/types.ts';
import { OAuthError } from './oauth-error.ts';

/** How long a code can be exchanged for tokens. */
export const CODE_MS = MINUTE_MS;
export const ACCESS_MS = HOUR_MS;
/** An app that does not refresh its tokens for this long must be allowed again. */
const IDLE_MS = 30 * DAY_MS;
/** An app must be allowed again after this time in any case. */
const LONGEST_MS = 365 * DAY_MS;
/**
 * A used refresh token is still accepted for this time, because programs that share a token refresh it at the same
 * moment, and because answers get lost.
 */
const GRACE_MS = 30_000;

export interface TokenHashes {
  access: string;
  refresh: string;
  issuedAt: number;
}

/** What a client presents with a refresh token, and what to issue. */
export interface TokenUse {
  clientId: string;
  /** The resource of this server. */
  resource: string;
  next: TokenHashes;
  now: number;
}

/**
 * What a client presents with a code: also the redirect URI, if it sent one, and the challenge computed from its
 * verifier.
 */
export interface CodeUse extends TokenUse {
  redirectUri: string | undefined;
  challenge: string;
}

/** `ended`: why the app was disconnected; absent if it was not. */
export type TokenOutcome = TokenChange & {
  refused?: OAuthError;
  ended?: 'code_replayed' | 'code_misused' | 'token_reused';
};

/**
 * Exchanges a code for tokens, once (OAuth 2.1 §4.1.3). A code that is presented again, or with another client,
 * redirect URI or verifier, counts as stolen, and its app is disconnected.
 */
export function exchangeCode(state: TokenState | undefined, use: CodeUse): TokenOutcome {
  if (state?.token.kind !== 'code') return refuse('The code is unknown.');
  const { token, grant, key } = state;
  const { now } = use;
  if (key.revokedAt !== null) return refuse('The app was disconnected.');
  if (token.usedAt !== null) {
    return {
      ...refuse('The code was used before. Its app is disconnected now.'),
      endedAt: now,
      ended: 'code_replayed',
    };
  }
  if (token.expiresAt <= now) return refuse('The code has expired.');
  if (grant.resource !== use.resource) return refuse('The code is for another resource.');
  const isItsOwn =
    grant.clientId === use.clientId &&
    (use.redirectUri === undefined || token.redirectUri === use.redirectUri) &&
    token.challenge === use.challenge;
  if (!isItsOwn) {
    return {
      ...refuse('The code belongs to another client_id, redirect_uri or code_verifier. It counts no more.'),
      usedAt: now,
      endedAt: now,
      ended: 'code_misused',
    };
  }
  return { ...issue(state, use), connectedAt: now };
}

/**
 * Exchanges a refresh token for new tokens. A token that is used again after the grace period counts as copied, and its
 * app is disconnected.
 */
export function refreshTokens(state: TokenState | undefined, use: TokenUse): TokenOutcome {
  if (state?.token.kind !== 'refresh') return refuse('The refresh token is unknown.');
  const { token, grant, key } = state;
  const { now } = use;
  if (keyStatus(key, now) !== 'active') return refuse('The app was disconnected, or has not been used for too long.');
  if (grant.clientId !== use.clientId) return refuse('The refresh token belongs to another client_id.');
  if (grant.resource !== use.resource) return refuse('The refresh token is for another resource.');
  if (token.expiresAt <= now) return refuse('The refresh token has expired.');
  if (token.usedAt !== null && now - token.usedAt >= GRACE_MS) {
    return {
      ...refuse('The refresh token was used before. Its app is disconnected now.'),
      endedAt: now,
      ended: 'token_reused',
    };
  }
  return issue(state, use);
}

/** How long used codes and tokens are stored, to distinguish them from unknown ones. */
export const USED_KEPT_MS = 7 * DAY_MS;

function issue({ key }: TokenState, { now, next }: TokenUse): TokenOutcome {
  const endsAt = Math.min(now + IDLE_MS, key.createdAt + LONGEST_MS);
  const token = (kind: 'access' | 'refresh', hash: string, expiresAt: number): NewToken => ({
    hash,
    kind,
    keyId: key.id,
    redirectUri: null,
    challenge: null,
    expiresAt,
  });
  return {
    usedAt: now,
    add: [
      token('access', next.access, Math.min(next.issuedAt + ACCESS_MS, endsAt)),
      token('refresh', next.refresh, endsAt),
    ],
    keyExpiresAt: endsAt,
    clientUsedAt: now,
  };
}

function refuse(description: string): TokenOutcome & { refused: OAuthError } {
  return { refused: new OAuthError('invalid_grant', description) };
}
