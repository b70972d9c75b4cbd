import { readName, readRedirectUris } from './client.ts';
import { OAuthError } from './oauth-error.ts';

export interface ClientRegistration {
  name: string;
  redirectUris: readonly string[];
}

/**
 * Parses a client's metadata (RFC 7591 §2). Authentication methods, grant types and scopes are ignored, because this
 * server supports only those in `registrationAnswer`. Throws OAuthError.
 */
export function readRegistration(body: Record<string, unknown> | undefined): ClientRegistration {
  if (!body) throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object with redirect_uris.');
  return { name: readName(body['client_name']), redirectUris: readRedirectUris(body['redirect_uris']) };
}

/**
 * Returns the answer to a registration (RFC 7591 §3.2.1). A missing name is left out, because some clients reject null.
 */
export function registrationAnswer(id: string, { name, redirectUris }: ClientRegistration, now: number): object {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / 1_000),
    ...(name === '' ? {} : { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'mcp',
  };
}
