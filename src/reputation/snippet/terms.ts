import { unaccent } from '../../lib/text.ts';
import { readCount, type Count } from '../../reading/count.ts';
import { readDay } from '../../reading/day.ts';
import { readRating } from '../../reading/rating.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt, isStar, scaleAt, starsEnd, type Figure } from './figure.ts';
import type { NameReader } from './names.ts';
import { ENGLISH, FRENCH, OTHER, type Role } from './words.ts';

/** What a text says, piece by piece. `other` is whatever is not known to be meant: it may name anything. */
export type Term =
  | {
      kind:
        | 'name'
        | 'label'
        | 'overall'
        | 'link'
        | 'prose'
        | 'site'
        | 'raters'
        | 'aspect'
        | 'aside'
        | 'date'
        | 'number';
    }
  /** `capital`: written as a name is, or a year. */
  | { kind: 'other'; capital: boolean; year: boolean }
  | { kind: 'rating'; value: number; decimal: boolean }
  /** `whole`: the second of "20 of 300 reviews", which nothing behind it narrows; `named`: "300 Tesco reviews". */
  | { kind: 'count'; count: Count; whole: boolean; named: boolean };

/** What sets a cell apart from the one before: a sentence's end; "·" and the like; a comma, bracket or "and"; a dash; a colon. */
export type Break = 'sentence' | 'bar' | 'comma' | 'dash' | 'colon';

/** The terms between two breaks. */
export interface Cell {
  after: Break;
  terms: Term[];
}

const WORDS = [...ENGLISH, ...FRENCH, ...OTHER];
const ALL = compileVocabulary(WORDS.filter(({ means }) => means !== 'reviews'));
const REVIEWS = compileVocabulary(WORDS.filter(({ means }) => means === 'reviews'));
/** By role, for words that have two: "ratings" are labels and are counted. */
const BY_ROLE: Readonly<Record<string, Vocabulary<Role>>> = Object.fromEntries(
  (['reviews', 'filler', 'site', 'tab', 'raters', 'sector'] as const).map((role) => [
    role,
    compileVocabulary(WORDS.filter(({ means }) => means === role)),
  ]),
);

/** The text as cells of terms. Linear in its length. */
export function readTerms(text: string, names: NameReader): Cell[] {
  return new TermReader(text, names).read();
}

class TermReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #names: NameReader;
  readonly #cells: Cell[] = [{ after: 'sentence', terms: [] }];
  #dated = false;

  constructor(text: string, names: NameReader) {
    this.#text = unaccent(text);
    this.#tokens = tokenize(text);
    this.#names = names;
  }

  read(): Cell[] {
    let at = 0;
    while (at < this.#tokens.length) at = this.#readAt(at);
    return this.#cells.filter(({ terms }) => terms.length > 0);
  }

  #readAt(at: number): number {
    const token = this.#tokens[at] as Token;
    const name = this.#names.endAt(this.#tokens, at);
    if (name !== undefined) return this.#push({ kind: 'name' }, name);
    if (token.kind === 'break' || token.kind === 'mark') return this.#readMark(at, token);
    const date = this.#dateEnd(at);
    if (date !== undefined) return this.#push({ kind: 'date' }, date);
    if (token.kind === 'number') return this.#readNumber(at);
    return this.#readWord(at, token);
  }

  #push(term: Term, next: number): number {
    // Behind "updated" stands a date, whatever it is written with.
    const dated = this.#dated && term.kind !== 'name';
    this.#cells.at(-1)?.terms.push(dated ? { kind: 'link' } : term);
    return next;
  }

  #break(after: Break, next: number): number {
    this.#dated = false;
    const last = this.#cells.at(-1) as Cell;
    // Of several breaks in a row the strongest counts.
    if (last.terms.length > 0) this.#cells.push({ after, terms: [] });
    else if (ORDER.indexOf(after) < ORDER.indexOf(last.after)) last.after = after;
    return next;
  }

  #readMark(at: number, { text, kind, spaced }: Token): number {
    // Stars alone, and the place where a lost line end is guessed in "SolidWorks", say nothing.
    if (isStar(text)) return at + 1;
    if (kind === 'break' && text === '') return at + 1;
    if (kind === 'break') return this.#break('bar', at + 1);
    const next = this.#tokens[at + 1];
    if (text === '(') return this.#bracketEnd(at + 1) ?? at + 1;
    if (text === '!' || text === '?' || text === '…') return this.#break('sentence', at + 1);
    if (text === '.') return next === undefined || next.spaced ? this.#break('sentence', at + 1) : at + 1;
    if (text === ';') return this.#break('bar', at + 1);
    if (text === ':') return this.#break('colon', at + 1);
    if (text === ',' || text === ')') return this.#break('comma', at + 1);
    if (text === '-' && (spaced || next?.spaced)) return this.#break('dash', at + 1);
    if (text === '&') return this.#break('comma', at + 1);
    // "(", quotes, "/" and the like say nothing by themselves.
    return at + 1;
  }

  /** Behind a bracket that speaks of the whole sector: "(industry average: 3.6)". */
  #bracketEnd(at: number): number | undefined {
    if (this.#roleEnd(at, 'sector') === undefined) return undefined;
    const length = this.#tokens.slice(at, at + 12).findIndex(({ text }) => text === ')');
    return length === -1 ? undefined : at + length + 1;
  }

  /** Behind "3 Nov 2026" and "Nov. 3, 2026". */
  #dateEnd(at: number): number | undefined {
    const { start } = this.#tokens[at] as Token;
    const year = this.#tokens.slice(at + 2, at + 5).findIndex(({ text }) => isYear(text));
    const last = year === -1 ? undefined : this.#tokens[at + 2 + year];
    return last && readDay(this.#text.slice(start, last.end)) !== '' ? at + 3 + year : undefined;
  }

  #readWord(at: number, token: Token): number {
    const counted = this.#countBehindWord(at);
    if (counted) return this.#push(counted.term, counted.end);
    if (token.text === 'and' || token.text === 'et') {
      const phrase = termAt(this.#tokens, at, ALL);
      if (!phrase || phrase.to === at + 1) return this.#break('comma', at + 1);
    }
    const found = termAt(this.#tokens, at, ALL) ?? termAt(this.#tokens, at, REVIEWS);
    if (!found) return this.#push({ kind: 'other', capital: token.capital, year: false }, at + 1);
    if (found.means === 'dated') this.#dated = true;
    return this.#push({ kind: KINDS[found.means] }, this.#personEnd(found.to));
  }

  /** The chief executive's name is no other employer's: "approve of CEO Jane Holt". */
  #personEnd(at: number): number {
    if (!/^(?:ceo|pdg|executive)$/.test(this.#tokens[at - 1]?.text ?? '')) return at;
    let end = at;
    while (end < at + 3 && this.#tokens[end]?.kind === 'word' && this.#tokens[end]?.capital) end += 1;
    return end;
  }

  /** "Reviews (1,204)", "Reviews: 1,204"; and "Jobs (33)", which is no figure of ours. */
  #countBehindWord(at: number): { term: Term; end: number } | undefined {
    const reviews = this.#roleEnd(at, 'reviews');
    const word = reviews ?? this.#roleEnd(at, 'tab');
    if (word === undefined) return undefined;
    // "Avis Carrefour (1 204)"
    const name = reviews === undefined ? undefined : this.#names.endAt(this.#tokens, word);
    const end = this.#tokens[name ?? word]?.text === '(' ? (name ?? word) : word;
    const mark = this.#tokens[end]?.text;
    const marked = mark === '(' || mark === ':';
    const figure = figureAt(this.#tokens, marked ? end + 1 : end);
    const behind = this.#tokens[figure?.end ?? end];
    // "Reviews 1,204 · Jobs 33" without a mark: only where the cell ends there.
    if (!marked && behind && behind.kind !== 'break') return undefined;
    const count = figure?.sign === 'none' ? readCount(figure.text) : null;
    if (!figure || !count || scaleAt(this.#tokens, figure.end) || this.#roleEnd(figure.end, 'tab') !== undefined)
      return undefined;
    if (mark === '(' && this.#tokens[figure.end]?.text !== ')') return undefined;
    if (reviews === undefined) return { term: { kind: 'number' }, end: figure.end };
    // "Reviews (2026)" is a year more often than a number.
    const term: Term = isYear(figure.text) ? YEAR : { kind: 'count', count, whole: false, named: false };
    return { term, end: figure.end };
  }

  #readNumber(at: number): number {
    const ago = termAt(this.#tokens, at, ALL);
    if (ago) return this.#push({ kind: 'link' }, ago.to);
    const figure = figureAt(this.#tokens, at) as Figure;
    // "3.4 61% recommend": what is counted in per cent is another matter.
    if (figure.sign === 'percent') this.#break('comma', at);
    if (figure.sign !== 'none') return this.#push({ kind: 'number' }, figure.end);
    const count = readCount(figure.text);
    const counted = count ? this.#reviewsEnd(figure.end) : undefined;
    if (count && counted !== undefined) {
      if (isYear(figure.text) && !this.#isCountedAt(at)) return this.#push(YEAR, counted);
      if (this.#isPartOf(counted)) return this.#push({ kind: 'number' }, counted);
      const named = this.#tokens.slice(figure.end, counted).some((_, index) => this.#isName(figure.end + index));
      return this.#push({ kind: 'count', count, whole: this.#isPartBefore(at), named }, counted);
    }
    const tab = this.#roleEnd(figure.end, 'tab');
    if (count && tab !== undefined) return this.#push({ kind: 'number' }, tab);
    const behind = this.#countBehindRating(at, figure, count) ?? this.#voters(figure, count);
    if (behind !== undefined) return behind;
    // "from 3.9 to 3.6": the first is of the past.
    if (/^(?:from|de)$/.test(this.#tokens[at - 1]?.text ?? '') && this.#termEnd(figure.end, RISES) !== undefined)
      return this.#push({ kind: 'number' }, figure.end);
    if (isYear(figure.text))
      return this.#push(scaleAt(this.#tokens, figure.end) ? { kind: 'number' } : YEAR, figure.end);
    return this.#readRating(figure);
  }

  /** "3.6 (12,345)", "3.6/5 by 12,345 employees": what stands so with a rating counts its voters. */
  #countBehindRating(at: number, figure: Figure, count: Count | null): number | undefined {
    const { terms } = this.#cells.at(-1) as Cell;
    const before = this.#tokens[at - 1]?.text ?? '';
    const raters = this.#roleEnd(figure.end, 'raters');
    const by = before === 'ses' || before === 'les' ? this.#tokens[at - 2]?.text : before;
    if (count && by === 'by' && raters !== undefined && this.#tokens[at - 2]?.text === 'reviewed')
      return this.#push({ kind: 'count', count, whole: false, named: false }, raters);
    if (!count || terms.findLast(({ kind }) => kind !== 'link' && kind !== 'label')?.kind !== 'rating')
      return undefined;
    if (before === '(' && this.#tokens[figure.end]?.text === ')')
      return this.#push({ kind: 'count', count, whole: false, named: false }, figure.end);
    if (/^(?:by|from|par)$/.test(by ?? '') && raters !== undefined)
      return this.#push({ kind: 'count', count, whole: false, named: false }, raters);
    return undefined;
  }

  /** "12,345 employees rated Tesco 3.6". */
  #voters(figure: Figure, count: Count | null): number | undefined {
    const raters = this.#roleEnd(figure.end, 'raters');
    if (!count || raters === undefined || this.#termEnd(raters, VOTING) === undefined) return undefined;
    return this.#push({ kind: 'count', count, whole: false, named: false }, raters);
  }

  #readRating(figure: Figure): number {
    const value = /^\d(?:[.,]\d{1,2})?$/.test(figure.text) ? readRating(figure.text) : null;
    const starred = starsEnd(this.#tokens, figure.end);
    const scale = scaleAt(this.#tokens, starred);
    if (scale && scale.of !== 5)
      return this.#push({ kind: 'number' }, this.#isPartOfReviews(scale.end) ? figure.end : scale.end);
    const end = starsEnd(this.#tokens, scale?.end ?? starred);
    // "5 stars: 310 reviews" is a bar of a histogram.
    const isBar = figure.text.length === 1 && !this.#isLabelled() && (!scale || this.#tokens[end]?.text === ':');
    if (isBar && end > figure.end) return this.#push({ kind: 'aspect' }, end);
    if (value === null || isBar) return this.#push({ kind: 'number' }, end);
    return this.#push({ kind: 'rating', value, decimal: figure.text.length > 1 }, end);
  }

  /** "7 of 20 reviews": what looks like a scale is a count. */
  #isPartOfReviews(scaleEnd: number): boolean {
    const whole = figureAt(this.#tokens, scaleEnd - 1);
    return whole !== undefined && this.#reviewsEnd(whole.end) !== undefined;
  }

  #isLabelled(): boolean {
    const cells = this.#cells;
    const { terms, after } = cells.at(-1) as Cell;
    const last = (terms.length > 0 || after !== 'colon' ? terms : (cells.at(-2)?.terms ?? [])).findLast(
      ({ kind }) => kind !== 'link',
    );
    return last?.kind === 'label' || last?.kind === 'overall' || last?.kind === 'name';
  }

  #roleEnd(at: number, role: string): number | undefined {
    const vocabulary = BY_ROLE[role];
    return vocabulary && this.#termEnd(at, vocabulary);
  }

  #termEnd(at: number, vocabulary: Vocabulary<string>): number | undefined {
    return at < this.#tokens.length ? termAt(this.#tokens, at, vocabulary)?.to : undefined;
  }

  /** Behind "reviews", with words between that change nothing of what is counted. */
  #reviewsEnd(from: number): number | undefined {
    let at = this.#tokens[from]?.text === ':' ? from + 1 : from;
    for (let words = 0; words < 5 && at < this.#tokens.length; words += 1) {
      const reviews = this.#roleEnd(at, 'reviews');
      if (reviews !== undefined) return reviews;
      const next = this.#names.endAt(this.#tokens, at) ?? this.#roleEnd(at, 'filler') ?? this.#roleEnd(at, 'site');
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  /** "20 reviews" of "300 reviews". */
  #isPartOf(at: number): boolean {
    const whole = /^(?:of|sur)$/.test(this.#tokens[at]?.text ?? '') ? figureAt(this.#tokens, at + 1) : undefined;
    return whole !== undefined && !this.#isName(at + 1) && this.#reviewsEnd(whole.end) !== undefined;
  }

  #isName(at: number): boolean {
    return this.#names.endAt(this.#tokens, at) !== undefined;
  }

  /** "based on 2026 reviews" is a count, "Tesco 2026 reviews" a year. */
  #isCountedAt(at: number): boolean {
    return /^(?:\(|on|from|over|by|of|de|sur|par|d'|apres)$/.test(this.#tokens[at - 1]?.text ?? '');
  }

  /** "20 of 300 reviews", "1-20 of 300 reviews". */
  #isPartBefore(at: number): boolean {
    return /^(?:of|sur|de)$/.test(this.#tokens[at - 1]?.text ?? '') && this.#tokens[at - 2]?.kind === 'number';
  }
}

const YEAR: Term = { kind: 'other', capital: true, year: true };
const ORDER: readonly Break[] = ['sentence', 'bar', 'comma', 'dash', 'colon'];
const KINDS: Readonly<Record<Role, Exclude<Term['kind'], 'rating' | 'count' | 'other'>>> = {
  label: 'label',
  overall: 'overall',
  link: 'link',
  raters: 'raters',
  reviews: 'link',
  filler: 'link',
  tab: 'aspect',
  aspect: 'aspect',
  stars: 'label',
  aside: 'aside',
  dated: 'link',
  ago: 'link',
  prose: 'prose',
  site: 'site',
  sector: 'aspect',
};

const VOTING = compileVocabulary([
  { means: 'voting', phrases: ['have? rated|rate|gave|give', 'ont note|donne|attribue', 'notent|donnent'] },
]);
const RISES = compileVocabulary([{ means: 'rise', phrases: ['to|a #'] }]);

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}
