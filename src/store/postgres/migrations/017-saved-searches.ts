export const savedSearches = {
  sql: `
    CREATE TABLE saved_search (
      id TEXT COLLATE "C" PRIMARY KEY,
      account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      language TEXT NOT NULL,
      arguments TEXT NOT NULL,
      frequency TEXT NOT NULL CHECK (frequency IN ('hourly', 'daily', 'weekly')),
      hour BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23),
      weekday BIGINT NOT NULL CHECK (weekday BETWEEN 1 AND 7),
      zone TEXT NOT NULL,
      monthly_limit BIGINT CHECK (monthly_limit >= 0),
      state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'limit', 'paused')),
      pause_reason TEXT,
      pause_detail TEXT,
      mail TEXT NOT NULL CHECK (mail IN ('off', 'on', 'paused')),
      webhook TEXT NOT NULL CHECK (webhook IN ('off', 'on', 'paused')),
      webhook_url TEXT NOT NULL,
      webhook_secret TEXT NOT NULL,
      feed_version BIGINT NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL,
      next_run_at BIGINT NOT NULL,
      lease TEXT,
      lease_until BIGINT,
      -- The time that the run under way was due.
      run_due_at BIGINT,
      failing_since BIGINT,
      failures BIGINT NOT NULL DEFAULT 0,
      last_run_at BIGINT,
      last_result TEXT,
      has_run BOOLEAN NOT NULL DEFAULT false,
      last_delivered_at BIGINT
    );
    CREATE INDEX saved_search_account ON saved_search (account_id);
    CREATE INDEX saved_search_due ON saved_search (next_run_at) WHERE state <> 'paused';

    CREATE TABLE saved_search_seen (
      search_id TEXT COLLATE "C" NOT NULL REFERENCES saved_search (id) ON DELETE CASCADE,
      hash TEXT COLLATE "C" NOT NULL,
      day BIGINT NOT NULL,
      PRIMARY KEY (search_id, hash)
    );
    CREATE INDEX saved_search_seen_day ON saved_search_seen (day);

    CREATE TABLE saved_delivery (
      id TEXT COLLATE "C" PRIMARY KEY,
      search_id TEXT COLLATE "C" NOT NULL REFERENCES saved_search (id) ON DELETE CASCADE,
      at BIGINT NOT NULL,
      content TEXT NOT NULL
    );
    CREATE INDEX saved_delivery_search ON saved_delivery (search_id, at);
    CREATE INDEX saved_delivery_age ON saved_delivery (at);

    CREATE TABLE saved_delivery_way (
      delivery_id TEXT COLLATE "C" NOT NULL REFERENCES saved_delivery (id) ON DELETE CASCADE,
      way TEXT COLLATE "C" NOT NULL CHECK (way IN ('mail', 'webhook')),
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
      tries BIGINT NOT NULL DEFAULT 0,
      next_at BIGINT NOT NULL,
      fault TEXT,
      PRIMARY KEY (delivery_id, way)
    );
    CREATE INDEX saved_delivery_waiting ON saved_delivery_way (next_at) WHERE state = 'waiting';
  `,
  oldest: 14,
};
