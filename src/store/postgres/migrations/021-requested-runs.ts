export const requestedRuns = { sql: 'ALTER TABLE saved_search ADD COLUMN asked_at BIGINT;', oldest: 14 };
