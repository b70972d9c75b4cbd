-- Rows of a database of schema 14, the oldest that is brought up to date. Keys, mails and links in it open nothing.
INSERT INTO account (id, email, plan, subscription_id, created_at, trial_ends_at, anchor_at, period, period_ends_at, allowance, balance, overage_used, overage_limit, operator, password_hash, deleted_at) VALUES
  ('ann', 'ann@example.com', 'pro', 'sub_ann', 1768469400000, NULL, 1768469400000, 2, 1776245400000, 20000, 10500, 0, 30000, 1, NULL, NULL),
  ('bob', 'bob@example.com', 'starter', 'sub_bob', 1768901400000, NULL, 1773144000000, 2, 1775822400000, 5000, 0, 1000, 30000, 0, NULL, NULL),
  ('cleo', 'cleo@example.com', 'pro', 'sub_cleo', 1768987800000, NULL, 1768987800000, 0, 1771666200000, 20000, 20000, 0, NULL, 0, NULL, NULL);
INSERT INTO api_key (id, account_id, name, hash, prefix, last_four, created_at, last_used_at, expires_at, revoked_at, allowed_tools, daily_cap, test_key, kind) VALUES
  ('key_ann', 'ann', 'default', '0000000000000000000000000000000000000000000000000000000000000061', 'jdm_live_', 'ann0', 1768469400000, NULL, NULL, NULL, NULL, NULL, NULL, 'key'),
  ('key_bob', 'bob', 'default', '0000000000000000000000000000000000000000000000000000000000000062', 'jdm_live_', 'bob0', 1768901400000, NULL, NULL, NULL, '["ping","scrape_url"]', 50000, NULL, 'key'),
  ('key_cleo', 'cleo', 'default', '0000000000000000000000000000000000000000000000000000000000000063', 'jdm_live_', 'cleo', 1768987800000, NULL, NULL, NULL, NULL, NULL, NULL, 'key'),
  ('key_test', 'ann', 'test', '0000000000000000000000000000000000000000000000000000000000000065', 'jdm_test_', 'mple', 1774008000000, NULL, NULL, NULL, NULL, NULL, 'jdm_test_sample', 'key');
INSERT INTO ledger (receipt_id, account_id, key_id, tool, state, outcome, period, amount, cached, created_at, duration_ms) VALUES
  ('rcpt_000000001', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768469400000, 900),
  ('rcpt_000000002', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768555800000, 900),
  ('rcpt_000000003', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768642200000, 900),
  ('rcpt_000000004', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768728600000, 900),
  ('rcpt_000000005', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768815000000, 900),
  ('rcpt_000000006', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768901400000, 900),
  ('rcpt_000000007', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768987800000, 900),
  ('rcpt_000000008', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1769074200000, 900),
  ('rcpt_000000009', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1769160600000, 900),
  ('rcpt_000000010', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 0, 1500, 0, 1769333400000, 5000),
  ('rcpt_000000011', 'ann', 'key_ann', 'scrape_jobs', 'settled', 'ok', 0, 1500, 0, 1769333400000, 900),
  ('rcpt_000000012', 'ann', 'key_ann', 'scrape_url', 'released', 'upstream_failed', 0, 0, 0, 1769419800000, 40),
  ('rcpt_000000013', 'ann', 'key_ann', 'get_reputation', 'settled', 'ok', 1, 2000, 0, 1771493400000, 900),
  ('rcpt_000000014', 'ann', 'key_ann', 'scrape_jobs', 'settled', 'ok', 2, 500, 0, 1773748800000, 900),
  ('rcpt_000000015', 'ann', 'key_ann', 'scrape_url', 'settled', 'ok', 2, 1500, 0, 1773835200000, 900),
  ('rcpt_000000016', 'ann', 'key_ann', 'scrape_url', 'reserved', 'pending', 2, 7500, 0, 1774008000000, NULL),
  ('rcpt_000000017', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 0, 2000, 0, 1768987800000, 900),
  ('rcpt_000000018', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 2, 1500, 0, 1773230400000, 900),
  ('rcpt_000000019', 'bob', 'key_bob', 'scrape_url', 'settled', 'ok', 2, 4500, 0, 1773316800000, 900),
  ('rcpt_free', 'cleo', 'key_cleo', 'ping', 'settled', 'ok', 1, 0, 0, 1773921600000, 1);
