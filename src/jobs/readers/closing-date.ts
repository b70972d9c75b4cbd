import type { Country } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { squeeze } from '../../lib/text.ts';
import { isDay, toDay, writtenDays } from '../../reading/calendar.ts';
import { tokenize } from '../../reading/tokens.ts';
import { localDay } from './posted-date.ts';

const MAXIMUM_TEXT = 200;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?\s?(?:Z|[+-]\d{2}:?\d{2})?)?/i;
const ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;
/** A date further from today than this is ignored, because sources write it for adverts that never close. */
const FURTHEST_DAYS = 3 * 366;

/**
 * Returns the last day to apply as `YYYY-MM-DD`, or "" if none is stated (SPEC §3). If the year is missing, the nearest
 * such day is taken, because a listed advert closes soon or has just closed.
 */
export function readClosingDate(source: string, country: Country, now: number): string {
  const text = squeeze(source).slice(0, MAXIMUM_TEXT);
  const today = localDay(now, country);
  const day = isoDay(text, country) ?? writtenDay(text, today);
  const away = day === undefined ? Number.NaN : Math.abs(daysBetween(day, today));
  return away <= FURTHEST_DAYS ? (day as string) : '';
}

function isoDay(text: string, country: Country): string | undefined {
  const [whole, written = ''] = ISO.exec(text) ?? [];
  if (whole === undefined || !isDay(written)) return undefined;
  const ms = ZONE.test(whole) && whole.length > written.length ? Date.parse(whole.replace(',', '.')) : Number.NaN;
  return Number.isNaN(ms) ? written : localDay(ms, country);
}

function writtenDay(text: string, today: string): string | undefined {
  const [written] = writtenDays(tokenize(text));
  if (!written) return undefined;
  const { year, month, day } = written;
  if (year !== undefined) return toDay(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const days = [thisYear - 1, thisYear, thisYear + 1].flatMap((one) => toDay(one, month, day) ?? []);
  return days.sort((a, b) => Math.abs(daysBetween(a, today)) - Math.abs(daysBetween(b, today)))[0];
}

function daysBetween(one: string, other: string): number {
  return (Date.parse(one) - Date.parse(other)) / DAY_MS;
}
