/**
 * The kinds of terms in a text about an employer, each with its letter. The letters of a statement's terms form its
 * shape, which regular expressions match: "Tesco: 3.6 (900 reviews)" is "N:R(C)". A word that is in no vocabulary is
 * `unknown`: it may be the name of anything, so figures in its statement are not the employer's.
 */
export const LETTERS = {
  /** The employer's complete name. */
  name: 'N',
  /** Another word for the employer: "the company", "it". */
  employer: 'q',
  /** Words which show that a figure is a rating: "rated", "note". */
  label: 'L',
  /** A label for the average of all reviews: "overall rating". */
  overall: 'O',
  /** Connects a name with a label or a figure: "has", "est". */
  verb: 'v',
  /** Verbs of raters: "rate", "ont attribué". */
  gives: 'g',
  /** Those who rate: "employees", "les salariés". */
  raters: 'E',
  /** Words that change nothing about the figures around them: "of the", "à". */
  joint: 'j',
  /** Words such as "more than", which may precede a number of reviews but not a rating. */
  about: 'm',
  /** The name of the site that the page belongs to. */
  site: 'S',
  /** "reviews" without a number. */
  reviews: 'w',
  /** Words that search engines and sites put around figures: "find out what it is like to work at", "sort by". */
  prose: 'P',
  /** A complete date of the last year, or "3 days ago". Search engines put a date before a text. */
  date: 'D',
  /** How the rating beside it has changed: "up from 3.4 last year", "stable over 12 months". */
  trend: '~',
  /** "Updated": the date after it is that of the page. */
  updated: 'd',
  /** A subject with its own figures: pay, the CEO, customers, another site. */
  aspect: 'A',
  /** Words that end the part of a sentence which is about the employer: "compared with". */
  aside: '!',
  /** Another kind of page about the employer: "salaries", "jobs". */
  tab: 'T',
  /** An earlier year, month or day: figures beside it are not current. */
  year: 'Y',
  unknown: 'U',
  rating: 'R',
  count: 'C',
  /** A number of other things, an amount of money, or a number of only some reviews: "12,345 English reviews". */
  number: 'X',
  /** A figure of unknown meaning: "8.2", "3.9 out of 10". */
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
 * Meanings that the word tables give to phrases. Some are not kinds of terms: `filler` counts only beside a figure, and
 * `SORTS` (terms.ts) gives the terms for the others.
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

/** Marks, and words that may begin a new part of a sentence and are therefore read as commas. */
export const MARKS: Readonly<Record<string, Kind>> = {
  ':': 'colon',
  '=': 'colon',
  '(': 'open',
  ')': 'close',
  ...Object.fromEntries(
    [',', '&', 'and', 'et', 'but', 'mais', 'while', 'whereas', 'tandis'].map((mark) => [mark, 'comma' as const]),
  ),
};
