import { fold } from '../lib/text.ts';
import { monthOf, toDay } from './calendar.ts';

/**
 * Reads a text that begins with an ISO date ("2024-09-29T08:00:00Z"), or a date such as "29 September 2024", "Sep 29,
 * 2024" or "1er mars 2024". Returns the day as `YYYY-MM-DD`; "" for anything else.
 */
export function readDay(value: unknown): string {
  const text = typeof value === 'string' ? fold(value.slice(0, 60)).trim() : '';
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? [];
  if (isoYear !== undefined) return toDay(Number(isoYear), Number(isoMonth), Number(isoDay)) ?? '';
  const [, day, month, year] = /^(\d{1,2})(?:er|st|nd|rd|th)? ([a-z]+)\.?,? (\d{4})$/.exec(text) ?? [];
  if (day !== undefined) return dayIn(month, year, day);
  const [, first, second, third] = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/.exec(text) ?? [];
  return dayIn(first, third, second);
}

function dayIn(name = '', year = '', day = ''): string {
  const month = monthOf({ text: name });
  return month === undefined ? '' : (toDay(Number(year), month, Number(day)) ?? '');
}
