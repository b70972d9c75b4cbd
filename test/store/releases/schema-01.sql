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
  ) STRICT;
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
  ) STRICT;
CREATE TABLE ledger (
    receipt_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    key_id TEXT,
    tool TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'released')),
    outcome TEXT NOT NULL,
    period INTEGER NOT NULL,
    from_allowance INTEGER NOT NULL CHECK (from_allowance >= 0),
    from_overage INTEGER NOT NULL CHECK (from_overage >= 0),
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
    expires_at INTEGER NOT NULL,
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
  ) STRICT;
CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
INSERT INTO account VALUES ('ann', 'ann@example.com', 'pro', 'sub_ann', 1768469400000, NULL, 1768469400000, 2, 1776245400000, 20000, 10500, 0, 30000, 1, NULL);
INSERT INTO account VALUES ('bob', 'bob@example.com', 'starter', 'sub_bob', 1768901400000, NULL, 1773144000000, 2, 1775822400000, 5000, 0, 1000, 30000, 0, NULL);
INSERT INTO account VALUES ('cleo', 'cleo@example.com', 'pro', 'sub_cleo', 1768987800000, NULL, 1768987800000, 0, 1771666200000, 20000, 20000, 0, NULL, 0, NULL);
INSERT INTO api_key VALUES ('key_ann', 'ann', 'default', '0000000000000000000000000000000000000000000000000000000000000061', 'jdm_live_', 'ann0', 1768469400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO api_key VALUES ('key_bob', 'bob', 'default', '0000000000000000000000000000000000000000000000000000000000000062', 'jdm_live_', 'bob0', 1768901400000, NULL, NULL, NULL, '["ping","scrape_url"]', 50000);
INSERT INTO api_key VALUES ('key_cleo', 'cleo', 'default', '0000000000000000000000000000000000000000000000000000000000000063', 'jdm_live_', 'cleo', 1768987800000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO ledger VALUES ('rcpt_000000001', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768469400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000002', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768555800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000003', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768642200000, 900);
INSERT INTO ledger VALUES ('rcpt_000000004', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768728600000, 900);
INSERT INTO ledger VALUES ('rcpt_000000005', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768815000000, 900);
INSERT INTO ledger VALUES ('rcpt_000000006', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768901400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000007', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768987800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000008', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1769074200000, 900);
INSERT INTO ledger VALUES ('rcpt_000000009', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1769160600000, 900);
INSERT INTO ledger VALUES ('rcpt_000000010', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 1500, 0, 0, 1769333400000, 5000);
INSERT INTO ledger VALUES ('rcpt_000000011', 'ann', 'key_ann', 'scrape_jobs', 'settled', 'ok', 0, 0, 1500, 0, 1769333400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000012', 'ann', 'key_ann', 'scrape_url', 'released', 'upstream_failed', 0, 0, 0, 0, 1769419800000, 40);
INSERT INTO ledger VALUES ('rcpt_000000013', 'ann', 'key_ann', 'get_reputation', 'settled', 'ok', 1, 2000, 0, 0, 1771493400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000014', 'ann', 'key_ann', 'scrape_jobs', 'settled', 'ok', 2, 500, 0, 0, 1773748800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000015', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 2, 1500, 0, 0, 1773835200000, 900);
INSERT INTO ledger VALUES ('rcpt_000000016', 'ann', 'key_ann', 'scrape_url', 'reserved', 'pending', 2, 7500, 0, 0, 1774008000000, NULL);
INSERT INTO ledger VALUES ('rcpt_000000017', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 0, 1768987800000, 900);
INSERT INTO ledger VALUES ('rcpt_000000018', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 2, 1500, 0, 0, 1773230400000, 900);
INSERT INTO ledger VALUES ('rcpt_000000019', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 2, 3500, 1000, 0, 1773316800000, 900);
INSERT INTO ledger VALUES ('rcpt_free', 'cleo', 'key_cleo', 'ping', 'settled', 'ok', 1, 0, 0, 0, 1773921600000, 1);
INSERT INTO replay VALUES ('ann', 'again', 'scrape_url', '0000000000000000000000000000000000000000000000000000000000000064', '{"content":"\"text\"","structured":"{}","meta":"{}"}', 1773921600000);
INSERT INTO jobs_cache VALUES ('reed|nurse', 1, 1774007999000, 1774011600000, 25, '{"listings":[]}');
INSERT INTO audit VALUES (1, 'ann', 'session.refused', '', 1774008000000);
INSERT INTO audit VALUES (2, 'ann', 'session.refused', '', 1773921600000);
INSERT INTO audit VALUES (3, 'ann', 'session.refused', '', 1773835200000);
INSERT INTO audit VALUES (4, 'ann', 'key.create', 'default', 1768469400000);
CREATE INDEX api_key_account ON api_key(account_id);
CREATE INDEX ledger_account ON ledger(account_id, period, created_at);
CREATE INDEX ledger_open ON ledger(state) WHERE state = 'reserved';
CREATE INDEX ledger_key ON ledger(key_id, created_at) WHERE from_allowance + from_overage > 0;
CREATE INDEX replay_expiry ON replay(expires_at);
CREATE INDEX jobs_cache_age ON jobs_cache(fetched_at);
CREATE INDEX audit_account ON audit(account_id, at);
PRAGMA user_version = 1;
