import type { Logger } from 'pino';
import { toCredits } from '../lib/credits.ts';
import type { CallReport } from '../tools/metered-call.ts';

/** Keys whose part of the log line is cached. */
const KEPT = 1_000;

/** Writes one log line per call: account, outcome, cost. */
export function createCallLog(logger: Logger, traceId: () => string | undefined): (report: CallReport) => void {
  // The part that a key's lines share is serialized once; it is rebuilt when the plan changes.
  const kept = new Map<string, { plan: string; logger: Logger }>();
  function loggerOf({ accountId, keyId, plan }: CallReport): Logger {
    let own = kept.get(keyId);
    if (own?.plan !== plan) {
      if (kept.size >= KEPT) kept.clear();
      own = { plan, logger: logger.child({ accountId, keyId, plan }) };
      kept.set(keyId, own);
    }
    return own.logger;
  }
  return (report) => {
    const { requestId, receiptId, tool, outcome, cost, cached, ms, test } = report;
    const call = { requestId, receiptId, tool, outcome, cost: toCredits(cost), cached, ms, traceId: traceId() };
    loggerOf(report).info(test ? { ...call, test } : call, 'call');
  };
}
