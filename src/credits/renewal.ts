import { usedOf, withUsed } from './account-state.ts';
import { periodAt, renewalAfter } from './billing-period.ts';
import type { AccountState, Calendar, Month, PlanTerms, RolledForward } from './types.ts';

/**
 * Moves the account to the month that contains `now` (SPEC §7), even back to an earlier month if the clock was set
 * back. Also returns the months to record: the account's previous month, and the skipped months without calls. Recorded
 * months keep their figures, so no allowance is granted twice.
 */
export function rollForward<State extends AccountState>(
  account: State,
  now: number,
  calendar: Calendar,
): RolledForward<State> {
  const { anchorAt } = account;
  const present = periodAt(anchorAt, account.periodEndsAt - 1);
  if (now < present.endsAt && (now >= present.startsAt || present.index === 0)) return { account, ended: [] };
  const target = periodAt(anchorAt, now);
  const period = account.period + target.index - present.index;
  const terms = calendar.termsOf(account.plan);
  const ended = [endMonth(account, account.periodEndsAt, terms, 'renewal')];
  for (let index = present.index + 1; index < target.index; index += 1) {
    const skipped = account.period + index - present.index;
    if (calendar.monthOf(skipped)) continue;
    ended.push({
      period: skipped,
      plan: account.plan,
      startsAt: renewalAfter(anchorAt, index),
      endsAt: renewalAfter(anchorAt, index + 1),
      allowance: terms?.allowance ?? account.allowance,
      used: 0,
      overageRate: terms?.overageRate ?? null,
      endedBy: 'renewal',
    });
  }
  const known = calendar.monthOf(period);
  const allowance = known?.allowance ?? terms?.allowance ?? account.allowance;
  const opened = { ...account, period, periodEndsAt: target.endsAt, allowance };
  return { account: withUsed(opened, known?.used ?? 0), ended };
}

export function endMonth(
  account: AccountState,
  endsAt: number,
  terms: PlanTerms | undefined,
  endedBy: Month['endedBy'],
): Month {
  return {
    period: account.period,
    plan: account.plan,
    startsAt: monthStart(account),
    endsAt,
    allowance: account.allowance,
    used: usedOf(account),
    overageRate: terms?.overageRate ?? null,
    endedBy,
  };
}

export function monthStart({ anchorAt, periodEndsAt }: AccountState): number {
  return periodAt(anchorAt, periodEndsAt - 1).startsAt;
}
