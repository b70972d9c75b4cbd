import type { ErrorData } from '../../schemas/index.ts';
import { ServiceError, type ErrorDetails, type Reason } from '../errors.ts';
import type { Id } from './envelope.ts';

export interface ErrorKind {
  code: number;
  reasons: readonly Reason[];
  meaning: string;
}

/** Maps reasons to JSON-RPC codes (SPEC §8). The documentation is generated from this table. */
export const ERROR_KINDS: readonly ErrorKind[] = [
  { code: -32700, reasons: ['parse_error'], meaning: 'The body is not valid JSON in UTF-8 (HTTP 400).' },
  {
    code: -32600,
    reasons: ['invalid_request'],
    meaning:
      'The body is JSON but not a JSON-RPC 2.0 request (HTTP 400), or the HTTP request is not accepted (HTTP 403, 405, 413 or 415).',
  },
  { code: -32601, reasons: ['method_not_found'], meaning: 'There is no such method.' },
  {
    code: -32602,
    reasons: ['unknown_tool', 'invalid_params'],
    meaning: 'There is no such tool, or some arguments are invalid; `data.fields` lists them.',
  },
  { code: -32020, reasons: ['header_mismatch'], meaning: 'The MCP headers contradict the body.' },
  {
    code: -32022,
    reasons: ['unsupported_version'],
    meaning:
      'The request names an MCP revision in `params._meta` that the service does not accept there; `data.supported` lists those that it accepts.',
  },
  {
    code: -32000,
    reasons: [
      'quota_exceeded',
      'rate_limited',
      'validation',
      'trial_expired',
      'upstream_failed',
      'tool_not_allowed',
      'key_cap_reached',
      'invalid_key',
    ],
    meaning: 'The call was refused or failed, and nothing was charged; the message says what to do.',
  },
  {
    code: -32603,
    reasons: ['internal'],
    meaning: 'The service failed. Nothing was charged, unless `data.charged` is "unknown".',
  },
];

const CODES = Object.fromEntries(
  ERROR_KINDS.flatMap(({ code, reasons }) => reasons.map((reason) => [reason, code])),
) as Record<Reason, number>;

export interface RpcError {
  code: number;
  message: string;
  data: ErrorData;
}

export interface ErrorOrigin {
  requestId: string;
  /** The service's address without a path; "" if unknown. */
  baseUrl: string;
}

export function docsOf(reason: Reason, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${reason}`;
}

/**
 * An error that is not a ServiceError counts as internal. The text of an internal error may contain SQL or paths, so
 * the caller gets only a general sentence with the request ID.
 */
function toRpcError(error: unknown, { requestId, baseUrl }: ErrorOrigin): RpcError {
  const details = error instanceof ServiceError ? error.details : {};
  const { charged, retry_after_seconds: wait } = details;
  const known =
    error instanceof ServiceError && error.reason !== 'internal'
      ? error
      : new ServiceError('internal', `${ours(charged)} tell the operator the request id ${requestId}.`, {
          details: {
            ...(charged === undefined ? {} : { charged }),
            ...(wait === undefined ? {} : { retry_after_seconds: wait }),
          },
        });
  return {
    code: CODES[known.reason],
    message: known.message,
    data: {
      reason: known.reason,
      retryable: known.retryable,
      request_id: requestId,
      docs: docsOf(known.reason, baseUrl),
      ...known.details,
    },
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

export function errorBody(error: unknown, id: Id | null, origin: ErrorOrigin): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: toRpcError(error, origin) });
}
