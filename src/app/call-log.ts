import type { Logger } from 'pino';
import { toCredits } from '../lib/credits.ts';
import type { CallReport } from '../tools/metered-call.ts';

/** Keys whose part of the line is kept ready. */
const KEPT = 1_000;

/** Writes one line a call: whose it was, how it ended, what it cost. */
export function createCallLog(logger: Logger): (report: CallReport) => void {
  // What a key's lines share is turned into text once.
  const loggers = new Map<string, Logger>();
  function loggerOf({ accountId, keyId, plan }: CallReport): Logger {
    const id = `${accountId} ${keyId} ${plan}`;
    let own = loggers.get(id);
    if (own === undefined) {
      if (loggers.size >= KEPT) loggers.clear();
      own = logger.child({ accountId, keyId, plan });
      loggers.set(id, own);
    }
    return own;
  }
  return (report) => {
    const { requestId, receiptId, tool, outcome, cost, cached, ms } = report;
    loggerOf(report).info({ requestId, receiptId, tool, outcome, cost: toCredits(cost), cached, ms }, 'call');
  };
}
