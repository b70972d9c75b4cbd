import { renewalAfter } from './billing-period.ts';
import { endMonth } from './renewal.ts';
import type { AccountState, Calendar, PlanTerms, RolledForward } from './types.ts';

/**
 * Ends the current month at `change.at` and starts a new month on the new plan. The account must already be in the
 * month of `change.at`. `change.lastPeriod` is the highest month number recorded for the account; the new month gets a
 * higher one.
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
