import { isoTime } from '../lib/clock.ts';
import { toCredits, type Millicredits } from '../lib/credits.ts';
import { usedOf } from './account-state.ts';
import type { AccountState, Month } from './types.ts';

export function auditPresentMonth(accountId: string, account: AccountState, ledger: Millicredits): string[] {
  const problems: string[] = [];
  if (usedOf(account) !== ledger) {
    problems.push(
      `Account ${accountId}: its ledger says ${toCredits(ledger)} credits are used this month, its balance and overage say ${toCredits(usedOf(account))}.`,
    );
  }
  if (account.balance > 0 && account.overageUsed > 0) {
    problems.push(
      `Account ${accountId}: it has ${toCredits(account.overageUsed)} credits of overage though ${toCredits(account.balance)} of its allowance are left.`,
    );
  }
  return problems;
}

/**
 * Returns a sentence if the recorded use of a month differs from `ledger`, the sum of the amounts of the month's calls.
 */
export function auditMonth(accountId: string, month: Pick<Month, 'startsAt' | 'used'>, ledger: Millicredits): string[] {
  if (month.used === ledger) return [];
  return [
    `Account ${accountId}: the ledger says ${toCredits(ledger)} credits were used in the month from ${isoTime(month.startsAt).slice(0, 10)}, its line says ${toCredits(month.used)}.`,
  ];
}

export function presentMonthChanged(accountId: string): string {
  return `Account ${accountId}: the plan, the allowance or the dates of its current month were changed by hand.`;
}

export function monthChanged(accountId: string, { startsAt }: Pick<Month, 'startsAt'>): string {
  return `Account ${accountId}: figures of the month from ${isoTime(startsAt).slice(0, 10)} were changed by hand.`;
}

export function monthsMissing(accountId: string, count: number): string {
  return `Account ${accountId}: the records of ${count} closed months are missing.`;
}
