import { renewalAfter } from './billing-period.ts';
import { endMonth } from './renewal.ts';
import type { AccountState, Calendar, PlanTerms, RolledForward } from './types.ts';

/**
 * Changes the plan at once, for an account that `rollForward` has brought to the
 * month of `change.at`: that month is closed and a new one begins. `lastPeriod`
 * is the highest recorded month number of the account, so that numbers stay
 * unique. A plan without overage turns it off.
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
