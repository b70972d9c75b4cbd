import { isObject } from '../lib/json-object.ts';
import { NAMED_BY, PROTOCOL_VERSION_META, type McpHeaders } from '../rpc/protocol-revision.ts';

/** A header can contain these values; others are sent as base64. */
const PLAIN = /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/;

/**
 * Returns the HTTP headers that repeat values of a message of MCP 2026-07-28. Messages of older revisions need none,
 * because they state their version once, in `initialize`.
 */
export function mirrorHeaders(value: unknown): McpHeaders {
  const none = { protocolVersion: undefined, method: undefined, name: undefined };
  if (!isObject(value) || !isObject(value['params']) || !isObject(value['params']['_meta'])) return none;
  const declared = value['params']['_meta'][PROTOCOL_VERSION_META];
  if (typeof declared !== 'string') return none;
  const { method } = value;
  const mirrored = typeof method === 'string' ? NAMED_BY.get(method) : undefined;
  const name = mirrored === undefined ? undefined : value['params'][mirrored];
  return {
    protocolVersion: declared,
    method: typeof method === 'string' ? method : undefined,
    name: typeof name === 'string' ? encodeHeader(name) : undefined,
  };
}

function encodeHeader(text: string): string {
  return PLAIN.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
