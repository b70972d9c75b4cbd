import type { Review } from '../../sources/review-sites/site.ts';
import { readSilence, readThemes } from '../themes/extract-themes.ts';
import { isStatement, verdictOf } from '../themes/verdict.ts';
import type { LexiconUse } from '../themes/lexicon.ts';
import type { ReviewLanguage, ReviewSide, Theme } from '../themes/theme.ts';
import { textsOf } from './readable-reviews.ts';

export interface ReviewClaim {
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
 * A part of a review. In a field such as "pros", every statement takes the side of the field; free text and asides (a
 * title, or text beside fields) take the side of the stars. An aside counts only if its words praise or criticise.
 */
interface Part {
  text: string;
  side: ReviewSide;
  kind: 'field' | 'text' | 'aside';
}

/** A text of at most this many words is split only at punctuation, a longer one also at words such as "and". */
const SHORT = 12;
/**
 * Without words of praise or criticism, a longer clause is not a statement, because a negation may be far from the
 * theme.
 */
const STATEMENT_WORDS = 10;
/** A field of at most this many words names points, so that its clauses need no words of praise or criticism. */
const FEW_POINTS = 30;
/** A list entry of at most this many words ("Remote work") takes the side of its field or stars. */
const ENTRY_WORDS = 3;
/** In a long text, short entries count only if no clause has more words than this. */
const LIST_WORDS = 4;
/** "Candidate:", "Customer": the review is by somebody who does not work there. */
const OF_OUTSIDER =
  /(?:^|\n)\s*(?:candidate?|applicant|interview(?:ee)?|entretien|customer|client|cliente|guest|visitor|patient|supplier|policyholder|vacancier|vacancière|famille|fournisseur)(?: experience| view)?\s*(?::|$)/i;
const ABOUT_THE_REVIEWER =
  /^(?:(?:i|we) (?:work|worked|am|was|were|did|do|used|managed|led|ran)|je (?:travaille|suis|faisais)|j'(?:etais|étais|ai)) /i;
/** Words after which the text takes the other side: "but", "shame about". */
const CONTRASTS =
  /\s*[,;:.–—-]*\s+(?=(?:but|however|though|although|despite|whereas|yet|make up for|makes up for|shame about|mais|cependant|malgré|pourtant|alors que|même si|dommage|par contre)\s)/iu;
/** A concession counts only if its words praise or criticise: "great team despite the managers". */
const CONCEDES = /^(?:despite|though|although|makes? up for|malgré|même si)\s/iu;
/** A word alone ("Customers", "Le week-end") names what is good or bad, even if it is too vague in a sentence. */
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

/** In a clause with faint praise ("good pay and some benefits"), the parts between "and" count without it. */
function spokenOf(clause: string, side: ReviewSide, language: ReviewLanguage): string[] {
  if (!isSilent(clause, side, language)) return [clause];
  if (readSilence(clause, language).has('clause')) return [];
  return clause.split(AND).filter((part) => !isSilent(part, side, language));
}

export function isSilent(clause: string, side: ReviewSide, language: ReviewLanguage): boolean {
  const silence = readSilence(clause, language);
  return silence.has('clause') || (side === 'positive' && silence.has('praise'));
}

/**
 * Returns the side of a review's title and free text by its stars; undefined between 2 and 4 stars, or without stars.
 */
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
 * Returns the clauses of a text that state something for the side of its part. In a field, entries of a short text and
 * statements count unless their words say the opposite. In free text, words must praise or criticise, except in the
 * short entries of a short text or a list.
 */
function statementsOf(text: string, { text: whole, side, kind }: Part): string[] {
  const isBrief = isShort(text, SHORT);
  const clauses = splitText(text, isBrief ? MARKS : JOINTS);
  const isField = kind === 'field';
  const isList = clauses.every((clause) => isShort(clause, LIST_WORDS));
  return clauses.filter((clause) => {
    const verdict = verdictOf(clause) ?? (isBrief ? verdictOf(text) : undefined);
    if (verdict) return verdict === side;
    // Without praise or criticism an aside makes no claim: it may be a title that names the reviewer's job.
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
