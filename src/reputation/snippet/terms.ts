import { readCount, type Count } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt } from '../../reading/vocabulary.ts';
import type { NameReader } from './names.ts';
import { ENGLISH, FRENCH, OTHER, type Role } from './words.ts';

/** What a text says, piece by piece. `other` is whatever is not known to be meant: it may name anything. */
export type Term =
  | { kind: 'name' | 'label' | 'overall' | 'link' | 'raters' | 'aspect' | 'aside' | 'number' }
  /** `capital`: written as a name is, or a figure: a year. */
  | { kind: 'other'; capital: boolean }
  /** `scaled`: "of 5" or stars stand with it. */
  | { kind: 'rating'; value: number; scaled: boolean }
  /** `whole`: the second of "20 of 300 reviews", which nothing behind it narrows. */
  | { kind: 'count'; count: Count; whole: boolean };

/** What sets a cell apart from the one before: a sentence's end; "·" and the like; a comma, bracket or "and"; a dash; a colon. */
export type Break = 'sentence' | 'bar' | 'comma' | 'dash' | 'colon';

/** The terms between two breaks. */
export interface Cell {
  after: Break;
  terms: Term[];
}

const WORDS = [...ENGLISH, ...FRENCH, ...OTHER];
const ALL = compileVocabulary(WORDS.filter(({ means }) => means !== 'reviews' && means !== 'filler'));
/** By role, for words that have two: "ratings" are labels and are counted. */
const BY_ROLE = Object.fromEntries(
  (['reviews', 'filler', 'tab', 'stars', 'raters'] as const).map((role) => [
    role,
    compileVocabulary(WORDS.filter(({ means }) => means === role)),
  ]),
);

/** The text as cells of terms. Linear in its length. */
export function readTerms(text: string, names: NameReader): Cell[] {
  return new TermReader(tokenize(text), names).read();
}

interface Figure {
  text: string;
  end: number;
  sign: 'none' | 'percent' | 'money' | 'signed';
}

class TermReader {
  readonly #tokens: readonly Token[];
  readonly #names: NameReader;
  readonly #cells: Cell[] = [{ after: 'sentence', terms: [] }];
  #dated = false;

  constructor(tokens: readonly Token[], names: NameReader) {
    this.#tokens = tokens;
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
    if (token.kind === 'number') return this.#readNumber(at);
    return this.#readWord(at, token);
  }

  #push(term: Term, next: number): number {
    // Behind "updated" stands a date, whatever it is written with.
    const dated = this.#dated && (term.kind === 'number' || term.kind === 'other' || term.kind === 'rating');
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
    if (STARS.includes(text)) return at + 1;
    if (kind === 'break' && text === '') return at + 1;
    if (kind === 'break') return this.#break(text.includes('\n') ? 'sentence' : 'bar', at + 1);
    const next = this.#tokens[at + 1];
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

