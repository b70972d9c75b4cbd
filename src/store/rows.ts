import type { AccountRecord, LedgerEntry } from './types.ts';

export interface AccountRow {
  id: string;
  email: string;
  plan: string;
  subscription_id: string | null;
  created_at: number;
  trial_ends_at: number | null;
  anchor_at: number;
  period: number;
  period_ends_at: number;
  allowance: number;
  balance: number;
  overage_used: number;
  overage_limit: number | null;
  operator: boolean | number;
  password_hash: string | null;
}

export interface LedgerRow {
  receipt_id: string;
  account_id: string;
  key_id: string | null;
  tool: string;
  state: LedgerEntry['state'];
  outcome: LedgerEntry['outcome'];
  period: number;
  amount: number;
  cached: boolean | number;
  created_at: number;
  duration_ms: number | null;
}

export function toRecord(row: AccountRow): AccountRecord {
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    subscriptionId: row.subscription_id,
    createdAt: row.created_at,
    trialEndsAt: row.trial_ends_at,
    anchorAt: row.anchor_at,
    period: row.period,
    periodEndsAt: row.period_ends_at,
    allowance: row.allowance,
    balance: row.balance,
    overageUsed: row.overage_used,
    overageLimit: row.overage_limit,
    operator: Boolean(row.operator),
    passwordHash: row.password_hash,
  };
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
    amount: row.amount,
    cached: Boolean(row.cached),
    createdAt: row.created_at,
    durationMs: row.duration_ms,
  };
}
