import { unaccent } from '../../lib/text.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import { CountReader } from './counts.ts';
import { figureAt, isStar, isYear, scaleAt, type Figure } from './figure.ts';
import { formerEnd, formerLeadEnd } from './formers.ts';
import { MARKS, type Kind, type Role } from './kinds.ts';
import { withLists } from './lists.ts';
import type { NameReader } from './names.ts';
import { readRatingTerm } from './rating-term.ts';
import { isBeginning, isRated } from './earlier-terms.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';
import { IN_TIME, isAsOf, isThisYear, thisYearAt, timeAt, wholeDayAt, type Time } from './times.ts';
import { movedFromEnd, periodEnd, trendEnd } from './trends.ts';
import { BESIDE_FIGURES, WORDS_ON } from './vocabularies.ts';

const KINDS: Readonly<Partial<Record<Role, Kind>>> = {
  category: 'aspect',
  stars: 'label',
  sector: 'aspect',
  ago: 'date',
};
/** Object pronouns, which mean the employer before a verb of raters: "les employés le notent". */
const OBJECTS = ['le', 'la', "l'", 'les', 'lui'];
/** Maximum number of terms between the verb and the figures in "improved its rating to 3.6 from 3.4". */
const LONGEST_MOVE = 8;
/** Adjectives that do not change whose rating or reviews are meant: "a solid 3.6", "note correcte", "avis vérifiés". */
const ADJECTIVES: readonly string[] =
  'solid decent respectable modest mediocre strong fair healthy impressive correct correcte honorable solide mitigee decente verifies verifiees'.split(
    ' ',
  );
const PRONOUNS = ['it', 'elle', 'lui', 'they', 'ils', 'elles'];

export interface ReadText {
  terms: (SnippetTerm | Break)[];
  asOf?: string;
}

/** Reads a text as terms and the breaks between them, in linear time. */
export function readTerms(text: string, site: ReviewSite, names: NameReader, now: number): ReadText {
  const terms = new TermReader(text, site, names, now).read();
  // "12 March 2019 — …": search engines put the date of their copy before the text.
  const isOutdated = isKind(terms[0], 'year') && (typeof terms[1] === 'string' || isKind(terms[1], 'dash', 'colon'));
  if (!isOutdated) return { terms: withLists(terms) };
  const asOf = isKind(terms[1], 'dash') ? wholeDayAt(tokenize(text), 0) : undefined;
  return asOf === undefined || Date.parse(asOf) > now ? { terms: [] } : { terms: withLists(terms.slice(2)), asOf };
}

class TermReader {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #names: NameReader;
  readonly #now: number;
  readonly #counts: CountReader;
  readonly #terms: (SnippetTerm | Break)[] = [];

  constructor(text: string, site: ReviewSite, names: NameReader, now: number) {
    this.#source = unaccent(text);
    this.#tokens = tokenize(text);
    this.#words = WORDS_ON[site];
    this.#names = names;
    this.#now = now;
    this.#counts = new CountReader(this.#tokens, this.#words, names, now);
  }