INSERT INTO replay (account_id, key, tool, arguments_hash, result, expires_at, bytes) VALUES
  ('ann', 'again', 'scrape_url', '0000000000000000000000000000000000000000000000000000000000000064', '{"content":"\"text\"","structured":"{}","meta":"{}"}', 1773921600000, 4096);
INSERT INTO jobs_cache (key, version, fetched_at, expires_at, bytes, value) VALUES
  ('reed|nurse', 133929190020272, 1774007999000, 1774011600000, 25, '{"listings":[]}');
INSERT INTO audit (id, account_id, action, detail, at, times, first_at) VALUES
  (1, 'ann', 'session.refused', '', 1774008000000, 1, NULL),
  (2, 'ann', 'session.refused', '', 1773921600000, 1, NULL),
  (3, 'ann', 'session.refused', '', 1773835200000, 1, NULL),
  (4, 'ann', 'key.create', 'default', 1768469400000, 1, NULL);
INSERT INTO api_call (id, budget, at) VALUES
  (1, 'reed', 1774008000000);
INSERT INTO reputation (company_key, scope, site, depth, found, fetched_at, value) VALUES
  ('tesco', 'GB', 'indeed', 'light', 1, 1773921600000, '{"rating":3.4,"reviewCount":1200}');
INSERT INTO session (hash, account_id, created_at, last_seen_at, expires_at, revoked_at, device) VALUES
  ('0000000000000000000000000000000000000000000000000000000000000035', 'ann', 1774008000000, 1774008000000, 1774612800000, NULL, 'Firefox/Linux');
INSERT INTO email_confirmation (account_id, asked_at, confirmed_at) VALUES
  ('ann', 1768469400000, NULL);
INSERT INTO usage_alert (account_id, period, percent, at) VALUES
  ('ann', 0, 80, 1769333400000);
INSERT INTO account_month (account_id, period, plan, starts_at, ends_at, allowance, used, overage_rate, ended_by, calls_purged) VALUES
  ('ann', 0, 'pro', 1768469400000, 1771147800000, 20000, 21000, 15000, 'renewal', 0),
  ('ann', 1, 'pro', 1771147800000, 1773567000000, 20000, 2000, 15000, 'renewal', 0),
  ('bob', 0, 'free_trial', 1768901400000, 1771579800000, 20000, 2000, NULL, 'renewal', 0),
  ('bob', 1, 'free_trial', 1771579800000, 1773144000000, 20000, 0, NULL, 'plan_change', 0);
INSERT INTO free_call_sum (account_id, period, day, tool, key_id, outcome, calls, last_at) VALUES
  ('cleo', 1, 20531, 'ping', 'key_cleo', 'ok', 41, 1773921600000);
INSERT INTO spent_trial (hash, at) VALUES
  ('0000000000000000000000000000000000000000000000000000000000000039', 1774008000000);
INSERT INTO known_browser (hash, account_id, seen_at) VALUES
  ('0000000000000000000000000000000000000000000000000000000000000038', 'ann', 1774008000000);
INSERT INTO login_refusal (account_id, day, count, last_at) VALUES
  ('ann', 20532, 1, 1774008000000);
INSERT INTO mail_link (hash, account_id, purpose, address, created_at, expires_at, spent_at) VALUES
  ('0000000000000000000000000000000000000000000000000000000000000037', 'ann', 'reset', 'ann@example.com', 1774008000000, 1774011600000, NULL);
