import { OAuthError } from './oauth-error.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

/** There is only one scope. The rights of an app are set on the consent page and stored with the app's key. */
export const SCOPE = 'mcp';

const MCP_PATH = '/mcp';

export function resourceOf(issuer: string): string {
  return issuer + MCP_PATH;
}

/** The path of the resource is part of the URL (RFC 9728 §3.1). */
export function resourceMetadataUrl(issuer: string): string {
  return `${issuer}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/** Returns the metadata of RFC 9728 §2. `name` is the name of the service. */
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

/** Returns the metadata of RFC 8414 §2, with the flags of RFC 9207 and of Client ID Metadata Documents. */
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
 * True if the text is the address of the MCP endpoint. Ignores the case of scheme and host (RFC 3986 §6.2.2.1) and one
 * slash at the end.
 */
export function isOurResource(text: string, issuer: string): boolean {
  if (!canParseUrl(text) || text.includes('?') || text.includes('#')) return false;
  const { href, username, password } = new URL(text);
  return username === '' && password === '' && href.replace(/\/$/, '') === resourceOf(issuer);
}

export function assertOurResource(resource: string | undefined, issuer: string): void {
  if (resource === undefined || isOurResource(resource, issuer)) return;
  throw new OAuthError('invalid_target', 'The resource does not belong to this server.');
}
