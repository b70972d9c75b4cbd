import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { overageOf } from './account-state.ts';
import { endMonth } from './renewal.ts';
import type { AccountState, Month, PlanTerms } from './types.ts';

/** One month on an invoice. Rate and sum are in the operator's currency. */
export interface InvoiceLine {
  from: string;
  until: string;
  plan: string;
  monthly_credits: number;
  /** The part that the allowance covers. */
  credits_used: number;
  overage_used: number;
  /** Price of one credit of overage; null if the plan had none. */
  overage_rate: number | null;
  overage_sum: number;
  /** `open`: the current month, whose figures still change. */
  state: 'open' | 'closed';
  ended_by: Month['endedBy'] | null;
}

/** The account's closed months and the current one, oldest first. */
export function invoiceLines(
  account: AccountState,
  months: readonly Month[],
  terms: PlanTerms | undefined,
): InvoiceLine[] {
  const past = months.filter(({ period }) => period < account.period).sort((one, other) => one.period - other.period);
  const present = endMonth(account, account.periodEndsAt, terms, 'renewal');
  return [...past.map((month) => toLine(month, 'closed')), toLine(present, 'open')];
}

/** The lines that begin in a calendar month in UTC, e.g. `2026-11`. */
export function linesOfMonth(lines: readonly InvoiceLine[], month: string): InvoiceLine[] {
  return lines.filter(({ from }) => from.startsWith(`${month}-`));
}

function toLine(month: Month, state: InvoiceLine['state']): InvoiceLine {
  const overage = overageOf(month.allowance, month.used);
  return {
    from: isoTime(month.startsAt),
    until: isoTime(month.endsAt),
    plan: month.plan,
    monthly_credits: toCredits(month.allowance),
    credits_used: toCredits(month.used - overage),
    overage_used: toCredits(overage),
    overage_rate: month.overageRate === null ? null : month.overageRate / 1e6,
    // Multiplies thousandths by millionths as integers, which is exact, and divides only once.
    overage_sum: (overage * (month.overageRate ?? 0)) / 1e9,
    state,
    ended_by: state === 'open' ? null : month.endedBy,
  };
}
