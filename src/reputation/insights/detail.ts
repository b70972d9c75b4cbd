import type { Theme } from '../themes/theme.ts';

/** A detail that a model may choose for a theme: all that it can add to an insight. */
export interface InsightDetail {
  /** As it stands in the answer. */
  words: string;
  /** Beginnings of words, folded: a review that has none of them does not say so. */
  evidence: readonly string[];
}

/** Details of one language by theme, side and code. */
export type Details = Readonly<
  Record<Theme, Readonly<Record<'positive' | 'negative', Readonly<Record<string, InsightDetail>>>>>
>;

/** `words` and, split at bars, the evidence. */
export function detail(words: string, evidence: string): InsightDetail {
  return { words, evidence: evidence.split('|') };
}
