import { foldWords } from '../../lib/text.ts';
import { readThemes } from '../themes/extract-themes.ts';
import { opposite, verdictOf } from '../themes/verdict.ts';
import type { ReviewSide, Theme } from '../themes/theme.ts';
import { isSilent, sideByStars, type ReviewClaim, type ReadableReview } from './claims.ts';
import type { ModelAnswer, ModelClaim } from './model-answer.ts';
import { hasPromptInjection } from './readable-reviews.ts';
import { GAP } from './shorten-review.ts';

const MOST_WORDS = 16;
/** If a model strikes out more than this share of the claims that it was shown, its answer is rejected. */
const MOST_STRUCK = 0.5;

/**
 * Corrects the lexicon's claims (`seen`) with a model's answer: removes claims that the model strikes out, and adds
 * those of the model's claims whose words occur in a field of the review for that side, do not say the opposite, and
 * are not a prompt injection. Returns undefined if the answer must be rejected, because it strikes out too much, or
 * because none or less than half of its claims pass. `given` are the shortened reviews that the model was sent. `shown`
 * are the claims whose words `given` still contains; only these can be struck out.
 */
export function correctClaims(
  seen: readonly ReviewClaim[],
  { claims, wrong }: ModelAnswer,
  { given, shown }: { given: readonly ReadableReview[]; shown: readonly ReviewClaim[] },
): ReviewClaim[] | undefined {
  const isStruck = (review: number, theme: Theme, side: ReviewSide): boolean =>
    wrong.some((row) => row.review === review + 1 && row.theme === theme && row.side === side);
  const struck = new Set(shown.filter(({ review, theme, side }) => isStruck(review, theme, side)));
  if (struck.size > shown.length * MOST_STRUCK) return undefined;
  const kept = seen.filter((claim) => !struck.has(claim));
  const held = claims.flatMap((claim) => {
    const review = given[claim.review - 1];
    if (!review || !isSupported(claim, review)) return [];
    const { theme, side, words } = claim;
    // Words that the lexicon reads as another theme count only if the model strikes out the lexicon's claim.
    const read = readThemes(words, review.language, side, 'claims');
    const isOther = read.length > 0 && !read.includes(theme);
    if (isOther && !read.some((other) => isStruck(claim.review - 1, other, side))) return [];
    return [{ review: claim.review - 1, theme, side, words, language: review.language }];
  });
  if (held.length === 0 || held.length * 2 < claims.length) return undefined;
  return [...held.filter(({ words, side, language }) => !isSilent(words, side, language)), ...kept];
}

function isSupported({ side, words }: ModelClaim, review: ReadableReview): boolean {
  const folded = foldWords(words);
  if (folded === '' || folded.split(' ').length > MOST_WORDS || hasPromptInjection([words])) return false;
  if (verdictOf(words) === opposite(side)) return false;
  const { title, pros, cons, text } = review;
  const own = side === 'positive' ? pros : cons;
  const free = sideByStars(review) === opposite(side) ? [] : [title, text];
  return [own, ...free]
    .flatMap((field) => field.split(GAP))
    .some((piece) => ` ${foldWords(piece)} `.includes(` ${folded} `));
}
