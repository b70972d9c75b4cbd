import { ModelFault, type ModelInsights } from './model-insights.ts';
import { readableReviews } from './readable-reviews.ts';
import type { Review } from '../../sources/review-sites/site.ts';
import { languageOfReview } from '../themes/review-language.ts';
import type { ReviewLanguage } from '../themes/theme.ts';
import { readClaims, type ReviewClaim, type ReadableReview } from './claims.ts';
import { describeTally, tallyClaims } from './lines.ts';
import { countReviews, isRead, type ReviewsRead } from './reviews-read.ts';

export interface Extraction {
  themes: string[];
  reviews: ReviewsRead;
  /** `model:<name>` or `lexicon`. */
  extractor: string;
  /** True if a review was read and the extractor that the operator configured worked. */
  asConfigured: boolean;
}

/** Maximum number of themes in an answer. The other insights are not limited. */
export const MAXIMUM_THEMES = 8;

/**
 * Returns the themes of the reviews with their counts, or undefined if there are no reviews. The lexicon finds claims
 * in the reviews, and a model may add claims or strike some out. The counting is done here and not by the model.
 */
export async function extractInsights(
  reviews: readonly Review[],
  language: ReviewLanguage,
  options: { model: ModelInsights | undefined; deadlineAt: number; onModelFault(reason: string): void },
): Promise<Extraction | undefined> {
  const given = readableReviews(reviews).map((review) => ({ ...review, language: languageOfReview(review, language) }));
  if (given.length === 0) return undefined;
  const readable = given.filter((review): review is ReadableReview => isRead(review.language));
  const seen = readable.flatMap(readClaims);
  const { model } = options;
  let claims: ReviewClaim[] | undefined;
  try {
    if (readable.length > 0) claims = await model?.extract(readable, seen, options.deadlineAt);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    options.onModelFault(error.message);
  }
  const counted = claims ?? seen;
  const lines = tallyClaims(counted).map((tally) => describeTally(tally, counted, readable.length, language));
  return {
    themes: lines.filter((line) => line !== undefined).slice(0, MAXIMUM_THEMES),
    reviews: countReviews(given),
    extractor: model && claims ? model.name : 'lexicon',
    asConfigured: readable.length > 0 && (!model || claims !== undefined),
  };
}
