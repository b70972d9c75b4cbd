import { sentencesOf, type ReadableReview, type ReviewClaim } from './claims.ts';
import { changeTexts, textsOf } from './readable-reviews.ts';

/**
 * Maximum number of characters of all reviews in one request to a model. These are about 7,500 tokens, so that a small
 * model with a context of 16,000 tokens has room for the task and the answer.
 */
const MOST_CHARACTERS = 30_000;
/** Replaces what is cut from a field. Words that a model quotes must not continue across this mark. */
export const GAP = '…';

export interface ReviewWithClaims {
  review: ReadableReview;
  claims: readonly ReviewClaim[];
}

/**
 * Shortens the longest fields of the reviews in one request, so that all fields together have at most MOST_CHARACTERS,
 * not counting the marks and spaces at the cuts. Shorter fields stay whole, because a model may find claims in them
 * that the lexicon missed. A shortened field keeps the sentences that contain the words of a claim, as far as they fit,
 * and then as many other sentences from its beginning as fit.
 */
export function shortenReviews(reviews: readonly ReviewWithClaims[]): ReadableReview[] {
  const limit = fieldLimit(reviews.flatMap(({ review }) => textsOf(review).map(({ length }) => length)));
  return reviews.map(({ review, claims }) => changeTexts(review, (field) => shortenField(field, claims, limit)));
}

/** Returns the length to which longer fields are cut; Infinity if all fit. */
function fieldLimit(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((one, other) => one - other);
  let left = MOST_CHARACTERS;
  for (const [index, length] of sorted.entries()) {
    const share = left / (sorted.length - index);
    if (length > share) return Math.floor(share);
    left -= length;
  }
  return Infinity;
}

/** False if the words of a claim were cut from the review, so that the model cannot judge the claim. */
export function isShown({ words }: ReviewClaim, review: ReadableReview | undefined): boolean {
  return review !== undefined && textsOf(review).some((field) => field.includes(words));
}

function shortenField(field: string, claims: readonly ReviewClaim[], limit: number): string {
  if (field.length <= limit) return field;
  const sentences = sentencesOf(field);
  const kept = new Map<number, string>();
  let size = 0;
  const keep = (index: number, text: string): void => {
    kept.set(index, text);
    size += text.length;
  };
  for (const [index, sentence] of sentences.entries())
    if (size + sentence.length <= limit && claims.some(({ words }) => sentence.includes(words))) keep(index, sentence);
  for (const [index, sentence] of sentences.entries())
    if (size < limit && !kept.has(index)) keep(index, cutAtWord(sentence, limit - size));
  const parts = sentences.flatMap((sentence, index) => {
    const text = kept.get(index) ?? '';
    return text === sentence ? [text] : text === '' ? [GAP] : [text, GAP];
  });
  // Several sentences in a row that are left out get only one mark.
  return parts.filter((part, index) => part !== GAP || parts[index - 1] !== GAP).join(' ');
}

function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit + 1).replace(/\s*\S*$/u, '');
}
