import { findPlatform } from '../platforms/index.ts';
import type { ListingPage, PlatformSearch } from '../platforms/platform.ts';
import { AdapterFault, type AdapterFaultKind, type Answer } from '../reading/answer.ts';

/** Which step's parse to run on what. */
export interface ParseTask {
  platform: string;
  door: number;
  step: number;
  answer: Answer;
  search: PlatformSearch;
}

/** The page of one advert, for the platform's reader of such pages. */
export interface DetailTask {
  platform: string;
  detail: true;
  answer: Answer;
}

export type ParseOutcome = { value: unknown } | { fault: { kind: AdapterFaultKind; message: string } };

/** Three times the longest page that is asked for: what a site sends beyond would only cost time. */
const MAXIMUM_LISTINGS = 300;

function withoutExcess(value: unknown): unknown {
  const page = value as ListingPage | null | undefined;
  return Array.isArray(page?.listings) && page.listings.length > MAXIMUM_LISTINGS
    ? { ...page, listings: page.listings.slice(0, MAXIMUM_LISTINGS) }
    : value;
}

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
    return { value: withoutExcess(step.parse(task.answer, task.search)) };
  } catch (error) {
    if (error instanceof AdapterFault) return { fault: { kind: error.kind, message: error.message } };
    return { fault: { kind: 'changed', message: 'the answer has another shape than expected' } };
  }
}
