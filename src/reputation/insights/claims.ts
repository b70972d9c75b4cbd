import type { Review } from '../../sources/review-sites/site.ts';
import { readThemes } from '../themes/extract-themes.ts';
import { isStatement, opposite, verdictOf } from '../themes/verdict.ts';
import type { ReviewLanguage, ReviewSide, Theme } from '../themes/theme.ts';

/** One review's statement about one theme. */
export interface ReviewClaim {
  /** Index among the reviews that were read, from 0. */
  review: number;
  theme: Theme;
  side: ReviewSide;
  /** The words of the review that state it. */
  words: string;
  language: ReviewLanguage;
}

/** A review in a language that is read. */
export interface ReadableReview extends Review {
  language: ReviewLanguage;
}

/**
 * A part of a review. A field takes its side whatever its words; a text and an
 * aside (a title, or a text beside fields) take the side of the stars, and an
 * aside counts only if its words judge.
 */
interface Part {
  text: string;
  side: ReviewSide;
  kind: 'field' | 'text' | 'aside';
}

const POLARITIES = { positive: 'pos', negative: 'neg' } as const;
/** A sentence of up to this many words makes one point; in a longer one each clause must. */
const SHORT_SENTENCE = 12;
/** In a longer clause the negation may be far from the theme. */
const STATEMENT_WORDS = 10;
/** A short entry of a list ("Remote work") takes the side of its field or stars. */
const ENTRY_WORDS = 3;
/** "I work on the machines" does not praise them. */
/** Reviews by candidates are not about the work. */
const OF_CANDIDATE =
  /(?:^|\n)\s*(?:candidate?|applicant|interview(?:ee)?|entretien)\s*(?::|$)|\b(?:as an? (?:candidate|applicant)|en tant que candidate?)\b/i;
const TOLD_OF_ONESELF =
  /^(?:(?:i|we) (?:work|worked|am|was|were|did|do|used)|je (?:travaille|suis)|j'(?:etais|étais|ai)) /i;
const CLAUSE_ENDS =
  /\s*[,;:()]+\s*|\s+[-–—]+\s+|\s+(?:and|but|which|who|because|although|though|while|when|where|if|et|mais|car|donc|qui|quand|si)\s+/iu;

/** The claims that the lexicon finds in a review, by its fields and its stars (4–5 and 1–2). */
export function readClaims(review: ReadableReview, index: number): ReviewClaim[] {
  const { language } = review;
  return partsOf(review).flatMap((part) => {
    const read = (text: string): Theme[] => readThemes(text, language, POLARITIES[part.side]);
    return sentencesOf(part.text).flatMap((sentence) => {
      // A theme counts in a clause only if it counts in the whole sentence ("head office in Leeds").
      const meant = new Set(read(sentence));
      if (meant.size === 0) return [];
      return clausesOf(sentence)
        .filter((clause) => saysIt(clause, part, clause === sentence))
        .flatMap((words) =>
          read(words)
            .filter((theme) => meant.has(theme))
            .map((theme) => ({ review: index, theme, side: part.side, words, language })),
        );
    });
  });
}

/** The side of a review's free text by its stars; undefined for 3 stars. */
export function sideByStars({ rating }: Pick<Review, 'rating'>): ReviewSide | undefined {
  if (rating === null || (rating > 2 && rating < 4)) return undefined;
  return rating >= 4 ? 'positive' : 'negative';
}

function partsOf(review: ReadableReview): Part[] {
  const { pros, cons, title, text } = review;
  if ([title, pros, cons, text].some((part) => OF_CANDIDATE.test(part))) return [];
  const side = sideByStars(review);
  const parts: Part[] = [
    { text: pros, side: 'positive', kind: 'field' },
    { text: cons, side: 'negative', kind: 'field' },
  ];
  // Title and free text take the side of the stars.
  const hasFields = pros !== '' || cons !== '';
  if (side) parts.push({ text: title, side, kind: 'aside' }, { text, side, kind: hasFields ? 'aside' : 'text' });
  return parts;
}

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?;…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** A short sentence itself; a longer one split at commas and conjunctions. */
function clausesOf(sentence: string): string[] {
  if (isShort(sentence, SHORT_SENTENCE)) return [sentence];
  return sentence
    .split(CLAUSE_ENDS)
    .map((clause) => clause.trim())
    .filter(Boolean);
}

/**
 * Whether a clause states something for the side of its part. In a field, short
 * entries and statements do unless their words say the contrary; in free text
 * the words must judge.
 */
function saysIt(clause: string, { side, kind }: Part, isWhole: boolean): boolean {
  const verdict = verdictOf(clause);
  if (verdict === opposite(side)) return false;
  if (verdict === side) return true;
  // A title may name the reviewer's job.
  if (kind === 'aside') return false;
  const isField = kind === 'field';
  const isPoint = isShort(clause, isField && isWhole ? SHORT_SENTENCE : ENTRY_WORDS) && !TOLD_OF_ONESELF.test(clause);
  return isPoint || (isField && isShort(clause, STATEMENT_WORDS) && isStatement(clause));
}

function isShort(text: string, words: number): boolean {
  return text.split(/\s+/, words + 1).length <= words;
}
