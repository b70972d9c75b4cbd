import { WORK_MODES, type Job, type WorkMode } from '../../../schemas/index.ts';
import { csvHead, csvLine } from '../csv.ts';
import { field } from '../form.ts';

/** Sort orders of a list of jobs; the first is the answer's own. */
export const JOB_SORTS = ['best', 'pay', 'newest'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** Filter and order of the shown jobs. */
export interface JobsView {
  sort: JobSort;
  work: WorkMode | undefined;
  /** Code of a platform that lists the job. */
  on: string | undefined;
  /** From 1. */
  page: number;
}

export const FIRST_VIEW: JobsView = { sort: 'best', work: undefined, on: undefined, page: 1 };

/** Invalid values count as absent. */
export function readJobsView(query: unknown): JobsView {
  const sort = field(query, 'sort');
  const work = field(query, 'work');
  const on = field(query, 'on');
  return {
    sort: JOB_SORTS.find((one) => one === sort) ?? 'best',
    work: WORK_MODES.find((one) => one === work),
    on: on !== undefined && /^\w{1,60}$/.test(on) ? on : undefined,
    page: Math.min(1_000, Math.max(1, Number.parseInt(field(query, 'page') ?? '1', 10) || 1)),
  };
}

/** The query of a view; `""` for the first one. */
export function writeJobsView({ sort, work, on, page }: JobsView): string {
  return [
    sort === 'best' ? '' : `&sort=${sort}`,
    work === undefined ? '' : `&work=${work}`,
    on === undefined ? '' : `&on=${on}`,
    page === 1 ? '' : `&page=${page}`,
  ].join('');
}

export function platformsOf(job: Job): string[] {
  return [job.platform, ...job.also_on.map(({ platform }) => platform)];
}

/** The matching jobs in the chosen order; jobs without the sorted value come last. */
export function selectJobs(jobs: readonly Job[], { sort, work, on }: JobsView): Job[] {
  const fitting = jobs.filter(
    (job) => (work === undefined || job.work_mode === work) && (on === undefined || platformsOf(job).includes(on)),
  );
  if (sort === 'pay') return fitting.sort((a, b) => payOf(b) - payOf(a));
  if (sort === 'newest') return fitting.sort((a, b) => b.posted_date.localeCompare(a.posted_date));
  return fitting;
}

function payOf({ salary_max: max, salary_min: min }: Job): number {
  return max ?? min ?? -1;
}

const COLUMNS = [
  'title',
  'company',
  'location',
  'salary_min',
  'salary_max',
  'salary_text',
  'work_mode',
  'contract',
  'hours',
  'posted_date',
  'closing_date',
  'platform',
  'url',
  'also_on',
  'dedup_hash',
  'description',
] as const satisfies readonly (keyof Job)[];

/** One line per job; other platforms as `platform url`, separated by semicolons. */
export function writeJobsCsv(jobs: readonly Job[]): string {
  const lines = jobs.map((job) =>
    csvLine(
      COLUMNS.map((name) =>
        name === 'also_on'
          ? job.also_on.map(({ platform, url }) => `${platform} ${url}`).join('; ')
          : (job[name] ?? ''),
      ),
    ),
  );
  return csvHead(COLUMNS) + lines.join('');
}
