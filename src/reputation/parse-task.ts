import { findSearchProvider } from '../search/index.ts';
import { SearchFault, type SearchAnswer } from '../search/provider.ts';
import { requireReviewSite } from './sites/index.ts';
import type { ReviewSite } from './sites/site.ts';

/** Which adapter's reader to run on what. */
export type ParseTask =
  | { kind: 'search'; provider: string; answer: SearchAnswer }
  | { kind: 'lookup' | 'page'; site: ReviewSite; body: string; url: string };

export type ParseOutcome = { value: unknown } | { fault: string };

export const UNREADABLE = 'its answer is not one that can be read';

/** Runs a reader. Whatever it throws beside a fault of its own means that the answer is another than expected. */
export function parseAnswer(task: ParseTask): ParseOutcome {
  try {
    if (task.kind === 'search') {
      const provider = findSearchProvider(task.provider);
      if (!provider) throw new Error(`No provider ${task.provider}.`);
      return { value: provider.parse(task.answer) };
    }
    const site = requireReviewSite(task.site);
    return {
      value: task.kind === 'lookup' ? site.parseLookup(task.body, task.url) : site.parsePage(task.body, task.url),
    };
  } catch (error) {
    return { fault: error instanceof SearchFault ? error.message : UNREADABLE };
  }
}
