import type { Answer } from '../reading/answer.ts';
import { findSearchProvider } from '../sources/search-providers/index.ts';
import { SearchFault, type FaultRemedy, type SearchFindings } from '../sources/search-providers/provider.ts';
import { requireReviewSite } from '../sources/review-sites/index.ts';
import type { Candidate, EmployerPage, ReviewSite } from '../sources/review-sites/site.ts';

/** Selects an adapter's reader, with the text to read. */
export type ReviewParseTask =
  | { kind: 'search'; provider: string; answer: Answer }
  | { kind: 'lookup' | 'page' | 'session'; site: ReviewSite; body: string; url: string };

/** The result of each reader; null if the answer has an unknown shape. */
export interface ParsedByKind {
  search: SearchFindings;
  lookup: Candidate[] | null;
  page: EmployerPage | null;
  /** Headers. */
  session: Record<string, string>;
}

/** Why an answer of a search provider could not be used. */
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

/** Runs a reader. An error other than SearchFault means that the answer has an unexpected shape. */
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
