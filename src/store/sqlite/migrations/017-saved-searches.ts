export const savedSearches = `
  CREATE TABLE saved_search (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    arguments TEXT NOT NULL,
    frequency TEXT NOT NULL CHECK (frequency IN ('hourly', 'daily', 'weekly')),
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
    zone TEXT NOT NULL,
    monthly_limit INTEGER CHECK (monthly_limit >= 0),
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'limit', 'paused')),
    pause_reason TEXT,
    pause_detail TEXT,
    mail TEXT NOT NULL CHECK (mail IN ('off', 'on', 'paused')),
    webhook TEXT NOT NULL CHECK (webhook IN ('off', 'on', 'paused')),
    webhook_url TEXT NOT NULL,
    webhook_secret TEXT NOT NULL,
    feed_version INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    next_run_at INTEGER NOT NULL,
    lease TEXT,
    lease_until INTEGER,
    -- The time that the run under way was due.
    run_due_at INTEGER,
    failing_since INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    last_run_at INTEGER,
    last_result TEXT,
    has_run INTEGER NOT NULL DEFAULT 0,
    last_delivered_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX saved_search_account ON saved_search (account_id);
  CREATE INDEX saved_search_due ON saved_search (next_run_at) WHERE state <> 'paused';

  CREATE TABLE saved_search_seen (
    search_id TEXT NOT NULL REFERENCES saved_search (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (search_id, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX saved_search_seen_day ON saved_search_seen (day);

  CREATE TABLE saved_delivery (
    id TEXT PRIMARY KEY,
    search_id TEXT NOT NULL REFERENCES saved_search (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX saved_delivery_search ON saved_delivery (search_id, at);
  CREATE INDEX saved_delivery_age ON saved_delivery (at);

  CREATE TABLE saved_delivery_way (
    delivery_id TEXT NOT NULL REFERENCES saved_delivery (id) ON DELETE CASCADE,
    way TEXT NOT NULL CHECK (way IN ('mail', 'webhook')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    tries INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    fault TEXT,
    PRIMARY KEY (delivery_id, way)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX saved_delivery_waiting ON saved_delivery_way (next_at) WHERE state = 'waiting';
`;
