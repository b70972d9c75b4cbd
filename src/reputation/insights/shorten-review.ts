import { sentencesOf, type ReadableReview, type ReviewClaim } from './claims.ts';

const FIELD_CHARACTERS = 400;
/** A field may have up to this many characters if claims rest on its sentences. */
const MOST_CHARACTERS = 1_000;
const GAP = '\u2026';

/**
 * Shortens each field of a review for a model: to the sentences that contain the words of a claim, at most
 * MOST_CHARACTERS, and as many others from the beginning as fit into FIELD_CHARACTERS.
 */
export function shortenReview(review: ReadableReview, claims: readonly ReviewClaim[]): ReadableReview {
  const shorten = (field: string): string => shortenField(field, claims);
  const { title, pros, cons, text } = review;
  return { ...review, title: shorten(title), pros: shorten(pros), cons: shorten(cons), text: shorten(text) };
}

/** False if the words of a claim were cut off, so that the model cannot judge it. */
export function isShown({ words }: ReviewClaim, review: ReadableReview | undefined): boolean {
  return (
    review !== undefined && [review.title, review.pros, review.cons, review.text].some((field) => field.includes(words))
  );
}

function shortenField(field: string, claims: readonly ReviewClaim[]): string {
  if (field.length <= FIELD_CHARACTERS) return field;
  const kept: { index: number; text: string }[] = [];
  let size = 0;
  const sentences = sentencesOf(field);
  for (const [index, text] of sentences.entries()) {
    if (size + text.length > MOST_CHARACTERS || !claims.some(({ words }) => text.includes(words))) continue;
    kept.push({ index, text });
    size += text.length;
  }
  for (const [index, sentence] of sentences.entries()) {
    if (size >= FIELD_CHARACTERS) break;
    if (kept.some((one) => one.index === index)) continue;
    const text = sentence.slice(0, FIELD_CHARACTERS - size);
    kept.push({ index, text });
    size += text.length;
  }
  return kept
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ index, text }, at, all) => (at > 0 && all[at - 1]?.index !== index - 1 ? [GAP, text] : [text]))
    .join(' ');
}
