import { isObject } from '../lib/json-object.ts';
import { ServiceError } from '../errors.ts';
import { invalid, isResponse, parseBody, readId, readMessage, type Id, type Message, type Params } from './envelope.ts';

/**
 * Generation of MCP, which is recognised for each request separately: `modern` is 2026-07-28, `legacy` is 2024-10-07 to
 * 2025-11-25.
 */
export type ProtocolRevision = 'modern' | 'legacy';

export const MODERN_VERSIONS = ['2026-07-28'] as const;
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

export const PROTOCOL_VERSION_META = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_INFO_META = 'io.modelcontextprotocol/clientInfo';

/** For each method, the member of the params that the header Mcp-Name must repeat. */
export const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
  ['prompts/get', 'name'],
]);

/** Values that can be copied unchanged into a header or a message. */
const PLAIN = /^[\u0021-\u007e]{1,100}$/;

const MAXIMUM_BATCH = 20;

export interface McpHeaders {
  protocolVersion: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

export interface RpcRequest {
  revision: ProtocolRevision;
  id: Id;
  method: string;
  params: Params;
  /** Members of the request that JSON-RPC does not have, if there are any. */
  others?: Params | undefined;
}

export type Classified =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'batch'; requests: RpcRequest[] }
  /** A notification or a response from the client is answered with 202 and never run. */
  | { kind: 'accepted' };

/**
 * A message that is refused before it runs. `status` is the HTTP status of the answer, and `cause` is the error for the
 * caller.
 */
export class EnvelopeFault extends Error {
  readonly status: number;
  readonly id: Id | null;
  override readonly cause: ServiceError;
  constructor(error: ServiceError, id: Id | null, status = 400) {
    super(error.message);
    this.cause = error;
    this.id = id;
    this.status = status;
  }
}

export function classify(bytes: Uint8Array, headers: McpHeaders): Classified {
  const body = parseOrRefuse(bytes);
  if (Array.isArray(body)) return classifyBatch(body, headers);
  if (isResponse(body)) return { kind: 'accepted' };
  const id = readId(body);
  try {
    return classifySingle(readMessage(body), headers);
  } catch (error) {
    if (error instanceof ServiceError) throw new EnvelopeFault(error, id);
    throw error;
  }
}

function parseOrRefuse(bytes: Uint8Array): unknown {
  try {
    return parseBody(bytes);
  } catch (error) {
    throw error instanceof ServiceError ? new EnvelopeFault(error, null) : error;
  }
}

/** Only older revisions have batches. If one element is invalid, no element runs, and the error names that element. */
function classifyBatch(body: unknown[], headers: McpHeaders): Classified {
  try {
    if (body.length === 0) throw invalid('A batch holds at least one request.');
    if (body.length > MAXIMUM_BATCH)
      throw invalid(`A batch holds at most ${MAXIMUM_BATCH} requests; this one has ${body.length}.`);
    const requests: RpcRequest[] = [];
    for (const [index, element] of body.entries()) {
      if (isResponse(element)) continue;
      const message = readElement(element, index);
      if (message.id !== undefined) requests.push(legacy(message));
    }
    if (requests.length === 0) return { kind: 'accepted' };
    if (isModern(headers.protocolVersion)) {
      if (!includes(MODERN_VERSIONS, headers.protocolVersion)) throw invalid(unknownVersion(headers.protocolVersion));
      throw invalid('MCP 2026-07-28 and later, which the header MCP-Protocol-Version names, has no batches.');
    }
    requireLegacyVersion(headers);
    return { kind: 'batch', requests };
  } catch (error) {
    if (error instanceof ServiceError) throw new EnvelopeFault(error, null);
    throw error;
  }
}

function readElement(element: unknown, index: number): Message {
  try {
    const message = readMessage(element);
    if (declaredVersion(message.params) !== undefined) {
      throw invalid('Requests of MCP 2026-07-28 and later cannot be sent in a batch.');
    }
    if (message.method === 'initialize') throw invalid('"initialize" cannot be part of a batch.');
    return message;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw invalid(`Nothing of the batch was run, because of its element ${index + 1}. ${error.message}`);
  }
}

function classifySingle(message: Message, headers: McpHeaders): Classified {
  const declared = declaredVersion(message.params);
  const headerIsModern = isModern(headers.protocolVersion);
  if (message.id === undefined) {
    if (declared !== undefined || headerIsModern) checkMirrors(message, declared, headers);
    return { kind: 'accepted' };
  }
  if (message.method === 'initialize' && !isModern(declared)) {
    if (headerIsModern) {
      throw mismatch(
        includes(MODERN_VERSIONS, headers.protocolVersion)
          ? 'The header MCP-Protocol-Version names a version without "initialize"; send "server/discover" instead.'
          : unknownVersion(headers.protocolVersion as string),
      );
    }
    requireLegacyVersion(headers);
    return { kind: 'request', request: legacy(message) };
  }
  if (declared !== undefined) {
    checkDeclaredVersion(message, declared, headers);
    const { id, method, params, others } = message;
    return { kind: 'request', request: { revision: 'modern', id, method, params, others } };
  }
  if (headerIsModern) {
    const version = headers.protocolVersion as string;
    throw new ServiceError(
      'invalid_params',
      includes(MODERN_VERSIONS, version)
        ? `The header MCP-Protocol-Version names ${version}, so params._meta must hold "${PROTOCOL_VERSION_META}": "${version}" and "${CLIENT_CAPABILITIES_META}": {}.${headersToAdd(message, headers)}`
        : unknownVersion(version),
      { details: { fields: [{ path: '/_meta', message: 'is missing' }] } },
    );
  }
  requireLegacyVersion(headers);
  return { kind: 'request', request: legacy(message) };
}

