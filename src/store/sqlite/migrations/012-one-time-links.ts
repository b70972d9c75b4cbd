/**
 * Links by the mailbox that they were sent to, sign-ups among them: how many a
 * mailbox gets is counted by them, so one that was used stays for its time.
 * Like changes of an account that follow each other are one row of the audit.
 * A second factor's secret is offered to one session.
 */
export const oneTimeLinks = `
  CREATE TABLE sent_link (
    hash TEXT PRIMARY KEY,
    account_id TEXT REFERENCES account(id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('signup', 'confirm', 'reset', 'address', 'unlock')),
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
  ) STRICT, WITHOUT ROWID;
  INSERT INTO sent_link SELECT hash, account_id, purpose,
      coalesce(address, (SELECT email FROM account WHERE id = account_id), ''), 0, expires_at, NULL FROM mail_link;
  INSERT INTO sent_link SELECT hash, NULL, 'signup', email, 0, expires_at, NULL FROM signup;
  DROP TABLE mail_link;
  DROP TABLE signup;
  ALTER TABLE sent_link RENAME TO mail_link;
  CREATE INDEX mail_link_account ON mail_link(account_id, purpose);
  CREATE INDEX mail_link_address ON mail_link(address, purpose, created_at);
  CREATE INDEX mail_link_expiry ON mail_link(expires_at);

  ALTER TABLE audit ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE audit ADD COLUMN first_at INTEGER;
  CREATE INDEX audit_action ON audit(account_id, action, at);

  DELETE FROM second_factor WHERE enabled_at IS NULL;
  ALTER TABLE second_factor ADD COLUMN offered_to TEXT;
  ALTER TABLE second_factor ADD COLUMN offered_at INTEGER;
`;
