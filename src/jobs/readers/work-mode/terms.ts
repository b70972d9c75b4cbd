import type { Term } from '../../../reading/vocabulary.ts';

export type ModeTerm =
  /** Work at home or from anywhere; counts without other words. */
  | 'home-work'
  /** A verb for work at home or from anywhere; counts only if the reader is its subject. */
  | 'home-verb'
  /** "Télétravail" means some days at home unless more is stated. */
  | 'telework'
  | 'all-home'
  | 'some-home'
  | 'hybrid-work'
  | 'office-work'
  /** "Sédentaire" means no travelling, so the work is at the employer's unless the text says otherwise. */
  | 'desk'
  /**
   * The four kinds from `remote` to `on-site` are adjectives. They count only if a construction shows that they
   * describe the job.
   */
  | 'remote'
  | 'home-based'
  | 'hybrid'
  | 'on-site'
  /**
   * The three kinds from `from-home` to `at-office` are places. They usually count only with a work verb, with a number
   * of days, if home and office are both named, or if they are apart from the rest of the sentence.
   */
  | 'from-home'
  | 'at-home'
  | 'at-office'
  /** Counts only beside home, because many people work four days a week "at our site". */
  | 'at-site';

export type Cue =
  | 'not'
  /** Limits the statement in time: "for the first three months". */
  | 'limit'
  /** Makes the statement an offer: possible, optional, occasional. */
  | 'may'
  | 'all'
  | 'most'
  | 'job'
  /** The person who reads the advert and may get the job: "you", "the applicant". */
  | 'reader'
  | 'is'
  | 'work'
  | 'label'
  /** A word for other people, a skill, an event or a thing, which the term then describes. */
  | 'other'
  /**
   * A word for the clients or the field of the work, which the term then describes: "Assister nos clients à distance".
   */
  | 'served'
  /** A benefit other than pay, such as leave or a pension. */
  | 'perk'
  | 'travel'
  | 'part-time'
  | 'visit'
  /** Makes the term the subject of the work ("mise en place du télétravail") or the way in which other people work. */
  | 'subject'
  /** Says that the job mixes duties, not places: "combining sales and marketing". */
  | 'duties';

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

export function sideOf(term: Term<ModeTerm>): Side {
  return SIDE[term.means];
}
