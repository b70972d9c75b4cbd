import type { Logger } from 'pino';
import { toCredits } from '../lib/credits.ts';
import type { CallReport } from './metered-call.ts';

const MAXIMUM_LOGGERS = 4_000;

interface SharedLogger extends Pick<CallReport, 'plan' | 'tool' | 'outcome' | 'cached'> {
  logger: Logger;
}

export function createCallLog(logger: Logger, traceId: () => string | undefined): (report: CallReport) => void {
  // Child loggers by key ID. A child logger serialises its members (account, key, plan, tool, outcome and `cached`)
  // once, when it is created, and not again for each line.
  const loggersByKey = new Map<string, SharedLogger[]>();
  let count = 0;
  function loggerOf({ accountId, keyId, plan, tool, outcome, cached }: CallReport): Logger {
    const known = loggersByKey
      .get(keyId)
      ?.find((one) => one.tool === tool && one.outcome === outcome && one.cached === cached && one.plan === plan);
    if (known) return known.logger;
    if (count >= MAXIMUM_LOGGERS) {
      loggersByKey.clear();
      count = 0;
    }
    const own = logger.child({ accountId, keyId, plan, tool, outcome, cached });
    const loggers = loggersByKey.get(keyId) ?? [];
    loggersByKey.set(keyId, loggers);
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
