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
    password_hash TEXT
  , deleted_at INTEGER) STRICT;
CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    last_four TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER,
    allowed_tools TEXT,
    daily_cap INTEGER CHECK (daily_cap >= 0)
  , test_key TEXT) STRICT;
CREATE TABLE ledger (
    receipt_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
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
CREATE TABLE replay (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments_hash TEXT NOT NULL,
    result TEXT NOT NULL,
    expires_at INTEGER NOT NULL, bytes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, key)
  ) STRICT;
CREATE TABLE jobs_cache (
    key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    account_id TEXT REFERENCES account(id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    at INTEGER NOT NULL
  , times INTEGER NOT NULL DEFAULT 1, first_at INTEGER) STRICT;
CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
CREATE TABLE api_call (
    id INTEGER PRIMARY KEY,
    budget TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
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
CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
  , device TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE email_confirmation (
    account_id TEXT PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    asked_at INTEGER NOT NULL,
    confirmed_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE usage_alert (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    period INTEGER NOT NULL,
    percent INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, period, percent)
  ) STRICT, WITHOUT ROWID;
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
CREATE TABLE replay_sum (
    account_id TEXT PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE spent_trial (hash TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE salt (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE known_browser (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE login_step (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    password_hash TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE second_factor (
    account_id TEXT PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    enabled_at INTEGER,
    last_step INTEGER NOT NULL DEFAULT -1
  , offered_to TEXT, offered_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE recovery_code (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (account_id, hash)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE login_refusal (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE "mail_link" (
    hash TEXT PRIMARY KEY,
    account_id TEXT REFERENCES account(id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('signup', 'confirm', 'reset', 'address', 'unlock')),
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE source_check (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    ms INTEGER NOT NULL,
    fields TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
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
CREATE TABLE source_alert_delivery (
    alert_id TEXT NOT NULL REFERENCES source_alert(id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    tries INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    PRIMARY KEY (alert_id, channel)
  ) STRICT, WITHOUT ROWID;
INSERT INTO account VALUES ('ann', 'ann@example.com', 'pro', 'sub_ann', 1768469400000, NULL, 1768469400000, 2, 1776245400000, 20000, 10500, 0, 30000, 1, NULL, NULL);
INSERT INTO account VALUES ('bob', 'bob@example.com', 'starter', 'sub_bob', 1768901400000, NULL, 1773144000000, 2, 1775822400000, 5000, 0, 1000, 30000, 0, NULL, NULL);
INSERT INTO account VALUES ('cleo', 'cleo@example.com', 'pro', 'sub_cleo', 1768987800000, NULL, 1768987800000, 0, 1771666200000, 20000, 20000, 0, NULL, 0, NULL, NULL);
INSERT INTO api_key VALUES ('key_ann', 'ann', 'default', '0000000000000000000000000000000000000000000000000000000000000061', 'jdm_live_', 'ann0', 1768469400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO api_key VALUES ('key_bob', 'bob', 'default', '0000000000000000000000000000000000000000000000000000000000000062', 'jdm_live_', 'bob0', 1768901400000, NULL, NULL, NULL, '["ping","scrape_url"]', 50000, NULL);
INSERT INTO api_key VALUES ('key_cleo', 'cleo', 'default', '0000000000000000000000000000000000000000000000000000000000000063', 'jdm_live_', 'cleo', 1768987800000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO api_key VALUES ('key_test', 'ann', 'test', '0000000000000000000000000000000000000000000000000000000000000065', 'jdm_test_', 'mple', 1774008000000, NULL, NULL, NULL, NULL, NULL, 'jdm_test_sample');
INSERT INTO ledger VALUES ('rcpt_000000001', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768469400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000002', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768555800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000003', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768642200000, 900);
INSERT INTO ledger VALUES ('rcpt_000000004', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768728600000, 900);
INSERT INTO ledger VALUES ('rcpt_000000005', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768815000000, 900);
INSERT INTO ledger VALUES ('rcpt_000000006', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768901400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000007', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768987800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000008', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1769074200000, 900);
INSERT INTO ledger VALUES ('rcpt_000000009', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1769160600000, 900);
INSERT INTO ledger VALUES ('rcpt_000000010', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 1500, 0, 1769333400000, 5000);
INSERT INTO ledger VALUES ('rcpt_000000011', 'ann', 'key_ann', 'scrape_jobs', 'settled', 'ok', 0, 1500, 0, 1769333400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000012', 'ann', 'key_ann', 'scrape_url', 'released', 'upstream_failed', 0, 0, 0, 1769419800000, 40);
INSERT INTO ledger VALUES ('rcpt_000000013', 'ann', 'key_ann', 'get_reputation', 'settled', 'ok', 1, 2000, 0, 1771493400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000014', 'ann', 'key_ann', 'scrape_jobs', 'settled', 'ok', 2, 500, 0, 1773748800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000015', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 2, 1500, 0, 1773835200000, 900);
INSERT INTO ledger VALUES ('rcpt_000000016', 'ann', 'key_ann', 'scrape_url', 'reserved', 'pending', 2, 7500, 0, 1774008000000, NULL);
INSERT INTO ledger VALUES ('rcpt_000000017', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768987800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000018', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 2, 1500, 0, 1773230400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000019', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 2, 4500, 0, 1773316800000, 900);
INSERT INTO ledger VALUES ('rcpt_free', 'cleo', 'key_cleo', 'ping', 'settled', 'ok', 1, 0, 0, 1773921600000, 1);
INSERT INTO replay VALUES ('ann', 'again', 'scrape_url', '0000000000000000000000000000000000000000000000000000000000000064', '{"content":"\"text\"","structured":"{}","meta":"{}"}', 1773921600000, 4096);
INSERT INTO jobs_cache VALUES ('reed|nurse', 133929190020272, 1774007999000, 1774011600000, 25, '{"listings":[]}');
INSERT INTO audit VALUES (1, 'ann', 'session.refused', '', 1774008000000, 1, NULL);
INSERT INTO audit VALUES (2, 'ann', 'session.refused', '', 1773921600000, 1, NULL);
INSERT INTO audit VALUES (3, 'ann', 'session.refused', '', 1773835200000, 1, NULL);
INSERT INTO audit VALUES (4, 'ann', 'key.create', 'default', 1768469400000, 1, NULL);
INSERT INTO api_call VALUES (1, 'reed', 1774008000000);
INSERT INTO reputation VALUES ('tesco', 'GB', 'indeed', 'light', 1, 1773921600000, '{"rating":3.4,"reviewCount":1200}');
INSERT INTO session VALUES ('0000000000000000000000000000000000000000000000000000000000000035', 'ann', 1774008000000, 1774008000000, 1774612800000, NULL, 'Firefox/Linux');
INSERT INTO email_confirmation VALUES ('ann', 1768469400000, NULL);
INSERT INTO usage_alert VALUES ('ann', 0, 80, 1769333400000);
INSERT INTO usage_day VALUES ('ann', 0, 20468, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768469400000);
INSERT INTO usage_day VALUES ('ann', 0, 20468, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768469400000);
INSERT INTO usage_day VALUES ('ann', 0, 20469, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768555800000);
INSERT INTO usage_day VALUES ('ann', 0, 20469, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768555800000);
INSERT INTO usage_day VALUES ('ann', 0, 20470, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768642200000);
INSERT INTO usage_day VALUES ('ann', 0, 20470, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768642200000);
INSERT INTO usage_day VALUES ('ann', 0, 20471, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768728600000);
INSERT INTO usage_day VALUES ('ann', 0, 20471, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768728600000);
INSERT INTO usage_day VALUES ('ann', 0, 20472, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768815000000);
INSERT INTO usage_day VALUES ('ann', 0, 20472, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768815000000);
INSERT INTO usage_day VALUES ('ann', 0, 20473, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768901400000);
INSERT INTO usage_day VALUES ('ann', 0, 20473, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768901400000);
INSERT INTO usage_day VALUES ('ann', 0, 20474, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1768987800000);
INSERT INTO usage_day VALUES ('ann', 0, 20474, 'scrape_url', 'key_ann', 'pending', 0, 0, 1768987800000);
INSERT INTO usage_day VALUES ('ann', 0, 20475, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1769074200000);
INSERT INTO usage_day VALUES ('ann', 0, 20475, 'scrape_url', 'key_ann', 'pending', 0, 0, 1769074200000);
INSERT INTO usage_day VALUES ('ann', 0, 20476, 'scrape_url', 'key_ann', 'ok', 1, 2000, 1769160600000);
INSERT INTO usage_day VALUES ('ann', 0, 20476, 'scrape_url', 'key_ann', 'pending', 0, 0, 1769160600000);
INSERT INTO usage_day VALUES ('ann', 0, 20478, 'scrape_jobs', 'key_ann', 'ok', 1, 1500, 1769333400000);
INSERT INTO usage_day VALUES ('ann', 0, 20478, 'scrape_jobs', 'key_ann', 'pending', 0, 0, 1769333400000);
INSERT INTO usage_day VALUES ('ann', 0, 20478, 'scrape_url', 'key_ann', 'ok', 1, 1500, 1769333400000);
INSERT INTO usage_day VALUES ('ann', 0, 20478, 'scrape_url', 'key_ann', 'pending', 0, 0, 1769333400000);
INSERT INTO usage_day VALUES ('ann', 0, 20479, 'scrape_url', 'key_ann', 'pending', 0, 0, 1769419800000);
INSERT INTO usage_day VALUES ('ann', 0, 20479, 'scrape_url', 'key_ann', 'upstream_failed', 1, 0, 1769419800000);
INSERT INTO usage_day VALUES ('ann', 1, 20503, 'get_reputation', 'key_ann', 'ok', 1, 2000, 1771493400000);
INSERT INTO usage_day VALUES ('ann', 1, 20503, 'get_reputation', 'key_ann', 'pending', 0, 0, 1771493400000);
INSERT INTO usage_day VALUES ('ann', 2, 20529, 'scrape_jobs', 'key_ann', 'ok', 1, 500, 1773748800000);
INSERT INTO usage_day VALUES ('ann', 2, 20529, 'scrape_jobs', 'key_ann', 'pending', 0, 0, 1773748800000);
INSERT INTO usage_day VALUES ('ann', 2, 20530, 'scrape_url', 'key_ann', 'ok', 1, 1500, 1773835200000);
INSERT INTO usage_day VALUES ('ann', 2, 20530, 'scrape_url', 'key_ann', 'pending', 0, 0, 1773835200000);
INSERT INTO usage_day VALUES ('ann', 2, 20532, 'scrape_url', 'key_ann', 'pending', 1, 7500, 1774008000000);
INSERT INTO usage_day VALUES ('bob', 0, 20474, 'scrape_url', 'key_bob', 'ok', 1, 2000, 1768987800000);
INSERT INTO usage_day VALUES ('bob', 0, 20474, 'scrape_url', 'key_bob', 'pending', 0, 0, 1768987800000);
INSERT INTO usage_day VALUES ('bob', 2, 20523, 'scrape_url', 'key_bob', 'ok', 1, 1500, 1773230400000);
INSERT INTO usage_day VALUES ('bob', 2, 20523, 'scrape_url', 'key_bob', 'pending', 0, 0, 1773230400000);
INSERT INTO usage_day VALUES ('bob', 2, 20524, 'scrape_url', 'key_bob', 'ok', 1, 4500, 1773316800000);
INSERT INTO usage_day VALUES ('bob', 2, 20524, 'scrape_url', 'key_bob', 'pending', 0, 0, 1773316800000);
INSERT INTO usage_day VALUES ('cleo', 1, 20531, 'ping', 'key_cleo', 'ok', 42, 0, 1773921600000);
INSERT INTO account_month VALUES ('ann', 0, 'pro', 1768469400000, 1771147800000, 20000, 21000, 15000, 'renewal', 0);
INSERT INTO account_month VALUES ('ann', 1, 'pro', 1771147800000, 1773567000000, 20000, 2000, 15000, 'renewal', 0);
INSERT INTO account_month VALUES ('bob', 0, 'free_trial', 1768901400000, 1771579800000, 20000, 2000, NULL, 'renewal', 0);
INSERT INTO account_month VALUES ('bob', 1, 'free_trial', 1771579800000, 1773144000000, 20000, 0, NULL, 'plan_change', 0);
INSERT INTO free_call_sum VALUES ('cleo', 1, 20531, 'ping', 'key_cleo', 'ok', 41, 1773921600000);
INSERT INTO replay_sum VALUES ('ann', 4096);
INSERT INTO spent_trial VALUES ('0000000000000000000000000000000000000000000000000000000000000039', 1774008000000);
INSERT INTO salt VALUES ('spent_trial', '376229df62234fa4192b4635f8238902152e694b23f45a8e9a8c92a79a5b6f6d');
INSERT INTO known_browser VALUES ('0000000000000000000000000000000000000000000000000000000000000038', 'ann', 1774008000000);
INSERT INTO login_refusal VALUES ('ann', 20532, 1, 1774008000000);
INSERT INTO mail_link VALUES ('0000000000000000000000000000000000000000000000000000000000000037', 'ann', 'reset', 'ann@example.com', 1774008000000, 1774011600000, NULL);
CREATE INDEX api_key_account ON api_key(account_id);
CREATE INDEX ledger_open ON ledger(state) WHERE state = 'reserved';
CREATE INDEX replay_expiry ON replay(expires_at);
CREATE INDEX jobs_cache_age ON jobs_cache(fetched_at);
CREATE INDEX audit_account ON audit(account_id, at);
CREATE INDEX api_call_budget ON api_call(budget, at);
CREATE INDEX reputation_by_age ON reputation (fetched_at);
CREATE INDEX session_account ON session(account_id);
CREATE INDEX usage_day_time ON usage_day(day);
CREATE INDEX ledger_account ON ledger(account_id, created_at);
CREATE INDEX account_deleted ON account(deleted_at) WHERE deleted_at IS NOT NULL;
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
CREATE INDEX usage_day_key ON usage_day(key_id, day);
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
CREATE INDEX replay_age ON replay(account_id, expires_at);
CREATE INDEX spent_trial_age ON spent_trial(at);
CREATE INDEX known_browser_account ON known_browser(account_id, seen_at);
CREATE INDEX known_browser_age ON known_browser(seen_at);
CREATE INDEX login_step_account ON login_step(account_id);
CREATE INDEX login_step_expiry ON login_step(expires_at);
CREATE INDEX login_refusal_age ON login_refusal(day);
CREATE INDEX audit_age ON audit(at);
CREATE UNIQUE INDEX api_key_test ON api_key(account_id) WHERE test_key IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX mail_link_account ON mail_link(account_id, purpose);
CREATE INDEX mail_link_address ON mail_link(address, purpose, created_at);
CREATE INDEX mail_link_expiry ON mail_link(expires_at);
CREATE INDEX audit_action ON audit(account_id, action, at);
CREATE INDEX source_check_source ON source_check(source, at);
CREATE INDEX source_check_at ON source_check(at);
CREATE INDEX source_alert_at ON source_alert(at);
CREATE INDEX source_alert_delivery_waiting ON source_alert_delivery(next_at) WHERE state = 'waiting';
PRAGMA user_version = 13;
