/**
 * The first schema. Times are in milliseconds since the epoch, amounts in thousandths of a credit. Triggers keep the
 * daily sums and the sizes of replays up to date, whichever process writes the rows.
 */
export const baseline = `
  CREATE TABLE account (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    plan TEXT NOT NULL,
    subscription_id TEXT,
    created_at INTEGER NOT NULL,
    trial_ends_at INTEGER,
    anchor_at INTEGER NOT NULL,
    period INTEGER NOT NULL,
    period_ends_at INTEGER NOT NULL,
    allowance INTEGER NOT NULL CHECK (allowance >= 0),
    balance INTEGER NOT NULL CHECK (balance >= 0 AND balance <= allowance),
    overage_used INTEGER NOT NULL DEFAULT 0 CHECK (overage_used >= 0),
    overage_limit INTEGER CHECK (overage_limit >= 0),
    operator INTEGER NOT NULL DEFAULT 0,
    password_hash TEXT,
    deleted_at INTEGER
  ) STRICT;
  CREATE INDEX account_deleted ON account (deleted_at) WHERE deleted_at IS NOT NULL;

  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    last_four TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER,
    allowed_tools TEXT,
    daily_cap INTEGER CHECK (daily_cap >= 0),
    test_key TEXT,
    kind TEXT NOT NULL DEFAULT 'key' CHECK (kind IN ('key', 'app'))
  ) STRICT;
  CREATE INDEX api_key_account ON api_key (account_id);
  CREATE UNIQUE INDEX api_key_test ON api_key (account_id) WHERE test_key IS NOT NULL AND revoked_at IS NULL;

  CREATE TABLE ledger (
    receipt_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    key_id TEXT,
    tool TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'released')),
    outcome TEXT NOT NULL,
    period INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    cached INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    duration_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ledger_open ON ledger (state) WHERE state = 'reserved';
  CREATE INDEX ledger_account ON ledger (account_id, created_at);

  CREATE TABLE replay (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments_hash TEXT NOT NULL,
    result TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, key)
  ) STRICT;
  CREATE INDEX replay_expiry ON replay (expires_at);
  CREATE INDEX replay_age ON replay (account_id, expires_at);

  CREATE TABLE jobs_cache (
    key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX jobs_cache_age ON jobs_cache (fetched_at);

  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    at INTEGER NOT NULL,
    times INTEGER NOT NULL DEFAULT 1,
    first_at INTEGER
  ) STRICT;
  CREATE INDEX audit_account ON audit (account_id, at);
  CREATE INDEX audit_age ON audit (at);
  CREATE INDEX audit_action ON audit (account_id, action, at);

  CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;

  CREATE TABLE api_call (
    id INTEGER PRIMARY KEY,
    budget TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX api_call_budget ON api_call (budget, at);

  CREATE TABLE reputation (
    company_key TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('GB', 'FR', '*')),
    site TEXT NOT NULL,
    depth TEXT NOT NULL CHECK (depth IN ('light', 'deep')),
    found INTEGER NOT NULL CHECK (found IN (0, 1)),
    fetched_at INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (company_key, scope, site, depth)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reputation_by_age ON reputation (fetched_at);

  CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    device TEXT NOT NULL DEFAULT ''
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_account ON session (account_id);

  CREATE TABLE email_confirmation (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    asked_at INTEGER NOT NULL,
    confirmed_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_alert (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period INTEGER NOT NULL,
    percent INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, period, percent)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_day (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
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
  CREATE INDEX usage_day_time ON usage_day (day);
  CREATE INDEX usage_day_key ON usage_day (key_id, day);

  CREATE TABLE account_month (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
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
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tool TEXT NOT NULL,
    key_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    calls INTEGER NOT NULL CHECK (calls > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, period, day, tool, key_id, outcome)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE replay_sum (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE spent_trial (hash TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX spent_trial_age ON spent_trial (at);

  CREATE TABLE salt (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE known_browser (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX known_browser_account ON known_browser (account_id, seen_at);
  CREATE INDEX known_browser_age ON known_browser (seen_at);

  CREATE TABLE login_step (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    password_hash TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_step_account ON login_step (account_id);
  CREATE INDEX login_step_expiry ON login_step (expires_at);

  CREATE TABLE second_factor (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    enabled_at INTEGER,
    last_step INTEGER NOT NULL DEFAULT -1,
    offered_to TEXT,
    offered_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE recovery_code (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (account_id, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE login_refusal (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_refusal_age ON login_refusal (day);

  CREATE TABLE mail_link (
    hash TEXT PRIMARY KEY,
    account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('signup', 'confirm', 'reset', 'address', 'unlock')),
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mail_link_account ON mail_link (account_id, purpose);
  CREATE INDEX mail_link_address ON mail_link (address, purpose, created_at);
  CREATE INDEX mail_link_expiry ON mail_link (expires_at);

  CREATE TABLE source_check (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    ms INTEGER NOT NULL,
    fields TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
  CREATE INDEX source_check_source ON source_check (source, at);
  CREATE INDEX source_check_at ON source_check (at);

  CREATE TABLE source_day (
    source TEXT NOT NULL,
    day INTEGER NOT NULL,
    outcomes TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (source, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source_health (
    source TEXT PRIMARY KEY,
    last_at INTEGER,
    last_outcome TEXT,
    state TEXT NOT NULL DEFAULT '',
    lease_holder TEXT,
    lease_until INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source_alert (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX source_alert_at ON source_alert (at);

  CREATE TABLE source_alert_delivery (
    alert_id TEXT NOT NULL REFERENCES source_alert (id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    tries INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    PRIMARY KEY (alert_id, channel)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX source_alert_delivery_waiting ON source_alert_delivery (next_at) WHERE state = 'waiting';

  CREATE TABLE oauth_client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    registered_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_client_unused ON oauth_client (registered_by, created_at) WHERE last_used_at IS NULL;
  CREATE INDEX oauth_client_age ON oauth_client (created_at) WHERE last_used_at IS NULL;
  CREATE INDEX oauth_client_used ON oauth_client (last_used_at) WHERE last_used_at IS NOT NULL;

  CREATE TABLE oauth_request (
    hash TEXT PRIMARY KEY,
    session_hash TEXT NOT NULL REFERENCES session (hash) ON DELETE CASCADE,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_request_session ON oauth_request (session_hash, created_at);
  CREATE INDEX oauth_request_expiry ON oauth_request (expires_at);

  CREATE TABLE oauth_grant (
    key_id TEXT PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    client_host TEXT,
    redirect_host TEXT NOT NULL,
    resource TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    connected_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE oauth_token (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
    key_id TEXT NOT NULL REFERENCES oauth_grant (key_id) ON DELETE CASCADE,
    redirect_uri TEXT,
    challenge TEXT,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_token_key ON oauth_token (key_id);
  CREATE INDEX oauth_token_expiry ON oauth_token (expires_at) WHERE used_at IS NULL;
  CREATE INDEX oauth_token_used ON oauth_token (used_at) WHERE used_at IS NOT NULL;

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

  INSERT INTO salt VALUES ('spent_trial', lower(hex(randomblob(32))));
`;
