import type { ReviewCount } from '../../reading/count.ts';
import type { SnippetTerm } from './term.ts';

/**
 * A rating or a number of reviews of the employer. `named`: the employer's name is beside it. `rating`: the last rating
 * before a number of reviews.
 */
export type Finding =
  | { kind: 'rating'; value: number; named: boolean }
  | { kind: 'count'; count: ReviewCount; named: boolean; rating?: number };

/** No employer has as many reviews, but a site has. */
const MOST_OF_ONE = 500_000;

type Found = Finding & {
  /**
   * True if the statement alone does not show that the figure is the employer's: later text may then show that it
   * belongs to another owner.
   */
  ownerUnconfirmed: boolean;
  /** True if later text has shown that the figure may belong to another owner. */
  doubtful: boolean;
  /**
   * True for a rating that may be a single reviewer's, such as a whole number of stars beside a name, until a number of
   * reviews follows it. Also true for a number of 0 reviews, or of more than any employer has. Such figures are not
   * used.
   */
  maybeSingleReview: boolean;
};

export class FoundFigures {
  readonly #found: Found[] = [];
  /** Index of the first figure of the current row: consecutive figures of one owner, as in "3.6 · 900 reviews". */
  #row = 0;

  /**
   * Returns the figures that are neither doubtful nor perhaps a single reviewer's. Leaves out a figure without the
   * employer's name if a doubtful figure of the same kind differs from it.
   */
  certain(): Finding[] {
    const certain = this.#found.filter((found) => !found.doubtful && !found.maybeSingleReview);
    const doubts = this.#found.filter(({ doubtful }) => doubtful);
    const isContested = (found: Found): boolean =>
      doubts.some((doubt) => doubt.kind === found.kind && valueOf(doubt) !== valueOf(found));
    return certain.filter((found) => found.named || !isContested(found));
  }

  beginRow(): void {
    this.#row = this.#found.length;
  }

  isRowRated(): boolean {
    return this.#found.slice(this.#row).some(({ kind }) => kind === 'rating');
  }

  /** Makes all figures of the row doubtful or, if `all` is false, only those whose owner is unconfirmed. */
  doubtRow(all: boolean): void {
    for (const found of this.#found.slice(this.#row)) found.doubtful ||= found.ownerUnconfirmed || all;
  }

  /**
   * Adds a statement's rating. `own`: the statement's shape alone shows that the rating is the employer's. `unsigned`:
   * nothing beside it can be a reviewer's name or the text of a single review.
   */
  addRating(
    terms: readonly SnippetTerm[],
    rating: SnippetTerm & { kind: 'rating' },
    own: boolean,
    unsigned: boolean,
  ): void {
    const named = own && terms.some(({ kind }) => kind === 'name');
    const isOfAll = own || terms.some(({ kind }) => kind === 'overall' || kind === 'count');
    const found = { kind: 'rating' as const, value: rating.value, named, ownerUnconfirmed: !own, doubtful: false };
    this.#found.push({ ...found, maybeSingleReview: rating.whole && !isOfAll && !(rating.exact && unsigned) });
  }

  /**
   * Adds a statement's numbers of reviews. `isNamed`: the employer's name is beside them. `behindRating`: the previous
   * statement has a rating.
   */
  addCounts(terms: readonly SnippetTerm[], isNamed: boolean, behindRating: boolean): void {
    const counts = terms.filter((term) => term.kind === 'count').map((term) => this.#toCount(isNamed, term));
    const last = this.#found.at(-1);
    const isNext = behindRating || terms.some(({ kind }) => kind === 'rating');
    const isHeaded = terms[0]?.kind === 'prose' || terms[0]?.kind === 'tab';
    if (last?.kind === 'rating' && this.#found.length > this.#row && isNext && !isHeaded)
      last.maybeSingleReview = false;
    this.#found.push(...counts);
  }

  #toCount(isNamed: boolean, { count, whole }: SnippetTerm & { kind: 'count' }): Found {
    const rating = this.#found.findLast((found) => found.kind === 'rating');
    return {
      kind: 'count',
      count,
      named: isNamed || (rating?.named ?? false),
      ownerUnconfirmed: !whole && !isNamed,
      doubtful: false,
      maybeSingleReview: count.value === 0 || count.value > MOST_OF_ONE,
      ...(rating ? { rating: valueOf(rating) } : {}),
    };
  }
}

function valueOf(found: Finding): number {
  return found.kind === 'rating' ? found.value : found.count.value;
}
