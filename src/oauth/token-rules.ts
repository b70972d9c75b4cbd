import { keyStatus } from '../credits/calls.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/clock.ts';
import type { NewToken, TokenChange, TokenState } from '../store/types.ts';
import { OAuthError } from './oauth-error.ts';

export const CODE_MS = MINUTE_MS;
export const ACCESS_MS = HOUR_MS;
/** An app that does not refresh its tokens for this long must be allowed again. */
const IDLE_MS = 30 * DAY_MS;
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

export interface TokenUse {
  clientId: string;
  resource: string;
  next: TokenHashes;
  now: number;
}

/** `redirectUri` is undefined if the client did not send it. `challenge` is computed from the client's verifier. */
export interface CodeUse extends TokenUse {
  redirectUri: string | undefined;
  challenge: string;
}

export type TokenOutcome = TokenChange & {
  refused?: OAuthError;
  ended?: 'code_replayed' | 'code_misused' | 'token_reused';
};

/**
 * Exchanges a code for tokens, which is possible once (OAuth 2.1 §4.1.3). A code that is presented again, or before its
 * expiry with another client, redirect URI or verifier, counts as stolen, and its app is disconnected.
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
 * Exchanges a refresh token for new tokens. A valid refresh token that is used again after the grace period counts as
 * copied, and its app is disconnected.
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

/** Used codes and tokens are deleted after this time, if not earlier. Until then, they differ from unknown ones. */
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
