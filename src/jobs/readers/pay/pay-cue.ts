import type { SalaryPeriod } from '../../../../schemas/index.ts';

export type PayCue =
  | SalaryPeriod
  | 'time'
  | 'net'
  | 'gross'
  /** Expected earnings, such as OTE. */
  | 'earnings'
  /** Ends the text that is read for pay, because later figures are paid in addition. */
  | 'extra'
  /**
   * A variable payment in addition to the pay, such as commission. A figure after the word is this payment, unless it
   * is expected earnings.
   */
  | 'variable'
  /** Pay for something else: an allowance, a voucher, mileage. */
  | 'perk'
  /** The basic pay, if the text has other figures too. */
  | 'basic'
  | 'full-time'
  | 'actual'
  /** A figure before the word is the full-time pay, and a figure after it is the part-time pay. */
  | 'pro-rata'
  /** Says that a figure includes holiday pay, which another figure may leave out. */
  | 'rolled-up'
  /** "Year 1", "Year 2": one of several years with expected earnings. */
  | 'stage'
  | 'piece'
  /** The figure is an estimate, which does not count as stated pay. */
  | 'estimate'
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
