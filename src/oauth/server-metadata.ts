import { OAuthError } from './oauth-error.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

/** The only scope. What an app may do is set on the consent page and stored with the app's key. */
export const SCOPE = 'mcp';

const MCP_PATH = '/mcp';

/** The protected resource of an issuer (RFC 8707, RFC 9728). */
export function resourceOf(issuer: string): string {
  return issuer + MCP_PATH;
}

/** URL of the resource's metadata, with the path of the resource (RFC 9728 §3.1). */
export function resourceMetadataUrl(issuer: string): string {
  return `${issuer}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/** RFC 9728 §2. `name`: the operator's name for the service. */
export function protectedResourceMetadata(issuer: string, name: string): object {
  return {
    resource: resourceOf(issuer),
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${issuer}/docs/mcp-clients`,
  };
}

/** RFC 8414 §2, with the flags of RFC 9207 and of Client ID Metadata Documents. */
export function authorizationServerMetadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [SCOPE],
    service_documentation: `${issuer}/docs/mcp-clients`,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/**
 * True if a `resource` that a client names is this server's. Ignores the case of scheme and host (RFC 3986 §6.2.2.1)
 * and one trailing slash.
 */
export function isOurResource(text: string, issuer: string): boolean {
  if (!canParseUrl(text) || text.includes('?') || text.includes('#')) return false;
  const { href, username, password } = new URL(text);
  return username === '' && password === '' && href.replace(/\/$/, '') === resourceOf(issuer);
}

/** Throws `invalid_target` if a client names another server's resource. Naming none is allowed. */
export function assertOurResource(resource: string | undefined, issuer: string): void {
  if (resource === undefined || isOurResource(resource, issuer)) return;
  throw new OAuthError('invalid_target', 'The resource does not belong to this server.');
}
