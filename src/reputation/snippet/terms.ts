import { unaccent } from '../../lib/text.ts';
import { readRating } from '../../reading/rating.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import type { ReviewSite } from '../sites/site.ts';
import { factEnd, quoteEnd } from './asides.ts';
import { CountReader, isRated } from './counts.ts';
import { figureAt, isCutAt, isStar, isYear, scaleAt, starsEnd, type Figure } from './figure.ts';
import { employerEnd } from './employer.ts';
import { fieldsEnd } from './fields.ts';
import { formerLeadEnd, formerTailEnd } from './formers.ts';
import type { Kind, Role } from './kinds.ts';
import { withLists } from './lists.ts';
import type { NameReader } from './names.ts';
import { isKind, type Break, type Reading, type Term } from './term.ts';
import { isThisYear, timeAt, type Time } from './times.ts';
import { periodEnd, trendEnd } from './trends.ts';
import { BESIDE_FIGURES, endOf, WORDS_ON } from './vocabularies.ts';

const KINDS: Readonly<Partial<Record<Role, Kind>>> = { stars: 'label', sector: 'aspect', ago: 'date' };
const MARKS: Readonly<Record<string, Kind>> = {
  ',': 'comma',
  '&': 'comma',
  and: 'comma',
  et: 'comma',
  but: 'comma',
  mais: 'comma',
  while: 'comma',
  ':': 'colon',
  '(': 'open',
  ')': 'close',
};
/** Behind these stands a person's name, which is no other employer's: "approve of CEO Jane Holt". */
const CHIEFS = ['ceo', 'pdg', 'executive'];
const IN_TIME = ['in', 'en'];
/** A bracket about the whole sector is no longer. */
const LONGEST_BRACKET = 12;

/** The text as terms and the breaks between them. Linear in its length. */
export function readTerms(text: string, site: ReviewSite, names: NameReader, now: number): (Term | Break)[] {
  const terms = new TermReader(text, site, names, now).read();
  // "12 March 2019 — …": engines put the day of their copy in front.
  const isOutdated = isKind(terms[0], 'year') && (typeof terms[1] === 'string' || isKind(terms[1], 'dash', 'colon'));
  return isOutdated ? [] : withLists(terms);
}

class TermReader {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #names: NameReader;
  readonly #now: number;
  readonly #counts: CountReader;
  readonly #terms: (Term | Break)[] = [];

  constructor(text: string, site: ReviewSite, names: NameReader, now: number) {
    this.#source = unaccent(text);
    this.#tokens = tokenize(text);
    this.#words = WORDS_ON[site];
    this.#names = names;
    this.#now = now;
    this.#counts = new CountReader(this.#tokens, this.#words, names, now);
  }

