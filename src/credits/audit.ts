import { isoTime } from '../lib/clock.ts';
import { toCredits, type Millicredits } from '../lib/credits.ts';
import { usedOf } from './account-state.ts';
import type { AccountState, Month } from './types.ts';

/** One sentence for each fault of an account's current month: its ledger says otherwise, or it has overage although allowance is left. */
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

/** The same for a closed month whose calls are all still stored. */
export function auditMonth(accountId: string, month: Pick<Month, 'startsAt' | 'used'>, ledger: Millicredits): string[] {
  if (month.used === ledger) return [];
  return [
    `Account ${accountId}: the ledger says ${toCredits(ledger)} credits were used in the month from ${isoTime(month.startsAt).slice(0, 10)}, its line says ${toCredits(month.used)}.`,
  ];
}

/** The sentence for an account whose granted figures for the current month do not match their digest. */
export function presentMonthChanged(accountId: string): string {
  return `Account ${accountId}: the plan, the allowance or the dates of its current month were changed by hand.`;
}

/** The same for a closed month. */
export function monthChanged(accountId: string, { startsAt }: Pick<Month, 'startsAt'>): string {
  return `Account ${accountId}: figures of the month from ${isoTime(startsAt).slice(0, 10)} were changed by hand.`;
}

/** The sentence for closed months that have no record. */
export function monthsMissing(accountId: string, count: number): string {
  return `Account ${accountId}: the records of ${count} closed months are missing.`;
}
