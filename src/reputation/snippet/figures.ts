import { FoundFigures, type Finding } from './found.ts';
import { withReviewsListed } from './lists.ts';
import * as shapes from './shapes.ts';
import { isShare, readStatements, type SnippetStatement } from './statements.ts';
import type { Break, SnippetTerm } from './term.ts';

/**
 * Returns the figures of a text that certainly belong to the employer (SPEC §12). The shape of a figure's statement
 * must be one of those in shapes.ts, and the statement must name the employer or the text must be about nothing else.
 */
export function readFigures(terms: readonly (SnippetTerm | Break)[]): Finding[] {
  const reader = new FigureReader();
  const statements = readStatements(terms);
  for (const [index, statement] of statements.entries()) {
    const before = statements[index - 1]?.shape ?? '';
    const behind = statements[index + 1]?.shape ?? '';
    const isSigned = shapes.REVIEWER.test(before) || shapes.REVIEWER.test(behind) || shapes.REVIEWED.test(behind);
    reader.read(statement, !isSigned && !shapes.REVIEWER_BEHIND.test(statement.shape));
  }
  return reader.findings();
}

/**
 * True if the title shows that the page may be about only a part of the employer ("Tesco driver reviews"). Figures then
 * count only with the employer's name. A list that includes reviews ("reviews, culture, salaries") describes a page
 * about the whole employer.
 */
export function isNarrowed(title: readonly (SnippetTerm | Break)[]): boolean {
  const parts = readStatements(withReviewsListed(title)).map(({ shape }) => shape);
  const ofParts = parts.filter((shape) => /[AT]/.test(shape));
  // "Questions and Answers about Tesco" is a page without reviews.
  const isOfReviews = parts.some((shape) => /[wCPLOR]/.test(shape));
  return parts.some((shape) => /[U!Y]/.test(shape)) || ofParts.length === 1 || (ofParts.length > 1 && !isOfReviews);
}

class FigureReader {
  /**
   * The owner of a figure without a name. `heading`: a link such as "View all", after which only a number of reviews is
   * the employer's; `something`: an aspect ("pay") or prose, until its figure or the end of the sentence; `review`: one
   * person's, until the employer is named or a sentence has a rating with the number of reviews; `anything`: unknown,
   * until the employer is named.
   */
  #owner: 'employer' | 'heading' | 'something' | 'review' | 'anything' = 'employer';
  readonly #found = new FoundFigures();
  /**
   * Number of consecutive ratings that are not the employer's. If there is only one, a number of reviews after it may
   * belong to it.
   */
  #elsewhere = 0;
  /** True if the ratings counted in `#elsewhere` are sub-ratings after the overall rating. */
  #byCategory = false;
  /** True if the owner of a rating counted in `#elsewhere` is unknown. */
  #isMixed = false;
  /** True after a heading with a colon, which applies to all figures after it: "Pay: Aldi 3.9, Tesco 3.6". */
  #headed = false;
  /**
   * False once the sentence has mentioned something other than the employer as a whole; `#wasSure` is the value before
   * the current statement.
   */
  #isSure = true;
  #wasSure = true;
  /** True if the sentence before is a question about an aspect or about something unknown. */
  #isAsked = false;
  #before: SnippetStatement | undefined;
  #isUnsigned = false;

  findings(): Finding[] {
    return this.#found.certain();
  }

  /** `unsigned`: true if nothing beside the statement can be a reviewer's name or the text of a single review. */
  read(statement: SnippetStatement, unsigned: boolean): void {
    this.#isUnsigned = unsigned;
    this.#wasSure = this.#isSure;
    if (statement.after === 'sentence') this.#isSure = true;
    this.#enter(statement);
    this.#interpret(statement);
    if (statement.isCut || isAboutOther(statement)) this.#isSure = false;
    this.#before = statement;
  }

