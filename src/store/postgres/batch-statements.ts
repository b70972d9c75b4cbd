import { NEVER_MS, REPLAY_BUDGET_BYTES, REPLAY_LEAST_BYTES } from '../limits.ts';
import { CLOSE_ENTRIES, INSERT_ENTRIES, WRITE_MONEY } from './ledger-rows.ts';

/** Names every column, so that a statement that was prepared before a migration keeps returning the same columns. */
const ACCOUNT = `id, email, plan, subscription_id, created_at, trial_ends_at, anchor_at, period, period_ends_at, allowance,
  balance, overage_used, overage_limit, operator, password_hash`;
const ENTRY = `receipt_id, account_id, key_id, tool, state, outcome, period, amount, cached, created_at, duration_ms, holder`;

export const STATEMENTS = {
  lease: 'SELECT 1 FROM replica WHERE id = $1 FOR KEY SHARE',
  // Rows are locked in the order of their keys, to avoid deadlocks.
  claim: `
    INSERT INTO replay (account_id, key, tool, arguments_hash, expires_at, receipt_id, holder)
      SELECT claim.* FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[])
          AS claim (account_id, key, tool, arguments_hash, expires_at, receipt_id, holder)
        JOIN account ON account.id = claim.account_id AND account.deleted_at IS NULL
        ORDER BY claim.account_id COLLATE "C", claim.key COLLATE "C"
      ON CONFLICT DO NOTHING`,
  keys: `
    SELECT replay.account_id, replay.key, tool, arguments_hash, result IS NOT NULL AS answered, expires_at, receipt_id
      FROM unnest($1::text[], $2::text[]) AS wanted (account_id, key) JOIN replay USING (account_id, key)
      ORDER BY replay.account_id, replay.key FOR UPDATE OF replay`,
  entries: `SELECT ${ENTRY} FROM ledger WHERE receipt_id = ANY($1) ORDER BY receipt_id FOR UPDATE`,
  accounts: `
    SELECT ${ACCOUNT} FROM account
      WHERE id = ANY($1 || ARRAY(SELECT DISTINCT account_id FROM ledger WHERE receipt_id = ANY($2))::text[])
        AND deleted_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
  // Runs after the accounts are locked, to see the changes of the previous holder of the locks.
  spent: `
    SELECT api_key.id, revoked_at, expires_at, daily_cap, kind, wanted.day,
        CASE WHEN daily_cap IS NULL THEN 0 ELSE
          (SELECT coalesce(sum(cost), 0)::bigint FROM usage_day WHERE key_id = api_key.id AND usage_day.day = wanted.day) END AS spent
      FROM unnest($1::text[], $2::bigint[]) AS wanted (id, day) JOIN api_key ON api_key.id = wanted.id`,
  money: WRITE_MONEY,
  close: CLOSE_ENTRIES,
  insert: INSERT_ENTRIES,
  // The answers are one JSON value, because the driver takes seconds to write large texts as an array.
  write_keys: `
    UPDATE replay SET tool = kept.tool, arguments_hash = kept.arguments_hash, result = kept.result,
        expires_at = kept.expires_at, bytes = kept.bytes, receipt_id = kept.receipt_id, holder = kept.holder
      FROM ROWS FROM (unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[]),
          json_array_elements_text($9::json))
        AS kept (account_id, key, tool, arguments_hash, expires_at, bytes, receipt_id, holder, result)
      WHERE replay.account_id = kept.account_id AND replay.key = kept.key`,
  drop_keys: `
    DELETE FROM replay USING unnest($1::text[], $2::text[]) AS dropped (account_id, key)
      WHERE replay.account_id = dropped.account_id AND replay.key = dropped.key`,
  budget: `
    WITH past AS (
      SELECT account_id, bytes - ${REPLAY_BUDGET_BYTES} AS excess FROM replay_sum WHERE account_id = ANY($1) AND bytes > ${REPLAY_BUDGET_BYTES}
    ), oldest AS (
      SELECT past.account_id, row.key, excess,
          sum(row.bytes) OVER (PARTITION BY past.account_id ORDER BY row.expires_at, row.key) - row.bytes AS before
        FROM past, LATERAL (
          SELECT key, expires_at, bytes FROM replay WHERE account_id = past.account_id AND result IS NOT NULL AND expires_at < ${NEVER_MS}
            ORDER BY expires_at, key LIMIT past.excess / ${REPLAY_LEAST_BYTES} + 1 FOR UPDATE SKIP LOCKED) AS row
    )
    DELETE FROM replay USING oldest
      WHERE replay.account_id = oldest.account_id AND replay.key = oldest.key AND before < excess`,
} as const;
