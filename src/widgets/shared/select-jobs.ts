import type { StatedPay } from './pay-bar.ts';

export interface ListedJob extends StatedPay {
  work_mode: string;
  platform: string;
  posted_date: string;
  also_on: readonly { platform: string }[];
}

/** `best` is the order of the answer. */
export const JOB_SORTS = ['best', 'pay', 'newest'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** `work` is a work mode, and `on` is the code of a platform that lists the job. Undefined means any. */
export interface JobSelection {
  sort: JobSort;
  work?: string | undefined;
  on?: string | undefined;
}

export function platformsOf(job: Pick<ListedJob, 'platform' | 'also_on'>): string[] {
  return [job.platform, ...job.also_on.map(({ platform }) => platform)];
}

/**
 * Filters and sorts jobs. Jobs without pay come last in the order by pay, and jobs without a date come last in the
 * order by date.
 */
export function selectJobs<Job extends ListedJob>(jobs: readonly Job[], { sort, work, on }: JobSelection): Job[] {
  const fitting = jobs.filter(
    (job) => (work === undefined || job.work_mode === work) && (on === undefined || platformsOf(job).includes(on)),
  );
  if (sort === 'pay') return fitting.sort((a, b) => sortedPay(b) - sortedPay(a));
  if (sort === 'newest') return fitting.sort((a, b) => b.posted_date.localeCompare(a.posted_date));
  return fitting;
}

function sortedPay({ salary_max: max, salary_min: min }: StatedPay): number {
  return max ?? min ?? -1;
}
