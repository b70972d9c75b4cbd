import type { Term } from '../../../reading/vocabulary.ts';

/** What a word or phrase says about the place of work. */
export type ModeTerm =
  /** Work at home or from anywhere; no other words are needed. */
  | 'home-work'
  /** The same with a verb; it counts only if the reader is its subject. */
  | 'home-verb'
  /** The French word for it, which means some days unless more is stated. */
  | 'telework'
  | 'all-home'
  | 'some-home'
  | 'hybrid-work'
  | 'office-work'
  /** No travelling: at the employer's, unless the text says otherwise. */
  | 'desk'
  /** Adjectives; they count only if a construction shows that they describe the job. */
  | 'remote'
  | 'home-based'
  | 'hybrid'
  | 'on-site'
  /** Places; they count with a work verb, with a count of days, or if both are named. */
  | 'from-home'
  | 'at-home'
  | 'at-office'
  /** Counts only beside home, because many people work four days a week "at our site". */
  | 'at-site';

/** What a word or phrase changes about a term beside it. */
export type Cue =
  | 'not'
  /** Limits it in time: "for the first three months". */
  | 'limit'
  /** Makes it an offer: possible, optional, occasional. */
  | 'may'
  | 'all'
  | 'most'
  /** A word for the job: role, position, poste. */
  | 'job'
  /** A word for the person who would do the job: you, the candidate. */
  | 'reader'
  | 'is'
  | 'work'
  /** Stands before a colon: "Location: remote". */
  | 'label'
  /** The words are about other people, a skill or an event. */
  | 'other'
  /** The clients or the field of the work, as in sentences that do not say who works "in full remote". */
  | 'served'
  /** A benefit other than pay, such as leave or a pension. */
  | 'perk'
  /** Travelling work. */
  | 'travel'
  | 'part-time'
  | 'visit'
  /** Makes the words after it the subject of the work, or the way in which other people work. */
  | 'subject'
  /** Says that the duties are mixed, not the places: "combining sales and marketing". */
  | 'duties';

/**
 * Words that may be between a term and its cue, or between a count of days and its place, without changing the meaning.
 */
export type Fillers = ReadonlySet<string>;

/** Where the work is done according to a term. */
export type Side = 'home' | 'office' | 'hybrid';

const SIDE: Readonly<Record<ModeTerm, Side>> = {
  'home-work': 'home',
  'home-verb': 'home',
  telework: 'home',
  'all-home': 'home',
  'some-home': 'hybrid',
  'hybrid-work': 'hybrid',
  'office-work': 'office',
  desk: 'office',
  remote: 'home',
  'home-based': 'home',
  hybrid: 'hybrid',
  'on-site': 'office',
  'from-home': 'home',
  'at-home': 'home',
  'at-office': 'office',
  'at-site': 'office',
};

export const ADJECTIVES: ReadonlySet<ModeTerm> = new Set(['remote', 'home-based', 'hybrid', 'on-site']);

/** The place that a term means. */
export function sideOf(term: Term<ModeTerm>): Side {
  return SIDE[term.means];
}
