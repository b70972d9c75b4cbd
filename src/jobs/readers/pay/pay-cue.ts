import type { SalaryPeriod } from '../../../../schemas/index.ts';

/** What a word or phrase says about a figure of pay. */
export type PayCue =
  | SalaryPeriod
  /** A time, a duration or a number of days, which says nothing about pay. */
  | 'time'
  | 'net'
  | 'gross'
  /** Expected earnings, such as OTE. */
  | 'earnings'
  /** Ends the text that is read for pay, because later figures are paid in addition. */
  | 'extra'
  /** A variable payment in addition to the pay; a figure after the word is the most that can be paid. */
  | 'variable'
  /** Pay for something else: an allowance, a voucher, mileage. */
  | 'perk'
  /** The basic pay, if the text has other figures too. */
  | 'basic'
  | 'full-time'
  | 'actual'
  /** After a figure, the figure is the full-time pay; before a figure, the figure is the part-time pay. */
  | 'pro-rata'
  /** The figure includes holiday pay, which another figure may leave out. */
  | 'rolled-up'
  /** "Year 1", "Year 2": one of several years with expected earnings. */
  | 'stage'
  /** Pay for a piece of work, not for a length of time. */
  | 'piece'
  /** An estimate by the site, which is not stated pay. */
  | 'estimate'
  /** A verb that says that a figure is the pay: "You will earn". */
  | 'said'
  /** A percentage of the minimum wage. */
  | 'share'
  | 'max'
  | 'min'
  /** Announces a figure, which then needs no currency: "Salary". */
  | 'label'
  /** Like `label`, without a word for pay: "circa", "between". */
  | 'approximate';

const PERIODS: ReadonlySet<PayCue> = new Set(['hour', 'day', 'week', 'month', 'year']);

export function isPeriod(means: PayCue): means is SalaryPeriod {
  return PERIODS.has(means);
}
