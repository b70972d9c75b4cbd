import { MINUTE_MS } from '../lib/clock.ts';

const INTERVAL_MS = MINUTE_MS;

export type FaultLog = (error: unknown, message: string, context?: object) => void;

/**
 * Logs internal errors with their stack. Store errors are logged at most once a minute, in one line, because every call
 * has the same error while a disk is full.
 */
export function createFaultLog(
  logger: { error(context: object, message: string): void },
  elapsedMs: () => number = () => performance.now(),
): FaultLog {
  let nextAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (error, message, context = {}) => {
    const fault = storeFaultOf(error);
    if (fault === undefined) return logger.error({ err: error, ...context }, message);
    const now = elapsedMs();
    if (now < nextAt) {
      unlogged += 1;
      return;
    }
    logger.error({ ...context, reason: fault.message, unlogged }, message);
    nextAt = now + INTERVAL_MS;
    unlogged = 0;
  };
}

/** The error is recognised by its name, because this folder does not import the store. */
function storeFaultOf(error: unknown): Error | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each.name === 'StoreFault') return each;
  return undefined;
}
