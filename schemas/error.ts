import { Type, type Static } from 'typebox';
import { StringEnum } from './primitives.ts';

/** The values of `data.reason` (SPEC §8). */
export const REASONS = [
  'parse_error',
  'invalid_request',
  'method_not_found',
  'unknown_tool',
  'invalid_params',
  'header_mismatch',
  'unsupported_version',
  'quota_exceeded',
  'rate_limited',
  'validation',
  'trial_expired',
  'upstream_failed',
  'tool_not_allowed',
  'key_cap_reached',
  'invalid_key',
  'internal',
] as const;

/** The `data` of every JSON-RPC error (SPEC §8). Amounts are in credits. */
export const ErrorData = Type.Object({
  reason: StringEnum(REASONS, { description: 'Stable, for programs.' }),
  retryable: Type.Boolean({ description: 'Whether the same call may succeed later.' }),
  request_id: Type.String({ description: 'As in the header X-Request-Id.' }),
  docs: Type.String({ description: 'Address of the documentation of this reason.' }),
  retry_after_seconds: Type.Optional(Type.Integer({ minimum: 0 })),
  credits_required: Type.Optional(Type.Number({ description: 'Most that the call could cost.' })),
  credits_remaining: Type.Optional(Type.Number()),
  resets_at: Type.Optional(Type.String({ description: 'When the allowance renews (ISO 8601, UTC).' })),
  fields: Type.Optional(
    Type.Array(Type.Object({ path: Type.String({ description: 'JSON pointer.' }), message: Type.String() }), {
      description: 'Arguments that do not fit.',
    }),
  ),
  allowed: Type.Optional(Type.Array(Type.String(), { description: 'What may stand there instead.' })),
  supported: Type.Optional(Type.Array(Type.String(), { description: 'MCP revisions that are served.' })),
  requested: Type.Optional(Type.Unknown({ description: 'The MCP revision that was asked for.' })),
  platforms: Type.Optional(Type.Unknown({ description: 'scrape_jobs: a row for each platform asked.' })),
  names: Type.Optional(Type.Unknown({ description: 'get_reputation: why each name could not be looked up.' })),
  urls: Type.Optional(Type.Unknown({ description: 'scrape_url: why each address was not delivered.' })),
  uri: Type.Optional(Type.String({ description: 'The resource that was asked for.' })),
  charged: Type.Optional(
    StringEnum(['nothing', 'unknown'], { description: 'Where the store failed the call: whether it was charged.' }),
  ),
});
export type ErrorData = Static<typeof ErrorData>;
