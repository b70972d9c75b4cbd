import type { ReviewCount } from '../../reading/count.ts';
import type { SnippetTerm } from './term.ts';

/**
 * A rating or a number of reviews that is surely the employer's; `named`: its
 * name stands with it; `rating`: the one that the count stands behind.
 */
export type Finding =
  | { kind: 'rating'; value: number; named: boolean }
  | { kind: 'count'; count: ReviewCount; named: boolean; rating?: number };

type Found = Finding & {
  /** Stands by itself: what follows may still say that it is somebody else's. */
  bare: boolean;
  doubtful: boolean;
  /** Whole stars beside a reviewer or a review's words may be that reviewer's, unless a count stands with them. */
  oneReviewers: boolean;
};

/** The figures that a text states of the employer, and which of them what stands beside leaves in doubt. */
export class FoundFigures {
  readonly #found: Found[] = [];
  /** Figures from here on stand in one row with what comes next. */
  #row = 0;

  /** Those that nothing makes doubtful. */
  sure(): Finding[] {
    const sure = this.#found.filter((found) => !found.doubtful && !found.oneReviewers);
    const doubts = this.#found.filter(({ doubtful }) => doubtful);
    const isContested = (found: Found): boolean =>
      doubts.some((doubt) => doubt.kind === found.kind && valueOf(doubt) !== valueOf(found));
    return sure.filter((found) => found.named || !isContested(found));
  }

  beginRow(): void {
    this.#row = this.#found.length;
  }

  isRowRated(): boolean {
    return this.#found.slice(this.#row).some(({ kind }) => kind === 'rating');
  }

  /** Of the row only what stands by itself becomes doubtful, or all of it. */
  doubtRow(all: boolean): void {
    for (const found of this.#found.slice(this.#row)) found.doubtful ||= found.bare || all;
  }

  /**
   * A statement's rating; `own`: its shape says by itself that it is the employer's.
   * `unsigned`: nothing beside it may be a reviewer or the words of a single review.
   */
  addRating(
    terms: readonly SnippetTerm[],
    rating: SnippetTerm & { kind: 'rating' },
    own: boolean,
    unsigned: boolean,
  ): void {
    const named = own && terms.some(({ kind }) => kind === 'name');
    const isOfAll = own || terms.some(({ kind }) => kind === 'overall' || kind === 'count');
    const found = { kind: 'rating' as const, value: rating.value, named, bare: !own, doubtful: false };
    this.#found.push({ ...found, oneReviewers: rating.whole && !isOfAll && !(rating.exact && unsigned) });
  }

  /** A statement's numbers of reviews; `isNamed`: they are the employer's by its name; `behindRating`: the statement before has a rating. */
  addCounts(terms: readonly SnippetTerm[], isNamed: boolean, behindRating: boolean): void {
    const counts = terms.filter((term) => term.kind === 'count').map((term) => this.#toCount(isNamed, term));
    const last = this.#found.at(-1);
    const isNext = behindRating || terms.some(({ kind }) => kind === 'rating');
    const isHeaded = terms[0]?.kind === 'prose' || terms[0]?.kind === 'tab';
    if (last?.kind === 'rating' && this.#found.length > this.#row && isNext && !isHeaded) last.oneReviewers = false;
    this.#found.push(...counts);
  }

  #toCount(isNamed: boolean, { count, whole }: SnippetTerm & { kind: 'count' }): Found {
    const rating = this.#found.findLast((found) => found.kind === 'rating');
    return {
      kind: 'count',
      count,
      named: isNamed || (rating?.named ?? false),
      bare: !whole && !isNamed,
      doubtful: false,
      oneReviewers: count.value === 0,
      ...(rating ? { rating: valueOf(rating) } : {}),
    };
  }
}

function valueOf(found: Finding): number {
  return found.kind === 'rating' ? found.value : found.count.value;
}
