import type { Count } from '../../reading/count.ts';
import type { Cell, Term } from './terms.ts';

/**
 * A rating or a number of reviews that is surely the employer's; `named`: its
 * name stands with it; `rating`: the one that the count stands behind.
 */
export type Finding =
  | { kind: 'rating'; value: number; named: boolean }
  | { kind: 'count'; count: Count; named: boolean; rating?: number };

/**
 * Whose the next figure is: the employer's; something else of the employer
 * ("pay"), until the next break that ends it; the site's own; or nobody knows
 * whose, until the employer's name stands at the beginning of a cell.
 */
type Subject = 'employer' | 'aspect' | 'site' | 'unknown';

interface Candidate {
  finding: Finding;
  /** Nothing but other figures stands before it. */
  bare: boolean;
  /** Written with a decimal, as the sites write theirs. */
  decimal: boolean;
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
  let before: SentenceReader | undefined;
  for (const sentence of sentences) {
    const reader: SentenceReader = new SentenceReader(sentence, before);
    found.push(...reader.read());
    before = reader;
  }
  const counted = found.some(
    ({ finding }, index) =>
      finding.kind === 'count' && (finding.rating !== undefined || found[index + 1]?.finding.kind === 'rating'),
  );
  return found.filter(({ oneReview }) => !oneReview || counted).map(({ finding }) => finding);
}

/**
 * Whether a page's title leaves it open that the page is about a part of the
 * employer, or another ("Tesco driver reviews"): then only what stands with
 * the employer's name is its own. A list ("culture, salaries, interviews") says what a whole page holds.
 */
export function isNarrowed(title: readonly Cell[]): boolean {
  const terms = title.flatMap((cell) => cell.terms);
  const parts = title.filter((cell) => cell.terms.some(({ kind }) => kind === 'aspect')).length;
  return parts === 1 || terms.some((term) => (term.kind === 'other' ? !term.year : term.kind === 'aside'));
}

class SentenceReader {
  #subject: Subject = 'employer';
  readonly #cells: readonly Cell[];
  readonly #found: Candidate[] = [];
  /** Candidates from here on are taken back when what follows makes them somebody else's. */
  #from = 0;
  /** "Pay: Aldi 3.9, Tesco 3.6": what stands before the colon is the subject of all that follows. */
  #headed = false;
  /** Ratings of something else, and whether the last rating was one: a number of reviews behind a single one may be of that. */
  #elsewhere = 0;
  #lastIsElsewhere = false;
  /** The rating that ends the sentence before: "3.4 out of 5. 4,310 reviews." */
  #lastRating: Finding | undefined;

  constructor(cells: readonly Cell[], before: SentenceReader | undefined) {
    this.#cells = cells;
    if (before) {
      this.#subject = before.#subject === 'unknown' && !before.#isPlainProse() ? 'unknown' : 'employer';
      const last = before.#found.at(-1);
      if (last?.decimal) this.#lastRating = last.finding;
    }
  }

