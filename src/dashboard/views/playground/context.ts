import type { PlaygroundAnswer } from '../../playground-answers.ts';
import { writeJobsView, type JobsView } from '../../playground-jobs.ts';
import type { Content } from '../../html.ts';
import type { Visit } from '../../visit.ts';

/** What a view of an answer knows beside the answer. */
export interface AnswerContext {
  visit: Visit;
  answer: PlaygroundAnswer;
  /** It can be had again by its address. */
  kept: boolean;
  view: JobsView;
  /** Names of the platforms by code. */
  names: ReadonlyMap<string, string>;
  /** What is wrong in the form, by argument. */
  faults: ReadonlyMap<string, Content>;
}

/** Where an answer can be had again. */
export function answerPath(
  { answer, view }: Pick<AnswerContext, 'answer' | 'view'>,
  change: Partial<JobsView> = {},
): string {
  const { tool, mode, run } = answer.form;
  return `/playground?tool=${tool}&mode=${mode}&run=${run}${writeJobsView({ ...view, ...change })}`;
}

/** A file made of an answer. */
export function filePath(
  { answer, view }: Pick<AnswerContext, 'answer' | 'view'>,
  name: 'answer.json' | 'jobs.json' | 'jobs.csv',
): string {
  const { tool, mode, run } = answer.form;
  const shown = name === 'answer.json' ? '' : writeJobsView({ ...view, page: 1 });
  return `/playground/${name}?run=${run}${shown}&tool=${tool}&mode=${mode}`;
}
