/**
 * Calls and credits by day, tool, key and outcome, kept by triggers so that
 * they are the ledger's sums whatever wrote it; and calls by time, for the log.
 */
export const usageDays = `
  CREATE TABLE usage_day (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    period INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tool TEXT NOT NULL,
    key_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    calls INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, period, day, tool, key_id, outcome)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO usage_day
    SELECT account_id, period, created_at / 86400000, tool, coalesce(key_id, ''), outcome,
      count(*), sum(from_allowance + from_overage), max(created_at)
    FROM ledger GROUP BY 1, 2, 3, 4, 5, 6;

  CREATE TRIGGER ledger_counted AFTER INSERT ON ledger BEGIN
    INSERT INTO usage_day VALUES (new.account_id, new.period, new.created_at / 86400000, new.tool,
      coalesce(new.key_id, ''), new.outcome, 1, new.from_allowance + new.from_overage, new.created_at)
    ON CONFLICT DO UPDATE SET calls = calls + 1, cost = cost + excluded.cost, last_at = max(last_at, excluded.last_at);
  END;

  CREATE TRIGGER ledger_recounted AFTER UPDATE OF outcome, from_allowance, from_overage ON ledger BEGIN
    UPDATE usage_day SET calls = calls - 1, cost = cost - old.from_allowance - old.from_overage
      WHERE account_id = old.account_id AND period = old.period AND day = old.created_at / 86400000
        AND tool = old.tool AND key_id = coalesce(old.key_id, '') AND outcome = old.outcome;
    INSERT INTO usage_day VALUES (new.account_id, new.period, new.created_at / 86400000, new.tool,
      coalesce(new.key_id, ''), new.outcome, 1, new.from_allowance + new.from_overage, new.created_at)
    ON CONFLICT DO UPDATE SET calls = calls + 1, cost = cost + excluded.cost, last_at = max(last_at, excluded.last_at);
  END;

  CREATE TRIGGER ledger_uncounted AFTER DELETE ON ledger BEGIN
    UPDATE usage_day SET calls = calls - 1, cost = cost - old.from_allowance - old.from_overage
      WHERE account_id = old.account_id AND period = old.period AND day = old.created_at / 86400000
        AND tool = old.tool AND key_id = coalesce(old.key_id, '') AND outcome = old.outcome;
    DELETE FROM usage_day
      WHERE account_id = old.account_id AND period = old.period AND day = old.created_at / 86400000
        AND tool = old.tool AND key_id = coalesce(old.key_id, '') AND outcome = old.outcome AND calls = 0;
  END;

  CREATE INDEX usage_day_time ON usage_day(day);
  DROP INDEX ledger_account;
  CREATE INDEX ledger_account ON ledger(account_id, created_at);
`;
