import { StoreFault } from '../store-fault.ts';

const UNREACHED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EACCES',
]);
/** Messages of errors without a code, from the driver pg: the connection has ended or was never opened. */
const ENDED =
  /^Connection terminated|^timeout expired$|^timeout exceeded when trying to connect$|^Query read timeout$|is not queryable$|^Cannot use a pool after/;
/**
 * After these SQLSTATEs the connection is unusable: it failed, the server shuts down, crashed or starts, the database
 * was dropped, or the session was idle or its transaction open for too long.
 */
const LOST = /^08|^57P0[1-5]$|^25P0[34]$/;
/** SQLSTATEs of a server that does not let this service connect or write, or that has a system error. */
const REFUSED = /^28|^3D000$|^53300$|^25006$|^58/;
const CUT = new Set(['ECONNRESET', 'EPIPE']);
const CUT_SHORT = /^Connection terminated(?! due to connection timeout)|is not queryable$/;
const CONFLICT = new Set(['40001', '40P01']);
const BUSY = new Set(['55P03', '57014', '53200', '53400']);

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** True if the connection has ended or was never opened. The last statement may have been executed. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return UNREACHED.has(code) || LOST.test(code) || (code === '' && error instanceof Error && ENDED.test(error.message));
}

/** True if another transaction conflicted with this one. Nothing was changed, and a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICT.has(codeOf(error));
}

/**
 * True if the connection was cut, or if the server has ended it, is shutting down or is starting. False if the server
 * did not answer in time, or if no server could be reached.
 */
export function isCut(error: unknown): boolean {
  const { message } = (error ?? {}) as Partial<Error>;
  return LOST.test(codeOf(error)) || CUT.has(codeOf(error)) || CUT_SHORT.test(message ?? '');
}

export function isIdleTimeout(error: unknown): boolean {
  return codeOf(error) === '25P03';
}

export function isLocked(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** True if the database cannot store a value, or if a value violates a constraint. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

/**
 * Turns an error of the server or the connection into a StoreFault, and returns others unchanged. `applied`: whether a
 * write whose connection was lost may have been committed.
 */
export function toFault(error: unknown, applied: StoreFault['applied']): unknown {
  if (error instanceof StoreFault) return error;
  const code = codeOf(error);
  if (isLost(error)) return new StoreFault('away', applied, 'The database cannot be reached.', causeOf(error));
  if (code === '53100') return new StoreFault('full', 'no', 'The disk of the database is full.', causeOf(error));
  if (code === '25006') {
    return new StoreFault('away', 'no', 'The database is read-only, as a standby or in recovery.', causeOf(error));
  }
  if (REFUSED.test(code)) return new StoreFault('away', 'no', 'The database serves no request now.', causeOf(error));
  if (BUSY.has(code) || isConflict(error)) {
    return new StoreFault('busy', 'no', 'Other transactions keep the database from this one.', causeOf(error));
  }
  return error;
}

/**
 * The driver attaches its client, which contains the password, to some errors, so only the message and the code are
 * copied.
 */
function causeOf(error: unknown): Error {
  const parts = (error as AggregateError).errors;
  const message = (error as Error).message || (Array.isArray(parts) ? parts.map(String).join('; ') : String(error));
  return Object.assign(new Error(message), { code: codeOf(error) });
}
