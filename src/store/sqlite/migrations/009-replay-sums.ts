/**
 * What the replays of each account hold, kept by triggers so that it is their
 * sum whatever wrote or dropped them; and replays in order of age, for their budget.
 */
export const replaySums = `
  CREATE TABLE replay_sum (
    account_id TEXT PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO replay_sum SELECT account_id, sum(bytes) FROM replay GROUP BY 1;

  CREATE TRIGGER replay_counted AFTER INSERT ON replay BEGIN
    INSERT INTO replay_sum VALUES (new.account_id, new.bytes)
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
  END;

  CREATE TRIGGER replay_recounted AFTER UPDATE OF bytes ON replay BEGIN
    UPDATE replay_sum SET bytes = bytes + new.bytes - old.bytes WHERE account_id = new.account_id;
  END;

  CREATE TRIGGER replay_uncounted AFTER DELETE ON replay BEGIN
    UPDATE replay_sum SET bytes = bytes - old.bytes WHERE account_id = old.account_id;
  END;

  DROP INDEX replay_budget;
  CREATE INDEX replay_age ON replay(account_id, expires_at);
`;
