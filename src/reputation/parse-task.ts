import type { Answer } from '../reading/answer.ts';
import { findSearchProvider } from '../sources/search-providers/index.ts';
import { SearchFault, type FaultRemedy, type SearchFindings } from '../sources/search-providers/provider.ts';
import { requireReviewSite } from '../sources/review-sites/index.ts';
import type { Candidate, EmployerPage, ReviewSite } from '../sources/review-sites/site.ts';

export type ReviewParseTask =
  | { kind: 'search'; provider: string; answer: Answer }
  | { kind: 'lookup' | 'page' | 'session'; site: ReviewSite; body: string; url: string };

/**
 * The result of each kind of task. In `lookup` and `page`, null means a block page, another page or an unknown format.
 */
export interface ParsedByKind {
  search: SearchFindings;
  lookup: Candidate[] | null;
  page: EmployerPage | null;
  /** Headers for later requests to the site, by name. */
  session: Record<string, string>;
}

export interface AnswerFault {
  kind: 'blocked' | 'changed';
  message: string;
  remedy: FaultRemedy;
}

export type ReviewParseOutcome<Kind extends keyof ParsedByKind = keyof ParsedByKind> =
  | { value: ParsedByKind[Kind] }
  | { fault: AnswerFault };

export const UNREADABLE: AnswerFault = {
  kind: 'changed',
  message: 'its answer is not one that can be read',
  remedy: {},
};

/** Runs the adapter's parser. Any error other than SearchFault counts as an answer in an unknown format. */
export function parseAnswer(task: ReviewParseTask): ReviewParseOutcome {
  try {
    return { value: read(task) };
  } catch (error) {
    if (!(error instanceof SearchFault)) return { fault: UNREADABLE };
    const { kind, message, remedy } = error;
    return { fault: { kind, message, remedy } };
  }
}

function read(task: ReviewParseTask): ParsedByKind[keyof ParsedByKind] {
  if (task.kind === 'search') {
    const provider = findSearchProvider(task.provider);
    if (!provider) throw new Error(`No provider ${task.provider}.`);
    const refusal = provider.readRefusal?.(task.answer);
    if (refusal) throw refusal;
    return provider.parse(task.answer);
  }
  const site = requireReviewSite(task.site);
  if (task.kind === 'lookup') return site.parseLookup(task.body, task.url);
  return task.kind === 'page' ? site.parsePage(task.body, task.url) : (site.session?.readHeaders(task.body) ?? {});
}
