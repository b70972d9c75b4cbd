import type { ErrorData, REASONS } from '../schemas/index.ts';

/** Why a call was refused or failed: the `data.reason` of SPEC §8. */
export type Reason = (typeof REASONS)[number];

/** One argument that did not fit: a JSON pointer and a sentence fragment. */
export type FieldError = NonNullable<ErrorData['fields']>[number];

/** Details that an error may give the caller in addition to its message (SPEC §8). */
export type ErrorDetails = Omit<ErrorData, 'reason' | 'retryable' | 'request_id' | 'docs'>;

const RETRYABLE: ReadonlySet<Reason> = new Set(['rate_limited', 'upstream_failed', 'internal']);

/**
 * An error that the caller may see: a stable `reason` for programs and a full sentence for people. Must not contain a
 * secret, a stack trace or SQL.
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

/** Wrong use of the command line: exit code 2 (SPEC §11). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
