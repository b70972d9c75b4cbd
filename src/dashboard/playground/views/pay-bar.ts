import type { Job } from '../../../../schemas/index.ts';
import { html, type SafeHtml } from '../../html.ts';
import type { Language } from '../../texts/index.ts';

type Pay = Pick<Job, 'salary_min' | 'salary_max'>;

/** The common scale of a list's bars, in whole currency units a year. */
export interface PayScale {
  low: number;
  high: number;
}

const STEPS = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];
/** Maximum number of steps between the ends of a scale. */
const MOST_STEPS = 8;
/** Smallest visible width, as a part of the scale. */
const LEAST_WIDTH = 1.5;

/** A scale with round ends that fits every stated pay; undefined if none is stated. */
export function payScale(pays: readonly Pay[]): PayScale | undefined {
  const stated = pays.flatMap(({ salary_min: min, salary_max: max }) => [min, max]).filter((pay) => pay !== null);
  if (stated.length === 0) return undefined;
  const least = stated.reduce((a, b) => Math.min(a, b));
  const most = stated.reduce((a, b) => Math.max(a, b));
  const step = STEPS.find((size) => (most - least) / size <= MOST_STEPS) ?? most;
  const low = Math.max(0, Math.floor(least / step) * step);
  const high = Math.ceil(most / step) * step;
  // A single figure is centred.
  return high > low ? { low, high } : { low: Math.max(0, low - step), high: high + step };
}

/** A job's pay on the scale: a bar from minimum to maximum that fades at an open end. */
export function payBar({ salary_min: min, salary_max: max }: Pay, { low, high }: PayScale): SafeHtml {
  const at = (pay: number): number => ((pay - low) / (high - low)) * 100;
  const from = at(min ?? low);
  const to = at(max ?? high);
  const width = Math.max(LEAST_WIDTH, to - from);
  const start = Math.max(0, Math.min(from, 100 - width));
  const isOpen = (min === null) !== (max === null);
  const mark = min === null ? Math.max(0, to - LEAST_WIDTH) : start;
  return html`<svg class="pay" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect class="track" width="100" height="6" />
    <rect class="${isOpen ? 'open' : 'range'}" x="${start.toFixed(1)}" width="${width.toFixed(1)}" height="6" />
    ${isOpen && html`<rect class="range" x="${mark.toFixed(1)}" width="${LEAST_WIDTH}" height="6" />`}
  </svg>`;
}

const CURRENCIES = { GB: 'GBP', FR: 'EUR' } as const;
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };
const formats = new Map<string, Intl.NumberFormat>();

/** Whole pounds or euros in the language's format. */
export function formatPay(pay: number, country: keyof typeof CURRENCIES, language: Language): string {
  const id = language + country;
  let format = formats.get(id);
  if (!format) {
    format = new Intl.NumberFormat(LOCALES[language], {
      style: 'currency',
      currency: CURRENCIES[country],
      maximumFractionDigits: 0,
    });
    formats.set(id, format);
  }
  return format.format(pay);
}
