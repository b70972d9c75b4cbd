import type { Logger } from 'pino';
import { toCredits } from '../lib/credits.ts';
import type { CallReport } from '../tools/metered-call.ts';

/** Maximum number of cached loggers. */
const KEPT = 4_000;

/** Writes one log line per call: account, outcome, cost. */
export function createCallLog(logger: Logger, traceId: () => string | undefined): (report: CallReport) => void {
  // The members that lines of one key, tool and outcome share are serialised once.
  const kept = new Map<string, Logger>();
  function loggerOf({ accountId, keyId, plan, tool, outcome, cached }: CallReport): Logger {
    const shared = `${keyId} ${plan} ${tool} ${outcome} ${cached}`;
    let own = kept.get(shared);
    if (own === undefined) {
      if (kept.size >= KEPT) kept.clear();
      own = logger.child({ accountId, keyId, plan, tool, outcome, cached });
      kept.set(shared, own);
    }
    return own;
  }
  return (report) => {
    const { requestId, receiptId, cost, ms, test } = report;
    const call = { requestId, receiptId, cost: toCredits(cost), ms, traceId: traceId() };
    loggerOf(report).info(test ? { ...call, test } : call, 'call');
  };
}
