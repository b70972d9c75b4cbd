import { readCount, type ReviewCount } from '../../reading/count.ts';
import type { Token } from '../../reading/tokens.ts';
import { termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt, isEllipsis, isYear, scaleAt, type Figure } from './figure.ts';
import type { Role } from './kinds.ts';
import type { NameReader } from './names.ts';
import { isBehindRating, isRated, type EarlierTerms } from './earlier-terms.ts';
import { isOneOf, lettersOf, type Reading, type SnippetTerm } from './term.ts';
import { isThisYear } from './times.ts';
import { BESIDE_FIGURES, endOf, phraseEnd } from './vocabularies.ts';
import { ABOUT, ALL_OF, PART_OF, VoterReader } from './voters.ts';

/** Words before a number such as 2026 which show that "2026 reviews" states a number of reviews and not a year. */
const COUNTING = ['(', 'on', 'from', 'over', 'by', 'of', 'de', 'sur', 'par', "d'", 'apres'];
const WRITTEN_BY = ['from', 'by', 'posted', 'left', 'submitted', "d'", 'laisses', 'publies', 'deposes'];
const ON_COUNT = ['in', 'en', 'through', 'via', 'after'];
const UP_TO = ['to', 'or', 'a', 'ou'];
const OPENING = ['(', ':', '='];
const BY = ['by', 'from', 'on', 'de', 'des', "d'", 'par', 'sur'];
const LEAST_WHOLE = 20;
const LEAST_DASHED = 100;
const COUNTED_ON = ['on', 'over', 'apres', 'de', 'sur', 'selon'];
/** Words that are recognised although the text is cut off inside them: "based on 3,015 compa…". */
const REVIEWS_WORDS = 'company employee anonymous reviews ratings avis evaluations employes'.split(' ');
const MOST_WORDS = 5;

export class CountReader {
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #names: NameReader;
  readonly #now: number;
  readonly #voters: VoterReader;
  /** Indexes of the totals that `#wholeAt` has found. */
  readonly #wholes = new Set<number>();

  constructor(tokens: readonly Token[], words: Vocabulary<Role>, names: NameReader, now: number) {
    this.#tokens = tokens;
    this.#words = words;
    this.#names = names;
    this.#now = now;
    this.#voters = new VoterReader(tokens, names);
  }

