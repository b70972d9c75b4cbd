import { ModelFault, type ModelInsights } from './model-insights.ts';
import { readableReviews } from './readable-reviews.ts';
import type { ReviewLanguage } from '../lookup.ts';
import type { Review } from '../../sources/review-sites/site.ts';
import { describeTally, tallyThemes, type Theme } from '../themes/extract-themes.ts';

/** What the extractor made of one employer's reviews. */
export interface Extraction {
  themes: string[];
  /** `model:<name>` or `lexicon`. */
  extractor: string;
  /** It was the extractor that the operator set up: the surcharge stands (SPEC §7). */
  asConfigured: boolean;
}

const MAXIMUM_THEMES = 8;

/**
 * Themes of the reviews with their counts, which the lexicon reads whatever
 * the model says: one that was taken over can neither invent a theme nor keep
 * one back. What it adds are words for them.
 */
export async function extractInsights(
  reviews: readonly Review[],
  language: ReviewLanguage,
  options: { model: ModelInsights | undefined; deadlineAt: number; onModelFault(reason: string): void },
): Promise<Extraction | undefined> {
  const readable = readableReviews(reviews);
  if (readable.length === 0) return undefined;
  const tallies = tallyThemes(readable, language);
  const { model } = options;
  let words: ReadonlyMap<Theme, string> | undefined;
  try {
    words = await model?.extract(readable, tallies, language, options.deadlineAt);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    options.onModelFault(error.message);
  }
  return {
    themes: tallies
      .slice(0, MAXIMUM_THEMES)
      .map((tally) => describeTally(tally, readable.length, language, words?.get(tally.theme))),
    extractor: model && words ? model.name : 'lexicon',
    asConfigured: !model || words !== undefined,
  };
}
