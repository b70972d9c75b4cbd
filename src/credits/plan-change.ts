import { renewalAfter } from './billing-period.ts';
import { endMonth, turn } from './renewal.ts';
import type { AccountState, Calendar, PlanTerms, Turned } from './types.ts';

/**
 * Another plan, at once: the present month ends with a line of its own and a
 * new one begins. `lastPeriod` is the highest number that any month of the
 * account bears, so that no two share one. Where the plan has no overage,
 * overage is off.
 */
export function changePlan<State extends AccountState>(
  account: State,
  change: { plan: string; terms: PlanTerms; at: number; lastPeriod: number },
  calendar: Calendar,
): Turned<State> {
  const turned = turn(account, change.at, calendar);
  const before = turned.account;
  return {
    ended: [...turned.ended, endMonth(before, change.at, calendar.termsOf(before.plan), 'plan_change')],
    account: {
      ...before,
      plan: change.plan,
      anchorAt: change.at,
      period: Math.max(before.period, change.lastPeriod) + 1,
      periodEndsAt: renewalAfter(change.at, 1),
      allowance: change.terms.allowance,
      balance: change.terms.allowance,
      overageUsed: 0,
      overageLimit: change.terms.overageRate === null ? null : before.overageLimit,
    },
  };
}
