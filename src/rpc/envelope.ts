import { isUtf8 } from 'node:buffer';
import { isObject } from '../lib/json-object.ts';
import { ServiceError } from '../errors.ts';
import { explainJsonFault } from './json-fault.ts';

export type Id = string | number;
export type Params = Record<string, unknown>;

export interface Message {
  id: Id | undefined;
  method: string;
  params: Params;
  /** Members of the request that JSON-RPC does not have, if there are any. */
  others?: Params | undefined;
}

/** Maximum nesting of a message, which limits the recursion that reads it. Valid calls are nested less deeply. */
const MAXIMUM_DEPTH = 64;

/** A sentence with an example, for messages about requests that are not JSON-RPC. */
export const EXAMPLE_CALL =
  'A call is {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ping", "arguments": {}}}.';

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** The members under which other protocols send the name of a tool and its arguments. */
const TOOL_NAMES = ['name', 'tool', 'tool_name', 'toolName', 'function'] as const;
const TOOL_ARGUMENTS = ['arguments', 'input', 'args', 'parameters', 'params'] as const;
const CALL_MEMBERS: readonly string[] = [...TOOL_NAMES, 'arguments', 'input', 'args', 'parameters'];

const BYTE_ORDER_MARK = '\uFEFF';

export function parseBody(body: Uint8Array): unknown {
  if (body.length === 0)
    throw new ServiceError('parse_error', 'The request body is empty. POST one JSON-RPC 2.0 request.');
  if (looksCompressed(body))
    throw new ServiceError(
      'parse_error',
      'The request body looks compressed with gzip, which is not read: send the JSON as it is.',
    );
  if (looksLikeUtf16(body))
    throw new ServiceError(
      'parse_error',
      'The request body looks like UTF-16. POST one JSON-RPC 2.0 request in UTF-8.',
    );
  if (!isUtf8(body))
    throw new ServiceError('parse_error', 'The request body is not UTF-8. POST one JSON-RPC 2.0 request in UTF-8.');
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = bytes.toString();
  const text = marked.startsWith(BYTE_ORDER_MARK) ? marked.slice(1) : marked;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ServiceError(
      'parse_error',
      `The request body is not JSON: ${explainJsonFault(text)}. POST one JSON-RPC 2.0 request.`,
    );
  }
}

function looksCompressed([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/**
 * True if the text begins with a byte order mark of UTF-16, or if exactly one of its first two bytes is 0. Neither
 * occurs in JSON in UTF-8.
 */
function looksLikeUtf16([first, second]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return second !== undefined && (first === 0) !== (second === 0);
}

export function readId(value: unknown): Id | null {
  const id = isObject(value) && Object.hasOwn(value, 'id') ? value['id'] : undefined;
  return isId(id) ? id : null;
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** True for a JSON-RPC response, which MCP clients of older revisions may send. */
export function isResponse(value: unknown): boolean {
  return (
    isObject(value) &&
    !Object.hasOwn(value, 'method') &&
    (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))
  );
}

export function readMessage(value: unknown): Message {
  if (!isObject(value)) {
    const isEncodedTwice = typeof value === 'string' && /^\s*[{[]/.test(value);
    throw invalid(
      isEncodedTwice
        ? 'The request is a JSON text in a string: encode it once, as a JSON object.'
        : 'A JSON-RPC request is a JSON object.',
    );
  }
  const hasId = Object.hasOwn(value, 'id');
  const lacksEnvelope = value['jsonrpc'] !== '2.0' || CALL_MEMBERS.some((name) => Object.hasOwn(value, name));
  if (lacksEnvelope && typeof value['method'] !== 'string') throw invalid(`${EXAMPLE_CALL}${movesIntoParams(value)}`);
  if (value['jsonrpc'] !== '2.0')
    throw invalid(
      hasId
        ? 'The member "jsonrpc" must be exactly "2.0".'
        : 'The member "jsonrpc" must be exactly "2.0". Send an "id", too, such as 1: a message without one gets no answer.',
    );
  const method = value['method'];
  if (typeof method !== 'string') throw invalid('The member "method" must be a string, such as "tools/call".');
  if (hasId && !isId(value['id'])) {
    const isTooLarge = Number.isInteger(value['id']);
    throw invalid(
      isTooLarge
        ? 'The member "id" is an integer beyond 2^53 − 1, which JSON cannot carry exactly: send it as a string.'
        : 'The member "id" must be a string or an integer, as in 1, to get an answer; leave it out to send a notification.',
    );
  }
  const params = Object.hasOwn(value, 'params') ? value['params'] : {};
  if (!isObject(params))
    throw invalid('The member "params" must be an object, as in {"name": "ping", "arguments": {}} for tools/call.');
  if (isTooDeep(params, MAXIMUM_DEPTH))
    throw invalid(`The member "params" is nested deeper than ${MAXIMUM_DEPTH} levels.`);
  return { id: hasId ? (value['id'] as Id) : undefined, method, params, others: otherMembers(value) };
}

/** For a call that lacks JSON-RPC's envelope, such as `{"name": …, "input": …}`, says where its members belong. */
function movesIntoParams(value: Params): string {
  const nested = value['function'];
  const [call, place] = isObject(nested) ? [nested, 'function.'] : [value, ''];
  const name = TOOL_NAMES.find((one) => typeof call[one] === 'string');
  const args = TOOL_ARGUMENTS.find((one) => isObject(call[one]));
  const moves = [
    ...(name === undefined ? [] : [`"${place}${name}" as params.name`]),
    ...(args === undefined ? [] : [`"${place}${args}" as params.arguments`]),
  ];
  return moves.length === 0 ? '' : ` Send ${moves.join(' and ')}.`;
}

function otherMembers(request: Record<string, unknown>): Params | undefined {
  const names = Object.keys(request).filter((name) => !MEMBERS.has(name));
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, request[name]]));
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((child) => isTooDeep(child, levels - 1));
  for (const name in value) if (isTooDeep((value as Params)[name], levels - 1)) return true;
  return false;
}

export function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
