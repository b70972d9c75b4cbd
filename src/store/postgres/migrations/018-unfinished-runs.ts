export const unfinishedRuns = {
  sql: `
    ALTER TABLE saved_search ADD COLUMN run_key TEXT;
    ALTER TABLE saved_search ADD COLUMN run_arguments TEXT;
    ALTER TABLE saved_search ADD COLUMN run_is_first BOOLEAN;
    ALTER TABLE saved_search ADD COLUMN last_success_day BIGINT;
  `,
  oldest: 14,
};
