import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../errors.ts';

export type Id = string | number;
export type Params = Record<string, unknown>;

export interface Message {
  id: Id | undefined;
  method: string;
  params: Params;
}

/** Maximum nesting of a body: more than any valid call needs, and safe for recursion. */
const MAXIMUM_DEPTH = 64;

const BYTE_ORDER_MARK = '\uFEFF';

/** The JSON value of a body; throws a ServiceError `parse_error`. */
export function parseBody(body: Uint8Array): unknown {
  if (body.length === 0)
    throw new ServiceError('parse_error', 'The request body is empty. POST one JSON-RPC 2.0 request.');
  let value: unknown;
  try {
    if (!isUtf8(body)) throw new SyntaxError('The bytes are not UTF-8.');
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
    value = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    throw new ServiceError('parse_error', 'The request body is not JSON in UTF-8. POST one JSON-RPC 2.0 request.');
  }
  return value;
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id to echo, which is a string or an integer; null for anything else. */
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

/** Reads one request or notification; throws a ServiceError `invalid_request` that says what is wrong. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) throw invalid('A JSON-RPC request is a JSON object.');
  if (value['jsonrpc'] !== '2.0') throw invalid('The member "jsonrpc" must be exactly "2.0".');
  const method = value['method'];
  if (typeof method !== 'string') throw invalid('The member "method" must be a string.');
  const hasId = Object.hasOwn(value, 'id');
  if (hasId && !isId(value['id'])) {
    const isTooLarge = Number.isInteger(value['id']);
    throw invalid(
      isTooLarge
        ? 'The member "id" is an integer beyond 2^53 − 1, which JSON cannot carry exactly: send it as a string.'
        : 'The member "id" must be a string or an integer; leave it out to send a notification.',
    );
  }
  const params = Object.hasOwn(value, 'params') ? value['params'] : {};
  if (!isObject(params)) throw invalid('The member "params" must be an object.');
  if (isTooDeep(params, MAXIMUM_DEPTH))
    throw invalid(`The member "params" is nested deeper than ${MAXIMUM_DEPTH} levels.`);
  return { id: hasId ? (value['id'] as Id) : undefined, method, params };
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof child === 'object' && child !== null && isTooDeep(child, levels - 1)) return true;
  }
  return false;
}

export function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
