import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.ts';
import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { Hold, LedgerEntry, LedgerStore, NewReplay, Settlement, Standing } from '../types.ts';
import type { AccountRows } from './account-rows.ts';
import { renewed, type AccountRow } from './accounts.ts';
import type { Writer } from './writer.ts';

export interface LedgerRow {
  receipt_id: string;
  account_id: string;
  key_id: string | null;
  tool: string;
  state: LedgerEntry['state'];
  outcome: LedgerEntry['outcome'];
  period: number;
  from_allowance: number;
  from_overage: number;
  cached: number;
  created_at: number;
  duration_ms: number | null;
}

export function toEntry(row: LedgerRow): LedgerEntry {
  return {
    receiptId: row.receipt_id,
    accountId: row.account_id,
    keyId: row.key_id,
    tool: row.tool,
    state: row.state,
    outcome: row.outcome,
    period: row.period,
    fromAllowance: row.from_allowance,
    fromOverage: row.from_overage,
    cached: row.cached === 1,
    createdAt: row.created_at,
    durationMs: row.duration_ms,
  };
}

const DAY_MS = 86_400_000;

/**
 * Every step keeps, for each account and month:
 * sum of its entries = allowance − balance + overage used.
 */
export function createLedgerStore(
  db: Database,
  writer: Writer,
  rows: AccountRows,
  saveReplay: (replay: NewReplay) => void,
): LedgerStore {
  const updateAccount = db.prepare<[number, number, number, number, string]>(
    'UPDATE account SET period = ?, period_ends_at = ?, balance = ?, overage_used = ? WHERE id = ?',
  );
  const insert = db.prepare<
    [string, string, string | null, string, string, string, number, number, number, number, number, number | null]
  >(
    `INSERT INTO ledger (receipt_id, account_id, key_id, tool, state, outcome, period, from_allowance, from_overage, cached, created_at, duration_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byReceipt = db.prepare<[string], LedgerRow>('SELECT * FROM ledger WHERE receipt_id = ?');
  const close = db.prepare<[string, string, number, number, number, number, string]>(
    'UPDATE ledger SET state = ?, outcome = ?, from_allowance = ?, from_overage = ?, cached = ?, duration_ms = ? WHERE receipt_id = ?',
  );
  const open = db.prepare<[], LedgerRow>("SELECT * FROM ledger WHERE state = 'reserved'");
  const ofPeriod = db.prepare<[string, number], LedgerRow>(
    'SELECT * FROM ledger WHERE account_id = ? AND period = ? ORDER BY created_at DESC, receipt_id DESC',
  );
  const spentByKey = db
    .prepare<[string, number], number>(
      'SELECT coalesce(sum(from_allowance + from_overage), 0) FROM ledger WHERE key_id = ? AND created_at >= ? AND from_allowance + from_overage > 0',
    )
    .pluck();
  const sums = db.prepare<[string, number], { allowance: number; overage: number }>(
    'SELECT coalesce(sum(from_allowance), 0) AS allowance, coalesce(sum(from_overage), 0) AS overage FROM ledger WHERE account_id = ? AND period = ?',
  );
  const accounts = db.prepare<[], AccountRow>('SELECT * FROM account ORDER BY id');
  // Account by account, so that only what goes is looked at.
  const purge = db.prepare<[string, number, number]>(
    "DELETE FROM ledger WHERE account_id = ? AND created_at < ? AND period < ? AND state <> 'reserved'",
  );
  /** Days whose sums are not those of their calls; a whole read of the ledger. */
  const miscounted = db.prepare<[], { account_id: string; day: number }>(
    `SELECT DISTINCT account_id, day FROM (
       SELECT account_id, period, day, tool, key_id, outcome, calls, cost FROM usage_day WHERE calls > 0
       UNION ALL
       SELECT account_id, period, created_at / 86400000, tool, coalesce(key_id, ''), outcome,
         count(*), sum(from_allowance + from_overage)
       FROM ledger GROUP BY 1, 2, 3, 4, 5, 6
     ) GROUP BY account_id, period, day, tool, key_id, outcome, calls, cost HAVING count(*) <> 2`,
  );

  function requireAccount(id: string, now: number): AccountRow {
    const row = rows.get(id);
    if (!row) throw new ServiceError('invalid_key', 'The account of this key is gone.');
    return { ...renewed(row, now) };
  }
  function standingOf(account: Readonly<AccountRow>): Standing {
    return { balance: account.balance, resetsAt: account.period_ends_at };
  }
  function write(account: AccountRow): void {
    rows.drop(account.id);
    updateAccount.run(account.period, account.period_ends_at, account.balance, account.overage_used, account.id);
  }

  /** How an amount splits, or a refusal; nothing is written. */
  function split(account: AccountRow, hold: Hold): { fromAllowance: number; fromOverage: number } {
    const fromAllowance = Math.min(account.balance, hold.amount);
    const fromOverage = hold.amount - fromAllowance;
    if (fromOverage > 0 && account.overage_used + fromOverage > (account.overage_limit ?? 0)) {
      throw quotaExceeded(account, hold.amount);
    }
    if (hold.dailyCap !== null && hold.keyId !== null && hold.amount > 0) {
      const dayStart = hold.at - (hold.at % DAY_MS);
      const spent = spentByKey.get(hold.keyId, dayStart) ?? 0;
      if (spent + hold.amount > hold.dailyCap) {
        throw new ServiceError(
          'key_cap_reached',
          `This API key may spend ${toCredits(hold.dailyCap)} credits a day and has ${toCredits(Math.max(0, hold.dailyCap - spent))} left; the call needs up to ${toCredits(hold.amount)}. Wait until midnight UTC or use another key.`,
          {
            details: {
              credits_required: toCredits(hold.amount),
              retry_after_seconds: Math.ceil((dayStart + DAY_MS - hold.at) / 1000),
            },
          },
        );
      }
    }
    return { fromAllowance, fromOverage };
  }

  function closeEntry(
    row: LedgerRow,
    cost: number,
    state: 'settled' | 'released',
    outcome: string,
    cached: boolean,
    now: number,
    durationMs: number,
  ): Standing {
    const account = requireAccount(row.account_id, now);
    // Overage is given back first: a call is paid from the allowance as far as that reaches.
    const fromAllowance = Math.min(row.from_allowance, cost);
    const fromOverage = cost - fromAllowance;
    close.run(state, outcome, fromAllowance, fromOverage, cached ? 1 : 0, durationMs, row.receipt_id);
    // A hold of a month that has ended lapses with that month's unused credits.
    if (row.period === account.period) {
      account.balance += row.from_allowance - fromAllowance;
      account.overage_used -= row.from_overage - fromOverage;
      write(account);
    }
    return standingOf(account);
  }

  function requireOpen(receiptId: string): LedgerRow {
    const row = byReceipt.get(receiptId);
    if (!row || row.state !== 'reserved') throw new ServiceError('internal', `No open reservation ${receiptId}.`);
    return row;
  }

  return {
    reserve: (hold) =>
      writer.commit(() => {
        const account = requireAccount(hold.accountId, hold.at);
        const { fromAllowance, fromOverage } = split(account, hold);
        account.balance -= fromAllowance;
        account.overage_used += fromOverage;
        insert.run(
          hold.receiptId,
          hold.accountId,
          hold.keyId,
          hold.tool,
          'reserved',
          'pending',
          account.period,
          fromAllowance,
          fromOverage,
          0,
          hold.at,
          null,
        );
        write(account);
        return standingOf(account);
      }),
    settle: (receiptId, settlement) =>
      writer.commit(() => {
        const row = requireOpen(receiptId);
        if (settlement.cost > row.from_allowance + row.from_overage) {
          throw new ServiceError('internal', `Call ${receiptId} would cost more than was reserved for it.`);
        }
        if (settlement.replay) saveReplay(settlement.replay);
        return closeEntry(
          row,
          settlement.cost,
          'settled',
          'ok',
          settlement.cached,
          settlement.at,
          settlement.durationMs,
        );
      }),
    release: (receiptId, outcome, at, durationMs) =>
      writer.commit(() => closeEntry(requireOpen(receiptId), 0, 'released', outcome, false, at, durationMs)),
    charge: (hold: Hold, settlement: Settlement) =>
      writer.commit(() => {
        const account = requireAccount(hold.accountId, hold.at);
        const { fromAllowance, fromOverage } = split(account, { ...hold, amount: settlement.cost });
        account.balance -= fromAllowance;
        account.overage_used += fromOverage;
        insert.run(
          hold.receiptId,
          hold.accountId,
          hold.keyId,
          hold.tool,
          'settled',
          'ok',
          account.period,
          fromAllowance,
          fromOverage,
          settlement.cached ? 1 : 0,
          hold.at,
          settlement.durationMs,
        );
        if (settlement.replay) saveReplay(settlement.replay);
        write(account);
        return standingOf(account);
      }),
    note: (entry) =>
      writer.defer(() => {
        const row = rows.get(entry.accountId);
        if (!row) return;
        const { period } = renewed(row, entry.createdAt);
        insert.run(
          entry.receiptId,
          entry.accountId,
          entry.keyId,
          entry.tool,
          'settled',
          entry.outcome,
          period,
          0,
          0,
          entry.cached ? 1 : 0,
          entry.createdAt,
          entry.durationMs,
        );
      }),
    standing: async (accountId, now) => {
      const row = rows.get(accountId);
      if (!row) throw new ServiceError('invalid_key', 'The account of this key is gone.');
      return standingOf(renewed(row, now));
    },
    releaseOrphans: (at) =>
      writer.commit(() => {
        const rows = open.all();
        for (const row of rows) closeEntry(row, 0, 'released', 'abandoned', false, at, at - row.created_at);
        return rows.length;
      }),
    list: async (accountId, now) => {
      const row = rows.get(accountId);
      return row ? ofPeriod.all(accountId, renewed(row, now).period).map(toEntry) : [];
    },
    spentByKeySince: async (keyId, since) => spentByKey.get(keyId, since) ?? 0,
    audit: async () => {
      writer.flush();
      const problems: string[] = [];
      for (const account of accounts.all()) {
        const { allowance, overage } = sums.get(account.id, account.period) ?? { allowance: 0, overage: 0 };
        if (allowance !== account.allowance - account.balance) {
          problems.push(
            `Account ${account.id}: its ledger says ${toCredits(allowance)} credits of the allowance are used, its balance says ${toCredits(account.allowance - account.balance)}.`,
          );
        }
        if (overage !== account.overage_used) {
          problems.push(
            `Account ${account.id}: its ledger says ${toCredits(overage)} credits of overage, the account says ${toCredits(account.overage_used)}.`,
          );
        }
      }
      for (const { account_id: id, day } of miscounted.all()) {
        problems.push(
          `Account ${id}: the sums of ${isoTime(day * DAY_MS).slice(0, 10)} are not those of that day's calls.`,
        );
      }
      return problems;
    },
    purge: (before) =>
      writer.commit(() =>
        accounts.all().reduce((gone, { id, period }) => gone + purge.run(id, before, period).changes, 0),
      ),
  };
}

function quotaExceeded(account: AccountRow, amount: number): ServiceError {
  const remaining = toCredits(account.balance);
  const overage =
    account.overage_limit === null
      ? ' Overage is off for this account.'
      : ` The overage limit of ${toCredits(account.overage_limit)} credits leaves ${toCredits(Math.max(0, account.overage_limit - account.overage_used))}.`;
  return new ServiceError(
    'quota_exceeded',
    `The monthly quota is exceeded: this call needs up to ${toCredits(amount)} credits and ${remaining} are left until ${isoTime(account.period_ends_at)}.${overage} Wait for the reset, switch overage on, or change the plan.`,
    {
      details: {
        credits_required: toCredits(amount),
        credits_remaining: remaining,
        resets_at: isoTime(account.period_ends_at),
      },
    },
  );
}
