import type { Review } from '../../sources/review-sites/site.ts';
import { readSilence, readThemes } from '../themes/extract-themes.ts';
import { isStatement, verdictOf } from '../themes/verdict.ts';
import type { LexiconUse } from '../themes/lexicon.ts';
import type { ReviewLanguage, ReviewSide, Theme } from '../themes/theme.ts';
import { textsOf } from './readable-reviews.ts';

/** A theme that a review praises or criticises (`side`), and the `words` of the review that do so. */
export interface ReviewClaim {
  /** Index of the review in the list, from 0. */
  review: number;
  theme: Theme;
  side: ReviewSide;
  words: string;
  language: ReviewLanguage;
}

export interface ReadableReview extends Review {
  language: ReviewLanguage;
}

/**
 * A part of a review. A field such as "pros" has its own side. Free text and asides (a title, or text beside fields)
 * have the side of the stars. An aside counts only if its words praise or criticise.
 */
interface Part {
  text: string;
  side: ReviewSide;
  kind: 'field' | 'text' | 'aside';
}

/**
 * A text of at most this many words is split into clauses only at punctuation, a longer one also at words such as "and"
 * or "who".
 */
const SHORT = 12;
/**
 * A longer clause needs words of praise or criticism, because a negation in it may be far from the theme. (A clause of
 * a short text in a field does not need them.)
 */
const STATEMENT_WORDS = 10;
/** In a field or free text of at most this many words, clauses can count without words of praise or criticism. */
const FEW_POINTS = 30;
/** An entry of at most this many words ("Remote work") can count without words of praise or criticism. */
const ENTRY_WORDS = 3;
/** A text is a list if no clause has more words than this. */
const LIST_WORDS = 4;
/** "Candidate: …", "Customer": the review is by somebody who does not work at the employer. */
const OF_OUTSIDER =
  /(?:^|\n)\s*(?:candidate?|applicant|interview(?:ee)?|entretien|customer|client|cliente|guest|visitor|patient|supplier|policyholder|vacancier|vacancière|famille|fournisseur)(?: experience| view)?\s*(?::|$)/i;
