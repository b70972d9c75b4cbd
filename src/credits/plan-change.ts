import { renewalAfter } from './billing-period.ts';
import { endMonth } from './renewal.ts';
import type { AccountState, Calendar, PlanTerms, RolledForward } from './types.ts';

/**
 * Changes the plan at once: closes the month of `change.at`, to which `rollForward` has brought the account, and begins
 * a new one. `lastPeriod`: the highest recorded month number, so that numbers stay unique. A plan without overage
 * switches overage off.
 */
export function changePlan<State extends AccountState>(
  { account, ended }: RolledForward<State>,
  change: { plan: string; terms: PlanTerms; at: number; lastPeriod: number },
  calendar: Pick<Calendar, 'termsOf'>,
): RolledForward<State> {
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
