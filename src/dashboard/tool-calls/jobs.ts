import { WORK_MODES, type WorkMode } from '../../../schemas/index.ts';
import { JOB_SORTS, type JobSort } from '../../widgets/shared/select-jobs.ts';
import { field } from '../form.ts';

export interface JobsView {
  sort: JobSort;
  work: WorkMode | undefined;
  on: string | undefined;
  page: number;
}

export const FIRST_VIEW: JobsView = { sort: 'best', work: undefined, on: undefined, page: 1 };

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

/** Returns the order and the filters, without those that equal `FIRST_VIEW`. */
export function viewFields({ sort, work, on }: JobsView): Record<string, string> {
  return {
    ...(sort === 'best' ? {} : { sort }),
    ...(work === undefined ? {} : { work }),
    ...(on === undefined ? {} : { on }),
  };
}

/** Returns only the parameters that differ from `FIRST_VIEW`, each with a leading `&`. */
export function writeJobsView(view: JobsView): string {
  const written = { ...viewFields(view), ...(view.page === 1 ? {} : { page: String(view.page) }) };
  return Object.entries(written)
    .map(([name, value]) => `&${name}=${value}`)
    .join('');
}
