/**
 * Adds digests that reveal a manual change of figures on invoices (steps/digests.ts). Existing rows get their first
 * digest here, and the service writes all later ones.
 */
export const digests = `
  ALTER TABLE account ADD COLUMN digest TEXT;
  ALTER TABLE account_month ADD COLUMN digest TEXT;
  UPDATE account SET digest = digest_of(concat_ws(' ', id, period, anchor_at, period_ends_at, allowance, plan));
  UPDATE account_month SET digest = digest_of(concat_ws(' ', account_id, period, starts_at, ends_at, allowance,
    coalesce(overage_rate, -1), ended_by, CASE WHEN calls_purged THEN used ELSE -1 END, plan));
`;