  #enter({ after, answers }: SnippetStatement): void {
    if (after === 'comma') return;
    const before = this.#before?.shape ?? '';
    if (after === 'sentence') {
      this.#isAsked = answers && (!this.#wasSure || this.#isAsked);
      this.#headed = false;
      this.#found.beginRow();
      this.#endElsewhere();
      this.#isMixed = false;
    }
    // In "3.1 Pay · 3.5 overall", the aspect already has its figure. In "Pay. 3.1" and "Employees rate pay. 3.1" the
    // figure comes next.
    const isDone =
      (/[RX%]/.test(before) && !shapes.LEADS_ON.test(before)) ||
      (after === 'sentence' && !shapes.OPEN_HEADING.test(before));
    if (isDone && (this.#owner === 'something' || this.#owner === 'heading')) this.#owner = 'employer';
    if (after === 'bar' && this.#owner === 'employer' && shapes.HEADING.test(before)) this.#owner = 'heading';
  }

  #interpret(statement: SnippetStatement): void {
    const { after, answers, terms, shape } = statement;
    const isFigure = /[RC]/.test(shape);
    const isClosing = terms.some(isOfReview) || shapes.PROSE.test(shape);
    // "3.6 (900 reviews) — Find out what …", "3.6 (900 reviews) · “Great team” …": the figures before are complete.
    if (after === 'bar' && isClosing) this.#found.beginRow();
    if (/[UA][^RCXx]*:[^RCXxLO]/.test(shape)) this.#headed = true;
    const refersToOther =
      (!this.#wasSure && (shapes.DEMONSTRATIVE.test(shape) || hasPronoun(terms, 'employer'))) ||
      (!(answers && this.#wasSure) && hasPronoun(terms, 'raters')) ||
      (this.#isAsked && isFigure && !terms.some(({ kind }) => kind === 'overall'));
    // "Tesco has 900 reviews with a rating of 3.0" states an average.
    const isAverage = (term: SnippetTerm & { kind: 'rating' }): boolean =>
      term.exact === true && term.value > 1 && term.value < 5 && /^j?N[^R]*C[jE]*j[LO]+jR/.test(shape);
    const isNarrow =
      terms.some((term) => term.kind === 'rating' && term.whole && !isAverage(term)) &&
      shapes.COUNT_OF_STARS.test(shape);
    if (/[UY!]|[jm]D/.test(shape) || refersToOther || isNarrow) return this.#readUnknown(shape, after, terms);
    const isOfBefore = this.#headed || (after === 'comma' && mentionsOthers(this.#before));
    if (shapes.OWN_RATING.test(shape) && !isOfBefore) return this.#addRating(statement, true);
    if (shapes.BARE_RATING.test(shape)) return this.#addRating(statement, false);
    if (terms.some((term) => term.kind === 'count' && term.whole) || (shapes.COUNT.test(shape) && !isOfBefore))
      return this.#addCounts(terms, shape, after);
    // "3.4 for outlook 3.5": one aspect with two figures.
    if (countOf(shape, /R/g) > Math.max(1, countOf(shape, /[AT]/g))) return this.#readUnknown(shape, after, terms);
    if (/[AT%]/.test(shape) && !shapes.HEADING.test(shape)) return this.#readAspect(shape, after, terms);
    if (isFigure) return this.#readUnknown(shape, after, terms);
    if (!shapes.NAME_ALONE.test(shape) || isOfBefore) return;
    this.#owner = 'employer';
    this.#endElsewhere();
  }

  /** Reads a statement about an aspect, which either has its own figure or is the heading of the figures after it. */
  #readAspect(shape: string, after: SnippetStatement['after'], terms: readonly SnippetTerm[]): void {
    const aspects = terms.filter((term) => term.kind === 'aspect');
    if (shape.includes('R'))
      this.#byCategory &&= after === 'bar' && aspects.length > 0 && aspects.every(({ category }) => category);
    this.#countElsewhere(shape);
    // "Based on 900 reviews, pay is rated 3.9": 900 may be the number of pay ratings.
    if (after === 'comma' && shape.includes('R') && shapes.BASED_ON.test(this.#before?.shape ?? ''))
      this.#doubtRow(after);
    // "…, diversity, 3.4": the figures before and after "diversity" may both be its rating.
    if (after === 'comma' && /^j?A[,-]/.test(shape)) this.#doubtRow(after);
    if (shapes.LEADS_ON.test(shape)) this.#owner = 'something';
    if (/[RCXx%]/.test(shape)) return;
    this.#doubtRow(after);
    if (this.#owner === 'employer') this.#owner = 'something';
  }

  /** Reads a statement with an unknown word, which may own the figures around it. */
  #readUnknown(shape: string, after: SnippetStatement['after'], terms: readonly SnippetTerm[]): void {
    const isFigure = /[RC]/.test(shape);
    // "…, is a British supermarket" is still about the employer. "…, Aldi 3.9" is the next company in a list.
    const isPredicate = after === 'comma' && /^j?v/.test(shape) && !isFigure;
    const isNext = after === 'comma' && shapes.NEXT_IN_ROW.test(shape);
    if (
      !(shape === 'Y' && after !== 'comma') &&
      !(shape.includes('%') && !isFigure) &&
      !isPredicate &&
      !(shapes.SUBJECT.test(shape) && !mayName(terms)) &&
      (!isFigure || after === 'comma' || shapes.BEFORE_COMMA.test(shape))
    )
      this.#doubtRow(isNext ? 'bar' : after);
    if (isFigure) this.#byCategory = false;
    this.#countElsewhere(shape);
    const unknown = terms.find(({ kind }) => kind === 'unknown');
    const isAlone = /employer|review/.test(this.#owner) && !/[AY!]/.test(shape);
    if (unknown && isOfReview(unknown)) this.#owner = isAlone ? 'review' : 'anything';
    // "version 3 · 3.9": the number after the unknown word shows that the word names something with figures.
    else if (isFigure || /Uj?x/.test(shape) || (after === 'sentence' && shapes.PHRASE.test(shape)))
      this.#owner = 'anything';
    else if (this.#owner === 'review') return;
    else if (mayName(terms)) this.#owner = 'anything';
    else if (this.#owner === 'employer') this.#owner = 'something';
  }

  #endElsewhere(): void {
    this.#elsewhere = 0;
    this.#byCategory = false;
  }

  /**
   * Counts ratings that are not the employer's. A number of reviews belongs to those before it, so counting restarts.
   */
  #countElsewhere(shape: string): void {
    const ratings = countOf(shape.replace(/.*C/, ''), /R/g);
    this.#elsewhere = shape.includes('C') ? ratings : this.#elsewhere + ratings;
  }

  /**
   * Makes the figures before this statement doubtful. In "3.9 · Leeds" and "Tesco: 3.9, Leeds", the rating may be that
   * of Leeds. In "3.9 Tesco, Leeds", it stays certain, because "Tesco, Leeds" is an address.
   */
  #doubtRow(after: SnippetStatement['after']): void {
    if (after === 'sentence') return;
    const isAddress = after === 'comma' && /[R)]N$/.test(this.#before?.shape ?? '');
    if (isAddress) return;
    this.#found.doubtRow(after === 'comma');
  }

  #addRating({ after, terms, shape }: SnippetStatement, own: boolean): void {
    const rating = terms.find((term) => term.kind === 'rating') as SnippetTerm & { kind: 'rating' };
    const isOfAll = after === 'sentence' && this.#owner === 'review' && shapes.OF_REVIEWS.test(shape);
    if (!own && !isOfAll && this.#owner !== 'employer') {
      this.#elsewhere = 1;
      this.#isMixed = true;
      return;
    }
    this.#owner = 'employer';
    if (own || isOfAll) this.#found.beginRow();
    this.#endElsewhere();
    this.#byCategory = own || terms.some(({ kind }) => kind === 'overall');
    this.#found.addRating(terms, rating, own, this.#isUnsigned);
    if (terms.some(({ kind }) => kind === 'count')) this.#addCounts(terms, shape, 'sentence');
  }

  #addCounts(terms: readonly SnippetTerm[], shape: string, after: SnippetStatement['after']): void {
    const isNamed = shapes.NAMED_COUNT.test(shape) || terms.some((term) => term.kind === 'count' && term.named);
    // "52% positive outlook · 400 reviews": 400 may be the number of answers about the outlook.
    if (
      after !== 'sentence' &&
      !isNamed &&
      !this.#found.isRowRated() &&
      shapes.PER_CENT.test(this.#before?.shape ?? '')
    )
      return;
    const isOwn = this.#owner === 'employer' || this.#owner === 'heading';
    const belongsElsewhere = this.#elsewhere === 1 || (this.#isMixed && this.#elsewhere > 0);
    const isElsewhere = !isNamed && (!isOwn || (belongsElsewhere && !this.#byCategory));
    this.#endElsewhere();
    if (isElsewhere && !terms.some((term) => term.kind === 'count' && term.whole)) return;
    if (isNamed || isOwn) this.#owner = 'employer';
    this.#found.addCounts(terms, isNamed, /R/.test(this.#before?.shape ?? ''));
  }
}

/**
 * True if the text after the last figure is not only about the employer: "In Leeds, Tesco …", "Tesco 3.4 (in Leeds, …".
 */
function mentionsOthers(statement: SnippetStatement | undefined): boolean {
  return (
    statement !== undefined && !isShare(statement.terms) && /[UAY!]|jD/.test(statement.shape.replace(/.*[RCX%]/, ''))
  );
}

function isOfReview(term: SnippetTerm): boolean {
  return term.kind === 'unknown' && term.review === true;
}

/**
 * True if a term suggests that the figures around it belong to something else: a year, the start of an aside ("compared
 * with"), or an unknown capitalised word, which may be a name.
 */
function mayName(terms: readonly SnippetTerm[]): boolean {
  return terms.some((term) => /year|aside/.test(term.kind) || (term.kind === 'unknown' && term.capital));
}

/**
 * True if the statement mentions an aspect (except in "64% would recommend"), another kind of page, a comparison, an
 * earlier year or something unknown.
 */
function isAboutOther({ terms, shape }: SnippetStatement): boolean {
  return /[UY!T]/.test(shape) || terms.some((term) => term.kind === 'aspect' && !term.recommended);
}

/** True for "Employees rate it 3.1" (`employer`) and "they rate Tesco 3.1" (`raters`). */
function hasPronoun(terms: readonly SnippetTerm[], kind: 'employer' | 'raters'): boolean {
  return terms.some((term) => term.kind === kind && term.pronoun);
}

function countOf(shape: string, letters: RegExp): number {
  return shape.match(letters)?.length ?? 0;
}
