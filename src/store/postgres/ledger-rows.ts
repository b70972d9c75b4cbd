import type { LedgerEntry } from '../types.ts';

export const INSERT_ENTRIES = `
  INSERT INTO ledger (receipt_id, account_id, key_id, tool, state, outcome, period, amount, cached, created_at, duration_ms, holder)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
      $9::boolean[], $10::bigint[], $11::bigint[], $12::text[])`;

export function insertValues(entries: readonly LedgerEntry[], holder: string | null): unknown[] {
  return [
    entries.map(({ receiptId }) => receiptId),
    entries.map(({ accountId }) => accountId),
    entries.map(({ keyId }) => keyId),
    entries.map(({ tool }) => tool),
    entries.map(({ state }) => state),
    entries.map(({ outcome }) => outcome),
    entries.map(({ period }) => period),
    entries.map(({ amount }) => amount),
    entries.map(({ cached }) => cached),
    entries.map(({ createdAt }) => createdAt),
    entries.map(({ durationMs }) => durationMs),
    entries.map(({ state }) => (state === 'reserved' ? holder : null)),
  ];
}

export const CLOSE_ENTRIES = `
  UPDATE ledger SET state = closed.state, outcome = closed.outcome, amount = closed.amount, cached = closed.cached,
      duration_ms = closed.duration_ms, holder = NULL
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[], $6::bigint[])
      AS closed (receipt_id, state, outcome, amount, cached, duration_ms)
    WHERE ledger.receipt_id = closed.receipt_id`;

export function closeValues(entries: readonly LedgerEntry[]): unknown[] {
  return [
    entries.map(({ receiptId }) => receiptId),
    entries.map(({ state }) => state),
    entries.map(({ outcome }) => outcome),
    entries.map(({ amount }) => amount),
    entries.map(({ cached }) => cached),
    entries.map(({ durationMs }) => durationMs),
  ];
}

export const WRITE_MONEY = `
  UPDATE account SET period = money.period, period_ends_at = money.period_ends_at, allowance = money.allowance,
      balance = money.balance, overage_used = money.overage_used
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS money (id, period, period_ends_at, allowance, balance, overage_used)
    WHERE account.id = money.id`;

export function moneyValues(
  accounts: readonly {
    id: string;
    period: number;
    periodEndsAt: number;
    allowance: number;
    balance: number;
    overageUsed: number;
  }[],
): unknown[] {
  return [
    accounts.map(({ id }) => id),
    accounts.map(({ period }) => period),
    accounts.map(({ periodEndsAt }) => periodEndsAt),
    accounts.map(({ allowance }) => allowance),
    accounts.map(({ balance }) => balance),
    accounts.map(({ overageUsed }) => overageUsed),
  ];
}
