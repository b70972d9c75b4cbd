import { JOB_SORTS, platformsOf, selectJobs, type JobSort } from '../../shared/select-jobs.ts';
import { platformName } from '../../shared/platform-names.ts';
import { h, knownWord, plain, wordFor } from '../dom.ts';
import type { WidgetTexts } from '../texts.ts';
import type { ShownJob } from './read-jobs.ts';
import { jobsTexts } from './texts.ts';

export interface JobFilters {
  text: string;
  sort: JobSort;
  work: string;
  contract: string;
  on: string;
}

export const NO_FILTERS: JobFilters = { text: '', sort: 'best', work: '', contract: '', on: '' };

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Filters and sorts jobs. Every word of `text` must occur in the title, the employer or the place. */
export function filterJobs(jobs: readonly ShownJob[], { text, sort, work, contract, on }: JobFilters): ShownJob[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const fitting = jobs.filter((job) => {
    if (contract !== '' && job.contract !== contract) return false;
    if (words.length === 0) return true;
    const searched = folded(`${job.title} ${job.company} ${job.location}`);
    return words.every((word) => searched.includes(word));
  });
  return selectJobs(fitting, { sort, work: work || undefined, on: on || undefined });
}

export function filterFields(
  jobs: readonly ShownJob[],
  current: JobFilters,
  t: WidgetTexts,
  onChange: (filters: JobFilters) => void,
): HTMLElement {
  const texts = jobsTexts(t);
  let filters = current;
  const change = (part: Partial<JobFilters>): void => {
    filters = { ...filters, ...part };
    onChange(filters);
  };
  const text = h('input', { type: 'search', id: 'filter-text', autocomplete: 'off', maxlength: '100' });
  text.value = filters.text;
  text.addEventListener('input', () => change({ text: text.value }));
  const counted = (of: (job: ShownJob) => readonly string[]): [string, number][] => {
    const counts = new Map<string, number>();
    for (const job of jobs) for (const value of of(job)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts];
  };
  const choice = (
    id: keyof JobFilters,
    label: string,
    options: readonly (readonly [value: string, label: string])[],
  ): HTMLElement | false => {
    if (options.length < 2) return false;
    const select = h('select', { id: `filter-${id}` }, ...options.map(([value, said]) => h('option', { value }, said)));
    select.value = filters[id];
    select.addEventListener('change', () => change({ [id]: select.value }));
    return h('div', {}, h('label', { for: select.id }, label), select);
  };
  const values = (of: (job: ShownJob) => readonly string[], name: (value: string) => string): [string, string][] => {
    const known = counted(of).filter(([value]) => value !== '' && name(value) !== '');
    if (known.length < 2 && known[0]?.[1] === jobs.length) return [];
    return [
      ['', texts.any],
      ...known.map(([value, count]): [string, string] => [value, `${plain(name(value), 40)} (${t.number(count)})`]),
    ];
  };
  return h(
    'div',
    { class: 'filters', role: 'group', 'aria-label': texts.filters },
    h('div', { class: 'wide' }, h('label', { for: text.id }, texts.filter), text),
    choice(
      'sort',
      t.sort,
      JOB_SORTS.map((sort) => [sort, t.sorts[sort] ?? sort]),
    ),
    choice(
      'work',
      t.work,
      values(
        (job) => [job.work_mode],
        (mode) => wordFor(t.workModes, mode),
      ),
    ),
    choice(
      'contract',
      texts.contract,
      values(
        (job) => [job.contract],
        (contract) => knownWord(texts.contracts, contract),
      ),
    ),
    choice(
      'on',
      texts.platform,
      values((job) => platformsOf(job), platformName),
    ),
  );
}
