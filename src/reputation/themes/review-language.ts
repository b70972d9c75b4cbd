import { readTable, wordsOfKind } from '../../lib/table.ts';
import { foldWords } from '../../lib/text.ts';
import type { Review } from '../../sources/review-sites/site.ts';
import type { ReviewLanguage } from './theme.ts';

/** Languages that are recognised; only reviews in the first two are read. */
export const LANGUAGES = ['en', 'fr', 'nl', 'de', 'es', 'it', 'other'] as const;
export type WrittenLanguage = (typeof LANGUAGES)[number];

const TABLE = readTable(new URL('words/languages.tsv', import.meta.url));
/** Words that occur in nearly every text of a language ("the", "les") and in few texts of other languages. */
const COMMON = LANGUAGES.map((language) => ({ language, words: new Set(wordsOfKind(TABLE, language)) }));

/** A text with fewer words may contain no common words of its language. */
const FEWEST_WORDS = 8;
/** The language of a text is clear only if at least this share of its words are common words of the language. */
const SHARE = 0.08;

/**
 * Returns the language of a review: the one that the site states, or else the one whose common words (`COMMON`) occur
 * most often in the text. If none is clear, returns `fallback` for a text that is short or seems to be in that
 * language, and `other` for any other text.
 */
export function languageOfReview(review: Review, fallback: ReviewLanguage): WrittenLanguage {
  if (review.language !== 'unknown') return review.language;
  const found = foldWords([review.title, review.pros, review.cons, review.text].join(' ')).split(' ', 400);
  const counts = COMMON.map(({ language, words }) => ({
    language,
    count: found.filter((word) => words.has(word)).length,
  })).sort((one, other) => other.count - one.count);
  const [best, next] = counts;
  const isClear = best && next && best.count > next.count && best.count >= Math.max(1, found.length * SHARE);
  if (isClear) return best.language;
  // A list of keywords has few common words, so half of SHARE is enough for `fallback` if no other language has more.
  const isLikely =
    found.length * (SHARE / 2) <= (best?.count ?? 0) &&
    counts.some(({ language, count }) => language === fallback && count === best?.count);
  return found.length < FEWEST_WORDS || isLikely ? fallback : 'other';
}
