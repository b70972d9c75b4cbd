/**
 * Apps that act for an account. Each is a key of kind `app` without a secret,
 * its grant beside it (one to one); codes and tokens are kept as hashes. A grant
 * whose code was never turned into tokens has no `connected_at`. Clients are
 * those that registered themselves; a request waits for its person's answer.
 */
export const oauth = `
  ALTER TABLE api_key ADD COLUMN kind TEXT NOT NULL DEFAULT 'key' CHECK (kind IN ('key', 'app'));

  CREATE TABLE oauth_client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    registered_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_client_unused ON oauth_client(registered_by, created_at) WHERE last_used_at IS NULL;
  CREATE INDEX oauth_client_age ON oauth_client(created_at) WHERE last_used_at IS NULL;
  CREATE INDEX oauth_client_used ON oauth_client(last_used_at) WHERE last_used_at IS NOT NULL;

  CREATE TABLE oauth_request (
    hash TEXT PRIMARY KEY,
    session_hash TEXT NOT NULL REFERENCES session(hash) ON DELETE CASCADE,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_request_session ON oauth_request(session_hash, created_at);
  CREATE INDEX oauth_request_expiry ON oauth_request(expires_at);

  CREATE TABLE oauth_grant (
    key_id TEXT PRIMARY KEY REFERENCES api_key(id) ON DELETE CASCADE,
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
    key_id TEXT NOT NULL REFERENCES oauth_grant(key_id) ON DELETE CASCADE,
    redirect_uri TEXT,
    challenge TEXT,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_token_key ON oauth_token(key_id);
  CREATE INDEX oauth_token_expiry ON oauth_token(expires_at) WHERE used_at IS NULL;
  CREATE INDEX oauth_token_used ON oauth_token(used_at) WHERE used_at IS NOT NULL;
`;
