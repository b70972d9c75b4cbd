import { piece, type Piece } from './piece.ts';

/** Pay for a year, in pounds or euros; null if it is not stated. */
export interface StatedPay {
  salary_min: number | null;
  salary_max: number | null;
}

/** All bars of a list share this scale, in whole pounds or euros a year. */
export interface PayScale {
  low: number;
  high: number;
}

const STEPS = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];
const MOST_STEPS = 8;
/** Smallest visible width of a bar, in per cent of the scale. */
const LEAST_WIDTH = 1.5;

/** Returns a scale with round ends that includes every stated pay, or undefined if no pay is stated. */
export function payScale(pays: readonly StatedPay[]): PayScale | undefined {
  const stated = pays.flatMap(({ salary_min: min, salary_max: max }) => [min, max]).filter((pay) => pay !== null);
  if (stated.length === 0) return undefined;
  const least = stated.reduce((a, b) => Math.min(a, b));
  const most = stated.reduce((a, b) => Math.max(a, b));
  const step = STEPS.find((size) => (most - least) / size <= MOST_STEPS) ?? most;
  const low = Math.max(0, Math.floor(least / step) * step);
  const high = Math.ceil(most / step) * step;
  // If all amounts are equal and round, they are in the middle of the scale.
  return high > low ? { low, high } : { low: Math.max(0, low - step), high: high + step };
}

export function payBar({ salary_min: min, salary_max: max }: StatedPay, { low, high }: PayScale): Piece {
  const at = (pay: number): number => ((pay - low) / (high - low)) * 100;
  const from = at(min ?? low);
  const to = at(max ?? high);
  const width = Math.max(LEAST_WIDTH, to - from);
  const start = Math.max(0, Math.min(from, 100 - width));
  const isOpen = (min === null) !== (max === null);
  const mark = min === null ? Math.max(0, to - LEAST_WIDTH) : start;
  const bar = (kind: string, x: number, size: number): Piece =>
    piece('rect', { class: kind, x: x.toFixed(1), width: size.toFixed(1), height: '6' });
  return piece(
    'svg',
    { class: 'pay', viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    piece('rect', { class: 'track', width: '100', height: '6' }),
    bar(isOpen ? 'open' : 'range', start, width),
    ...(isOpen ? [bar('range', mark, LEAST_WIDTH)] : []),
  );
}

export type PayCountry = 'GB' | 'FR';
const CURRENCIES: Readonly<Record<PayCountry, string>> = { GB: 'GBP', FR: 'EUR' };
const PAY_LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const;
const payFormats = new Map<string, Intl.NumberFormat>();

export function formatPay(pay: number, country: PayCountry, language: keyof typeof PAY_LOCALES): string {
  const id = language + country;
  let format = payFormats.get(id);
  if (!format) {
    format = new Intl.NumberFormat(PAY_LOCALES[language], {
      style: 'currency',
      currency: CURRENCIES[country],
      maximumFractionDigits: 0,
    });
    payFormats.set(id, format);
  }
  return format.format(pay);
}