  read(): (Term | Break)[] {
    let at = 0;
    while (at < this.#tokens.length) at = this.#readAt(at);
    return this.#terms;
  }

  #readAt(at: number): number {
    const { kind } = this.#tokens[at] as Token;
    const name = employerEnd(this.#tokens, at, this.#names, this.#source);
    if (name !== undefined) return this.#push({ kind: 'name' }, name);
    const former = formerLeadEnd(this.#tokens, at);
    if (former !== undefined) return this.#push({ kind: 'joint' }, former);
    const past = isKind(this.#terms.at(-1), 'rating') ? formerTailEnd(this.#tokens, at) : undefined;
    if (past !== undefined) return this.#push({ kind: 'trend' }, past);
    if (kind === 'break' || kind === 'mark') return this.#readMark(at);
    const time = timeAt(this.#tokens, at, this.#now) ?? this.#thisYear(at);
    if (time) return this.#push(this.#toTime(time), time.end);
    return kind === 'number' ? this.#readNumber(at) : this.#readWord(at);
  }

  #push(term: Term | Break, next: number): number {
    this.#terms.push(term);
    return next;
  }

  #readMark(at: number): number {
    const { text, kind, spaced } = this.#tokens[at] as Token;
    const next = this.#tokens[at + 1];
    const fields = isKind(this.#terms.at(-1), 'count', 'close') ? fieldsEnd(this.#tokens, at) : undefined;
    if (fields !== undefined) return fields;
    const quote = quoteEnd(this.#tokens, at);
    if (quote !== undefined) return this.#push({ kind: 'percent' }, quote);
    // Stars alone, and the place where a lost line end is guessed in "SolidWorks", say nothing.
    if (isStar(text) || (kind === 'break' && text === '')) return at + 1;
    // "(3.9, up from 3.6; 900 reviews)"
    if (text === ';' && this.#isInBracket()) return this.#push({ kind: 'comma' }, at + 1);
    if (kind === 'break' || text === ';') return this.#push('bar', at + 1);
    if (text === '!' || text === '?' || text === '…') return this.#push('sentence', at + 1);
    if (text === '.') return next === undefined || next.spaced ? this.#push('sentence', at + 1) : at + 1;
    if (text === '/' && spaced && next?.spaced) return this.#push('bar', at + 1);
    if (text === '-') return spaced || next?.spaced ? this.#push({ kind: 'dash' }, at + 1) : at + 1;
    if (text === '(') return this.#sectorEnd(at + 1) ?? this.#push({ kind: 'open' }, at + 1);
    // "B&M" is a name.
    if (text === '&' && !spaced && !next?.spaced) return at + 1;
    const mark = MARKS[text];
    // Quotes, "/" and the like say nothing by themselves.
    return mark ? this.#push({ kind: mark } as Term, at + 1) : at + 1;
  }

  #isInBracket(): boolean {
    const last = this.#terms
      .slice(-LONGEST_BRACKET)
      .findLast((term) => typeof term === 'string' || isKind(term, 'open', 'close'));
    return isKind(last, 'open');
  }

  /** Behind a bracket that speaks of the whole sector: "(industry average: 3.6)". */
  #sectorEnd(at: number): number | undefined {
    if (endOf(this.#tokens, at, BESIDE_FIGURES.sector) === undefined) return undefined;
    const length = this.#tokens.slice(at, at + LONGEST_BRACKET).findIndex(({ text }) => text === ')');
    return length === -1 ? undefined : at + length + 1;
  }

  /** "In 2026", "en novembre 2026". */
  #thisYear(at: number): Time | undefined {
    const [word, year] = this.#tokens.slice(at, at + 2);
    if (!IN_TIME.includes(word?.text ?? '') || !year) return undefined;
    if (isThisYear(year.text, this.#now)) return { means: 'now', end: at + 2 };
    const time = timeAt(this.#tokens, at + 1, this.#now);
    return time?.means === 'now' ? time : undefined;
  }

  /** "As of 12 November 2026" is today's. */
  #toTime({ means }: Time): Term {
    if (means === 'past') return { kind: 'year' };
    return { kind: means === 'now' || (means === 'recent' && isKind(this.#terms.at(-1), 'joint')) ? 'joint' : 'date' };
  }

  #readWord(at: number): number {
    const { text, capital, start, end } = this.#tokens[at] as Token;
    const counted = this.#counts.behindWord(at);
    if (counted) return this.#push(counted.term, counted.end);
    const fact = factEnd(this.#tokens, at);
    if (fact !== undefined) return this.#push({ kind: 'joint' }, fact);
    const word = termAt(this.#tokens, at, this.#words);
    const reviews = termAt(this.#tokens, at, BESIDE_FIGURES.reviews);
    const found = reviews && reviews.to > (word?.to ?? at) ? reviews : word;
    const trend = this.#trendEnd(at);
    if (trend !== undefined && trend > (found?.to ?? at)) return this.#push({ kind: 'trend' }, trend);
    // "IT is rated 3.9", "would recommend IT" are of a department.
    const isAbbreviation =
      (found?.means === 'employer' && this.#source.slice(start, end) === 'IT') ||
      (found?.means === 'recommended' && /\bIT\b/.test(this.#source.slice(start, this.#tokens[found.to - 1]?.end)));
    const mark = MARKS[text];
    if (mark && (!found || found.to === at + 1)) return this.#push({ kind: mark } as Term, at + 1);
    if (!found || isAbbreviation) return this.#push({ kind: 'unknown', capital }, at + 1);
    if (found.means === 'recommended') return this.#push({ kind: 'aspect', recommended: true }, found.to);
    return this.#push({ kind: KINDS[found.means] ?? found.means } as Term, this.#personEnd(found.to));
  }

  /** "stable at 3.6 over the last 12 months": since when stands behind the figure too. */
  #trendEnd(at: number): number | undefined {
    const isMoved = this.#terms.slice(-4).some((term) => isKind(term, 'trend'));
    return trendEnd(this.#tokens, at) ?? (isMoved ? periodEnd(this.#tokens, at) : undefined);
  }

  #personEnd(at: number): number {
    if (!CHIEFS.includes(this.#tokens[at - 1]?.text ?? '')) return at;
    // "72% approve of CEO · Ken Murphy"
    const from = this.#tokens[at]?.kind === 'break' ? at + 1 : at;
    let end = from;
    while (end < from + 3 && this.#tokens[end]?.kind === 'word' && this.#tokens[end]?.capital) end += 1;
    const isWhole = from === at || (this.#tokens[end]?.kind ?? 'break') === 'break';
    return isWhole && end > from ? end : at;
  }

  #readNumber(at: number): number {
    const ago = termAt(this.#tokens, at, this.#words);
    if (ago) return this.#push({ kind: KINDS[ago.means] ?? ago.means } as Term, ago.to);
    const figure = figureAt(this.#tokens, at) as Figure;
    if (figure.sign === 'percent') {
      // "3.4 61% recommend": what is counted in per cent is another matter.
      if (isRated(this.#terms)) this.#push('bar', at);
      return this.#push({ kind: 'percent' }, figure.end);
    }
    if (figure.sign === 'unit') return this.#push({ kind: 'unknown', capital: true }, figure.end);
    if (figure.sign !== 'none') return this.#push({ kind: 'number' }, figure.end);
    const counted = this.#counts.ofFigure(at, figure, this.#terms);
    if (counted) return this.#push(counted.term, counted.end);
    if (isYear(figure.text) && !scaleAt(this.#tokens, figure.end))
      return this.#push({ kind: isThisYear(figure.text, this.#now) ? 'joint' : 'year' }, figure.end);
    const { term, end } = this.#toRating(figure);
    return this.#push(term, end);
  }

  #toRating(figure: Figure): Reading {
    const starred = starsEnd(this.#tokens, figure.end);
    const scale = scaleAt(this.#tokens, starred);
    if (scale && scale.of !== 5) {
      // "7 of 20 reviews": what looks like a scale is a count.
      const counted = figureAt(this.#tokens, scale.at);
      const isRating = readRating(figure.text) !== null && Number.isNaN(scale.of);
      const isPart = !isRating && counted !== undefined && this.#counts.reviewsEnd(counted.end) !== undefined;
      // "note moyenne : 3,5 sur 120 avis"
      if (!isPart || !/[.,]/.test(figure.text))
        return { term: { kind: 'figure' }, end: isPart ? figure.end : scale.end };
    }
    const end = scale?.of === 5 ? starsEnd(this.#tokens, scale.end) : starred;
    // "rated 3. …": the rest of the figure was cut off.
    const next = this.#tokens[end]?.text;
    const isCut = isCutAt(this.#tokens, end);
    // "5 stars: 310 reviews" is a bar of a histogram.
    const isBar = figure.text.length === 1 && !this.#isLabelled() && (!scale || next === ':');
    if (isBar && end > figure.end) return { term: { kind: 'aspect' }, end };
    const value = /^\d(?:[.,]\d{1,2})?$/.test(figure.text) ? readRating(figure.text) : null;
    if (value === null || isBar || isCut) return { term: { kind: 'figure' }, end };
    return { term: { kind: 'rating', value, whole: Number.isInteger(value) }, end };
  }

  #isLabelled(): boolean {
    const said = this.#terms.slice(-6).findLast((term) => !isKind(term, 'joint', 'colon'));
    return isKind(said, 'label', 'overall', 'name');
  }
}
