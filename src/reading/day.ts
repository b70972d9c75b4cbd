import { fold } from '../lib/text.ts';

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january february march april may june july august september october november december',
    'jan feb mar apr may jun jul aug sep oct nov dec',
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
    'janv fevr mars avr mai juin juil aout sept oct nov dec',
  ].flatMap((year) => year.split(' ').map((month, index) => [month, index + 1] as const)),
);

/**
 * The ISO day of a date on a review site: an ISO date or time, "29 September 2024", "Sep 29, 2024", "1er mars 2024". ""
 * for anything else.
 */
export function readDay(value: unknown): string {
  const text = typeof value === 'string' ? fold(value.slice(0, 60)).trim() : '';
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? [];
  if (isoYear !== undefined) return toDay(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, month, year] = /^(\d{1,2})(?:er|st|nd|rd|th)? ([a-z]+)\.?,? (\d{4})$/.exec(text) ?? [];
  if (day !== undefined) return toDay(Number(year), MONTHS.get(month ?? ''), Number(day));
  const [, first, second, third] = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/.exec(text) ?? [];
  return toDay(Number(third), MONTHS.get(first ?? ''), Number(second));
}

/** "" for a day that does not exist ("31 February"). */
function toDay(year: number, month: number | undefined, day: number): string {
  if (month === undefined || !Number.isInteger(year)) return '';
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : '';
}
