import { parseObject } from '../lib/json-object.ts';
import { readName, readRedirectUris, type OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { isUnprintable } from './printable.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const LONGEST_ID = 256;
/** IP addresses do not match, because the last label must contain a letter. Names with a single label do not match. */
const DNS_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}$/;

export type DocumentFault = 'unreachable' | 'not_a_document' | 'not_its_own' | 'not_public' | 'not_allowed' | 'busy';

export class ClientDocumentError extends Error {
  override readonly name = 'ClientDocumentError';
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/**
 * Returns undefined for an ID that is not the URL of a document. The URL must be https with a DNS name and a path,
 * without port, user name, query, fragment or dot segments, which is stricter than Client ID Metadata Documents, draft
 * 00 §3.
 */
export function documentAddress(id: string): URL | undefined {
  if (id.length > LONGEST_ID || isUnprintable(id) || !id.startsWith('https://') || !canParseUrl(id)) return undefined;
  const url = new URL(id);
  // Refuses a text that the parser changes, such as one with dot segments, a default port or upper case in the host.
  if (url.href !== id || url.port !== '' || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '' || /[?#\\]/.test(id) || url.pathname === '/') return undefined;
  return DNS_NAME.test(url.hostname) ? url : undefined;
}

/**
 * Throws ClientDocumentError if the document is invalid, belongs to another client, or requires client authentication.
 */
export function readClientDocument(address: URL, text: string): OAuthClient {
  const document = parseObject(text);
  if (!document) throw new ClientDocumentError('not_a_document', 'The document is not a JSON object.');
  if (document['client_id'] !== address.href) {
    throw new ClientDocumentError('not_its_own', 'The client_id in the document is not the document’s address.');
  }
  const name = readName(document['client_name']);
  if (name === '') throw new ClientDocumentError('not_a_document', 'The document has no client_name.');
  if (!isPublic(document)) {
    throw new ClientDocumentError('not_public', 'The document does not offer the authentication method none.');
  }
  try {
    const redirectUris = readRedirectUris(document['redirect_uris']);
    return { id: address.href, name, redirectUris, host: address.hostname };
  } catch (error) {
    if (error instanceof OAuthError) throw new ClientDocumentError('not_a_document', error.message);
    throw error;
  }
}

/**
 * True if the client needs no authentication. Some documents name another method in `token_endpoint_auth_method`, and
 * list `none` only among the supported methods.
 */
function isPublic(document: Record<string, unknown>): boolean {
  const one = document['token_endpoint_auth_method'];
  const several = document['token_endpoint_auth_methods_supported'];
  if (one === undefined && several === undefined) return true;
  return one === 'none' || (Array.isArray(several) && several.includes('none'));
}
