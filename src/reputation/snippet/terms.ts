import { unaccent } from '../../lib/text.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { termAt, type Term, type Vocabulary } from '../../reading/vocabulary.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import { CountReader } from './counts.ts';
import { figureAt, isEllipsis, isStar, isYear, scaleAt, type Figure } from './figure.ts';
import { formerLeadEnd } from './formers.ts';
import { MARKS, type Role } from './kinds.ts';
import { withLists } from './lists.ts';
import type { NameReader } from './names.ts';
import { readRatingTerm } from './rating-term.ts';
import { isBeginning, isRated } from './earlier-terms.ts';
import { isKind, lettersOf, type Break, type SnippetTerm } from './term.ts';
import { isThisYear, thisYearAt, timeAt, wholeDayAt, type Time } from './times.ts';
import { periodEnd, trendEnd } from './trends.ts';
import { BESIDE_FIGURES, phraseEnd, WORDS_ON } from './vocabularies.ts';

/** The terms for meanings (`Role`) that are not kinds of terms. */
const SORTS: Readonly<Partial<Record<Role, SnippetTerm>>> = {
  author: { kind: 'unknown', capital: true, review: true },
  recommended: { kind: 'aspect', recommended: true },
  category: { kind: 'aspect', category: true },
  customers: { kind: 'aspect' },
  sector: { kind: 'aspect' },
  stars: { kind: 'label' },
  ago: { kind: 'date' },
};
/** Object pronouns, which mean the employer before a verb of raters: "les employés le notent". */
const OBJECTS = ['le', 'la', "l'", 'les', 'lui'];
/** Maximum number of terms between the verb and the figures in "improved its rating to 3.6 from 3.4". */
const LONGEST_MOVE = 8;
const DIRECTORS = ['ceo', 'pdg', 'directeur', 'executive'];
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»' };
const SHORTEST_QUOTATION = 2;
const LONGEST_QUOTATION = 60;
const SITES = ['glassdoor', 'indeed'];
const SHORTEST_CUT = 2;
const PRONOUNS = ['it', 'elle', 'lui', 'they', 'ils', 'elles'];

export interface ReadText {
  terms: (SnippetTerm | Break)[];
  /** ISO date at the start of the text, if it is more than a year ago. */
  asOf?: string;
}

