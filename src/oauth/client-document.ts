import { readName, readObject, readRedirectUris, type OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { isUnprintable } from './printable.ts';

const LONGEST_ID = 256;
/** A DNS name of two or more labels, the last with a letter: neither an address nor a local name. */
const DNS_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}$/;

/** Why a client's document cannot be used, as shown to people. */
export type DocumentFault = 'unreachable' | 'not_a_document' | 'not_its_own' | 'not_public' | 'not_allowed' | 'busy';

/** A client's document that could not be fetched or is invalid. */
export class ClientDocumentError extends Error {
  override readonly name = 'ClientDocumentError';
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/**
 * The URL of a client id that is one (Client ID Metadata Documents, draft 00 §3,
 * but stricter): https on the default port, a DNS name, a path without dot
 * segments, no user name, query or fragment. Undefined for any other id.
 */
export function documentAddress(id: string): URL | undefined {
  if (id.length > LONGEST_ID || isUnprintable(id) || !id.startsWith('https://') || !URL.canParse(id)) return undefined;
  const url = new URL(id);
  // A text that the parser would normalise (dot segments, a default port, upper case, a user name) is not accepted.
  if (url.href !== id || url.port !== '' || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '' || /[?#\\]/.test(id) || url.pathname === '/') return undefined;
  return DNS_NAME.test(url.hostname) ? url : undefined;
}

/**
 * Parses a document fetched from `address`. Throws ClientDocumentError if it is
 * invalid, belongs to another client, or needs a client secret: this server
 * supports public clients only.
 */
export function readClientDocument(address: URL, text: string): OAuthClient {
  const document = readObject(text);
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

/** Both fields count: some documents list an authentication method with a key first, and `none` as well. */
function isPublic(document: Record<string, unknown>): boolean {
  const one = document['token_endpoint_auth_method'];
  const several = document['token_endpoint_auth_methods_supported'];
  if (one === undefined && several === undefined) return true;
  return one === 'none' || (Array.isArray(several) && several.includes('none'));
}
