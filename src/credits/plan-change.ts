import { renewalAfter } from './billing-period.ts';
import { endMonth } from './renewal.ts';
import type { AccountState, Calendar, PlanTerms, Turned } from './types.ts';

/**
 * Another plan, at once, for an account that `turn` has brought to the month of
 * `change.at`: that month ends with a line of its own and a new one begins.
 * `lastPeriod` is the highest number that a month of the account bears on
 * record, so that no two share one. Where the plan has no overage, it is off.
 */
export function changePlan<State extends AccountState>(
  { account, ended }: Turned<State>,
  change: { plan: string; terms: PlanTerms; at: number; lastPeriod: number },
  calendar: Calendar,
): Turned<State> {
  const periods = [account, ...ended].map(({ period }) => period);
  return {
    ended: [...ended, endMonth(account, change.at, calendar.termsOf(account.plan), 'plan_change')],
    account: {
      ...account,
      plan: change.plan,
      anchorAt: change.at,
      period: Math.max(change.lastPeriod, ...periods) + 1,
      periodEndsAt: renewalAfter(change.at, 1),
      allowance: change.terms.allowance,
      balance: change.terms.allowance,
      overageUsed: 0,
      overageLimit: change.terms.overageRate === null ? null : account.overageLimit,
    },
  };
}
