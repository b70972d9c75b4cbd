import type { Count } from '../../reading/count.ts';
import type { Cell, Term } from './terms.ts';

/** A rating or a number of reviews that is surely the employer's; `rating`: the one that the count stands behind. */
export type Finding = { kind: 'rating'; value: number } | { kind: 'count'; count: Count; rating?: number };

/**
 * Whose the next figure is: the employer's; something else of the employer
 * ("pay"), until the next break that ends it; or nobody knows whose, until the
 * employer's name stands at the beginning of a cell.
 */
type Subject = 'employer' | 'aspect' | 'unknown';

interface Candidate {
  finding: Finding;
  /** Nothing but other figures stands before it. */
  bare: boolean;
  /** Whole stars without a word for all reviews may be one review's. */
  oneReview: boolean;
}

/**
 * The figures of a text that are surely the employer's (SPEC §12): before each
 * stands nothing, its name or a label of a rating, and behind it a scale, the
 * count or nothing. One unknown word beside a figure, and it is not read.
 */
export function readFigures(cells: readonly Cell[]): Finding[] {
  const sentences: Cell[][] = [];
  for (const cell of cells) {
    if (cell.after === 'sentence' || sentences.length === 0) sentences.push([cell]);
    else sentences.at(-1)?.push(cell);
  }
  const found: Candidate[] = [];
  let subject: Subject = 'employer';
  for (const sentence of sentences) {
    const reader: SentenceReader = new SentenceReader(sentence, subject);
    found.push(...reader.read());
    subject = reader.subject === 'unknown' && !isPlainProse(sentence) ? 'unknown' : 'employer';
  }
  const counted = found.some(({ finding }) => finding.kind === 'count' && finding.rating !== undefined);
  return found.filter(({ oneReview }) => !oneReview || counted).map(({ finding }) => finding);
}

/** A sentence without a figure and without a word that might be a name says nothing of whose the next figure is. */
function isPlainProse(sentence: readonly Cell[]): boolean {
  return sentence.every(({ terms }) =>
    terms.every((term) => (term.kind === 'other' ? !term.capital : term.kind !== 'rating' && term.kind !== 'count')),
  );
}

class SentenceReader {
  subject: Subject;
  readonly #cells: readonly Cell[];
  readonly #found: Candidate[] = [];
  /** Candidates from here on are taken back when what follows makes them somebody else's. */
  #from = 0;
  /** "Pay: Aldi 3.9, Tesco 3.6": what stands before the colon is the subject of all that follows. */
  #headed = false;
  /** Ratings of something else, and whether the last rating was one: a number of reviews behind a single one may be of that. */
  #elsewhere = 0;
  #lastIsElsewhere = false;

  constructor(cells: readonly Cell[], subject: Subject) {
    this.#cells = cells;
    this.subject = subject;
  }

  read(): Candidate[] {
    for (const [index, cell] of this.#cells.entries()) {
      const before = this.#cells[index - 1];
      this.#enter(cell, before, this.#cells[index + 1]);
      if (!this.#readCell(cell, before, this.#isStockList(index))) break;
    }
    return this.#found;
  }

  /** What a break between two cells means for the subject. */
  #enter(cell: Cell, before: Cell | undefined, next: Cell | undefined): void {
    if (
      cell.after === 'colon' &&
      before &&
      !hasFigure(before) &&
      this.subject !== 'employer' &&
      !isFigure(cell.terms[0])
    )
      this.#headed = true;
    // "3.1 Pay · 3.5 overall": an aspect that has had its figure is done with.
    if (cell.after === 'bar' && this.subject === 'aspect' && before && hasFigure(before)) this.subject = 'employer';
    const isHeading = next !== undefined && hasFigure(next) && (next.after === 'colon' || next.after === 'dash');
    const isText =
      !hasFigure(cell) &&
      cell.terms[0]?.kind !== 'aside' &&
      cell.terms.some(({ kind }) => kind === 'other' || kind === 'aspect');
    // Text alone behind a figure says whose it is ("3.9, Leeds", "3.9 · Aldi"), unless it is said of the next.
    if (isText && !(isHeading && next.after === 'colon')) this.#takeBack(cell.after === 'bar' || isHeading);
    if (cell.after === 'bar') this.#from = this.#found.length;
  }

