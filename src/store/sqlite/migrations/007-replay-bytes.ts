/** What replays hold of an account's budget: the index alone answers how much. */
export const replayBytes = `
  ALTER TABLE replay ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE replay SET bytes = max(4096, octet_length(result));
  CREATE INDEX replay_budget ON replay(account_id, expires_at, bytes);
`;
