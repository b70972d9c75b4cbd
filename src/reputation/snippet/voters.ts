import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import type { Figure } from './figure.ts';
import type { Role } from './kinds.ts';
import type { NameReader } from './names.ts';
import { isBehindRating, isRated } from './rated.ts';
import { isKind, isOneOf, type Break, type SnippetTerm } from './term.ts';
import { isPreciseRating } from './trends.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

export const ABOUT = ['of', 'for', 'about', 'sur', 'de', 'chez'];
export const PART_OF = ['of', 'sur', 'de', 'des'];
const VOTED_BY = ['by', 'par', 'part', 'from', 'to', 'apres', 'selon', 'aupres'];
/** Before "by" and how many have done it. */
const VOTED = ['reviewed', 'rated', 'trusted', 'note', 'notee', 'evalue', 'evaluee'];
const ALL_OF =
  'a un total ses les its some over de des about around nearly almost approximately roughly more than plus pres environ quelque'.split(
    ' ',
  );
const LONGEST_ABOUT = 4;
const OF_REVIEWS = ['from', 'by', 'de', 'par'];
const OWN = ['its', 'their', 'ses', 'leurs'];
const SAY = compileVocabulary([
  { means: 'say', phrases: ['say|said|think|disent|pensent', 'have to say', 'are saying', 'en disent|pensent'] },
]);
const VOTE = compileVocabulary([
  {
    means: 'vote',
    phrases: [
      'have? rated|rate|gave|give|given|awarded|scored',
      'have? left|posted|written|shared a|their review|reviews',
      'ont note|donne|attribue',
      'notent|donnent',
    ],
  },
]);
const REVIEWED = compileVocabulary([{ means: 'review', phrases: ['have? reviewed|rated|rate', 'ont evalue|note'] }]);
const WORKING_AT = compileVocabulary([
  { means: 'at', phrases: ['of|at|from|de|chez', 'working|travaillant at|for|chez|pour'] },
]);
const PEOPLE = compileVocabulary([{ means: 'people', phrases: ['people', 'personnes'] }]);
const ALL_EMPLOYEES = compileVocabulary([
  { means: 'all', phrases: ['current and|& former|past', 'past|former and|& current|present'] },
]);

/** Reads how many have rated an employer where they, not their reviews, are counted. */
export class VoterReader {
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #names: NameReader;

  constructor(tokens: readonly Token[], words: Vocabulary<Role>, names: NameReader) {
    this.#tokens = tokens;
    this.#words = words;
    this.#names = names;
  }

  /**
   * "rated 3.6 by 12,345 employees", "par ses 1 872 salariés", "reviewed by 4,310 employees", "4,310 Tesco employees
   * rated", "4,310 people have reviewed Tesco".
   */
  endAt(at: number, figure: Figure, said: readonly (SnippetTerm | Break)[]): number | undefined {
    const from = this.#votersStart(figure.end);
    const people = endOf(this.#tokens, from, PEOPLE);
    const raters = endOf(this.#tokens, from, BESIDE_FIGURES.raters) ?? this.#siteRatersEnd(from) ?? people;
    if (raters === undefined) return undefined;
    const workplace = endOf(this.#tokens, raters, WORKING_AT);
    const employed = workplace === undefined ? undefined : this.#names.endAt(this.#tokens, workplace);
    if (employed !== undefined && endOf(this.#tokens, employed, VOTE) !== undefined) return employed;
    if (people === undefined && endOf(this.#tokens, raters, VOTE) !== undefined) return raters;
    const reviewed = endOf(this.#tokens, raters, REVIEWED);
    if (reviewed !== undefined && this.#isEmployerAt(reviewed)) return raters;
    const saying = people === undefined ? this.#sayingEnd(raters) : undefined;
    if (saying !== undefined) return saying;
    let by = at - 1;
    while (by > at - 1 - LONGEST_ABOUT && isOneOf(this.#tokens[by], ALL_OF) && !this.#isReviewsOf(by, said)) by -= 1;
    // "rated 3.6 by 12,345 people", of whom nothing more is told
    if (people !== undefined)
      return isOneOf(this.#tokens[by], VOTED_BY) && isRated(said) && this.#isEndOrMark(people) ? people : undefined;
    if (this.#isReviewsOf(by, said)) return raters;
    const isVote = isRated(said) || isBehindRating(said) || isOneOf(this.#tokens[by - 1], VOTED);
    return isOneOf(this.#tokens[by], VOTED_BY) && isVote ? raters : undefined;
  }

  /** "(what 12,345 employees) say about Tesco|: 3.6/5": who says so much has rated. */
  #sayingEnd(at: number): number | undefined {
    const said = endOf(this.#tokens, at, SAY);
    if (said === undefined) return undefined;
    const end = isOneOf(this.#tokens[said], ABOUT) ? (this.#names.endAt(this.#tokens, said + 1) ?? said) : said;
    return this.#tokens[end]?.text === ':' && isPreciseRating(this.#tokens, end + 1) ? end : undefined;
  }

  /** Nothing that says who they are: "12,345 people in Leeds" are not all. */
  #isEndOrMark(at: number): boolean {
    const token = this.#tokens[at];
    return token === undefined || token.kind === 'break' || '.,;)'.includes(token.text);
  }

  /** Its name, "it", "the company". */
  #isEmployerAt(at: number): boolean {
    if (at >= this.#tokens.length) return false;
    const isName = this.#names.endAt(this.#tokens, at) !== undefined;
    return isName || termAt(this.#tokens, at, this.#words)?.means === 'employer';
  }

  /** "avis de 1 234 salariés" */
  #isReviewsOf(by: number, said: readonly (SnippetTerm | Break)[]): boolean {
    const before = said.slice(-LONGEST_ABOUT - 1).findLast((term) => !isKind(term, 'joint', 'about', 'name'));
    return isOneOf(this.#tokens[by], OF_REVIEWS) && isKind(before, 'reviews');
  }

  /** "12,345 Glassdoor users" */
  #siteRatersEnd(at: number): number | undefined {
    const term = at < this.#tokens.length ? termAt(this.#tokens, at, this.#words) : undefined;
    return term?.means === 'raters' ? term.to : undefined;
  }

  /** Behind the employer's name, and "current and former". */
  #votersStart(from: number): number {
    const filled = endOf(this.#tokens, from, ALL_EMPLOYEES) ?? from;
    // "12,345 of its employees"
    const all = isOneOf(this.#tokens[filled], PART_OF) && isOneOf(this.#tokens[filled + 1], OWN) ? filled + 1 : filled;
    return this.#names.endAt(this.#tokens, all) ?? all;
  }
}