/** Reads a text as terms and the breaks between them, in linear time. */
export function readTerms(text: string, site: ReviewSite, names: NameReader, now: number): ReadText {
  const terms = new TermReader(text, site, names, now).read();
  // "12 March 2019 — …": search engines put the date of their copy of the page before the text.
  const isOutdated = isKind(terms[0], 'year') && (typeof terms[1] === 'string' || isKind(terms[1], 'dash', 'colon'));
  if (!isOutdated) return { terms: withLists(terms) };
  // "12 March 2019 · 3.9 · 1,002 reviews" may be a row of a table, and "12 March 2019 · Tesco: 4.0" a single review.
  const isWhole = terms.some((term) => isKind(term, 'count')) && terms.some((term) => isKind(term, 'name'));
  const isPrefix = isKind(terms[1], 'dash') || (terms[1] === 'bar' && isWhole);
  const asOf = isPrefix ? wholeDayAt(tokenize(text), 0) : undefined;
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
    const before = this.#terms.at(-1);
    // In "the company Tesco", the name replaces "the company".
    if (name !== undefined && typeof before === 'object' && before.kind === 'employer' && !before.pronoun)
      this.#terms.pop();
    if (name !== undefined) return this.#push({ kind: 'name' }, this.#otherNamesEnd(name) ?? name);
    const former = formerLeadEnd(this.#tokens, at);
    if (former !== undefined) return this.#push({ kind: 'joint' }, former);
    if (kind === 'break' || kind === 'mark') return this.#readMark(at);
    const time = timeAt(this.#tokens, at, this.#now) ?? thisYearAt(this.#tokens, at, this.#now);
    if (time) return this.#pushTime(time);
    return kind === 'number' ? this.#readNumber(at) : this.#readWord(at);
  }

  /**
   * Returns the index after further names in brackets ("JLR (Jaguar Land Rover)") or a legal form after a comma ("Acme,
   * Inc.").
   */
  #otherNamesEnd(at: number): number | undefined {
    const [open, letters, close] = this.#tokens.slice(at, at + 3);
    if (open?.text === '(' && close?.text === ')' && this.#names.isAbbreviation(letters?.text ?? '')) return at + 3;
    const same = this.#tokens[at]?.text === '(' ? this.#names.endAt(this.#tokens, at + 1) : undefined;
    return same !== undefined && this.#tokens[same]?.text === ')' ? same + 1 : phraseEnd(this.#tokens, at, 'legal');
  }

  /** Returns the index after a director's name, such as "Jane Smith" in "approve of CEO Jane Smith". */
  #directorEnd(at: number): number {
    let end = at;
    while (this.#tokens[end]?.capital && !termAt(this.#tokens, end, this.#words)) end += 1;
    return end;
  }

  #push(term: SnippetTerm | Break, next: number): number {
    this.#terms.push(term);
    return next;
  }

  #readMark(at: number): number {
    const { text, kind, spaced } = this.#tokens[at] as Token;
    const next = this.#tokens[at + 1];
    // Stars without a figure have no meaning, nor has the break that the tokenizer assumes inside "SolidWorks".
    if (isStar(text) || (kind === 'break' && text === '')) return at + 1;
    if (kind === 'break' || text === ';') return this.#push('bar', at + 1);
    if (text === '?') return this.#push('question', at + 1);
    const quoted = this.#quotationEnd(at);
    // Before the first figure, a quotation may name what the figure belongs to ("“Store Manager” 3.9"). After a figure,
    // it is from a review.
    if (quoted !== undefined)
      return this.#push(
        { kind: 'unknown', capital: true, review: this.#terms.some((term) => isKind(term, 'rating', 'count')) },
        quoted,
      );
    if (text === '!' || text === '…') return this.#push('sentence', at + 1);
    // "Jane D. · 12 reviews": a full stop after an initial does not end a sentence.
    const before = this.#tokens[at - 1];
    const isInitial = before?.capital === true && before.text.length === 1 && !isKind(this.#terms.at(-1), 'name');
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

  /** Returns the index after a quotation of several words without figures, such as a review's title. */
  #quotationEnd(at: number): number | undefined {
    const close = CLOSING[(this.#tokens[at] as Token).text];
    const inside = close === undefined ? [] : this.#tokens.slice(at + 1, at + 1 + LONGEST_QUOTATION);
    const to = inside.findIndex(({ text, kind }) => text === close || kind === 'number' || kind === 'break');
    return to >= SHORTEST_QUOTATION && inside[to]?.text === close ? at + to + 2 : undefined;
  }

  /** Adds a past time as `year`, a current one ("as of 12 November 2026") as a joint, and any other as `date`. */
  #pushTime({ means, end }: Time): number {
    if (means === 'past') return this.#push({ kind: 'year' }, end);
    const isNow = means === 'now' || (means === 'recent' && isKind(this.#terms.at(-1), 'joint'));
    return this.#push({ kind: isNow ? 'joint' : 'date' }, end);
  }

  #readWord(at: number): number {
    const { text, capital, start, end } = this.#tokens[at] as Token;
    // "Pros: free meals, fun team": text of a review, to the end of the sentence or part of the line.
    const verdict = isBeginning(this.#terms) ? phraseEnd(this.#tokens, at, 'verdict') : undefined;
    if (verdict !== undefined)
      return this.#push({ kind: 'unknown', capital: true, review: true }, this.#partEnd(verdict));
    const fact = isBeginning(this.#terms) ? this.#factEnd(at) : undefined;
    if (fact !== undefined) return this.#push({ kind: 'joint' }, fact);
    const counted = this.#counts.afterWord(at);
    if (counted) return this.#push(counted.term, counted.end);
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
    // "… | Gl...": the site's name is cut off.
    const isCutSite = text.length >= SHORTEST_CUT && SITES.some((site) => site.startsWith(text));
    if (isCutSite && isEllipsis(this.#tokens, at + 1) && isBeginning(this.#terms))
      return this.#push({ kind: 'site' }, at + 1);
    const mark = MARKS[text];
    if (mark && (!found || found.to === at + 1)) return this.#push({ kind: mark } as SnippetTerm, at + 1);
    if (!found || isAbbreviation) return this.#push({ kind: 'unknown', capital }, at + 1);
    const last = (this.#tokens[found.to - 1] as Token).text;
    if (DIRECTORS.includes(last)) return this.#push({ kind: 'aspect' }, this.#directorEnd(found.to));
    if (found.means === 'employer' || found.means === 'raters')
      return this.#push({ kind: found.means, pronoun: found.to === at + 1 && PRONOUNS.includes(text) }, found.to);
    return this.#pushMeaning(found);
  }

  #pushMeaning({ means, to }: Term<Role>): number {
    return this.#push(SORTS[means] ?? ({ kind: means } as SnippetTerm), to);
  }

  /** Returns the index after a fact about the employer that contains no rating: "Headquarters: Leeds, England". */
  #factEnd(at: number): number | undefined {
    const colon = phraseEnd(this.#tokens, at, 'facts');
    if (colon === undefined || this.#tokens[colon]?.text !== ':') return undefined;
    const end = this.#partEnd(colon + 1);
    const fact = this.#tokens.slice(colon + 1, end);
    return fact.some(({ text }) => /^[1-5](?:[.,]\d\d?)?$/.test(text)) ? undefined : end;
  }

  /** Returns the index of the next end of a sentence or part of a line. */
  #partEnd(from: number): number {
    const isEnd = ({ text, kind }: Token): boolean => (kind === 'break' && text !== '') || '.;'.includes(text || ' ');
    let end = from;
    while (end < this.#tokens.length && !isEnd(this.#tokens[end] as Token)) end += 1;
    return end;
  }

  /** Like `trendEnd`, but also finds a period that follows the figure: "stable at 3.6 over the last 12 months". */
  #trendEnd(at: number): number | undefined {
    const since = /~[^~.|]*$/.exec(lettersOf(this.#terms.slice(-LONGEST_MOVE)))?.[0];
    const isNear = since !== undefined && since.length <= 4;
    return trendEnd(this.#tokens, at) ?? (isNear ? periodEnd(this.#tokens, at) : undefined);
  }

  #readNumber(at: number): number {
    const ago = termAt(this.#tokens, at, this.#words);
    if (ago) return this.#pushMeaning(ago);
    const figure = figureAt(this.#tokens, at) as Figure;
    if (figure.sign === 'percent') {
      // "3.4 61% recommend": the percentage is a separate figure.
      if (isRated(this.#terms) || isKind(this.#terms.at(-1), 'count')) this.#push('bar', at);
      return this.#push({ kind: 'percent' }, figure.end);
    }
    if (figure.sign !== 'none') return this.#push({ kind: 'number' }, figure.end);
    const counted = this.#counts.ofFigure(at, figure, this.#terms);
    if (counted) return this.#push(counted.term, counted.end);
    if (isYear(figure.text) && !scaleAt(this.#tokens, figure.end))
      return this.#pushTime({ means: isThisYear(figure.text, this.#now) ? 'now' : 'past', end: figure.end });
    // "3M · 1.7 · 900 reviews": at the beginning, "3M" is a company's name.
    if (/^\d{1,2}[km]$/.test(figure.text) && isBeginning(this.#terms))
      return this.#push({ kind: 'unknown', capital: true }, figure.end);
    const { term, end } = readRatingTerm(this.#tokens, figure, this.#counts);
    // "3.4 3.4 out of 5 stars": Indeed states a rating twice.
    const isTwice = end > figure.end && JSON.stringify(this.#terms.at(-1)) === JSON.stringify(term);
    if (isTwice && term.kind === 'rating') return end;
    return this.#push(term, end);
  }
}
