import { balanceOf } from '../../credits/account-state.ts';
import { accountGone } from '../../credits/refusals.ts';
import { toEntry, type LedgerRow } from '../rows.ts';
import type { AccountRecord, AccountStore, Balance, FreeCalls, LedgerStore } from '../types.ts';
import { auditLedger } from './audit-ledger.ts';
import { findAll, type StepRunner } from './step.ts';

export function createLedgerReads(
  steps: StepRunner,
  read: AccountStore['findById'],
): Pick<LedgerStore, 'audit' | 'balance' | 'list' | 'sums'> {
  return {
    audit: () => steps.snapshot(auditLedger()),
    balance: (accountId, now) => read(accountId, now).then(requireBalance),
    list: async (accountId, now) => {
      await steps.flush();
      const account = await read(accountId, now);
      if (!account) return [];
      const rows = await steps.read(
        findAll<LedgerRow>(
          'SELECT * FROM ledger WHERE account_id = ? AND period = ? ORDER BY created_at DESC, receipt_id DESC',
          accountId,
          account.period,
        ),
      );
      return rows.map(toEntry);
    },
    sums: async (accountId, now) => {
      await steps.flush();
      const account = await read(accountId, now);
      if (!account) return [];
      return steps.read(
        findAll<FreeCalls & { day: number }>(
          `SELECT account_id AS "accountId", nullif(key_id, '') AS "keyId", tool, outcome, calls, last_at AS at, day
           FROM free_call_sum WHERE account_id = ? AND period = ? ORDER BY day DESC, tool, outcome, key_id`,
          accountId,
          account.period,
        ),
      );
    },
  };
}

function requireBalance(account: AccountRecord | undefined): Balance {
  if (!account) throw accountGone();
  return balanceOf(account);
}
