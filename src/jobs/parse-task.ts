import { findPlatform } from '../platforms/index.ts';
import {
  AdapterFault,
  type AdapterFaultKind,
  type PlatformAnswer,
  type PlatformSearch,
} from '../platforms/platform.ts';

/** Which step's parse to run on what. */
export interface ParseTask {
  platform: string;
  door: number;
  step: number;
  answer: PlatformAnswer;
  search: PlatformSearch;
}

/** The page of one advert, for the platform's reader of such pages. */
export interface DetailTask {
  platform: string;
  detail: true;
  answer: PlatformAnswer;
}

export type ParseOutcome = { value: unknown } | { fault: { kind: AdapterFaultKind; message: string } };

/** Runs an adapter's parse. Whatever it throws beside a fault of its own means that the page is another than expected. */
export function parseAnswer(task: ParseTask | DetailTask): ParseOutcome {
  try {
    if ('detail' in task) {
      const detail = findPlatform(task.platform)?.detail;
      if (!detail) throw new Error(`No adverts' pages of ${task.platform}.`);
      return { value: detail.parse(task.answer) };
    }
    const step = findPlatform(task.platform)?.doors[task.door]?.steps[task.step];
    if (!step) throw new Error(`No step ${task.step} of ${task.platform}.`);
    return { value: step.parse(task.answer, task.search) };
  } catch (error) {
    if (error instanceof AdapterFault) return { fault: { kind: error.kind, message: error.message } };
    return { fault: { kind: 'changed', message: 'the answer has another shape than expected' } };
  }
}
