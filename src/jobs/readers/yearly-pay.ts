import type { Country, SalaryPeriod } from '../../../schemas/index.ts';

/** The amounts are yearly, gross and whole numbers (SPEC §3). */
export interface SalaryReading {
  min: number | null;
  max: number | null;
  unlisted: boolean;
  /** The stated period, before any correction; null if none is stated. */
  period: SalaryPeriod | null;
  /**
   * ISO 4217 code: the stated currency, or else the country's own. Null if no figure is found or the foreign currency
   * has no known code.
   */
  currency: string | null;
}

export interface StatedSalary {
  min: number | null;
  max: number | null;
  period: SalaryPeriod | null;
  /** ISO 4217 code; null for the country's own currency. */
  currency: string | null;
}

/** Factors that turn pay for a period into yearly pay (SPEC §3). */
export const PER_YEAR: Record<Country, Record<SalaryPeriod, number>> = {
  GB: { hour: 1950, day: 260, week: 52, month: 12, year: 1 },
  FR: { hour: 1820, day: 218, week: 52, month: 12, year: 1 },
};

/** The lowest and the highest plausible figure for each period. */
const PLAUSIBLE: Record<SalaryPeriod, readonly [number, number]> = {
  hour: [5, 250],
  day: [40, 3_000],
  week: [100, 8_000],
  month: [500, 40_000],
  year: [5_000, 600_000],
};

/** True if both figures are plausible for the period. The lower one may be 20 % under the limit. */
export function isPlausible(period: SalaryPeriod, low: number, high: number): boolean {
  return low >= PLAUSIBLE[period][0] * 0.8 && high <= PLAUSIBLE[period][1];
}

/** Lower yearly pay counts as unlisted, because the stated period must be wrong, and the right one is unknown. */
const LEAST_YEARLY = 3_000;

export const HOME: Record<Country, string> = { GB: 'GBP', FR: 'EUR' };

export function unlisted(currency: string | null = null, period: SalaryPeriod | null = null): SalaryReading {
  return { min: null, max: null, unlisted: true, period, currency };
}

/** Converts stated figures to yearly pay. Implausible figures and those in a foreign currency count as unlisted. */
export function readStated(stated: StatedSalary, country: Country, monthsPaid = 12): SalaryReading {
  const iso = HOME[country];
  if (stated.currency !== null && stated.currency.toUpperCase() !== iso)
    return unlisted(nameable(stated.currency), stated.period);
  const positive = (value: number | null): number | null =>
    value !== null && Number.isFinite(value) && value > 0 ? value : null;
  let min = positive(stated.min);
  let max = positive(stated.max);
  if (min !== null && max !== null && min > max) [min, max] = [max, min];
  const size = max ?? min;
  if (size === null) return unlisted(null, stated.period);
  const period = settlePeriod(stated.period, min ?? size, size, country);
  if (period === null) return unlisted(iso, stated.period);
  const factor = PER_YEAR[country][period] * (period === 'month' ? monthsPaid / 12 : 1);
  if (size * factor < LEAST_YEARLY) return unlisted(iso, stated.period);
  return {
    min: min === null ? null : roundHalfUp(min * factor),
    max: max === null ? null : roundHalfUp(max * factor),
    unlisted: false,
    period: stated.period,
    currency: iso,
  };
}

/**
 * Returns the stated period, or another one that fits the figures better. If no period is stated, returns the one that
 * the size of the figures suggests. Returns null if no period fits.
 */
function settlePeriod(stated: SalaryPeriod | null, low: number, high: number, country: Country): SalaryPeriod | null {
  const fits = (period: SalaryPeriod): boolean => isPlausible(period, low, high);
  if (stated === null) return periodBySize(high, country);
  if (country === 'FR') {
    if (stated === 'year') return high < 100 ? 'hour' : high < 3_000 ? 'month' : 'year';
    if (stated === 'month' && low >= 9_000) return 'year';
    if (stated === 'month' && high < 100) return low >= PLAUSIBLE.hour[0] ? 'hour' : null;
    if (stated === 'hour' && high > 100) return high >= 9_000 ? 'year' : high >= 500 ? 'month' : null;
  } else if (stated === 'year') {
    if (high < 100) return low >= PLAUSIBLE.hour[0] ? 'hour' : null;
    return high <= PLAUSIBLE.year[1] ? 'year' : null;
  }
  if (fits(stated)) return stated;
  return fits('year') ? 'year' : null;
}

function periodBySize(size: number, country: Country): SalaryPeriod | null {
  if (size < 100) return size >= PLAUSIBLE.hour[0] ? 'hour' : null;
  if (country === 'GB') return size >= 7_000 && size <= PLAUSIBLE.year[1] ? 'year' : null;
  if (size < 1_000) return null;
  if (size < 9_000) return 'month';
  return size <= PLAUSIBLE.year[1] ? 'year' : null;
}

/** Adapters use `XXX` for a foreign currency that they cannot name. */
function nameable(currency: string): string | null {
  return /^[A-Z]{3}$/i.test(currency) && currency.toUpperCase() !== 'XXX' ? currency.toUpperCase() : null;
}

/**
 * Rounds a half up. Removes the error of binary fractions first: 16.13 × 1950 is 31453.5, but JavaScript calculates
 * 31453.499999999996.
 */
export function roundHalfUp(value: number): number {
  return Math.floor(Math.round(value * 1e6) / 1e6 + 0.5);
}
