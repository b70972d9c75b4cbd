import { findReviewSite } from '../sources/review-sites/index.ts';

/** After this many consecutive failures of a review site or search provider, a call starts no further look-up there. */
const MOST_AT_SITE = 2;
const MOST_AT_PROVIDER = 3;

export class Failures {
  readonly #inARow = new Map<string, number>();

  isHopeless(code: string): boolean {
    return (this.#inARow.get(code) ?? 0) >= (findReviewSite(code) ? MOST_AT_SITE : MOST_AT_PROVIDER);
  }

  note(code: string, failed: boolean): void {
    this.#inARow.set(code, failed ? (this.#inARow.get(code) ?? 0) + 1 : 0);
  }
}
