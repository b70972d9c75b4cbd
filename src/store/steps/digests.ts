/*
 * Digests that reveal a manual change of figures on invoices. Both engines hash the same text with `digest_of` (hex
 * SHA-256), so digests stay valid when rows are imported. In PostgreSQL, triggers set the digests of rows that a
 * replica of the previous release writes.
 */

/** The digest does not cover the balance, which is compared with the ledger. */
export const ACCOUNT_DIGEST = "digest_of(concat_ws(' ', id, period, anchor_at, period_ends_at, allowance, plan))";

const monthDigest = (used: string): string =>
  `digest_of(concat_ws(' ', account_id, period, starts_at, ends_at, allowance, coalesce(overage_rate, -1), ended_by,
    ${used}, plan))`;

/**
 * Digest of a closed month. It covers `used` only after the month's calls are purged; until then, `used` is compared
 * with the ledger.
 */
export const MONTH_DIGEST = monthDigest('CASE WHEN calls_purged THEN used ELSE -1 END');
export const UNPURGED_MONTH_DIGEST = monthDigest('-1');

export const SEAL_ACCOUNT = `UPDATE account SET digest = ${ACCOUNT_DIGEST} WHERE id = ?`;

/**
 * Sets the digest of a closed month, before its account is written. If the account's digest does not match, the account
 * was changed by hand, and the text 'changed' as the month's digest keeps this detectable. Parameters: the account's ID
 * and the month's number.
 */
export const SEAL_MONTH = `
  UPDATE account_month SET digest = CASE
      WHEN EXISTS (SELECT 1 FROM account WHERE id = account_id AND digest <> ${ACCOUNT_DIGEST}) THEN 'changed'
      ELSE ${MONTH_DIGEST} END
    WHERE account_id = ? AND period = ?`;

/**
 * Assignment in an update of a closed month. Clears a digest that matches, so that RESEAL_MONTHS sets it again. A
 * digest that does not match stays.
 */
export const UNSEAL = `digest = CASE WHEN digest = ${MONTH_DIGEST} THEN NULL ELSE digest END`;
/** Sets the missing digests of an account's closed months. Parameter: the account's ID. */
export const RESEAL_MONTHS = `UPDATE account_month SET digest = ${MONTH_DIGEST} WHERE account_id = ? AND digest IS NULL`;
