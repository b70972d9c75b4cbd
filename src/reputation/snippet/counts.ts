import { readCount, type Count } from '../../reading/count.ts';
import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt, isEllipsis, isYear, scaleAt, type Figure } from './figure.ts';
import type { Role } from './kinds.ts';
import type { NameReader } from './names.ts';
import { isKind, type Break, type Reading, type Term } from './term.ts';
import { isThisYear } from './times.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

/** What shows that "2026 reviews" is a number, not a year: before it, and behind it. */
const COUNTING = ['(', 'on', 'from', 'over', 'by', 'of', 'de', 'sur', 'par', "d'", 'apres'];
const WRITTEN_BY = ['from', 'by', 'posted', 'left', 'submitted', "d'", 'laisses', 'publies', 'deposes'];
const PART_OF = ['of', 'sur', 'de', 'des'];
const VOTED_BY = ['by', 'par', 'from', 'to', 'apres', 'selon', 'aupres'];
const ABOUT = ['of', 'for', 'about', 'sur', 'de', 'chez'];
const UP_TO = ['to', 'or', 'a', 'ou'];
const ALL_OF =
  'a un total ses les its some over de des about around nearly almost approximately roughly more than plus pres environ quelque'.split(
    ' ',
  );
const LONGEST_ABOUT = 4;
const OF_REVIEWS = ['from', 'by', 'de', 'par'];
const VOTE = compileVocabulary([
  {
    means: 'vote',
    phrases: [
      'have? rated|rate|gave|give',
      'have? left|posted|written|shared a|their review|reviews',
      'ont note|donne|attribue',
      'notent|donnent',
    ],
  },
]);
const REVIEWED = compileVocabulary([{ means: 'review', phrases: ['have? reviewed|rated', 'ont evalue|note'] }]);
const PEOPLE = compileVocabulary([{ means: 'people', phrases: ['people', 'personnes'] }]);
const ALL_EMPLOYEES = compileVocabulary([
  { means: 'all', phrases: ['current and|& former|past', 'past|former and|& current|present'] },
]);
const COUNTED_ON = ['on', 'over', 'apres', 'de', 'sur', 'selon'];
/** What a word that was cut off began as. */
const REVIEWS_WORDS = [
  'company',
  'employee',
  'anonymous',
  'reviews',
  'ratings',
  'avis',
  'evaluations',
  'employes',
  "d'employes",
];
const LEAST_CUT = 3;
/** Words between a number and "reviews". */
const MOST_WORDS = 5;

/** Reads the numbers of reviews of a text, and the other numbers of things that its page has. */
export class CountReader {
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #names: NameReader;
  readonly #now: number;

  constructor(tokens: readonly Token[], words: Vocabulary<Role>, names: NameReader, now: number) {
    this.#tokens = tokens;
    this.#words = words;
    this.#names = names;
    this.#now = now;
  }

