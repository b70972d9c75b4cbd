import type { FastifyRequest } from 'fastify';
import { periodAt } from '../credits/billing-period.ts';
import type { Month } from '../credits/types.ts';
import { isoTime } from '../lib/clock.ts';
import type { AccountRecord, CallFilter } from '../store/types.ts';
import { queried, readDay } from './form.ts';

const DAY_MS = 86_400_000;
/** What the log shows, and what the chart does. */
const FILTERS = ['tool', 'outcome', 'key', 'from', 'until'] as const;
export const VIEW = ['month', 'chart', 'by'] as const;

/** The month that the query names by its number; the current one where it names none of the account's. */
export function readMonth(
  request: FastifyRequest,
  account: AccountRecord,
  months: readonly Month[],
  now: number,
): ShownMonth {
  const { startsAt, endsAt } = periodAt(account.anchorAt, now);
  const all = [...months, { period: account.period, startsAt, endsAt }];
  const asked = queried(request, 'month');
  const found = all.findIndex((month) => String(month.period) === asked);
  const index = found < 0 ? all.length - 1 : found;
  const month = all[index] as (typeof all)[number];
  return {
    period: month.period,
    startsAt: month.startsAt,
    endsAt: month.endsAt,
    isCurrent: index === all.length - 1,
    earlier: all[index - 1]?.period,
    later: all[index + 1]?.period,
  };
}

/** One of an account's months. */
export interface ShownMonth {
  period: number;
  startsAt: number;
  endsAt: number;
  isCurrent: boolean;
  /** Numbers of the months beside it: several may begin on one day. */
  earlier: number | undefined;
  later: number | undefined;
}

/** The visitor's own calls that the query asks for: the month that is shown, unless it names days. */
export function readFilter(request: FastifyRequest, account: AccountRecord, period: number): CallFilter {
  const from = readDay(queried(request, 'from') ?? '');
  const until = readDay(queried(request, 'until') ?? '');
  const filter: CallFilter = { accountId: account.id };
  if (from === undefined && until === undefined) filter.period = period;
  if (from !== undefined) filter.fromDay = from / DAY_MS;
  if (until !== undefined) filter.toDay = until / DAY_MS;
  const tool = queried(request, 'tool');
  const outcome = queried(request, 'outcome');
  const keyId = queried(request, 'key');
  if (tool) filter.tool = tool;
  if (outcome) filter.outcome = outcome;
  if (keyId) filter.keyId = keyId;
  return filter;
}

/** What the query asks for as a query again, for links; what `more` names anew is replaced, and dropped where it is "". */
export function queryWith(request: FastifyRequest, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const name of [...VIEW, ...FILTERS]) {
    const value = more[name] ?? queried(request, name);
    if (value) query.set(name, value.slice(0, 100));
  }
  if (more['page']) query.set('page', more['page']);
  const text = query.toString();
  return text && `?${text}`;
}

/** `YYYY-MM-DD` in UTC. */
export function dayText(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

/** The value where it is one of those, else the first of them. */
export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value {
  return values.find((candidate) => candidate === value) ?? (values[0] as Value);
}
