/** A text under the page's usual title, or a title and a text. `{name}`, `{rating}` and `{count}` stand for the page's own. */
type Row = string | readonly [title: string, text: string];

/** What search results of one kind of page say, by what a reader surely learns of the employer. */
export interface PageRows {
  url: string;
  name: string;
  country: 'GB' | 'FR';
  /** 3.4 as the page writes it. */
  rating: string;
  /** 5,120 as the page writes it. */
  reviews: string;
  title: string;
  /** A rating with its number of reviews. */
  both: readonly Row[];
  countAlone: readonly Row[];
  neither: readonly Row[];
  /** Figures written in other ways, or others than the page's own. */
  exact: readonly (readonly [title: string, text: string, rating: number | null, count: number | null])[];
}
