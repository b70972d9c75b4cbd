/**
 * What a piece of a line about an employer is, and the letter that stands for
 * it where a sentence's shape is compared. Whatever no vocabulary knows is
 * `unknown`: it may name anybody or anything, and no figure beside it is read.
 */
export const LETTERS = {
  /** The employer's own name, all of it. */
  name: 'N',
  /** "the company", "it". */
  employer: 'q',
  /** Says that a figure is a rating: "rated", "note". */
  label: 'L',
  /** The same of all reviews together: "overall rating". */
  overall: 'O',
  /** Joins a name to a label or a figure: "has", "est". */
  verb: 'v',
  /** What those who rate do: "rate", "ont attribué". */
  gives: 'g',
  /** All who rate: "employees". */
  raters: 'E',
  /** Articles and prepositions. */
  joint: 'j',
  /** "more than": a number of reviews may be rounded so, a rating is not. */
  about: 'm',
  /** The site that the page is of. */
  site: 'S',
  /** "reviews" without a number. */
  reviews: 'w',
  /** Words of the sites' own headings and links, which hold no figure. */
  prose: 'P',
  /** A whole day, as engines put before a text. */
  date: 'D',
  /** "up from 3.4 last year", "stable over 12 months": which way the rating beside it went. */
  trend: '~',
  /** "Updated": the date behind it is the page's. */
  updated: 'd',
  /** Something else that has figures of its own: pay, the CEO, customers, another site. */
  aspect: 'A',
  /** Ends what is said of the employer; the rest of the sentence is about something else. */
  aside: '!',
  /** A page of the employer's beside its reviews: "salaries", "jobs". */
  tab: 'T',
  /** A year, alone or with its month. */
  year: 'Y',
  unknown: 'U',
  rating: 'R',
  count: 'C',
  /** Any other figure: of what ("310 salaries"), or of nobody knows what. */
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

/** What the vocabularies tell; the last seven have their meaning only beside a figure, or tell an aspect's kind. */
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

/** Marks, and words that part what is said as a comma does. */
export const MARKS: Readonly<Record<string, Kind>> = {
  ':': 'colon',
  '=': 'colon',
  '(': 'open',
  ')': 'close',
  ...Object.fromEntries(
    [',', '&', 'and', 'et', 'but', 'mais', 'while', 'whereas', 'tandis'].map((mark) => [mark, 'comma' as const]),
  ),
};
