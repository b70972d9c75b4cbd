/**
 * The tables of SQLite's baseline except the page cache, and what several processes need in addition. Times are in
 * milliseconds since the epoch, amounts in thousandths of a credit. IDs are sorted by bytes, as in SQLite. Tables whose
 * rows change with each call have a fill factor that allows updates in place.
 */
export const baseline = `
  CREATE TABLE account (
    id TEXT COLLATE "C" PRIMARY KEY,
    email TEXT COLLATE "C" NOT NULL,
    plan TEXT NOT NULL,
    subscription_id TEXT,
    created_at BIGINT NOT NULL,
    trial_ends_at BIGINT,
    anchor_at BIGINT NOT NULL,
    period BIGINT NOT NULL,
    period_ends_at BIGINT NOT NULL,
    allowance BIGINT NOT NULL CHECK (allowance >= 0),
    balance BIGINT NOT NULL CHECK (balance >= 0 AND balance <= allowance),
    overage_used BIGINT NOT NULL DEFAULT 0 CHECK (overage_used >= 0),
    overage_limit BIGINT CHECK (overage_limit >= 0),
    operator BOOLEAN NOT NULL DEFAULT false,
    password_hash TEXT,
    deleted_at BIGINT
  ) WITH (fillfactor = 50);
  CREATE UNIQUE INDEX account_email ON account (lower(email));
  CREATE INDEX account_deleted ON account (deleted_at) WHERE deleted_at IS NOT NULL;

  CREATE TABLE api_key (
    id TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    last_four TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at BIGINT,
    revoked_at BIGINT,
    allowed_tools TEXT,
    daily_cap BIGINT CHECK (daily_cap >= 0),
    test_key TEXT,
    kind TEXT NOT NULL DEFAULT 'key' CHECK (kind IN ('key', 'app'))
  ) WITH (fillfactor = 70);
  CREATE INDEX api_key_account ON api_key (account_id);
  CREATE UNIQUE INDEX api_key_test ON api_key (account_id) WHERE test_key IS NOT NULL AND revoked_at IS NULL;

  -- The serving processes. When a lease has ended, the reservations of its process are released.
  CREATE TABLE replica (
    id TEXT COLLATE "C" PRIMARY KEY,
    lease_until TIMESTAMPTZ NOT NULL,
    version TEXT NOT NULL DEFAULT ''
  );

  CREATE TABLE ledger (
    receipt_id TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    key_id TEXT COLLATE "C",
    tool TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'released')),
    outcome TEXT NOT NULL,
    period BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    cached BOOLEAN NOT NULL DEFAULT false,
    created_at BIGINT NOT NULL,
    duration_ms BIGINT,
    -- ID of the replica that has reserved the amount. Null after the reservation is settled or released.
    holder TEXT COLLATE "C"
  ) WITH (fillfactor = 70);
  CREATE INDEX ledger_account ON ledger (account_id, created_at);
  CREATE INDEX ledger_open ON ledger (holder) WHERE state = 'reserved';

  CREATE TABLE account_month (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period BIGINT NOT NULL,
    plan TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    allowance BIGINT NOT NULL CHECK (allowance >= 0),
    used BIGINT NOT NULL CHECK (used >= 0),
    overage_rate BIGINT CHECK (overage_rate >= 0),
    ended_by TEXT NOT NULL CHECK (ended_by IN ('renewal', 'plan_change')),
    calls_purged BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, period)
  );

  CREATE TABLE usage_day (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period BIGINT NOT NULL,
    day BIGINT NOT NULL,
    tool TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    calls BIGINT NOT NULL,
    cost BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, period, day, tool, key_id, outcome)
  ) WITH (fillfactor = 50);
  CREATE INDEX usage_day_time ON usage_day (day);
  CREATE INDEX usage_day_key ON usage_day (key_id, day);

  CREATE TABLE free_call_sum (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period BIGINT NOT NULL,
    day BIGINT NOT NULL,
    tool TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    calls BIGINT NOT NULL CHECK (calls > 0),
    last_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, period, day, tool, key_id, outcome)
  ) WITH (fillfactor = 50);

  CREATE TABLE replay (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    key TEXT COLLATE "C" NOT NULL,
    tool TEXT NOT NULL,
    arguments_hash TEXT NOT NULL,
    -- Null: the call has no answer yet.
    result TEXT,
    expires_at BIGINT NOT NULL,
    bytes BIGINT NOT NULL DEFAULT 0,
    -- Receipt and replica of the call that has claimed the key. Null after the answer is stored.
    receipt_id TEXT COLLATE "C",
    holder TEXT COLLATE "C",
    PRIMARY KEY (account_id, key)
  );
  CREATE INDEX replay_expiry ON replay (expires_at);
  CREATE INDEX replay_age ON replay (account_id, expires_at);
  CREATE INDEX replay_claim ON replay (receipt_id) WHERE result IS NULL;
  CREATE INDEX replay_holder ON replay (holder) WHERE result IS NULL;

  CREATE TABLE replay_sum (
    account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    bytes BIGINT NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE audit (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    account_id TEXT COLLATE "C" REFERENCES account (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    at BIGINT NOT NULL,
    times BIGINT NOT NULL DEFAULT 1,
    first_at BIGINT
  );
  CREATE INDEX audit_account ON audit (account_id, at);
  CREATE INDEX audit_action ON audit (account_id, action, at);
  CREATE INDEX audit_age ON audit (at);

  CREATE TABLE probe (id BIGINT PRIMARY KEY CHECK (id = 1), at BIGINT NOT NULL);

  CREATE TABLE api_call (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    budget TEXT NOT NULL,
    at BIGINT NOT NULL
  );
  CREATE INDEX api_call_budget ON api_call (budget, at);

  CREATE TABLE reputation (
    company_key TEXT COLLATE "C" NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('GB', 'FR', '*')),
    site TEXT NOT NULL,
    depth TEXT NOT NULL CHECK (depth IN ('light', 'deep')),
    found BOOLEAN NOT NULL,
    fetched_at BIGINT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (company_key, scope, site, depth)
  );
  CREATE INDEX reputation_by_age ON reputation (fetched_at);

  CREATE TABLE session (
    hash TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    device TEXT NOT NULL DEFAULT ''
  );
  CREATE INDEX session_account ON session (account_id);

  CREATE TABLE mail_link (
    hash TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" REFERENCES account (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('signup', 'confirm', 'reset', 'address', 'unlock')),
    address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    spent_at BIGINT
  );
  CREATE INDEX mail_link_account ON mail_link (account_id, purpose);
  CREATE INDEX mail_link_address ON mail_link (address, purpose, created_at);
  CREATE INDEX mail_link_expiry ON mail_link (expires_at);

  CREATE TABLE email_confirmation (
    account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    asked_at BIGINT NOT NULL,
    confirmed_at BIGINT
  );

  CREATE TABLE usage_alert (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    period BIGINT NOT NULL,
    percent BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account_id, period, percent)
  );

  CREATE TABLE spent_trial (hash TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL);
  CREATE INDEX spent_trial_age ON spent_trial (at);

  CREATE TABLE salt (name TEXT PRIMARY KEY, value TEXT NOT NULL);

  CREATE TABLE known_browser (
    hash TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    seen_at BIGINT NOT NULL
  );
  CREATE INDEX known_browser_account ON known_browser (account_id, seen_at);
  CREATE INDEX known_browser_age ON known_browser (seen_at);

  CREATE TABLE login_step (
    hash TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    password_hash TEXT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX login_step_account ON login_step (account_id);
  CREATE INDEX login_step_expiry ON login_step (expires_at);

  CREATE TABLE second_factor (
    account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    enabled_at BIGINT,
    last_step BIGINT NOT NULL DEFAULT -1,
    offered_to TEXT,
    offered_at BIGINT
  );

  CREATE TABLE recovery_code (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, hash)
  );

  CREATE TABLE login_refusal (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    count BIGINT NOT NULL CHECK (count > 0),
    last_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, day)
  );
  CREATE INDEX login_refusal_age ON login_refusal (day);

  CREATE TABLE source_check (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    source TEXT NOT NULL,
    at BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    ms BIGINT NOT NULL,
    fields TEXT NOT NULL,
    reason TEXT NOT NULL
  );
  CREATE INDEX source_check_source ON source_check (source, at);
  CREATE INDEX source_check_at ON source_check (at);

  CREATE TABLE source_day (
    source TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    outcomes TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (source, day)
  );

  CREATE TABLE source_health (
    source TEXT COLLATE "C" PRIMARY KEY,
    last_at BIGINT,
    last_outcome TEXT,
    state TEXT NOT NULL DEFAULT '',
    lease_holder TEXT,
    lease_until BIGINT
  );

  CREATE TABLE source_alert (
    id TEXT COLLATE "C" PRIMARY KEY,
    source TEXT NOT NULL,
    at BIGINT NOT NULL,
    value TEXT NOT NULL
  );
  CREATE INDEX source_alert_at ON source_alert (at);

  CREATE TABLE source_alert_delivery (
    alert_id TEXT COLLATE "C" NOT NULL REFERENCES source_alert (id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    tries BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL,
    PRIMARY KEY (alert_id, channel)
  );
  CREATE INDEX source_alert_delivery_waiting ON source_alert_delivery (next_at) WHERE state = 'waiting';

  CREATE TABLE oauth_client (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    registered_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
  );
  CREATE INDEX oauth_client_unused ON oauth_client (registered_by, created_at) WHERE last_used_at IS NULL;
  CREATE INDEX oauth_client_age ON oauth_client (created_at) WHERE last_used_at IS NULL;
  CREATE INDEX oauth_client_used ON oauth_client (last_used_at) WHERE last_used_at IS NOT NULL;

  CREATE TABLE oauth_request (
    hash TEXT COLLATE "C" PRIMARY KEY,
    session_hash TEXT COLLATE "C" NOT NULL REFERENCES session (hash) ON DELETE CASCADE,
    value TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX oauth_request_session ON oauth_request (session_hash, created_at);
  CREATE INDEX oauth_request_expiry ON oauth_request (expires_at);

  CREATE TABLE oauth_grant (
    key_id TEXT COLLATE "C" PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    client_host TEXT,
    redirect_host TEXT NOT NULL,
    resource TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    connected_at BIGINT
  );

  CREATE TABLE oauth_token (
    hash TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
    key_id TEXT COLLATE "C" NOT NULL REFERENCES oauth_grant (key_id) ON DELETE CASCADE,
    redirect_uri TEXT,
    challenge TEXT,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
  );
  CREATE INDEX oauth_token_key ON oauth_token (key_id);
  CREATE INDEX oauth_token_expiry ON oauth_token (expires_at) WHERE used_at IS NULL;
  CREATE INDEX oauth_token_used ON oauth_token (used_at) WHERE used_at IS NOT NULL;

  -- One row with a number that every transaction increases if it changes accounts or keys.
  CREATE TABLE change (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL) WITH (fillfactor = 10);
  INSERT INTO change VALUES (1, 0);

  INSERT INTO salt VALUES ('spent_trial', encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'));

  -- Each statement that changes the ledger changes the daily sums too. Rows are added in a fixed order, to avoid deadlocks.
  CREATE FUNCTION usage_day_add() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO usage_day
      SELECT account_id, period, created_at / 86400000, tool, coalesce(key_id, ''), outcome, count(*), sum(amount), max(created_at)
        FROM added GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (account_id, period, day, tool, key_id, outcome) DO UPDATE SET calls = usage_day.calls + excluded.calls,
        cost = usage_day.cost + excluded.cost, last_at = greatest(usage_day.last_at, excluded.last_at);
    RETURN NULL;
  END $$;
  CREATE FUNCTION usage_day_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO usage_day
      SELECT account_id, period, day, tool, key_id, outcome, sum(calls), sum(cost), max(last_at) FROM (
        SELECT account_id, period, created_at / 86400000 AS day, tool, coalesce(key_id, '') AS key_id, outcome,
          1 AS calls, amount AS cost, created_at AS last_at FROM added
        UNION ALL
        SELECT account_id, period, created_at / 86400000, tool, coalesce(key_id, ''), outcome, -1, -amount, 0 FROM removed
      ) AS both_sides GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(calls) <> 0 OR sum(cost) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (account_id, period, day, tool, key_id, outcome) DO UPDATE SET calls = usage_day.calls + excluded.calls,
        cost = usage_day.cost + excluded.cost, last_at = greatest(usage_day.last_at, excluded.last_at);
    RETURN NULL;
  END $$;
  CREATE FUNCTION usage_day_remove() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE usage_day SET calls = usage_day.calls - gone.calls, cost = usage_day.cost - gone.cost FROM (
      SELECT account_id, period, created_at / 86400000 AS day, tool, coalesce(key_id, '') AS key_id, outcome,
        count(*) AS calls, sum(amount)::bigint AS cost FROM removed GROUP BY 1, 2, 3, 4, 5, 6
    ) AS gone
      WHERE usage_day.account_id = gone.account_id AND usage_day.period = gone.period AND usage_day.day = gone.day
        AND usage_day.tool = gone.tool AND usage_day.key_id = gone.key_id AND usage_day.outcome = gone.outcome;
    DELETE FROM usage_day USING (
      SELECT DISTINCT account_id, period, created_at / 86400000 AS day, tool, coalesce(key_id, '') AS key_id, outcome FROM removed
    ) AS gone
      WHERE usage_day.account_id = gone.account_id AND usage_day.period = gone.period AND usage_day.day = gone.day
        AND usage_day.tool = gone.tool AND usage_day.key_id = gone.key_id AND usage_day.outcome = gone.outcome
        AND usage_day.calls = 0;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_counted AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION usage_day_add();
  CREATE TRIGGER ledger_recounted AFTER UPDATE ON ledger REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION usage_day_change();
  CREATE TRIGGER ledger_uncounted AFTER DELETE ON ledger REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION usage_day_remove();

  -- The daily sums include the free calls that are stored as sums.
  CREATE FUNCTION free_calls_add() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO usage_day
      SELECT account_id, period, day, tool, key_id, outcome, sum(calls), 0, max(last_at)
        FROM added GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (account_id, period, day, tool, key_id, outcome) DO UPDATE SET calls = usage_day.calls + excluded.calls,
        last_at = greatest(usage_day.last_at, excluded.last_at);
    RETURN NULL;
  END $$;
  CREATE FUNCTION free_calls_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO usage_day
      SELECT account_id, period, day, tool, key_id, outcome, sum(calls), 0, max(last_at) FROM (
        SELECT account_id, period, day, tool, key_id, outcome, calls, last_at FROM added
        UNION ALL
        SELECT account_id, period, day, tool, key_id, outcome, -calls, 0 FROM removed
      ) AS both_sides GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(calls) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (account_id, period, day, tool, key_id, outcome) DO UPDATE SET calls = usage_day.calls + excluded.calls,
        last_at = greatest(usage_day.last_at, excluded.last_at);
    RETURN NULL;
  END $$;
  CREATE FUNCTION free_calls_remove() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE usage_day SET calls = usage_day.calls - removed.calls FROM removed
      WHERE usage_day.account_id = removed.account_id AND usage_day.period = removed.period
        AND usage_day.day = removed.day AND usage_day.tool = removed.tool AND usage_day.key_id = removed.key_id
        AND usage_day.outcome = removed.outcome;
    DELETE FROM usage_day USING removed
      WHERE usage_day.account_id = removed.account_id AND usage_day.period = removed.period
        AND usage_day.day = removed.day AND usage_day.tool = removed.tool AND usage_day.key_id = removed.key_id
        AND usage_day.outcome = removed.outcome AND usage_day.calls = 0;
    RETURN NULL;
  END $$;
  CREATE TRIGGER free_calls_counted AFTER INSERT ON free_call_sum REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION free_calls_add();
  CREATE TRIGGER free_calls_recounted AFTER UPDATE ON free_call_sum REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION free_calls_change();
  CREATE TRIGGER free_calls_uncounted AFTER DELETE ON free_call_sum REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION free_calls_remove();

  -- Bytes of the replays of each account. A claim without an answer has 0 bytes.
  CREATE FUNCTION replay_sum_add() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO replay_sum SELECT account_id, sum(bytes) FROM added GROUP BY 1 HAVING sum(bytes) <> 0 ORDER BY 1
      ON CONFLICT (account_id) DO UPDATE SET bytes = replay_sum.bytes + excluded.bytes;
    RETURN NULL;
  END $$;
  CREATE FUNCTION replay_sum_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO replay_sum SELECT account_id, sum(bytes) FROM (
        SELECT account_id, bytes FROM added UNION ALL SELECT account_id, -bytes FROM removed
      ) AS both_sides GROUP BY 1 HAVING sum(bytes) <> 0 ORDER BY 1
      ON CONFLICT (account_id) DO UPDATE SET bytes = replay_sum.bytes + excluded.bytes;
    RETURN NULL;
  END $$;
  CREATE FUNCTION replay_sum_remove() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    -- Adds no row, because the row may already be deleted together with its account.
    PERFORM 1 FROM replay_sum WHERE account_id IN (SELECT account_id FROM removed WHERE bytes <> 0)
      ORDER BY account_id FOR NO KEY UPDATE;
    UPDATE replay_sum SET bytes = replay_sum.bytes - gone.bytes
      FROM (SELECT account_id, sum(bytes)::bigint AS bytes FROM removed GROUP BY 1 HAVING sum(bytes) <> 0) AS gone
      WHERE replay_sum.account_id = gone.account_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER replay_counted AFTER INSERT ON replay REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION replay_sum_add();
  CREATE TRIGGER replay_recounted AFTER UPDATE ON replay REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION replay_sum_change();
  CREATE TRIGGER replay_uncounted AFTER DELETE ON replay REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION replay_sum_remove();
`;
