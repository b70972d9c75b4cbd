export const unfinishedRuns = `
  ALTER TABLE saved_search ADD COLUMN run_key TEXT;
  ALTER TABLE saved_search ADD COLUMN run_arguments TEXT;
  ALTER TABLE saved_search ADD COLUMN run_is_first INTEGER;
  ALTER TABLE saved_search ADD COLUMN last_success_day INTEGER;
`;
