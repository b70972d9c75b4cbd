import type { Job } from '../../schemas/index.ts';

/** Fields that jobs have had since the first release. */
export const ORIGINAL_FIELDS = [
  'title',
  'company',
  'location',
  'salary_min',
  'salary_max',
  'salary_unlisted',
  'work_mode',
  'description',
  'url',
  'platform',
  'posted_date',
  'dedup_hash',
] as const satisfies readonly (keyof Job)[];
