import type { SalaryPeriod } from '../../../../schemas/index.ts';

/** What a word or phrase says about a figure of pay. */
export type PayCue =
  | SalaryPeriod
  /** A time, a duration or a number of days, which says nothing about pay. */
  | 'time'
  | 'net'
  | 'gross'
  /** Earnings that are hoped for, such as OTE. */
  | 'earnings'
  /** Ends the text that is read for pay: what follows is paid in addition. */
  | 'extra'
  /** Paid in addition as well; a figure after it is the highest that it can be. */
  | 'variable'
  /** Pay for something else: an allowance, a voucher, mileage. */
  | 'perk'
  /** Marks the basic pay, if there are other figures. */
  | 'basic'
  | 'full-time'
  | 'actual'
  /** After a figure: that figure is the full-time pay. Before a figure: it is the part-time pay. */
  | 'pro-rata'
  /** Includes holiday pay, which another figure may leave out. */
  | 'rolled-up'
  /** One of several years, if the text states expected earnings. */
  | 'stage'
  /** Pay for a piece of work, not for a length of time. */
  | 'piece'
  /** The site's own guess, so no stated pay. */
  | 'estimate'
  /** Says in a sentence that a figure is the pay of this job. */
  | 'said'
  /** A percentage of the minimum wage. */
  | 'share'
  | 'max'
  | 'min'
  /** Announces a figure that may have no currency. */
  | 'label'
  /** The same, without a word for pay: "circa", "between". */
  | 'approximate';

const PERIODS: ReadonlySet<PayCue> = new Set(['hour', 'day', 'week', 'month', 'year']);

/** Whether a cue is a period of pay. */
export function isPeriod(means: PayCue): means is SalaryPeriod {
  return PERIODS.has(means);
}
