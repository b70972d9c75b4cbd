import type { Review } from '../../sources/review-sites/site.ts';
import { readThemes } from '../themes/extract-themes.ts';
import { isStatement, opposite, verdictOf } from '../themes/verdict.ts';
import type { ReviewLanguage, ReviewSide, Theme } from '../themes/theme.ts';

/** One review says one thing of one theme. */
export interface ReviewClaim {
  /** Its place among the reviews that were read, from 0. */
  review: number;
  theme: Theme;
  side: ReviewSide;
  /** The part of it that says so. */
  words: string;
  language: ReviewLanguage;
}

/** A review in a language that is read. */
export interface ReadableReview extends Review {
  language: ReviewLanguage;
}

/**
 * A part of a review, and what its place says of it: a field for praise or
 * complaint is one whatever its words; an aside (a title, a text beside such
 * fields) says only what its own words judge.
 */
interface Part {
  text: string;
  side: ReviewSide;
  kind: 'field' | 'text' | 'aside';
}

const POLARITIES = { positive: 'pos', negative: 'neg' } as const;
/** Up to here a sentence makes one point; of a longer one each clause must make its own. */
const SHORT_SENTENCE = 12;
/** A longer clause that judges nothing has its negation far from its theme. */
const STATEMENT_WORDS = 10;
/** "Remote work": an entry of a list names what the field, or the stars, are for. */
const ENTRY_WORDS = 3;
/** "I work on the machines" is no praise of them. */
/** Who was only interviewed knows nothing of the work. */
const OF_CANDIDATE =
  /(?:^|\n)\s*(?:candidate?|applicant|interview(?:ee)?|entretien)\s*(?::|$)|\b(?:as an? (?:candidate|applicant)|en tant que candidate?)\b/i;
const TOLD_OF_ONESELF =
  /^(?:(?:i|we) (?:work|worked|am|was|were|did|do|used)|je (?:travaille|suis)|j'(?:etais|étais|ai)) /i;
const CLAUSE_ENDS =
  /\s*[,;:()]+\s*|\s+[-–—]+\s+|\s+(?:and|but|which|who|because|although|though|while|when|where|if|et|mais|car|donc|qui|quand|si)\s+/iu;

/** What the lexicon reads in the sentences of a review: by its fields, else by its stars (4–5 and 1–2). */
export function readClaims(review: ReadableReview, index: number): ReviewClaim[] {
  const { language } = review;
  return partsOf(review).flatMap((part) => {
    const read = (text: string): Theme[] => readThemes(text, language, POLARITIES[part.side]);
    return sentencesOf(part.text).flatMap((sentence) => {
      // What the whole sentence makes of a word ("head office in Leeds") holds for its clauses.
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

/** The side of a review's free text by its stars; undefined between. */
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
  // Title and free text go with the stars, whatever fields stand beside them.
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

/** A short sentence as it is, of a longer one what its commas and conjunctions part. */
function clausesOf(sentence: string): string[] {
  if (isShort(sentence, SHORT_SENTENCE)) return [sentence];
  return sentence
    .split(CLAUSE_ENDS)
    .map((clause) => clause.trim())
    .filter(Boolean);
}

/**
 * Whether a clause speaks for the side of its part. In a field it does unless
 * its words say the contrary, where it is an entry of a list or states
 * something; in free text only where its words say so.
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
