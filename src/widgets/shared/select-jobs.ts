import type { StatedPay } from './pay-bar.ts';

/** The members of a job that are needed to filter and sort. */
export interface ListedJob extends StatedPay {
  work_mode: string;
  platform: string;
  posted_date: string;
  also_on: readonly { platform: string }[];
}

/** Sort orders of a list of jobs; `best` is the order of the answer. */
export const JOB_SORTS = ['best', 'pay', 'newest'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** `work`: a work mode; `on`: code of a platform that lists the job. Undefined means any. */
export interface JobSelection {
  sort: JobSort;
  work?: string | undefined;
  on?: string | undefined;
}

export function platformsOf(job: Pick<ListedJob, 'platform' | 'also_on'>): string[] {
  return [job.platform, ...job.also_on.map(({ platform }) => platform)];
}

/** The matching jobs in the chosen order. Jobs without pay, or without a date, come last. */
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
