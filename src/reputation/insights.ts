import { ModelFault, type ModelInsights } from './model-insights.ts';
import { readableReviews } from './review-safety.ts';
import type { Language } from './site-look.ts';
import type { Review } from './sites/site.ts';
import { summariseThemes } from './themes/extract-themes.ts';

/** What the extractor made of one employer's reviews. */
export interface Extraction {
  themes: string[];
  /** `model:<name>` or `lexicon`. */
  extractor: string;
  /** It was the extractor that the operator set up: the surcharge stands (SPEC §7). */
  asConfigured: boolean;
}

/** Themes by the model where one is set up, by the lexicon otherwise and when the model fails. */
export async function extractInsights(
  reviews: readonly Review[],
  language: Language,
  options: { model: ModelInsights | undefined; deadlineAt: number; onModelFault(reason: string): void },
): Promise<Extraction | undefined> {
  const readable = readableReviews(reviews);
  if (readable.length === 0) return undefined;
  const { model } = options;
  if (model) {
    try {
      const themes = await model.extract(readable, language, options.deadlineAt);
      return { themes, extractor: model.name, asConfigured: true };
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      options.onModelFault(error.message);
    }
  }
  return { themes: summariseThemes(readable, language), extractor: 'lexicon', asConfigured: !model };
}
