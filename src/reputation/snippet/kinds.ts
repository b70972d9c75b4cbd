/**
 * The kinds of terms in a line about an employer, each with its letter in a statement's shape. A word that is in no
 * vocabulary is `unknown`: it may be the name of anything, so no figure beside it is read.
 */
export const LETTERS = {
  /** The employer's complete name. */
  name: 'N',
  /** "the company", "it". */
  employer: 'q',
  /** Says that a figure is a rating: "rated", "note". */
  label: 'L',
  /** A label for the average of all reviews: "overall rating". */
  overall: 'O',
  /** Connects a name with a label or a figure: "has", "est". */
  verb: 'v',
  /** Verbs of raters: "rate", "ont attribué". */
  gives: 'g',
  /** The people who rate: "employees". */
  raters: 'E',
  /** Articles and prepositions. */
  joint: 'j',
  /** "more than": allowed before a number of reviews, not before a rating. */
  about: 'm',
  /** The name of the site that the page belongs to. */
  site: 'S',
  /** "reviews" without a number. */
  reviews: 'w',
  /** Words of the site's headings and links, without a figure. */
  prose: 'P',
  /** A complete date, which search engines put before a text. */
  date: 'D',
  /** "up from 3.4 last year", "stable over 12 months": how the rating beside it has changed. */
  trend: '~',
  /** "Updated": the date after it is that of the page. */
  updated: 'd',
  /** A subject with its own figures: pay, the CEO, customers, another site. */
  aspect: 'A',
  /** Ends the part of a sentence that is about the employer. */
  aside: '!',
  /** Another kind of page about the employer: "salaries", "jobs". */
  tab: 'T',
  /** A year, alone or with its month: figures beside it are not current. */
  year: 'Y',
  unknown: 'U',
  rating: 'R',
  count: 'C',
  /** Any other figure, with or without what it counts ("310 salaries"). */
  number: 'X',
  figure: 'x',
  /** A percentage of answers or of reviews. */
  percent: '%',
  comma: ',',
  colon: ':',
  dash: '-',
  open: '(',
  close: ')',
} as const;

export type Kind = keyof typeof LETTERS;

/**
 * Meanings that the word tables give to phrases. The seven added to the kinds count only beside a figure, or are sorts
 * of aspects.
 */
export type Role =
  | Exclude<
      Kind,
      | 'name'
      | 'unknown'
      | 'rating'
      | 'count'
      | 'number'
      | 'percent'
      | 'comma'
      | 'colon'
      | 'dash'
      | 'open'
      | 'close'
      | 'trend'
    >
  | 'filler'
  | 'stars'
  | 'recommended'
  | 'customers'
  | 'category'
  | 'sector'
  | 'ago';

/** Punctuation, and words that separate like a comma. */
export const MARKS: Readonly<Record<string, Kind>> = {
  ':': 'colon',
  '=': 'colon',
  '(': 'open',
  ')': 'close',
  ...Object.fromEntries(
    [',', '&', 'and', 'et', 'but', 'mais', 'while', 'whereas', 'tandis'].map((mark) => [mark, 'comma' as const]),
  ),
};
