import type { PlaygroundAnswer } from '../answers.ts';
import { writeJobsView, type JobsView } from '../jobs.ts';
import { outsideLink } from '../../components/markdown.ts';
import type { Content } from '../../html.ts';
import type { PageContext } from '../../page-context.ts';

export interface AnswerContext {
  pageContext: PageContext;
  answer: PlaygroundAnswer;
  /** True if the answer is stored, so that links can show it again. */
  isStored: boolean;
  view: JobsView;
  names: ReadonlyMap<string, string>;
  faults: ReadonlyMap<string, Content>;
}

export function answerPath(
  { answer, view }: Pick<AnswerContext, 'answer' | 'view'>,
  change: Partial<JobsView> = {},
): string {
  const { tool, mode, run } = answer.form;
  return `/playground?tool=${tool}&mode=${mode}&run=${run}${writeJobsView({ ...view, ...change })}`;
}

/**
 * Returns a link to the page of a result. Returns only `words` for sample data, whose pages do not exist, and for a URL
 * that is longer than `longest`.
 */
export function sourceLink(
  { answer }: Pick<AnswerContext, 'answer'>,
  url: string,
  words: Content,
  longest: number,
): Content {
  return answer.form.mode === 'sample' || url.length > longest ? words : outsideLink(url, words);
}

/** Returns the path of a file for download. The files of jobs contain all pages of the current view. */
export function filePath(
  { answer, view }: Pick<AnswerContext, 'answer' | 'view'>,
  name: 'answer.json' | 'jobs.json' | 'jobs.csv',
): string {
  const { tool, mode, run } = answer.form;
  const shown = name === 'answer.json' ? '' : writeJobsView({ ...view, page: 1 });
  return `/playground/${name}?run=${run}${shown}&tool=${tool}&mode=${mode}`;
}