  /** "12,345 reviews from Tesco employees about Tesco culture, salaries, benefits, …" are about all of it. */
  #isStockList(index: number): boolean {
    const cells = this.#cells.slice(index, index + 3);
    const lists = ({ terms }: Cell) =>
      terms.some(({ kind }) => kind === 'aspect') && !terms.some(({ kind }) => kind === 'other' || kind === 'rating');
    return cells.length === 3 && cells[0]?.terms.some(({ kind }) => kind === 'name') === true && cells.every(lists);
  }

  /** False where the rest of the sentence is prose. */
  #readCell({ terms }: Cell, before: Cell | undefined, isStockList: boolean): boolean {
    let begun = false;
    const foundBefore = this.#found.length;
    for (const [index, term] of terms.entries()) {
      switch (term.kind) {
        case 'aside':
          if (this.#found.length > 0) return false;
          this.subject = 'unknown';
          begun = true;
          break;
        case 'name':
          if (!begun && !this.#headed && (!before || hasFigure(before))) this.#begin();
          begun = true;
          break;
        case 'raters':
          if (!begun && this.subject === 'aspect' && (!before || hasFigure(before))) this.#begin();
          begun = true;
          break;
        case 'aspect':
        case 'other':
          if (isStockList) return false;
          // What stands behind a figure in its cell may say whose it is: "3.9 for pay", "3.9 in 2020".
          if (this.#found.length > foundBefore) this.#takeBack(false);
          if (this.subject !== 'unknown') this.subject = term.kind === 'other' ? 'unknown' : 'aspect';
          begun = true;
          break;
        case 'rating':
          begun = true;
          this.#readRating(term, terms.slice(0, index));
          break;
        case 'count':
          begun = true;
          this.#readCount(term);
          break;
        default:
          break;
      }
    }
    return true;
  }

  #begin(): void {
    this.subject = 'employer';
    this.#from = this.#found.length;
    this.#elsewhere = 0;
    this.#lastIsElsewhere = false;
  }

  #readRating({ value }: Term & { kind: 'rating' }, before: readonly Term[]): void {
    this.#lastIsElsewhere = this.subject !== 'employer';
    if (this.#lastIsElsewhere) {
      this.#elsewhere += 1;
      return;
    }
    const kinds = new Set(before.map(({ kind }) => kind));
    this.#found.push({
      finding: { kind: 'rating', value },
      bare: !kinds.has('name') && !kinds.has('label') && !kinds.has('overall'),
      oneReview: Number.isInteger(value) && !kinds.has('overall') && !kinds.has('name'),
    });
  }

  #readCount({ count, whole }: Term & { kind: 'count' }): void {
    const isElsewhere = this.subject !== 'employer' || (this.#lastIsElsewhere && this.#elsewhere === 1);
    this.#elsewhere = 0;
    if (isElsewhere || count.value === 0) return;
    const last = this.#found.at(-1)?.finding;
    const finding: Finding = { kind: 'count', count, ...(last?.kind === 'rating' ? { rating: last.value } : {}) };
    this.#found.push({ finding, bare: false, oneReview: false });
    if (whole) this.#from = this.#found.length;
  }

  #takeBack(bareOnly: boolean): void {
    const taken = this.#found.splice(this.#from);
    if (bareOnly) this.#found.push(...taken.filter(({ bare }) => !bare));
    const ratings = taken.filter(({ finding }) => finding.kind === 'rating').length;
    this.#elsewhere += ratings;
    this.#lastIsElsewhere ||= ratings > 0;
  }
}

function isFigure(term: Term | undefined): boolean {
  return term?.kind === 'rating' || term?.kind === 'count' || term?.kind === 'number';
}

function hasFigure({ terms }: Cell): boolean {
  return terms.some(isFigure);
}