  read(): (SnippetTerm | Break)[] {
    let at = 0;
    while (at < this.#tokens.length) at = this.#readAt(at);
    return this.#terms;
  }

  #readAt(at: number): number {
    const { kind } = this.#tokens[at] as Token;
    const name = this.#names.endAt(this.#tokens, at);
    if (name !== undefined) return this.#push({ kind: 'name' }, name);
    const former = formerLeadEnd(this.#tokens, at);
    if (former !== undefined) return this.#push({ kind: 'joint' }, former);
    const past = isKind(this.#terms.at(-1), 'rating') ? formerEnd(this.#tokens, at, this.#now) : undefined;
    if (past !== undefined) return this.#push({ kind: 'trend' }, past);
    if (kind === 'break' || kind === 'mark') return this.#readMark(at);
    const time = timeAt(this.#tokens, at, this.#now) ?? thisYearAt(this.#tokens, at, this.#now);
    if (time) {
      // "As of November 2026: |3.6": the colon belongs to the date.
      const term = this.#toTime(time);
      const isMarked = isKind(term, 'joint') && isAsOf(this.#tokens, at) && this.#tokens[time.end]?.text === ':';
      return this.#push(term, isMarked ? time.end + 1 : time.end);
    }
    return kind === 'number' ? this.#readNumber(at) : this.#readWord(at);
  }

  #push(term: SnippetTerm | Break, next: number): number {
    this.#terms.push(term);
    return next;
  }

  #readMark(at: number): number {
    const { text, kind, spaced } = this.#tokens[at] as Token;
    const next = this.#tokens[at + 1];
    // Stars without a figure, and an assumed line break as in "SolidWorks", have no meaning.
    if (isStar(text) || (kind === 'break' && text === '')) return at + 1;
    if (kind === 'break' || text === ';') return this.#push('bar', at + 1);
    if (text === '?') return this.#push('question', at + 1);
    if (text === '!' || text === '…') return this.#push('sentence', at + 1);
    // "Jane D. · 12 reviews": a full stop after an initial does not end a sentence.
    const before = this.#tokens[at - 1];
    const isInitial = before?.capital === true && before.text.length === 1;
    if (text === '.')
      return next === undefined || (next.spaced && !isInitial) ? this.#push('sentence', at + 1) : at + 1;
    if (text === '/' && spaced && next?.spaced) return this.#push('bar', at + 1);
    if (text === '-') return spaced || next?.spaced ? this.#push({ kind: 'dash' }, at + 1) : at + 1;
    if (text === '(') return this.#push({ kind: 'open' }, at + 1);
    // "B&M" is a name.
    if (text === '&' && !spaced && !next?.spaced) return at + 1;
    const mark = MARKS[text];
    // Quotation marks, "/" and similar marks have no meaning on their own.
    return mark ? this.#push({ kind: mark } as SnippetTerm, at + 1) : at + 1;
  }

  /** "As of 12 November 2026" marks current figures. */
  #toTime({ means }: Time): SnippetTerm {
    if (means === 'past') return { kind: 'year' };
    const isNow = means === 'now' || (means === 'recent' && isKind(this.#terms.at(-1), 'joint'));
    return isNow ? { kind: 'joint', now: true } : { kind: 'date' };
  }

  #readWord(at: number): number {
    const { text, capital, start, end } = this.#tokens[at] as Token;
    // "in 2020": the year is read next and dates the figures.
    if (IN_TIME.includes(text) && isYear(this.#tokens[at + 1]?.text ?? ''))
      return this.#push({ kind: 'joint' }, at + 1);
    const counted = this.#counts.afterWord(at);
    if (counted) return this.#push(counted.term, counted.end);
    if (
      ADJECTIVES.includes(text) &&
      isKind(this.#terms.at(-1), 'joint', 'verb', 'label', 'overall', 'count', 'reviews')
    )
      return this.#push({ kind: 'joint' }, at + 1);
    const word = termAt(this.#tokens, at, this.#words);
    if (!word && this.#counts.isBefore(at, this.#terms))
      return this.#push({ kind: text === 'some' ? 'about' : 'joint' }, at + 1);
    if (
      OBJECTS.includes(text) &&
      at + 1 < this.#tokens.length &&
      termAt(this.#tokens, at + 1, this.#words)?.means === 'gives'
    )
      return this.#push({ kind: 'employer', pronoun: true }, at + 1);
    const reviews = termAt(this.#tokens, at, BESIDE_FIGURES.reviews);
    const found = reviews && reviews.to > (word?.to ?? at) ? reviews : word;
    const trend = this.#trendEnd(at);
    if (trend !== undefined && trend > (found?.to ?? at)) return this.#push({ kind: 'trend' }, trend);
    // "IT is rated 3.9", "would recommend IT" are about a department.
    const isAbbreviation =
      /^IT(?:'s)?$/.test(this.#source.slice(start, end)) ||
      (found?.means === 'recommended' && /\bIT\b/.test(this.#source.slice(start, this.#tokens[found.to - 1]?.end)));
    const mark = MARKS[text];
    if (mark && (!found || found.to === at + 1)) return this.#push({ kind: mark } as SnippetTerm, at + 1);
    if (!found || isAbbreviation) return this.#push({ kind: 'unknown', capital }, at + 1);
    if (found.means === 'recommended') return this.#push({ kind: 'aspect', recommended: true }, found.to);
    if (found.means === 'category') return this.#push({ kind: 'aspect', category: true }, found.to);
    if (found.means === 'customers') return this.#push({ kind: 'aspect', customers: true }, found.to);
    if (found.means === 'employer' || found.means === 'raters')
      return this.#push({ kind: found.means, pronoun: found.to === at + 1 && PRONOUNS.includes(text) }, found.to);
    return this.#push({ kind: KINDS[found.means] ?? found.means } as SnippetTerm, found.to);
  }

  /** "stable at 3.6 over the last 12 months": the period may also follow the figure. */
  #trendEnd(at: number): number | undefined {
    const trend = trendEnd(this.#tokens, at);
    const behind = this.#terms.slice(-LONGEST_MOVE);
    const since = behind.slice(behind.findLastIndex((term) => isKind(term, 'trend')));
    if (trend !== undefined || !isKind(since[0], 'trend') || since.some((term) => typeof term === 'string'))
      return trend;
    return movedFromEnd(this.#tokens, at) ?? (since.length <= 4 ? periodEnd(this.#tokens, at) : undefined);
  }

  #pushYear(at: number, { text, end }: Figure): number {
    if (!isThisYear(text, this.#now)) return this.#push({ kind: 'year' }, end);
    return this.#push(
      { kind: 'joint', now: true },
      isAsOf(this.#tokens, at) && this.#tokens[end]?.text === ':' ? end + 1 : end,
    );
  }

  #readNumber(at: number): number {
    const ago = termAt(this.#tokens, at, this.#words);
    if (ago) return this.#push({ kind: KINDS[ago.means] ?? ago.means } as SnippetTerm, ago.to);
    const figure = figureAt(this.#tokens, at) as Figure;
    if (figure.sign === 'percent') {
      // "3.4 61% recommend": the percentage is a separate figure.
      if (isRated(this.#terms) || isKind(this.#terms.at(-1), 'count')) this.#push('bar', at);
      return this.#push({ kind: 'percent' }, figure.end);
    }
    if (figure.sign === 'unit') return this.#push({ kind: 'unknown', capital: true }, figure.end);
    if (figure.sign !== 'none') return this.#push({ kind: 'number' }, figure.end);
    const counted = this.#counts.ofFigure(at, figure, this.#terms);
    if (counted) return this.#push(counted.term, counted.end);
    if (isYear(figure.text) && !scaleAt(this.#tokens, figure.end)) return this.#pushYear(at, figure);
    // "3M · 1.7 · 900 reviews": at the beginning, "3M" is a company's name.
    if (/^\d{1,2}[km]$/.test(figure.text) && isBeginning(this.#terms)) {
      return this.#push({ kind: 'unknown', capital: true }, figure.end);
    }
    const { term, end } = readRatingTerm(this.#tokens, figure, this.#counts);
    return this.#push(term, end);
  }
}
