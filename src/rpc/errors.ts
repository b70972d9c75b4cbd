import { ServiceError, type ErrorDetails, type Reason } from '../errors.ts';
import type { Id } from './envelope.ts';

/** The one mapping of reasons to JSON-RPC codes (SPEC §8). */
const CODES: Record<Reason, number> = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  unknown_tool: -32602,
  invalid_params: -32602,
  header_mismatch: -32020,
  unsupported_version: -32022,
  quota_exceeded: -32000,
  rate_limited: -32000,
  validation: -32000,
  trial_expired: -32000,
  upstream_failed: -32000,
  tool_not_allowed: -32000,
  key_cap_reached: -32000,
  invalid_key: -32000,
  internal: -32603,
};

export interface RpcError {
  code: number;
  message: string;
  data: Record<string, unknown>;
}

/**
 * What the caller sees of an error. Anything that is not a ServiceError is a
 * fault of ours: its text may hold SQL or paths, so only the request id goes out.
 */
function toRpcError(error: unknown, requestId: string): RpcError {
  const charged = error instanceof ServiceError ? error.details.charged : undefined;
  const known =
    error instanceof ServiceError && error.reason !== 'internal'
      ? error
      : new ServiceError('internal', `${ours(charged)} tell the operator the request id ${requestId}.`, {
          details: charged === undefined ? {} : { charged },
        });
  return {
    code: CODES[known.reason],
    message: known.message,
    data: { reason: known.reason, retryable: known.retryable, request_id: requestId, ...known.details },
  };
}

function ours(charged: ErrorDetails['charged']): string {
  switch (charged) {
    case 'unknown':
      return 'Something went wrong on our side while this call was settled, and whether it was charged is not known yet: the usage page will show it. A repeat under the same idempotency key is never charged twice. Please';
    case 'nothing':
      return 'The store of this service could not take the call, so nothing was charged. Try again later; if it stays,';
    default:
      return 'Something went wrong on our side. Try again; if it stays,';
  }
}

/** A complete JSON-RPC error answer: `jsonrpc`, `id` and `error`, nothing else. */
export function errorBody(error: unknown, id: Id | null, requestId: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: toRpcError(error, requestId) });
}
