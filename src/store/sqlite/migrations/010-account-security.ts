/**
 * What guards accounts: several links of a kind at a time, sign-ups that wait
 * for their mail, addresses whose trial is spent, browsers that proved an
 * account, log-ins that wait for their second factor, refused log-ins as sums.
 * A link without an account leads nowhere: it is kept so that asking for one
 * is the same work whoever asks.
 */
export const accountSecurity = `
  ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';

  CREATE TABLE mail_link (
    hash TEXT PRIMARY KEY,
    account_id TEXT REFERENCES account(id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'reset', 'address', 'unlock')),
    address TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mail_link_account ON mail_link(account_id, purpose);
  CREATE INDEX mail_link_expiry ON mail_link(expires_at);
  INSERT INTO mail_link SELECT hash, account_id, purpose, NULL, expires_at FROM mail_token;
  DROP TABLE mail_token;

  CREATE TABLE signup (
    hash TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX signup_email ON signup(email);
  CREATE INDEX signup_expiry ON signup(expires_at);

  CREATE TABLE spent_trial (hash TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX spent_trial_age ON spent_trial(at);
  CREATE TABLE salt (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO salt VALUES ('spent_trial', lower(hex(randomblob(32))));

  CREATE TABLE known_browser (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX known_browser_account ON known_browser(account_id, seen_at);
  CREATE INDEX known_browser_age ON known_browser(seen_at);

  CREATE TABLE login_step (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    password_hash TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_step_account ON login_step(account_id);
  CREATE INDEX login_step_expiry ON login_step(expires_at);

  CREATE TABLE second_factor (
    account_id TEXT PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    enabled_at INTEGER,
    last_step INTEGER NOT NULL DEFAULT -1
  ) STRICT, WITHOUT ROWID;
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
  CREATE INDEX login_refusal_age ON login_refusal(day);
  INSERT INTO login_refusal SELECT account_id, at / 86400000, count(*), max(at) FROM audit
    WHERE action = 'session.refused' AND account_id IN (SELECT id FROM account) GROUP BY 1, 2;
  DELETE FROM audit WHERE action = 'session.refused';
  CREATE INDEX audit_age ON audit(at);
`;