  /** "Reviews (1,204)", "Avis Carrefour (1 204)", "Reviews: 1,204"; and "Jobs (33)", which is no figure of ours. */
  behindWord(at: number): Reading | undefined {
    const tokens = this.#tokens;
    const reviews = endOf(tokens, at, BESIDE_FIGURES.reviews);
    const word = reviews ?? endOf(tokens, at, BESIDE_FIGURES.tab);
    if (word === undefined) return undefined;
    const named = isOneOf(tokens[word], ABOUT) ? word + 1 : word;
    const name = reviews === undefined ? undefined : this.#names.endAt(tokens, named);
    const end = isOneOf(tokens[name ?? word], ['(', ':']) ? (name ?? word) : word;
    const mark = tokens[end]?.text;
    const isMarked = mark === '(' || mark === ':';
    const isDashed = mark === '-' && tokens[end]?.spaced === true;
    const figure = figureAt(tokens, isMarked || isDashed ? end + 1 : end);
    const count = figure?.sign === 'none' ? readCount(figure.text) : null;
    if (!figure || !count) return undefined;
    const behind = tokens[figure.end];
    // Without a mark only where the segment ends there: "Reviews 1,204 · Jobs 33".
    if (!isMarked && behind && behind.kind !== 'break' && behind.text !== '.') return undefined;
    if (mark === '(' && behind?.text !== ')') return undefined;
    if (scaleAt(tokens, figure.end) || endOf(tokens, figure.end, BESIDE_FIGURES.tab) !== undefined) return undefined;
    if (reviews === undefined) return { term: { kind: 'number' }, end: figure.end };
    // "Reviews (2026)" is a year more often than a number.
    if (isYear(figure.text)) return { term: this.#toYear(figure.text), end: figure.end };
    return { term: toTerm(count, name !== undefined), end: figure.end };
  }

  /** "1,204 reviews", "20 of 300 reviews", "33 jobs", and of a rating's voters "3.6 (12,345)". */
  ofFigure(at: number, figure: Figure, said: readonly (Term | Break)[]): Reading | undefined {
    const count = readCount(figure.text);
    if (!count) return undefined;
    const end = this.reviewsEnd(figure.end) ?? this.#pointedEnd(figure, said);
    if (end !== undefined) return { term: this.#toCount(at, figure, count, end, said), end };
    const voters = this.#votersEnd(at, figure, said);
    if (voters !== undefined) return { term: toTerm(count), end: voters };
    const tab = endOf(this.#tokens, figure.end, BESIDE_FIGURES.tab);
    if (tab !== undefined) return { term: { kind: 'number' }, end: tab };
    const isBracket = isOneOf(this.#tokens[at - 1], ['(', '[']) && isOneOf(this.#tokens[figure.end], [')', ']']);
    return isBracket && isRated(said) ? { term: toTerm(count), end: figure.end } : undefined;
  }

  /** Behind "reviews", with words between that change nothing of what is counted. */
  reviewsEnd(from: number): number | undefined {
    let at = this.#tokens[from]?.text === ':' ? from + 1 : from;
    for (let words = 0; words < MOST_WORDS && at < this.#tokens.length; words += 1) {
      const cut = this.#cutEnd(from, at, words);
      if (cut !== undefined) return cut;
      const reviews = endOf(this.#tokens, at, BESIDE_FIGURES.reviews);
      if (reviews !== undefined) return reviews;
      const site = termAt(this.#tokens, at, this.#words);
      const next =
        this.#names.endAt(this.#tokens, at) ??
        endOf(this.#tokens, at, BESIDE_FIGURES.filler) ??
        (site?.means === 'site' ? site.to : undefined);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  /** Behind the word, or its place, at which a text breaks off: "based on 3,015 compa…", "based on 3,015 …". */
  #cutEnd(from: number, at: number, words: number): number | undefined {
    const token = this.#tokens[at] as Token;
    // "4,2…" and "4,2 …" may have lost digits; "based on" says that no other things are counted.
    if (!isOneOf(this.#tokens[from - 2], COUNTED_ON)) return undefined;
    if (token.kind !== 'word' || !isEllipsis(this.#tokens, at + 1)) return undefined;
    const least = words === 0 ? LEAST_CUT : 1;
    return token.text.length >= least && REVIEWS_WORDS.some((word) => word.startsWith(token.text)) ? at + 1 : undefined;
  }

  #toYear(text: string): Term {
    return { kind: isThisYear(text, this.#now) ? 'reviews' : 'year' };
  }

  #toCount(at: number, figure: Figure, count: Count, end: number, said: readonly (Term | Break)[]): Term {
    const [before, behind] = [this.#tokens[at - 1], this.#tokens[end]];
    // "100 to 200 reviews"
    if (isOneOf(before, UP_TO) && this.#tokens[at - 2]?.kind === 'number') return { kind: 'number' };
    // "based on 2026 reviews" is a count, "Tesco 2026 reviews" a year.
    if (isYear(figure.text) && !isOneOf(before, COUNTING) && !isOneOf(behind, WRITTEN_BY))
      return this.#toYear(figure.text);
    const all = isOneOf(behind, PART_OF) ? figureAt(this.#tokens, end + 1) : undefined;
    if (all && this.reviewsEnd(all.end) !== undefined) return { kind: 'number' };
    const named = this.#tokens
      .slice(figure.end, end)
      .some((_, index) => this.#names.endAt(this.#tokens, figure.end + index) !== undefined);
    return toTerm(count, named, isOneOf(before, PART_OF) && isKind(said.at(-2), 'number', 'figure'));
  }

  /**
   * "rated 3.6 by 12,345 employees", "par ses 1 872 salariés", "reviewed by 4,310 employees", "4,310 Tesco employees
   * rated", "4,310 people have reviewed Tesco".
   */
  #votersEnd(at: number, figure: Figure, said: readonly (Term | Break)[]): number | undefined {
    const from = this.#votersStart(figure.end);
    const people = endOf(this.#tokens, from, PEOPLE);
    const raters = endOf(this.#tokens, from, BESIDE_FIGURES.raters) ?? people;
    if (raters === undefined) return undefined;
    if (people === undefined && endOf(this.#tokens, raters, VOTE) !== undefined) return raters;
    const reviewed = endOf(this.#tokens, raters, REVIEWED);
    if (reviewed !== undefined && this.#isEmployerAt(reviewed)) return raters;
    if (people !== undefined) return undefined;
    let by = at - 1;
    while (by > at - 1 - LONGEST_ABOUT && isOneOf(this.#tokens[by], ALL_OF) && !this.#isReviewsOf(by, said)) by -= 1;
    if (this.#isReviewsOf(by, said)) return raters;
    const isVote = isRated(said) || this.#tokens[by - 1]?.text === 'reviewed';
    return isOneOf(this.#tokens[by], VOTED_BY) && isVote ? raters : undefined;
  }

  /** Its name, "it", "the company". */
  #isEmployerAt(at: number): boolean {
    if (at >= this.#tokens.length) return false;
    const isName = this.#names.endAt(this.#tokens, at) !== undefined;
    return isName || termAt(this.#tokens, at, this.#words)?.means === 'employer';
  }

  /** "avis de 1 234 salariés" */
  #isReviewsOf(by: number, said: readonly (Term | Break)[]): boolean {
    const before = said.slice(-LONGEST_ABOUT - 1).findLast((term) => !isKind(term, 'joint', 'about'));
    return isOneOf(this.#tokens[by], OF_REVIEWS) && isKind(before, 'reviews');
  }

  /** "3.6 · 12.3K. Reviews": a point behind the unit, and no figure behind the word that it may belong to. */
  #pointedEnd(figure: Figure, said: readonly (Term | Break)[]): number | undefined {
    const isPointed = /[km]$/.test(figure.text) && isOneOf(this.#tokens[figure.end], ['.']);
    if (
      !isPointed ||
      !isKind(
        said.findLast((term) => typeof term !== 'string'),
        'rating',
      )
    )
      return undefined;
    const end = endOf(this.#tokens, figure.end + 1, BESIDE_FIGURES.reviews);
    if (end === undefined || isOneOf(this.#tokens[end], ['(', ':'])) return undefined;
    return this.#tokens.slice(end, end + 2).some(({ kind }) => kind === 'number') ? undefined : end;
  }

  /** Behind the employer's name, and "current and former". */
  #votersStart(from: number): number {
    const filled = endOf(this.#tokens, from, ALL_EMPLOYEES) ?? from;
    return this.#names.endAt(this.#tokens, filled) ?? filled;
  }
}

/** Whether a rating stands before here in its statement, and nothing that it may not be of. */
export function isBehindRating(said: readonly (Term | Break)[]): boolean {
  const last = said
    .slice(-8)
    .findLast((term) => !isKind(term, 'label', 'overall', 'joint', 'about', 'raters', 'site', 'name', 'employer'));
  return isKind(last, 'rating');
}

/** Whether nothing but labels stands between a rating and here. */
export function isRated(said: readonly (Term | Break)[]): boolean {
  const last = said.slice(-8).findLast((term) => !isKind(term, 'label', 'overall', 'joint', 'about', 'open', 'gives'));
  return isKind(last, 'rating');
}

function toTerm(count: Count, named = false, whole = false): Term {
  return { kind: 'count', count, named, whole };
}

function isOneOf(token: Token | undefined, words: readonly string[]): boolean {
  return token !== undefined && words.includes(token.text);
}
