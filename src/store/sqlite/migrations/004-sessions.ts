/** Sessions of the dashboard, links sent by mail, confirmed addresses, alerts sent. */
export const sessions = `
  CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_account ON session(account_id);

  CREATE TABLE mail_token (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'reset')),
    expires_at INTEGER NOT NULL,
    UNIQUE (account_id, purpose)
  ) STRICT, WITHOUT ROWID;

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
  `;
