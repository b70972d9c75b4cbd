export const loginLinks = `
  CREATE TABLE login_link (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_link_account ON login_link (account_id);
  CREATE INDEX login_link_expiry ON login_link (expires_at);
`;
