export const requestedRuns = 'ALTER TABLE saved_search ADD COLUMN asked_at INTEGER;';
