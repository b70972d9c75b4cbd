import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { overageOf } from './account-state.ts';
import { endMonth } from './renewal.ts';
import type { AccountState, Month, PlanTerms } from './types.ts';

/** `overage_rate` and `overage_sum` are in the operator's currency. `credits_used` does not include overage. */
export interface InvoiceLine {
  from: string;
  until: string;
  plan: string;
  monthly_credits: number;
  credits_used: number;
  overage_used: number;
  overage_rate: number | null;
  overage_sum: number;
  state: 'open' | 'closed';
  ended_by: Month['endedBy'] | null;
}

/** Returns the closed months before the current one, oldest first, and then the current month. */
export function invoiceLines(
  account: AccountState,
  months: readonly Month[],
  terms: PlanTerms | undefined,
): InvoiceLine[] {
  const past = months.filter(({ period }) => period < account.period).sort((one, other) => one.period - other.period);
  const present = endMonth(account, account.periodEndsAt, terms, 'renewal');
  return [...past.map((month) => toLine(month, 'closed')), toLine(present, 'open')];
}

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
    // Both factors are integers, so only the division rounds.
    overage_sum: (overage * (month.overageRate ?? 0)) / 1e9,
    state,
    ended_by: state === 'open' ? null : month.endedBy,
  };
}
