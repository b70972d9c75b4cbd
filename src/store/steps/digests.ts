/*
 * Digests by which a change by hand is found in the figures that invoices are
 * made of. `digest_of` is the SHA-256 of a text, in hex: a function of the
 * schema in PostgreSQL, of the connection in SQLite. Both engines hash the same
 * text, so digests move with their rows.
 *
 * PostgreSQL seals by triggers what a replica of the release before writes too;
 * SQLite's triggers may not use a connection's functions.
 */

/** Digest of what an account was granted for its current month. Its balance is compared with the ledger instead. */
export const ACCOUNT_DIGEST = "digest_of(concat_ws(' ', id, period, anchor_at, period_ends_at, allowance, plan))";

const monthDigest = (used: string): string =>
  `digest_of(concat_ws(' ', account_id, period, starts_at, ends_at, allowance, coalesce(overage_rate, -1), ended_by,
    ${used}, plan))`;

/** Of a closed month. Once its calls are purged, no sum of the ledger vouches for `used`: the digest does. */
export const MONTH_DIGEST = monthDigest('CASE WHEN calls_purged THEN used ELSE -1 END');
/** The same before that. */
export const UNPURGED_MONTH_DIGEST = monthDigest('-1');

/** Seals an account in its new month. Takes its id. */
export const SEAL_ACCOUNT = `UPDATE account SET digest = ${ACCOUNT_DIGEST} WHERE id = ?`;

/**
 * Seals a month that is closed, before its account is written. Takes the
 * account's id and the month's number. Figures that were changed by hand while
 * it was open stay found.
 */
export const SEAL_MONTH = `
  UPDATE account_month SET digest = CASE
      WHEN EXISTS (SELECT 1 FROM account WHERE id = account_id AND digest <> ${ACCOUNT_DIGEST}) THEN 'changed'
      ELSE ${MONTH_DIGEST} END
    WHERE account_id = ? AND period = ?`;

/** For an update of a closed month that `RESEAL_MONTHS` follows: a digest that did not fit stays. */
export const UNSEAL = `digest = CASE WHEN digest = ${MONTH_DIGEST} THEN NULL ELSE digest END`;
/** Takes the account's id. */
export const RESEAL_MONTHS = `UPDATE account_month SET digest = ${MONTH_DIGEST} WHERE account_id = ? AND digest IS NULL`;
