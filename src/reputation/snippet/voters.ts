import type { Token } from '../../reading/tokens.ts';
import type { Figure } from './figure.ts';
import type { NameReader } from './names.ts';
import { isBehindRating, isRated, type EarlierTerms } from './earlier-terms.ts';
import { isOneOf, lettersOf } from './term.ts';
import { BESIDE_FIGURES, endOf, phraseEnd } from './vocabularies.ts';

export const ABOUT = ['of', 'for', 'about', 'sur', 'de', 'chez'];
export const PART_OF = ['of', 'from', 'sur', 'de', 'des', 'parmi', 'among'];
const VOTED_BY = ['by', 'par', 'part', 'from', 'to', 'apres', 'selon', 'aupres'];
export const ALL_OF =
  'the all a un total ses les its some over de des about around nearly almost approximately roughly more than plus pres environ quelque'.split(
    ' ',
  );
const LONGEST_ABOUT = 4;
const OF_REVIEWS = ['from', 'by', 'de', 'par'];
const OWN = ['its', 'their', 'ses', 'leurs'];

/** Recognises a number of people who rated the employer, which a text may state instead of a number of reviews. */
export class VoterReader {
  readonly #tokens: readonly Token[];
  readonly #names: NameReader;

  constructor(tokens: readonly Token[], names: NameReader) {
    this.#tokens = tokens;
    this.#names = names;
  }

  /**
   * Returns the index after the people who rated: "rated 3.6 by 12,345 employees", "par ses 1 872 salariés", "4,310
   * Tesco employees rated", "4,310 people have reviewed Tesco", "4,310 people who left a review". Undefined if the
   * figure is not their number.
   */
  endAt(at: number, figure: Figure, earlier: EarlierTerms): number | undefined {
    const from = this.#votersStart(figure.end);
    const people = phraseEnd(this.#tokens, from, 'people');
    const raters = endOf(this.#tokens, from, BESIDE_FIGURES.raters) ?? people;
    if (raters === undefined) return undefined;
    const workplace = phraseEnd(this.#tokens, raters, 'working-at');
    const employed = workplace === undefined ? undefined : this.#names.endAt(this.#tokens, workplace);
    if (employed !== undefined && phraseEnd(this.#tokens, employed, 'vote') !== undefined) return employed;
    const reviewers = phraseEnd(this.#tokens, raters, 'who-voted');
    if (reviewers !== undefined) return reviewers;
    const voted = phraseEnd(this.#tokens, raters, 'vote');
    // "12,345 people rated Tesco": without "Tesco", it would be unknown what they rated.
    const rated = phraseEnd(this.#tokens, voted ?? raters, 'working-at') ?? voted;
    const isOfEmployer = rated !== undefined && this.#names.endAt(this.#tokens, rated) !== undefined;
    if (voted !== undefined && (people === undefined || isOfEmployer)) return raters;
    let by = at - 1;
    while (by > at - 1 - LONGEST_ABOUT && isOneOf(this.#tokens[by], ALL_OF) && !this.#isReviewsOf(by, earlier)) by -= 1;
    // "rated 3.6 by 12,345 people": "people" counts only after a rating and at the end of the statement.
    if (people !== undefined)
      return isOneOf(this.#tokens[by], VOTED_BY) && isRated(earlier) && this.#isEndOrMark(people) ? people : undefined;
    if (this.#isReviewsOf(by, earlier)) return raters;
    const isVote = /[LOg][jm]*$/.test(lettersOf(earlier.slice(-LONGEST_ABOUT))) || isBehindRating(earlier);
    return isOneOf(this.#tokens[by], VOTED_BY) && isVote ? raters : undefined;
  }

  /** True at the end of the statement: "12,345 people in Leeds" are not all reviewers. */
  #isEndOrMark(at: number): boolean {
    const token = this.#tokens[at];
    return token === undefined || token.kind === 'break' || '.,;)'.includes(token.text);
  }

  /** True if the people are the authors of reviews that were named before, as in "avis de 1 234 salariés". */
  #isReviewsOf(by: number, earlier: EarlierTerms): boolean {
    const isOfReviews = /w[jmN]*$/.test(lettersOf(earlier.slice(-LONGEST_ABOUT - 1)));
    return isOneOf(this.#tokens[by], OF_REVIEWS) && isOfReviews;
  }

  /** Returns the index after what may precede the raters: "current and former", "of its", the employer's name. */
  #votersStart(from: number): number {
    const filled = phraseEnd(this.#tokens, from, 'all-employees') ?? from;
    // "12,345 of its employees"
    const all = isOneOf(this.#tokens[filled], PART_OF) && isOneOf(this.#tokens[filled + 1], OWN) ? filled + 1 : filled;
    return this.#names.endAt(this.#tokens, all) ?? all;
  }
}
