import { foldWords } from '../../lib/text.ts';
import type { ReviewLanguage } from '../lookup.ts';
import type { Review } from '../../sources/review-sites/site.ts';
import { readReviewThemes, type Theme, type ThemeTally } from '../themes/extract-themes.ts';
import type { InsightDetail, Details } from './detail.ts';
import { ENGLISH_DETAILS } from './details-en.ts';
import { FRENCH_DETAILS } from './details-fr.ts';
import type { ModelInsight } from './model-answer.ts';

const LEAST_REVIEWS = 2;

export const DETAILS: Readonly<Record<ReviewLanguage, Details>> = { en: ENGLISH_DETAILS, fr: FRENCH_DETAILS };

/**
 * What a model may add to what the reviews were read to say: a detail of the
 * vocabulary for a theme, or "". An insight counts only as far as the reviews
 * bear it out: the theme must be read in at least two of the reviews cited, on
 * the side (pros, cons, stars) that the model says, and that must be the
 * verdict of all of them together; the detail stays where two of them have one
 * of its words.
 * @param given the reviews that the model saw, by their numbers from 1.
 */
export function verifyInsights(
  insights: readonly ModelInsight[],
  given: readonly Review[],
  tallies: readonly ThemeTally[],
  language: ReviewLanguage,
): Map<Theme, string> {
  const verified = new Map<Theme, string>();
  for (const insight of insights) {
    const { theme, polarity } = insight;
    if (verified.has(theme) || tallies.find((tally) => tally.theme === theme)?.verdict !== polarity) continue;
    const cited = [...new Set(insight.reviewIds)].map((id) => given[id - 1]).filter((review) => review !== undefined);
    const supporting = supporters(insight, cited, language);
    if (supporting.length >= LEAST_REVIEWS) verified.set(theme, wordsOf(insight, supporting, language));
  }
  return verified;
}

/** The words of the detail that was chosen, or "" where the reviews have none of its own. */
function wordsOf(
  { theme, polarity, detail: code }: ModelInsight,
  supporting: readonly Review[],
  language: ReviewLanguage,
): string {
  if (polarity === 'mixed') return '';
  const side = DETAILS[language][theme][polarity];
  const detail = Object.hasOwn(side, code) ? side[code] : undefined;
  if (!detail) return '';
  const saying = supporting.filter((review) => says(sideOf(review, polarity), detail));
  return saying.length >= LEAST_REVIEWS ? detail.words : '';
}

/** Reviews in which the theme is there on the side that is claimed; for `mixed`, on both sides over all of them. */
function supporters({ theme, polarity }: ModelInsight, cited: readonly Review[], language: ReviewLanguage): Review[] {
  const read = cited.map((review) => ({ review, themes: readReviewThemes(review, language) }));
  const positive = read.filter(({ themes }) => themes.positive.has(theme)).map(({ review }) => review);
  const negative = read.filter(({ themes }) => themes.negative.has(theme)).map(({ review }) => review);
  if (polarity === 'positive') return positive;
  if (polarity === 'negative') return negative;
  return positive.length > 0 && negative.length > 0 ? [...new Set([...positive, ...negative])] : [];
}

/** What the review says on one side: its field, or where it has none its text (the stars were asked already). */
function sideOf({ pros, cons, title, text }: Review, polarity: 'positive' | 'negative'): string {
  if (pros !== '' || cons !== '') return polarity === 'positive' ? pros : cons;
  return `${title}. ${text}`;
}

function says(text: string, { evidence }: InsightDetail): boolean {
  const words = ` ${foldWords(text)}`;
  return evidence.some((beginning) => words.includes(` ${beginning}`));
}
