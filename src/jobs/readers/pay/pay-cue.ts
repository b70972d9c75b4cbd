import type { SalaryPeriod } from '../../../../schemas/index.ts';

export type PayCue =
  | SalaryPeriod
  | 'time'
  | 'net'
  | 'gross'
  /** Expected earnings, such as OTE. */
  | 'earnings'
  /** Ends the part of the text that is read for pay, because later figures are paid in addition: "plus". */
  | 'extra'
  /**
   * A variable payment in addition to the pay, such as commission. A figure after the word is this payment, unless it
   * is expected earnings.
   */
  | 'variable'
  /** Pay for something else: an allowance, a voucher, mileage. */
  | 'perk'
  /** Basic pay, as distinct from other figures in the text. */
  | 'basic'
  | 'full-time'
  | 'actual'
  /** A figure before the word is the full-time pay, and a figure after it is the part-time pay. */
  | 'pro-rata'
  /** Says that the figure includes holiday pay, so that another figure may be without it. */
  | 'rolled-up'
  /** "Year 1", "Year 2": one of several years for which expected earnings are stated. */
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