  /** A sentence without a figure and without a word that might be a name says nothing of whose the next figure is. */
  #isPlainProse(): boolean {
    return this.#cells.every(({ terms }) =>
      terms.every((term) => (term.kind === 'other' ? !term.capital : term.kind !== 'rating' && term.kind !== 'count')),
    );
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
      this.#subject !== 'employer' &&
      !isFigure(cell.terms[0])
    )
      this.#headed = true;
    // "3.1 Pay · 3.5 overall": an aspect that has had its figure is done with.
    if (cell.after === 'bar' && this.#subject === 'aspect' && before && hasFigure(before)) this.#subject = 'employer';
    const isHeading = next !== undefined && hasFigure(next) && (next.after === 'colon' || next.after === 'dash');
    const isText =
      !hasFigure(cell) &&
      cell.terms[0]?.kind !== 'aside' &&
      cell.terms.some(({ kind }) => kind === 'other' || kind === 'aspect' || kind === 'date');
    // Text alone behind a figure says whose it is ("3.9, Leeds", "3.9 · Aldi"), unless it is said of the next.
    if (isText && !(isHeading && next.after === 'colon')) {
      // "3.6 · 900 reviews · Aldi · 3.9": a list, whose names may stand behind their figures as well as before.
      if (cell.after === 'bar' && next?.after === 'bar' && isFigure(next.terms[0]) && this.#subject !== 'aspect')
        this.#from = 0;
      this.#takeBack(cell.after === 'bar' || isHeading);
    }
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
  #readCell({ terms, after }: Cell, before: Cell | undefined, isStockList: boolean): boolean {
    const head = after === 'colon' && before ? before.terms : [];
    let begun = false;
    const foundBefore = this.#found.length;
    for (const [index, term] of terms.entries()) {
      switch (term.kind) {
        case 'aside':
          if (this.#found.length > 0) return false;
          this.#subject = 'unknown';
          begun = true;
          break;
        case 'name':
          if (this.#subject === 'site') this.#subject = 'employer';
          else if (!begun && !this.#headed && (!before || hasFigure(before) || isDate(before))) this.#begin();
          begun = true;
          break;
        case 'site':
          // "Indeed is rated 4.8", but "Glassdoor: 3.4" and "Glassdoor gives Tesco 3.4".
          if (index === 0 && this.#subject === 'employer' && terms[1]?.kind === 'link') this.#subject = 'site';
          begun = true;
          break;
        case 'raters':
          if (!begun && this.#subject === 'aspect' && (!before || hasFigure(before))) this.#begin();
          begun = true;
          break;
        case 'aspect':
        case 'date':
        case 'other':
          if (isStockList) return false;
          // What stands behind a figure in its cell may say whose it is: "3.9 for pay", "3.9 in 2020".
          if (this.#found.length > foundBefore) this.#takeBack(false);
          if (this.#subject !== 'unknown') this.#subject = term.kind === 'aspect' ? 'aspect' : 'unknown';
          begun = true;
          break;
        case 'rating':
          begun = true;
          this.#readRating(term, [...head, ...terms.slice(0, index)]);
          break;
        case 'count':
          this.#readCount(term, [...head, ...terms.slice(0, index)], begun);
          begun = true;
          break;
        default:
          break;
      }
    }
    return true;
  }

  #begin(): void {
    this.#subject = 'employer';
    this.#from = this.#found.length;
    this.#elsewhere = 0;
    this.#lastIsElsewhere = false;
    this.#lastRating = undefined;
  }

  #readRating({ value, decimal }: Term & { kind: 'rating' }, lead: readonly Term[]): void {
    const behind = lead.findLast(({ kind }) => kind !== 'link' && kind !== 'site');
    this.#lastIsElsewhere = this.#subject !== 'employer' || behind?.kind === 'prose';
    if (this.#lastIsElsewhere) {
      this.#elsewhere += 1;
      return;
    }
    const kinds = new Set(lead.map(({ kind }) => kind));
    const named = kinds.has('name');
    this.#found.push({
      finding: { kind: 'rating', value, named },
      bare: !named && !kinds.has('label') && !kinds.has('overall'),
      decimal,
      oneReview: Number.isInteger(value) && !kinds.has('overall') && !named,
    });
  }

  #readCount({ count, whole, named }: Term & { kind: 'count' }, lead: readonly Term[], begun: boolean): void {
    const own = this.#subject === 'employer' || (this.#subject === 'site' && named);
    const isElsewhere = !own || (this.#lastIsElsewhere && this.#elsewhere === 1);
    this.#elsewhere = 0;
    if (isElsewhere || count.value === 0) return;
    const isFirst = this.#found.length === 0 && !begun && lead.every(({ kind }) => kind === 'link');
    const last = isFirst ? this.#lastRating : this.#found.at(-1)?.finding;
    const rating = last?.kind === 'rating' ? last : undefined;
    const finding: Finding = {
      kind: 'count',
      count,
      named: named || rating?.named === true || lead.some(({ kind }) => kind === 'name'),
      ...(rating ? { rating: rating.value } : {}),
    };
    this.#found.push({ finding, bare: false, decimal: false, oneReview: false });
    if (whole) this.#from = this.#found.length;
  }

  /** What a later word makes somebody else's; the number of reviews of a rating goes with it. */
  #takeBack(bareOnly: boolean): void {
    const taken = this.#found.splice(this.#from);
    const ratings = taken.filter(({ finding }) => finding.kind === 'rating');
    if (bareOnly) {
      const gone = new Set(ratings.filter(({ bare }) => bare).map(({ finding }) => valueOf(finding)));
      this.#found.push(...taken.filter(({ bare, finding }) => !bare && (finding.named || !gone.has(valueOf(finding)))));
    }
    this.#elsewhere += ratings.length;
    this.#lastIsElsewhere ||= ratings.length > 0;
  }
}

/** The rating that a finding is or goes with. */
function valueOf(finding: Finding): number | undefined {
  return finding.kind === 'rating' ? finding.value : finding.rating;
}

function isDate({ terms }: Cell): boolean {
  return terms.every(({ kind }) => kind === 'date' || kind === 'link');
}

function isFigure(term: Term | undefined): boolean {
  return term?.kind === 'rating' || term?.kind === 'count' || term?.kind === 'number';
}

function hasFigure({ terms }: Cell): boolean {
  return terms.some(isFigure);
}
