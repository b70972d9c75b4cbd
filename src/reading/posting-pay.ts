import { htmlToText } from './entities.ts';
import { own, type LinkedData } from './json-ld.ts';
import { squeeze } from '../lib/text.ts';

export type PostingPeriod = 'hour' | 'day' | 'week' | 'month' | 'year';

export interface PostingPay {
  /** The text if the pay is not a plain figure ("Competitive", "£30,000 a year"); "" otherwise. */
  words: string;
  /** `min` equals `max` for a single figure; an open bound is null. */
  min: number | null;
  max: number | null;
  /** The currency as the posting states it, usually as an ISO 4217 code. */
  currency: string | null;
  period: PostingPeriod | null;
}

const PERIODS: Readonly<Record<string, PostingPeriod>> = {
  HOUR: 'hour',
  HOURLY: 'hour',
  DAY: 'day',
  DAILY: 'day',
  WEEK: 'week',
  WEEKLY: 'week',
  MONTH: 'month',
  MONTHLY: 'month',
  YEAR: 'year',
  YEARLY: 'year',
  ANNUAL: 'year',
  ANNUALLY: 'year',
};
const MAXIMUM_TEXT = 5_000;

/**
 * Reads `baseSalary`, or else `estimatedSalary`. Each of them may be a text, a number or a MonetaryAmount. Returns
 * undefined if the posting states no pay or 0.
 */
export function readPostingPay(posting: LinkedData): PostingPay | undefined {
  const base = first(own(posting, 'baseSalary')) ?? first(own(posting, 'estimatedSalary'));
  if (base === undefined || base === null) return undefined;
  const value = own(base, 'value') ?? base;
  // Some sites put the figures beside `value` instead of in it.
  const stated = (key: string): unknown => own(value, key) ?? own(base, key);
  const single = isObject(value) ? own(value, 'value') : value;
  const unit = textOf(stated('unitText')).toUpperCase();
  const pay = {
    currency: textOf(stated('currency')) || textOf(own(posting, 'salaryCurrency')) || null,
    period: Object.hasOwn(PERIODS, unit) ? (PERIODS[unit] as PostingPeriod) : null,
  };
  const figure = readFigure(single);
  const words = figure === null ? textOf(single) : '';
  if (words !== '' && !/^0(?:[.,]0+)?$/.test(words)) return { words, min: null, max: null, ...pay };
  const min = readFigure(stated('minValue')) ?? figure;
  const max = readFigure(stated('maxValue')) ?? figure;
  return min === null && max === null ? undefined : { words: '', min, max, ...pay };
}

function readFigure(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? value : null;
  const text = textOf(value).replace(/(?<=\d)[\s\u00a0\u202f’'](?=\d{3}(?!\d))/g, '');
  if (text === '') return null;
  const continental = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d{1,2}$/.test(text);
  const number = Number(
    continental ? text.replaceAll('.', '').replace(',', '.') : text.replace(/,(?=\d{3}(?!\d))/g, ''),
  );
  return Number.isFinite(number) && number > 0 ? number : null;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The text is decoded twice, because some sites escape its markup twice. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? squeeze(htmlToText(htmlToText(value.slice(0, MAXIMUM_TEXT)))) : '';
}
