import { sentencesOf, type ReadableReview, type ReviewClaim } from './claims.ts';
import { changeTexts, textsOf } from './readable-reviews.ts';

const FIELD_CHARACTERS = 400;
/** A field may have up to this many characters if claims rest on its sentences. */
const MOST_CHARACTERS = 1_000;
/** Stands where a shortened field leaves something out. No words that a model quotes may continue across it. */
export const GAP = '…';

/**
 * Shortens each field of a review for a model: to the sentences that contain the words of a claim, at most
 * MOST_CHARACTERS, and as many others from the beginning as fit into FIELD_CHARACTERS.
 */
export function shortenReview(review: ReadableReview, claims: readonly ReviewClaim[]): ReadableReview {
  return changeTexts(review, (field) => shortenField(field, claims));
}

/** False if the words of a claim were cut off, so that the model cannot judge it. */
export function isShown({ words }: ReviewClaim, review: ReadableReview | undefined): boolean {
  return review !== undefined && textsOf(review).some((field) => field.includes(words));
}

function shortenField(field: string, claims: readonly ReviewClaim[]): string {
  if (field.length <= FIELD_CHARACTERS) return field;
  const sentences = sentencesOf(field);
  const kept = new Map<number, string>();
  let size = 0;
  const keep = (index: number, text: string): void => {
    kept.set(index, text);
    size += text.length;
  };
  for (const [index, sentence] of sentences.entries())
    if (size + sentence.length <= MOST_CHARACTERS && claims.some(({ words }) => sentence.includes(words)))
      keep(index, sentence);
  for (const [index, sentence] of sentences.entries())
    if (size < FIELD_CHARACTERS && !kept.has(index)) keep(index, cutAtWord(sentence, FIELD_CHARACTERS - size));
  const parts = sentences.flatMap((sentence, index) => {
    const text = kept.get(index) ?? '';
    return text === sentence ? [text] : text === '' ? [GAP] : [text, GAP];
  });
  // One mark for all that is left out together.
  return parts.filter((part, index) => part !== GAP || parts[index - 1] !== GAP).join(' ');
}

function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit + 1).replace(/\s*\S*$/u, '');
}
