/** Test keys open nothing but the sample world: they are kept as they are, one for each account, so that they can be shown. */
export const testKeys = `
  ALTER TABLE api_key ADD COLUMN test_key TEXT;
  CREATE UNIQUE INDEX api_key_test ON api_key(account_id) WHERE test_key IS NOT NULL AND revoked_at IS NULL;
`;
