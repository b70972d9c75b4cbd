import type { PlaygroundAnswer } from '../answers.ts';
import { writeJobsView, type JobsView } from '../jobs.ts';
import type { Content } from '../../html.ts';
import type { PageContext } from '../../page-context.ts';

/** Data of a view beside the answer. */
export interface AnswerContext {
  pageContext: PageContext;
  answer: PlaygroundAnswer;
  /** The answer is stored and has an address. */
  kept: boolean;
  view: JobsView;
  /** Names of the platforms by code. */
  names: ReadonlyMap<string, string>;
  /** Errors of the form, by argument. */
  faults: ReadonlyMap<string, Content>;
}

/** The address of a stored answer. */
export function answerPath(
  { answer, view }: Pick<AnswerContext, 'answer' | 'view'>,
  change: Partial<JobsView> = {},
): string {
  const { tool, mode, run } = answer.form;
  return `/playground?tool=${tool}&mode=${mode}&run=${run}${writeJobsView({ ...view, ...change })}`;
}

/** The address of a download. */
export function filePath(
  { answer, view }: Pick<AnswerContext, 'answer' | 'view'>,
  name: 'answer.json' | 'jobs.json' | 'jobs.csv',
): string {
  const { tool, mode, run } = answer.form;
  const shown = name === 'answer.json' ? '' : writeJobsView({ ...view, page: 1 });
  return `/playground/${name}?run=${run}${shown}&tool=${tool}&mode=${mode}`;
}
