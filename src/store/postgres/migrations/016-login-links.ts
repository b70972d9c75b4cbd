export const loginLinks = {
  sql: `
    CREATE TABLE login_link (
      hash TEXT COLLATE "C" PRIMARY KEY,
      account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      spent_at BIGINT
    );
    CREATE INDEX login_link_account ON login_link (account_id);
    CREATE INDEX login_link_expiry ON login_link (expires_at);
  `,
  oldest: 14,
};
