/** Why a call was refused or failed: the `data.reason` of SPEC §8. */
export type Reason =
  | 'parse_error'
  | 'invalid_request'
  | 'method_not_found'
  | 'unknown_tool'
  | 'invalid_params'
  | 'header_mismatch'
  | 'unsupported_version'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'validation'
  | 'trial_expired'
  | 'upstream_failed'
  | 'tool_not_allowed'
  | 'key_cap_reached'
  | 'invalid_key'
  | 'internal';

/** One argument that did not fit, as a JSON pointer and a sentence fragment. */
export interface FieldError {
  path: string;
  message: string;
}

/** What an error may carry to the caller beside its sentence (SPEC §8). */
export interface ErrorDetails {
  retry_after_seconds?: number;
  credits_required?: number;
  credits_remaining?: number;
  resets_at?: string;
  fields?: FieldError[];
  allowed?: string[];
  supported?: string[];
  requested?: unknown;
  platforms?: unknown;
  names?: unknown;
  urls?: unknown;
  /** Set where the store failed the call: whether it was charged. */
  charged?: 'nothing' | 'unknown';
}

const RETRYABLE: ReadonlySet<Reason> = new Set(['rate_limited', 'upstream_failed', 'internal']);

/**
 * An error that the caller may see: a stable `code` for programs, a full
 * sentence for people, never a secret, a stack or SQL.
 */
export class ServiceError extends Error {
  readonly reason: Reason;
  readonly code: string;
  readonly details: ErrorDetails;
  readonly retryable: boolean;

  constructor(
    reason: Reason,
    message: string,
    options: { details?: ErrorDetails; cause?: unknown; retryable?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.reason = reason;
    this.code = `ERR_${reason.toUpperCase()}`;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? RETRYABLE.has(reason);
  }
}

/** A mistake in the command line's own use: exit code 2 (SPEC §11). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
