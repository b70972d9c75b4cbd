/**
 * How platforms, review sites and search providers fared: each check, their
 * sums by day, what is known of a source with the turn to look at it, and the
 * alerts that the operator is told of, by each way out.
 */
export const sourceHealth = `
  CREATE TABLE source_check (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    ms INTEGER NOT NULL,
    fields TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
  CREATE INDEX source_check_source ON source_check(source, at);
  CREATE INDEX source_check_at ON source_check(at);

  CREATE TABLE source_day (
    source TEXT NOT NULL,
    day INTEGER NOT NULL,
    outcomes TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (source, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source_health (
    source TEXT PRIMARY KEY,
    last_at INTEGER,
    last_outcome TEXT,
    state TEXT NOT NULL DEFAULT '',
    lease_holder TEXT,
    lease_until INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE source_alert (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX source_alert_at ON source_alert(at);

  CREATE TABLE source_alert_delivery (
    alert_id TEXT NOT NULL REFERENCES source_alert(id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    tries INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    PRIMARY KEY (alert_id, channel)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX source_alert_delivery_waiting ON source_alert_delivery(next_at) WHERE state = 'waiting';
`;