/** "I worked …", "Je suis …": the clause is about the reviewer, not about the employer. */
const ABOUT_THE_REVIEWER =
  /^(?:(?:i|we) (?:work|worked|am|was|were|did|do|used|managed|led|ran)|je (?:travaille|suis|faisais)|j'(?:etais|étais|ai)) /i;
/** The gap before words with which a text may change sides: "but", "shame about". */
const CONTRASTS =
  /\s*[,;:.–—-]*\s+(?=(?:but|however|though|although|despite|whereas|yet|make up for|makes up for|shame about|mais|cependant|malgré|pourtant|alors que|même si|dommage|par contre)\s)/iu;
/** "despite the managers" makes no claim about the managers; "despite the rude managers" does. */
const CONCEDES = /^(?:despite|though|although|makes? up for|malgré|même si)\s/iu;
/** A word alone ("Customers", "Le week-end") counts as a theme even if it is too vague to count in a sentence. */
const BARE = /^\W*(?:(?:the|some|les?|la)\s)?[\p{L}-]+\W*$/iu;
const AND = /\s+(?:and|&|et)\s+/iu;
const MARKS = /\s*[,;:()]+\s*|\s+[-–—]+\s+/u;
const JOINTS = new RegExp(
  `${MARKS.source}|\\s+(?:and|which|who|because|while|when|where|if|et|car|donc|qui|quand|si)\\s+`,
  'iu',
);

/**
 * Returns the claims that the lexicon finds in a review, by the review's fields and stars (4–5 positive, 1–2 negative).
 */
export function readClaims(review: ReadableReview, index: number): ReviewClaim[] {
  const { language } = review;
  return partsOf(review).flatMap((part) => {
    const read = (text: string, use: LexiconUse): Theme[] =>
      readThemes(text, language, part.side, BARE.test(text) ? 'mentions' : use);
    return sentencesOf(part.text).flatMap((sentence) => {
      // A theme counts in a clause only if it also counts in the whole sentence: "head office in Leeds" is not about
      // management.
      const meant = new Set(read(sentence, 'sentences'));
      if (meant.size === 0 || readSilence(sentence, language).has('sentence')) return [];
      return sentence
        .split(CONTRASTS)
        .flatMap((segment) => statementsOf(segment, part))
        .flatMap((words) => spokenOf(words, part.side, language))
        .flatMap((words) =>
          read(words, 'claims')
            .filter((theme) => meant.has(theme))
            .map((theme) => ({ review: index, theme, side: part.side, words, language })),
        );
    });
  });
}

/**
 * Returns the parts of a clause that can make a claim: the whole clause, or without its faint praise ("good pay" for
 * "good pay and some benefits").
 */
function spokenOf(clause: string, side: ReviewSide, language: ReviewLanguage): string[] {
  if (!isSilent(clause, side, language)) return [clause];
  if (readSilence(clause, language).has('clause')) return [];
  return clause.split(AND).filter((part) => !isSilent(part, side, language));
}

/** True if the lexicon has a phrase that rules out a claim of this side in the clause: "average pay" is no praise. */
export function isSilent(clause: string, side: ReviewSide, language: ReviewLanguage): boolean {
  const silence = readSilence(clause, language);
  return silence.has('clause') || (side === 'positive' && silence.has('praise'));
}

/** Returns the side of a review's title and free text by its stars; undefined without stars and between 2 and 4. */
export function sideByStars({ rating }: Pick<Review, 'rating'>): ReviewSide | undefined {
  if (rating === null || (rating > 2 && rating < 4)) return undefined;
  return rating >= 4 ? 'positive' : 'negative';
}

function partsOf(review: ReadableReview): Part[] {
  const { pros, cons, title, text } = review;
  const isOfOutsider = (part: string): boolean =>
    OF_OUTSIDER.test(part) || readSilence(part, review.language).has('review');
  if (textsOf(review).some(isOfOutsider)) return [];
  const side = sideByStars(review);
  const parts: Part[] = [
    { text: pros, side: 'positive', kind: 'field' },
    { text: cons, side: 'negative', kind: 'field' },
  ];
  const hasFields = pros !== '' || cons !== '';
  if (side) parts.push({ text: title, side, kind: 'aside' }, { text, side, kind: hasFields ? 'aside' : 'text' });
  return parts;
}

export function sentencesOf(text: string): string[] {
  return splitText(text, /(?<=[.!?;…])\s+|\n+/);
}

function splitText(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/**
 * Returns the clauses of a text that make a statement for the side of its part. For each clause, the first of these
 * rules that applies decides:
 * - If it praises or criticises, it counts if this is the part's side.
 * - In an aside or a concession, it does not count.
 * - If it is not about the reviewer, it counts in a short text of a field, or as an entry of a short text or a list.
 * - A long clause (`STATEMENT_WORDS`) does not count.
 * - If it contains a negation or a word such as "often", it counts in a field, and in free text only as criticism.
 * - Any other clause counts if the whole part is short (`FEW_POINTS`) and the clause is not about the reviewer.
 */
function statementsOf(text: string, { text: whole, side, kind }: Part): string[] {
  const isBrief = isShort(text, SHORT);
  const clauses = splitText(text, isBrief ? MARKS : JOINTS);
  const isField = kind === 'field';
  const isList = clauses.every((clause) => isShort(clause, LIST_WORDS));
  return clauses.filter((clause) => {
    const verdict = verdictOf(clause) ?? (isBrief ? verdictOf(text) : undefined);
    if (verdict) return verdict === side;
    // Without praise or criticism, an aside may be a title that only names the reviewer's job.
    if (kind === 'aside' || CONCEDES.test(text)) return false;
    const isPoint = (isField && isBrief) || (isShort(clause, ENTRY_WORDS) && (isBrief || isList));
    if (isPoint && !ABOUT_THE_REVIEWER.test(clause)) return true;
    if (!isShort(clause, STATEMENT_WORDS)) return false;
    if (isStatement(clause)) return isField || side === 'negative';
    return isShort(whole, FEW_POINTS) && !ABOUT_THE_REVIEWER.test(clause);
  });
}

function isShort(text: string, words: number): boolean {
  return text.split(/\s+/, words + 1).length <= words;
}
