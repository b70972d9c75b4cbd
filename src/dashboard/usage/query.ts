import { Type, type Static } from 'typebox';
import { periodAt } from '../../credits/billing-period.ts';
import type { Month } from '../../credits/types.ts';
import { DAY_MS, isoTime } from '../../lib/clock.ts';
import type { AccountRecord, CallFilter } from '../../store/types.ts';
import { readDay } from '../form.ts';
import { TokenField } from '../input.ts';

const FILTERS = ['tool', 'outcome', 'key', 'from', 'until', 'of'] as const;
export const VIEW = ['month', 'chart', 'by'] as const;

const names = [...VIEW, ...FILTERS, 'page'] as const;
/** `of=month` excludes calls of the chosen days that belong to another month. */
export const UsageQuery = Type.Object(
  Object.fromEntries(names.map((name) => [name, Type.Optional(TokenField)])) as Record<
    (typeof names)[number],
    ReturnType<typeof Type.Optional<typeof TokenField>>
  >,
);
export type UsageQuery = Static<typeof UsageQuery>;

/** Returns the current month if the account has no month with the number in the query. */
export function readMonth(
  query: UsageQuery,
  account: AccountRecord,
  months: readonly Month[],
  now: number,
): ShownMonth {
  const { startsAt, endsAt } = periodAt(account.anchorAt, now);
  const all = [...months, { period: account.period, startsAt, endsAt }];
  const found = all.findIndex((month) => String(month.period) === query.month);
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

export interface ShownMonth {
  period: number;
  startsAt: number;
  endsAt: number;
  isCurrent: boolean;
  /** Neighbouring months are named by number, because two months can begin on the same day. */
  earlier: number | undefined;
  later: number | undefined;
}

export function readFilter(query: UsageQuery, account: AccountRecord, period: number): CallFilter {
  const from = readDay(query.from ?? '');
  const until = readDay(query.until ?? '');
  const filter: CallFilter = { accountId: account.id };
  // A change of plan starts a new month, so two months can share a day.
  if ((from === undefined && until === undefined) || query.of === 'month') filter.period = period;
  if (from !== undefined) filter.fromDay = from / DAY_MS;
  if (until !== undefined) filter.toDay = until / DAY_MS;
  if (query.tool) filter.tool = query.tool;
  if (query.outcome) filter.outcome = query.outcome;
  if (query.key) filter.keyId = query.key;
  return filter;
}

/** The values of `more` replace present ones, and "" removes a value. The present page is always left out. */
export function queryWith(present: UsageQuery, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const name of [...VIEW, ...FILTERS]) {
    const value = more[name] ?? present[name];
    if (value) query.set(name, value.slice(0, 100));
  }
  if (more['page']) query.set('page', more['page']);
  const text = query.toString();
  return text && `?${text}`;
}

export function dayText(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value {
  return values.find((candidate) => candidate === value) ?? (values[0] as Value);
}
