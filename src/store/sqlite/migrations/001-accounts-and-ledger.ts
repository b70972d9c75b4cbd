/** Accounts, keys, the ledger, replays and the cache of searches. */
export const accountsAndLedger = `
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
  CREATE INDEX api_key_account ON api_key(account_id);

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
  CREATE INDEX ledger_account ON ledger(account_id, period, created_at);
  CREATE INDEX ledger_open ON ledger(state) WHERE state = 'reserved';
  CREATE INDEX ledger_key ON ledger(key_id, created_at) WHERE from_allowance + from_overage > 0;

  CREATE TABLE replay (
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments_hash TEXT NOT NULL,
    result TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
  ) STRICT;
  CREATE INDEX replay_expiry ON replay(expires_at);

  CREATE TABLE jobs_cache (
    key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX jobs_cache_age ON jobs_cache(fetched_at);

  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    account_id TEXT REFERENCES account(id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_account ON audit(account_id, at);

  CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
  `;