function requireLegacyVersion(headers: McpHeaders): void {
  if (headers.protocolVersion === undefined || includes(LEGACY_VERSIONS, headers.protocolVersion)) return;
  throw invalid(unknownVersion(headers.protocolVersion));
}

/** Lists first the versions whose requests need nothing in `_meta`. */
function unknownVersion(version: string): string {
  return `The header MCP-Protocol-Version names the unknown version "${version.slice(0, 40)}". Served: ${LEGACY_VERSIONS.join(', ')}, and ${MODERN_VERSIONS.join(', ')} with its params._meta. Send one of them, or leave the header out.`;
}

/**
 * Returns a sentence with the headers that a request of MCP 2026-07-28 lacks and their values; "" if none is missing.
 */
function headersToAdd({ method, params }: Message, headers: McpHeaders): string {
  const mirrored = NAMED_BY.get(method);
  const name = mirrored === undefined ? undefined : params[mirrored];
  const missing = [
    ...(headers.protocolVersion === undefined ? [`MCP-Protocol-Version: ${MODERN_VERSIONS[0]}`] : []),
    ...(headers.method === undefined ? [PLAIN.test(method) ? `Mcp-Method: ${method}` : 'Mcp-Method'] : []),
    ...(mirrored !== undefined && headers.name === undefined
      ? [typeof name === 'string' && PLAIN.test(name) ? `Mcp-Name: ${name}` : `Mcp-Name with params.${mirrored}`]
      : []),
  ];
  if (missing.length === 0) return '';
  return ` Send the ${missing.length === 1 ? 'header' : 'headers'} ${missing.join(', ')}.`;
}

function legacy({ id, method, params, others }: Message): RpcRequest {
  return { revision: 'legacy', id: id as Id, method, params, others };
}

function declaredVersion(params: Params): unknown {
  const meta = params['_meta'];
  return isObject(meta) && Object.hasOwn(meta, PROTOCOL_VERSION_META) ? meta[PROTOCOL_VERSION_META] : undefined;
}

function isModern(version: unknown): version is string {
  return typeof version === 'string' && version >= MODERN_VERSIONS[0];
}

function includes(versions: readonly string[], version: unknown): boolean {
  return versions.includes(version as string);
}

function checkDeclaredVersion(message: Message, declared: unknown, headers: McpHeaders): void {
  const meta = message.params['_meta'] as Record<string, unknown>;
  if (typeof declared !== 'string') throw metaFault(PROTOCOL_VERSION_META, 'must be a string');
  const toAdd = (): string => (includes(MODERN_VERSIONS, declared) ? headersToAdd(message, headers) : '');
  if (!isObject(meta[CLIENT_CAPABILITIES_META]))
    throw metaFault(CLIENT_CAPABILITIES_META, 'must be an object, as in {}', toAdd());
  if (Object.hasOwn(meta, CLIENT_INFO_META) && !isObject(meta[CLIENT_INFO_META])) {
    throw metaFault(CLIENT_INFO_META, 'must be an object');
  }
  checkMirrors(message, declared, headers);
  if (!includes(MODERN_VERSIONS, declared)) {
    throw new ServiceError(
      'unsupported_version',
      `The protocol version "${declared}" is not served per request. Use ${MODERN_VERSIONS.join(' or ')}, or "initialize" for an older one.`,
      { details: { supported: [...MODERN_VERSIONS], requested: declared } },
    );
  }
  if (headers.protocolVersion === undefined) throw mismatch(`The header MCP-Protocol-Version is missing.${toAdd()}`);
  if (headers.method === undefined) throw mismatch(`The header Mcp-Method is missing.${toAdd()}`);
  const mirrored = NAMED_BY.get(message.method);
  if (mirrored !== undefined) {
    const name = headers.name === undefined ? undefined : decodeHeader(headers.name);
    if (name === undefined) throw mismatch(`The header Mcp-Name is missing or cannot be decoded.${toAdd()}`);
    if (name !== message.params[mirrored]) throw mismatch(`The header Mcp-Name differs from params.${mirrored}.`);
  }
}

function checkMirrors(message: Message, declared: unknown, headers: McpHeaders): void {
  if (headers.protocolVersion !== undefined && declared !== undefined && headers.protocolVersion !== declared) {
    throw mismatch(`The header MCP-Protocol-Version differs from params._meta["${PROTOCOL_VERSION_META}"].`);
  }
  if (headers.method !== undefined && headers.method !== message.method) {
    throw mismatch('The header Mcp-Method differs from the member "method".');
  }
}

/**
 * Decodes `=?base64?…?=` (UTF-8) and returns other values unchanged. Returns undefined if the encoding is malformed.
 */
function decodeHeader(value: string): string | undefined {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const encoded = value.slice('=?base64?'.length, -'?='.length);
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

function mismatch(message: string): ServiceError {
  return new ServiceError('header_mismatch', message);
}

function metaFault(key: string, what: string, more = ''): ServiceError {
  return new ServiceError('invalid_params', `params._meta["${key}"] ${what}.${more}`, {
    details: { fields: [{ path: `/_meta/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, message: what }] },
  });
}
