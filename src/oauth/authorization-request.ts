import type { Client } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { readParameters, requireParameter, type Parameters } from './parameters.ts';
import { matchesRedirect, redirectKind } from './redirect-uri.ts';
import { isOurResource } from './server-metadata.ts';

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

/** SHA-256 as base64url without padding (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** What a person is asked to allow, once all of it holds. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  state: string | undefined;
  /** PKCE, S256. */
  challenge: string;
}

/** The parameters of `/authorize`; OAuthError where one stands twice. */
export function readAuthorizationParameters(query: URLSearchParams): Parameters {
  return readParameters(query, NAMES);
}

/** The same, as an address that says no more: for the way back after a log-in. */
export function authorizationQuery(query: URLSearchParams): URLSearchParams {
  const own = new URLSearchParams();
  for (const [name, value] of query) if (NAMES.some((one) => one === name)) own.append(name, value);
  return own;
}

/** Why there is nowhere that an answer could be sent: the person is told, on a page of ours. */
export type RedirectFault = 'missing_redirect' | 'unknown_redirect' | 'app_scheme';

/**
 * Where the answer goes: one of the client's own addresses (OAuth 2.1 §2.3.1),
 * or why nowhere. Before this has said an address, nothing is ever sent to one.
 */
export function provenRedirect(
  client: Client,
  parameters: Parameters,
): { uri: string; fault?: undefined } | { uri?: undefined; fault: RedirectFault } {
  const asked = parameters['redirect_uri'];
  if (asked === undefined) return { fault: 'missing_redirect' };
  const kind = redirectKind(asked);
  if (kind === undefined || !client.redirectUris.some((registered) => matchesRedirect(registered, asked))) {
    return { fault: 'unknown_redirect' };
  }
  // Any app may take such a scheme for its own: an answer could reach another.
  return kind === 'app' ? { fault: 'app_scheme' } : { uri: asked };
}

/** The rest of the request, whose client and redirect URI are proven; an OAuthError that the client is told. */
export function readAuthorizationRequest(
  clientId: string,
  redirectUri: string,
  parameters: Parameters,
  issuer: string,
): AuthorizationRequest {
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The only response_type here is code.');
  }
  if ((parameters['response_mode'] ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'The only response_mode here is query.');
  }
  const challenge = requireParameter(parameters, 'code_challenge');
  if (parameters['code_challenge_method'] !== 'S256' || !CHALLENGE.test(challenge)) {
    throw new OAuthError('invalid_request', 'PKCE is needed with code_challenge_method S256.');
  }
  const { resource } = parameters;
  if (resource !== undefined && !isOurResource(resource, issuer)) {
    throw new OAuthError('invalid_target', 'The resource is not one of this server.');
  }
  return { clientId, redirectUri, state: parameters['state'], challenge };
}