  #readWord(at: number, token: Token): number {
    const counted = this.#countBehindWord(at);
    if (counted) return this.#push(counted.term, counted.end);
    if (token.text === 'and' || token.text === 'et') {
      const phrase = termAt(this.#tokens, at, ALL);
      if (!phrase || phrase.to === at + 1) return this.#break('comma', at + 1);
    }
    const found = termAt(this.#tokens, at, ALL) ?? termAt(this.#tokens, at, BY_ROLE['reviews'] as never);
    if (!found) return this.#push({ kind: 'other', capital: token.capital }, at + 1);
    const role = found.means as Role;
    if (role === 'dated') this.#dated = true;
    return this.#push({ kind: KINDS[role] }, found.to);
  }

  /** "Reviews (1,204)", "Reviews: 1,204"; and "Jobs (33)", which is no figure of ours. */
  #countBehindWord(at: number): { term: Term; end: number } | undefined {
    const reviews = this.#roleEnd(at, 'reviews');
    const end = reviews ?? this.#roleEnd(at, 'tab');
    const mark = end === undefined ? undefined : this.#tokens[end]?.text;
    if (end === undefined || (mark !== '(' && mark !== ':')) return undefined;
    const figure = this.#figureAt(end + 1);
    const count = figure?.sign === 'none' ? readCount(figure.text) : null;
    if (!figure || !count || this.#scaleAt(figure.end) || this.#roleEnd(figure.end, 'tab') !== undefined)
      return undefined;
    if (mark === '(' && this.#tokens[figure.end]?.text !== ')') return undefined;
    if (reviews === undefined) return { term: { kind: 'number' }, end: figure.end };
    // "Reviews (2026)" is a year more often than a number.
    const term: Term = isYear(figure.text) ? YEAR : { kind: 'count', count, whole: false };
    return { term, end: figure.end };
  }

  #readNumber(at: number): number {
    const figure = this.#figureAt(at) as Figure;
    if (figure.sign !== 'none') return this.#push({ kind: 'number' }, figure.end);
    const count = readCount(figure.text);
    const counted = count ? this.#reviewsEnd(figure.end) : undefined;
    if (count && counted !== undefined) {
      if (isYear(figure.text) && !this.#isCountedAt(at)) return this.#push(YEAR, counted);
      return this.#push({ kind: 'count', count, whole: this.#isPartBefore(at) }, counted);
    }
    const tab = this.#roleEnd(figure.end, 'tab');
    if (count && tab !== undefined) return this.#push({ kind: 'number' }, tab);
    const behind = this.#countBehindRating(at, figure, count);
    if (behind !== undefined) return behind;
    if (isYear(figure.text)) return this.#push(this.#scaleAt(figure.end) ? { kind: 'number' } : YEAR, figure.end);
    return this.#readRating(figure);
  }

  /** "3.6 (12,345)", "3.6/5 by 12,345 employees": what stands so with a rating counts its voters. */
  #countBehindRating(at: number, figure: Figure, count: Count | null): number | undefined {
    const { terms } = this.#cells.at(-1) as Cell;
    const before = this.#tokens[at - 1]?.text ?? '';
    if (!count || terms.findLast(({ kind }) => kind !== 'link' && kind !== 'label')?.kind !== 'rating')
      return undefined;
    const raters = this.#roleEnd(figure.end, 'raters');
    if (before === '(' && this.#tokens[figure.end]?.text === ')')
      return this.#push({ kind: 'count', count, whole: false }, figure.end);
    if (/^(?:by|from|par)$/.test(before) && raters !== undefined)
      return this.#push({ kind: 'count', count, whole: false }, raters);
    return undefined;
  }

  #readRating(figure: Figure): number {
    const value = /^\d(?:[.,]\d{1,2})?$/.test(figure.text) ? readRating(figure.text) : null;
    const starred = this.#starsEnd(figure.end);
    const scale = this.#scaleAt(starred);
    if (scale && scale.of !== 5)
      return this.#push({ kind: 'number' }, this.#isPartOfReviews(scale.end) ? figure.end : scale.end);
    const end = this.#starsEnd(scale?.end ?? starred);
    const scaled = end > figure.end;
    const isRating = value !== null && (scaled || figure.text.length > 1 || this.#isLabelled());
    return this.#push(isRating ? { kind: 'rating', value, scaled } : { kind: 'number' }, end);
  }

  /** "7 of 20 reviews": what looks like a scale is a count. */
  #isPartOfReviews(scaleEnd: number): boolean {
    const whole = this.#figureAt(scaleEnd - 1);
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

  /** The figure that begins at a token: digit groups apart by spaces are one, with its unit and sign. */
  #figureAt(at: number): Figure | undefined {
    const token = this.#tokens[at];
    if (token?.kind !== 'number') return undefined;
    let { text } = token;
    let end = at + 1;
    if (/^\d{1,3}$/.test(text)) {
      for (
        let next = this.#tokens[end];
        next?.kind === 'number' && isGroup(next, this.#tokens[end - 1]);
        next = this.#tokens[end]
      ) {
        text += ` ${next.text}`;
        end += 1;
      }
    }
    const unit = this.#tokens[end];
    if (unit?.kind === 'word' && /^[km]$/.test(unit.text)) {
      text += unit.text;
      end += 1;
    } else if (unit?.kind === 'word' && !unit.spaced && !unit.joined && !/^(?:out|sur|star|etoile)/.test(unit.text)) {
      // "4D", "3.6x": no figure.
      return { text, end: end + 1, sign: 'signed' };
    }
    if (this.#tokens[end]?.text === '+') end += 1;
    const [before, behind] = [this.#tokens[at - 1]?.text ?? '', this.#tokens[end]?.text ?? ''];
    if (behind === '%') return { text, end: end + 1, sign: 'percent' };
    if ('£€$'.includes(behind) && behind !== '') return { text, end: end + 1, sign: 'money' };
    if ('£€$'.includes(before) && before !== '') return { text, end, sign: 'money' };
    const signed = (before === '-' || before === '+') && !token.spaced;
    return { text, end, sign: signed ? 'signed' : 'none' };
  }

  /** Behind "of 5", "/5", "sur 5", and what it is of. */
  #scaleAt(at: number): { of: number; end: number } | undefined {
    const next = at < this.#tokens.length ? termAt(this.#tokens, at, SCALES) : undefined;
    const scale = next ? this.#tokens[next.to - 1] : undefined;
    if (!next || !scale) return undefined;
    return { of: Number(scale.text.replace(',', '.')), end: next.to };
  }

  #starsEnd(at: number): number {
    let end = at;
    while (STARS.includes(this.#tokens[end]?.text ?? ' ')) end += 1;
    return end > at ? end : (this.#roleEnd(at, 'stars') ?? at);
  }

  #roleEnd(at: number, role: string): number | undefined {
    const vocabulary = BY_ROLE[role];
    return vocabulary && at < this.#tokens.length ? termAt(this.#tokens, at, vocabulary)?.to : undefined;
  }

  /** Behind "reviews", with words between that change nothing of what is counted. */
  #reviewsEnd(from: number): number | undefined {
    let at = this.#tokens[from]?.text === ':' ? from + 1 : from;
    for (let words = 0; words < 5 && at < this.#tokens.length; words += 1) {
      const reviews = this.#roleEnd(at, 'reviews');
      if (reviews !== undefined) return reviews;
      const next = this.#names.endAt(this.#tokens, at) ?? this.#roleEnd(at, 'filler');
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
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

const YEAR: Term = { kind: 'other', capital: true };
const ORDER: readonly Break[] = ['sentence', 'bar', 'comma', 'dash', 'colon'];
const STARS = '★☆⭐';
const SCALES = compileVocabulary([
  { means: 'scale', phrases: ['/ #', 'out of #', 'of #', 'sur #', 'von #', 'van de? #', 'de #', 'su #'] },
]);

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
};

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

/** Three more digits of a number, one space behind the digits before. */
function isGroup(token: Token, before: Token | undefined): boolean {
  return /^\d{3}$/.test(token.text) && token.start === (before?.end ?? 0) + 1;
}
