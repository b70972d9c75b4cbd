/**
 * Months on record. An entry has one amount: what of a month's amounts is
 * overage follows from their sum. Free calls in sums, counted into the sums by
 * day as the ledger's entries are. Accounts under deletion.
 */
export const months = `
  DROP TRIGGER ledger_counted;
  DROP TRIGGER ledger_recounted;
  DROP TRIGGER ledger_uncounted;
  DROP INDEX ledger_key;
  ALTER TABLE ledger RENAME COLUMN from_allowance TO amount;
  UPDATE ledger SET amount = amount + from_overage WHERE from_overage > 0;
  ALTER TABLE ledger DROP COLUMN from_overage;
  CREATE INDEX ledger_key ON ledger(key_id, created_at) WHERE amount > 0;

  UPDATE account SET balance = max(0, balance - overage_used), overage_used = max(0, overage_used - balance)
    WHERE overage_used > 0;
  ALTER TABLE account ADD COLUMN deleted_at INTEGER;
  CREATE INDEX account_deleted ON account(deleted_at) WHERE deleted_at IS NOT NULL;

  CREATE TABLE account_month (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    period INTEGER NOT NULL,
    plan TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    allowance INTEGER NOT NULL CHECK (allowance >= 0),
    used INTEGER NOT NULL CHECK (used >= 0),
    overage_rate INTEGER CHECK (overage_rate >= 0),
    ended_by TEXT NOT NULL CHECK (ended_by IN ('renewal', 'plan_change')),
    calls_purged INTEGER NOT NULL DEFAULT 0 CHECK (calls_purged IN (0, 1)),
    PRIMARY KEY (account_id, period)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE free_call_sum (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    period INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tool TEXT NOT NULL,
    key_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    calls INTEGER NOT NULL CHECK (calls > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, period, day, tool, key_id, outcome)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER ledger_counted AFTER INSERT ON ledger BEGIN
    INSERT INTO usage_day VALUES (new.account_id, new.period, new.created_at / 86400000, new.tool,
      coalesce(new.key_id, ''), new.outcome, 1, new.amount, new.created_at)
    ON CONFLICT DO UPDATE SET calls = calls + 1, cost = cost + excluded.cost, last_at = max(last_at, excluded.last_at);
  END;

  CREATE TRIGGER ledger_recounted AFTER UPDATE OF outcome, amount ON ledger BEGIN
    UPDATE usage_day SET calls = calls - 1, cost = cost - old.amount
      WHERE account_id = old.account_id AND period = old.period AND day = old.created_at / 86400000
        AND tool = old.tool AND key_id = coalesce(old.key_id, '') AND outcome = old.outcome;
    INSERT INTO usage_day VALUES (new.account_id, new.period, new.created_at / 86400000, new.tool,
      coalesce(new.key_id, ''), new.outcome, 1, new.amount, new.created_at)
    ON CONFLICT DO UPDATE SET calls = calls + 1, cost = cost + excluded.cost, last_at = max(last_at, excluded.last_at);
  END;

  CREATE TRIGGER ledger_uncounted AFTER DELETE ON ledger BEGIN
    UPDATE usage_day SET calls = calls - 1, cost = cost - old.amount
      WHERE account_id = old.account_id AND period = old.period AND day = old.created_at / 86400000
        AND tool = old.tool AND key_id = coalesce(old.key_id, '') AND outcome = old.outcome;
    DELETE FROM usage_day
      WHERE account_id = old.account_id AND period = old.period AND day = old.created_at / 86400000
        AND tool = old.tool AND key_id = coalesce(old.key_id, '') AND outcome = old.outcome AND calls = 0;
  END;

  CREATE TRIGGER free_calls_counted AFTER INSERT ON free_call_sum BEGIN
    INSERT INTO usage_day VALUES (new.account_id, new.period, new.day, new.tool, new.key_id, new.outcome,
      new.calls, 0, new.last_at)
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, last_at = max(last_at, excluded.last_at);
  END;

  CREATE TRIGGER free_calls_recounted AFTER UPDATE OF calls ON free_call_sum BEGIN
    UPDATE usage_day SET calls = calls + new.calls - old.calls, last_at = max(last_at, new.last_at)
      WHERE account_id = old.account_id AND period = old.period AND day = old.day
        AND tool = old.tool AND key_id = old.key_id AND outcome = old.outcome;
  END;

  CREATE TRIGGER free_calls_uncounted AFTER DELETE ON free_call_sum BEGIN
    UPDATE usage_day SET calls = calls - old.calls
      WHERE account_id = old.account_id AND period = old.period AND day = old.day
        AND tool = old.tool AND key_id = old.key_id AND outcome = old.outcome;
    DELETE FROM usage_day
      WHERE account_id = old.account_id AND period = old.period AND day = old.day
        AND tool = old.tool AND key_id = old.key_id AND outcome = old.outcome AND calls = 0;
  END;
`;
