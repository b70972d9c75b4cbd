import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold, squeeze } from '../../lib/text.ts';
import { addressesMachine } from '../../reading/prompt-injection.ts';
import type { Review } from '../../sources/review-sites/site.ts';

const FIELD_CHARACTERS = 1_500;
/** Maximum number of reviews read for one employer, on all sites together. */
export const MAXIMUM_REVIEWS = 40;

/** Formatting tags that some sites leave in their texts: "<br>", "</strong>". */
const FORMATTING = /<\/?(?:br|p|b|i|u|em|strong|ul|ol|li|div|span)\s?\/?>/g;

/** Markup, links and data that are made for programs and do not belong in a review. */
const MACHINE_MARKUP = [
  // Links and e-mail addresses: "https://…", "[text](…", "jobs@example.com".
  /https?:\/\/|\bwww\.[a-z0-9-]+\.|\]\(|\b[\w.+-]{1,60}@[\w-]{1,60}\.[a-z]{2,}/,
  // Tags and code fences: "<script>", "```".
  /<\/?[a-z!][^<>]{0,80}>|```/,
  // JSON: `{"claims": …`, `"rating": 5`.
  /\{\s*["'][\w ]{1,40}["']\s*:|["'](?:rating|insights?|review_count|theme|polarity|review_ids)["']\s*:|\breview_(?:count|ids)\b/,
  // Marks of chat formats: "<|im_start|>", "[INST]", "### Instruction", "[system]".
  /<\|[a-z_]{2,20}\|>|\[\/?inst\]|<<\/?sys>>|#{2,} ?(?:instruction|system|response)|\[(?:system|assistant|user|systeme)\]/,
  // The start of a chat turn: "assistant: …". "system:" is not included, because "system: slow" may be a complaint.
  /(?:^|\n)\s{0,5}(?:assistant|user|human|developer|utilisateur)\s?:/,
];

/**
 * Returns at most MAXIMUM_REVIEWS reviews, shortened and without hidden characters. Leaves out reviews whose ID has
 * occurred before, and reviews with a prompt injection, so that these change no count.
 */
export function readableReviews(reviews: readonly Review[]): Review[] {
  return reviews
    .slice(0, MAXIMUM_REVIEWS * 2)
    .filter((review, index, all) => review.id === '' || all.findIndex(({ id }) => id === review.id) === index)
    .filter((review) => !hasPromptInjection(textsOf(review)))
    .slice(0, MAXIMUM_REVIEWS)
    .map((review) => changeTexts(review, clean));
}

export function textsOf({ title, pros, cons, text }: Review): string[] {
  return [title, pros, cons, text];
}

export function changeTexts<Kind extends Review>(review: Kind, change: (text: string) => string): Kind {
  const { title, pros, cons, text } = review;
  return { ...review, title: change(title), pros: change(pros), cons: change(cons), text: change(text) };
}

export function hasPromptInjection(texts: readonly string[]): boolean {
  const fields = texts.map(
    // Folding can lengthen a text, so it is cut again.
    (field) => fold(stripInvisible(field.slice(0, FIELD_CHARACTERS))).slice(0, FIELD_CHARACTERS),
  );
  const folded = fields.join('\n').replace(FORMATTING, ' ');
  return MACHINE_MARKUP.some((pattern) => pattern.test(folded)) || addressesMachine(folded);
}

/** Removes formatting and hidden characters. Keeps the line ends, because each line may be a separate statement. */
function clean(field: string): string {
  const lines = stripInvisible(field.slice(0, FIELD_CHARACTERS).replace(FORMATTING, '\n')).split(/[\n\r]+/);
  return lines.map(squeeze).filter(Boolean).join('\n');
}