  /**
   * Reads "Reviews (1,204)", "Avis Carrefour (1 204)" and "Reviews: 1,204" as numbers of reviews, and "Jobs (33)" as a
   * number of other things.
   */
  afterWord(at: number): Reading | undefined {
    const tokens = this.#tokens;
    const reviews = endOf(tokens, at, BESIDE_FIGURES.reviews);
    const word = reviews ?? endOf(tokens, at, BESIDE_FIGURES.tab);
    if (word === undefined) return undefined;
    const of = reviews === undefined ? word : (endOf(tokens, word, BESIDE_FIGURES.raters) ?? word);
    const named = isOneOf(tokens[of], ABOUT) ? of + 1 : of;
    const name = reviews === undefined ? undefined : this.#names.endAt(tokens, named);
    const end = isOneOf(tokens[name ?? of], OPENING) ? (name ?? of) : word;
    const mark = tokens[end]?.text;
    const isMarked = isOneOf(tokens[end], OPENING);
    const isDashed = mark === '-' && tokens[end]?.spaced === true;
    const from = isMarked || isDashed ? end + 1 : end;
    // "Avis 3M", "Reviews: 5 Guys"
    if (this.#names.endAt(tokens, from) !== undefined) return undefined;
    const figure = figureAt(tokens, from);
    const count = figure?.sign === 'none' ? readCount(figure.text) : null;
    if (!figure || !count) return undefined;
    const behind = tokens[figure.end];
    // Without punctuation, the number counts only at the end of a segment: "Reviews 1,204 · Jobs 33".
    if (!isMarked && behind && behind.kind !== 'break' && behind.text !== '.') return undefined;
    // "Reviews - 2": a small number after a dash is usually a page number.
    if (isDashed && count.value < LEAST_DASHED) return { term: { kind: 'number' }, end: figure.end };
    if (mark === '(' && behind?.text !== ')') return undefined;
    if (scaleAt(tokens, figure.end) || endOf(tokens, figure.end, BESIDE_FIGURES.tab) !== undefined) return undefined;
    if (phraseEnd(tokens, figure.end, 'per-page') !== undefined) return { term: { kind: 'number' }, end: figure.end };
    if (reviews === undefined) return { term: { kind: 'number' }, end: figure.end };
    // "Reviews (2026)" is usually a year.
    if (isYear(figure.text)) return { term: this.#toYear(figure.text), end: figure.end };
    return { term: toTerm(count, name !== undefined), end: figure.end };
  }

  /** Reads "1,204 reviews", "20 of 300 reviews", "33 jobs", and "(12,345)" after a rating. */
  ofFigure(at: number, figure: Figure, earlier: EarlierTerms): Reading | undefined {
    const count = readCount(figure.text);
    if (!count) return undefined;
    if (this.#wholes.has(at)) return { term: toTerm(count), end: figure.end };
    const end = this.reviewsEnd(figure.end);
    if (end !== undefined) return { term: this.#toCount(at, figure, count, end, earlier), end };
    const voters = this.#voters.endAt(at, figure, earlier);
    if (voters !== undefined) return { term: toTerm(count), end: voters };
    const tab = endOf(this.#tokens, figure.end, BESIDE_FIGURES.tab);
    if (tab !== undefined) return { term: { kind: 'number' }, end: tab };
    const isBracket = isOneOf(this.#tokens[at - 1], ['(', '[']) && isOneOf(this.#tokens[figure.end], [')', ']']);
    return isBracket && isRated(earlier) ? { term: toTerm(count), end: figure.end } : undefined;
  }

  /** True for a word that belongs to the number of reviews after it: "some 1,200 reviews", "3.6 in 1,200 reviews". */
  isBefore(at: number, earlier: EarlierTerms): boolean {
    const { text } = this.#tokens[at] as Token;
    const figure = figureAt(this.#tokens, at + 1);
    const isCount = figure !== undefined && this.reviewsEnd(figure.end) !== undefined;
    return isCount && (text === 'some' || (ON_COUNT.includes(text) && isBehindRating(earlier)));
  }

  /**
   * Returns the index after "reviews", or after the word in which the text is cut off (`#cutEnd`). Between the number
   * and this word, there may only be the employer, the site, a language and fillers.
   */
  reviewsEnd(from: number): number | undefined {
    let at = this.#tokens[from]?.text === ':' ? from + 1 : from;
    for (let words = 0; words < MOST_WORDS && at < this.#tokens.length; words += 1) {
      const cut = this.#cutEnd(from, at);
      if (cut !== undefined) return cut;
      const reviews = endOf(this.#tokens, at, BESIDE_FIGURES.reviews);
      if (reviews !== undefined) return reviews;
      const site = termAt(this.#tokens, at, this.#words);
      const next =
        this.#names.endAt(this.#tokens, at) ??
        endOf(this.#tokens, at, BESIDE_FIGURES.filler) ??
        phraseEnd(this.#tokens, at, 'languages') ??
        (site?.means === 'site' ? site.to : undefined);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  /** Returns the index after the word in which a text is cut off: "based on 3,015 compa…". */
  #cutEnd(from: number, at: number): number | undefined {
    const token = this.#tokens[at] as Token;
    // Only a word such as "on" before the number shows that it counts reviews. "4,2 …" may have lost digits.
    if (!isOneOf(this.#tokens[from - 2], COUNTED_ON)) return undefined;
    if (token.kind !== 'word' || !isEllipsis(this.#tokens, at + 1)) return undefined;
    return REVIEWS_WORDS.some((word) => word.startsWith(token.text)) ? at + 1 : undefined;
  }

  #toYear(text: string): SnippetTerm {
    return { kind: isThisYear(text, this.#now) ? 'reviews' : 'year' };
  }

  #toCount(at: number, figure: Figure, count: ReviewCount, end: number, earlier: EarlierTerms): SnippetTerm {
    const [before, behind] = [this.#tokens[at - 1], this.#tokens[end]];
    // "100 to 200 reviews": neither end of a range is the number. "20 reviews per page"
    if (isOneOf(before, UP_TO) && this.#tokens[at - 2]?.kind === 'number') return { kind: 'number' };
    if (phraseEnd(this.#tokens, end, 'per-page') !== undefined) return { kind: 'number' };
    // "based on 2026 reviews" states a number, "Tesco 2026 reviews" a year.
    if (isYear(figure.text) && !isOneOf(before, COUNTING) && !isOneOf(behind, WRITTEN_BY))
      return this.#toYear(figure.text);
    let total = end + 1;
    while (isOneOf(this.#tokens[total], ALL_OF)) total += 1;
    const all = isOneOf(behind, PART_OF) ? figureAt(this.#tokens, total) : undefined;
    if (all && this.reviewsEnd(all.end) !== undefined) return { kind: 'number' };
    const inside = this.#tokens.slice(figure.end, end).map((_, index) => figure.end + index);
    const language = phraseEnd(this.#tokens, end, 'languages');
    const isInLanguage = inside.some((word) => phraseEnd(this.#tokens, word, 'languages') !== undefined);
    const whole = this.#wholeAt(language ?? end, count);
    if (whole !== undefined) this.#wholes.add(whole);
    if (whole !== undefined || language !== undefined || isInLanguage) return { kind: 'number' };
    const by = isOneOf(behind, BY) ? end + 1 : end;
    // "2 300 avis clients", "2,300 reviews on Google": not reviews by employees.
    if (by < this.#tokens.length && termAt(this.#tokens, by, this.#words)?.means === 'customers')
      return { kind: 'number' };
    const named = inside.some((word) => this.#names.endAt(this.#tokens, word) !== undefined);
    let of = at - 1;
    while (isOneOf(this.#tokens[of], ALL_OF) && !isOneOf(this.#tokens[of], PART_OF)) of -= 1;
    const isWhole = isOneOf(this.#tokens[of], PART_OF) && /[Xx][jm]+$/.test(lettersOf(earlier.slice(-MOST_WORDS)));
    return toTerm(count, named, isWhole);
  }

  /** Returns the index of the total: at "|" in "12,345 English reviews out of |12,400". */
  #wholeAt(at: number, part: ReviewCount): number | undefined {
    const from = phraseEnd(this.#tokens, at, 'out-of');
    const figure = from === undefined ? undefined : figureAt(this.#tokens, from);
    const whole = figure?.sign === 'none' ? readCount(figure.text) : null;
    if (!figure || !whole || whole.value <= part.value || whole.value < LEAST_WHOLE || isYear(figure.text))
      return undefined;
    const behind = this.#tokens[figure.end];
    const isEnd = behind === undefined || behind.kind === 'break' || '.,;)('.includes(behind.text);
    return isEnd ? from : undefined;
  }
}

function toTerm(count: ReviewCount, named = false, whole = false): SnippetTerm & { kind: 'count' } {
  return { kind: 'count', count, named, whole };
}
