import type { OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { readParameters, requireParameter, type Parameters } from './parameters.ts';
import { matchesRedirect, redirectKind } from './redirect-uri.ts';
import { assertOurResource } from './server-metadata.ts';

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
] as const;

/** A SHA-256 hash as base64url without padding (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  state: string | undefined;
  challenge: string;
}

export function readAuthorizationParameters(query: URLSearchParams): Parameters {
  return readParameters(query, NAMES);
}

export function authorizationQuery(query: URLSearchParams): URLSearchParams {
  const own = new URLSearchParams();
  for (const [name, value] of query) if (NAMES.some((one) => one === name)) own.append(name, value);
  return own;
}

/**
 * Faults of a redirect URI. The browser is not sent back to the client, but shows the person a page about the fault.
 */
export type RedirectFault = 'missing_redirect' | 'unknown_redirect' | 'app_scheme';

/**
 * Returns the requested redirect URI if the client has registered it (OAuth 2.1 §2.3.1) and its scheme is not the
 * custom scheme of an app. Otherwise, returns the fault. The browser must not be redirected before this check.
 */
export function provenRedirect(
  client: OAuthClient,
  parameters: Parameters,
): { uri: string; fault?: undefined } | { uri?: undefined; fault: RedirectFault } {
  const asked = parameters['redirect_uri'];
  if (asked === undefined) return { fault: 'missing_redirect' };
  const kind = redirectKind(asked);
  if (kind === undefined || !client.redirectUris.some((registered) => matchesRedirect(registered, asked))) {
    return { fault: 'unknown_redirect' };
  }
  // Any app can register such a scheme, so the answer could reach another app.
  return kind === 'app' ? { fault: 'app_scheme' } : { uri: asked };
}

/** The client and the redirect URI must already be verified. Throws an OAuthError that can be sent to the client. */
export function readAuthorizationRequest(
  clientId: string,
  redirectUri: string,
  parameters: Parameters,
  issuer: string,
): AuthorizationRequest {
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The only supported response_type is code.');
  }
  if ((parameters['response_mode'] ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'The only supported response_mode is query.');
  }
  const challenge = requireParameter(parameters, 'code_challenge');
  if (parameters['code_challenge_method'] !== 'S256' || !CHALLENGE.test(challenge)) {
    throw new OAuthError('invalid_request', 'PKCE with code_challenge_method S256 is required.');
  }
  assertOurResource(parameters['resource'], issuer);
  return { clientId, redirectUri, state: parameters['state'], challenge };
}
