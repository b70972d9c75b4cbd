import type { SalaryPeriod } from '../../../../schemas/index.ts';

/** What a word or phrase says of a figure of pay. */
export type PayCue =
  | SalaryPeriod
  /** A time, a length, a number of days: nothing of the pay. */
  | 'time'
  | 'net'
  | 'gross'
  /** Earnings that are hoped for. */
  | 'earnings'
  /** Ends what is read: what follows comes on top. */
  | 'extra'
  /** Comes on top as well; a figure behind it is what it can be. */
  | 'variable'
  /** Pay for something else: an allowance, a voucher, mileage. */
  | 'perk'
  /** The pay itself, where other figures stand beside it. */
  | 'basic'
  | 'full-time'
  | 'actual'
  /** Behind a figure it is the full-time one, before it the part-time one. */
  | 'pro-rata'
  /** Holds the pay of holidays, which another figure may leave out. */
  | 'rolled-up'
  /** One year of several, where earnings are hoped for. */
  | 'stage'
  /** For a piece of work, which is no length of time. */
  | 'piece'
  /** The site's guess: no pay that is stated. */
  | 'estimate'
  /** Says in a sentence that a figure is this job's pay. */
  | 'said'
  /** A share of the minimum wage. */
  | 'share'
  | 'max'
  | 'min'
  /** Announces a figure that carries no currency. */
  | 'label'
  /** The same, without a word for pay: "circa", "between". */
  | 'approximate';

const PERIODS: ReadonlySet<PayCue> = new Set(['hour', 'day', 'week', 'month', 'year']);

/** Whether a cue is a period of pay. */
export function isPeriod(means: PayCue): means is SalaryPeriod {
  return PERIODS.has(means);
}
