/**
 * The kinds of terms in a line about an employer, and the letter of each in a
 * sentence's shape. A word that no vocabulary contains is `unknown`: it may name
 * anything, and no figure beside it is read.
 */
export const LETTERS = {
  /** The employer's own name, all of it. */
  name: 'N',
  /** "the company", "it". */
  employer: 'q',
  /** Says that a figure is a rating: "rated", "note". */
  label: 'L',
  /** A label for the average of all reviews: "overall rating". */
  overall: 'O',
  /** Joins a name to a label or a figure: "has", "est". */
  verb: 'v',
  /** Verbs of raters: "rate", "ont attribué". */
  gives: 'g',
  /** The raters: "employees". */
  raters: 'E',
  /** Articles and prepositions. */
  joint: 'j',
  /** "more than": allowed before a number of reviews, not before a rating. */
  about: 'm',
  /** The site of the page. */
  site: 'S',
  /** "reviews" without a number. */
  reviews: 'w',
  /** Words of the sites' headings and links that have no figure. */
  prose: 'P',
  /** A whole day, as engines put before a text. */
  date: 'D',
  /** "up from 3.4 last year", "stable over 12 months": how the rating beside it has changed. */
  trend: '~',
  /** "Updated": the date behind it is the page's. */
  updated: 'd',
  /** An aspect with its own figures: pay, the CEO, customers, another site. */
  aspect: 'A',
  /** Ends the part of a sentence that is about the employer. */
  aside: '!',
  /** Another page of the employer: "salaries", "jobs". */
  tab: 'T',
  /** A year, alone or with its month. */
  year: 'Y',
  unknown: 'U',
  rating: 'R',
  count: 'C',
  /** Any other figure, with its object ("310 salaries") or without. */
  number: 'X',
  figure: 'x',
  /** A share of those who answered, or of the reviews. */
  percent: '%',
  comma: ',',
  colon: ':',
  dash: '-',
  open: '(',
  close: ')',
} as const;

export type Kind = keyof typeof LETTERS;

/** Meanings in the vocabularies; the last seven count only beside a figure, or are kinds of aspects. */
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

/** Punctuation, and words that separate as a comma does. */
export const MARKS: Readonly<Record<string, Kind>> = {
  ':': 'colon',
  '=': 'colon',
  '(': 'open',
  ')': 'close',
  ...Object.fromEntries(
    [',', '&', 'and', 'et', 'but', 'mais', 'while', 'whereas', 'tandis'].map((mark) => [mark, 'comma' as const]),
  ),
};
