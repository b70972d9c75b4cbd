import type { Term } from '../../../reading/vocabulary.ts';

/** What a word or phrase says of the place of work. */
export type ModeTerm =
  /** Work done at home or from anywhere, by itself. */
  | 'home-work'
  /** The same with a verb: it counts where the reader is the one who works so. */
  | 'home-verb'
  /** The same in French, where it means some days unless more is said. */
  | 'telework'
  | 'all-home'
  | 'some-home'
  | 'hybrid-work'
  | 'office-work'
  /** No travelling: at the employer's, unless anything else is said. */
  | 'desk'
  /** Adjectives: they count where they are said of the job, by a construction. */
  | 'remote'
  | 'home-based'
  | 'hybrid'
  | 'on-site'
  /** Places: they count with a work verb, a day count, or against each other. */
  | 'from-home'
  | 'at-home'
  | 'at-office'
  /** Counts only against home: many work four days a week "at our site". */
  | 'at-site';

/** What a word or phrase does beside one. */
export type Cue =
  | 'not'
  /** Ends or begins some time: "for the first three months". */
  | 'limit'
  /** Makes an offer of it: possible, optional, now and then. */
  | 'may'
  | 'all'
  | 'most'
  /** Names the job: role, position, poste. */
  | 'job'
  /** Names who would do the job: you, the candidate. */
  | 'reader'
  | 'is'
  | 'work'
  /** Stands before a colon: "Location: remote". */
  | 'label'
  /** What is said here is of other people, a skill, or an occasion. */
  | 'other'
  /** Who or what the job is done for, or the trade that it is of: it says nothing of who works "in full remote". */
  | 'served'
  /** Something else that is offered beside pay: leave, a pension. */
  | 'perk'
  /** Travelling work. */
  | 'travel'
  | 'part-time'
  | 'visit'
  /** Makes what stands behind it the matter of other work, or the manner of other people. */
  | 'subject'
  /** What is hybrid are the duties: "combining sales and marketing". */
  | 'duties';

/** Words that may stand between a term and its cue, or between a day count and its place. */
export type Fillers = ReadonlySet<string>;

/** Where a term says that the work is done. */
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

/** The side that a term stands for. */
export function sideOf(term: Term<ModeTerm>): Side {
  return SIDE[term.means];
}
