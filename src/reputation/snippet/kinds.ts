/**
 * The kinds of terms in a line about an employer, each with its letter in a statement's shape. A word that is in no
 * vocabulary is `unknown`: it may be the name of anything, so no figure in its statement is read.
 */
export const LETTERS = {
  /** The employer's complete name. */
  name: 'N',
  /** Another word for the employer: "the company", "it". */
  employer: 'q',
  /** Says that a figure is a rating: "rated", "note". */
  label: 'L',
  /** A label for the average of all reviews: "overall rating". */
  overall: 'O',
  /** Connects a name with a label or a figure: "has", "est". */
  verb: 'v',
  /** Verbs of raters: "rate", "ont attribué". */
  gives: 'g',
  raters: 'E',
  joint: 'j',
  /** Words such as "more than", which may precede a number of reviews but not a rating. */
  about: 'm',
  /** The name of the site that the page belongs to. */
  site: 'S',
  /** "reviews" without a number. */
  reviews: 'w',
  prose: 'P',
  /** A complete date of the last year, or "3 days ago". Search engines put a date before a text. */
  date: 'D',
  /** Says how the rating beside it has changed: "up from 3.4 last year", "stable over 12 months". */
  trend: '~',
  /** "Updated": the date after it is that of the page. */
  updated: 'd',
  /** A subject with its own figures: pay, the CEO, customers, another site. */
  aspect: 'A',
  /** Ends the part of a sentence that is about the employer. */
  aside: '!',
  /** Another kind of page about the employer: "salaries", "jobs". */
  tab: 'T',
  /** An earlier year, month or day: figures beside it are not current. */
  year: 'Y',
  unknown: 'U',
  rating: 'R',
  count: 'C',
  /** A number of other things, of money, or of only some reviews: "310 salaries", "12,345 English reviews". */
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
 * Meanings that the word tables give to phrases. Of those that are not kinds, `filler` counts only beside a figure; the
 * others are sorts of aspects, labels or dates.
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
  | 'author'
  | 'recommended'
  | 'customers'
  | 'category'
  | 'sector'
  | 'ago';

export const MARKS: Readonly<Record<string, Kind>> = {
  ':': 'colon',
  '=': 'colon',
  '(': 'open',
  ')': 'close',
  ...Object.fromEntries(
    [',', '&', 'and', 'et', 'but', 'mais', 'while', 'whereas', 'tandis'].map((mark) => [mark, 'comma' as const]),
  ),
};
