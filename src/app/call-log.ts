import type { Logger } from 'pino';
import { toCredits } from '../lib/credits.ts';
import type { CallReport } from '../tools/metered-call.ts';

/** Maximum number of cached loggers. */
const KEPT = 4_000;

interface SharedLogger extends Pick<CallReport, 'plan' | 'tool' | 'outcome' | 'cached'> {
  logger: Logger;
}

/** Writes one log line per call: account, outcome, cost. */
export function createCallLog(logger: Logger, traceId: () => string | undefined): (report: CallReport) => void {
  // The members that lines of one key, tool and outcome share are serialised once. A key has few of them.
  const kept = new Map<string, SharedLogger[]>();
  let count = 0;
  function loggerOf({ accountId, keyId, plan, tool, outcome, cached }: CallReport): Logger {
    const known = kept
      .get(keyId)
      ?.find((one) => one.tool === tool && one.outcome === outcome && one.cached === cached && one.plan === plan);
    if (known) return known.logger;
    if (count >= KEPT) {
      kept.clear();
      count = 0;
    }
    const own = logger.child({ accountId, keyId, plan, tool, outcome, cached });
    const loggers = kept.get(keyId) ?? [];
    kept.set(keyId, loggers);
    loggers.push({ plan, tool, outcome, cached, logger: own });
    count += 1;
    return own;
  }
  return (report) => {
    const { requestId, receiptId, cost, ms, test } = report;
    const call = { requestId, receiptId, cost: toCredits(cost), ms, traceId: traceId() };
    loggerOf(report).info(test ? { ...call, test } : call, 'call');
  };
}
