import { DAY_MS } from '../../lib/clock.ts';
import { monthOf, writtenDayAt } from '../../reading/calendar.ts';
import type { Token } from '../../reading/tokens.ts';
import { isYear } from './figure.ts';

/**
 * `now`: the current year, or a month that began at most `RECENT_DAYS` ago. `recent`: a day of the last three months.
 * `date`: another day of the last year. `past`: any other time, whose figures are not current.
 */
export interface Time {
  means: 'now' | 'recent' | 'date' | 'past';
  end: number;
}

const MONTH_DAYS = 31;
/** A date at most this old can mark figures as current: "As of 12 November 2026". */
const RECENT_DAYS = 3 * MONTH_DAYS;
/** Figures with an older date are not current. */
const OUTDATED_DAYS = 366;
/** A date may be this many days in the future, because search engines may use another time zone. */
const AHEAD_DAYS = 2;

/** Reads the day, or the month and year, that begins at a token: "3 Nov 2026", "Nov. 3, 2026", "November 2026". */
export function timeAt(tokens: readonly Token[], at: number, now: number): Time | undefined {
  const day = writtenDayAt(tokens, at);
  // "3.4. 58 %" is not a day in 1958.
  const isWhole = day && tokens.slice(at, day.to).some(({ text }) => text.includes(String(day.year)));
  if (day?.year !== undefined && isWhole) return { means: ofDays(age(day.year, day.month, day.day, now)), end: day.to };
  const month = monthOf(tokens[at] as Token);
  if (month === undefined) return undefined;
  const year = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  if (!isYear(tokens[year]?.text ?? '')) return undefined;
  const days = age(Number(tokens[year]?.text), month, 1, now);
  return { means: days >= 0 && days <= RECENT_DAYS ? 'now' : 'past', end: year + 1 };
}

/** Returns the ISO date of the day that begins at a token, or undefined if its year is not written. */
export function wholeDayAt(tokens: readonly Token[], at: number): string | undefined {
  const day = writtenDayAt(tokens, at);
  if (day?.year === undefined) return undefined;
  return new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString().slice(0, 10);
}

export function isThisYear(text: string, now: number): boolean {
  return Number(text) === new Date(now).getUTCFullYear();
}

function ofDays(days: number): Time['means'] {
  if (days > OUTDATED_DAYS || days < -AHEAD_DAYS) return 'past';
  return days <= RECENT_DAYS ? 'recent' : 'date';
}

function age(year: number, month: number, day: number, now: number): number {
  return Math.floor((now - Date.UTC(year, month - 1, day)) / DAY_MS);
}

const IN_TIME = ['in', 'en'];

/** Reads "in 2026" or "en novembre 2026"; undefined for a time that is not `now`. */
export function thisYearAt(tokens: readonly Token[], at: number, now: number): Time | undefined {
  const [word, year] = tokens.slice(at, at + 2);
  if (!IN_TIME.includes(word?.text ?? '') || !year) return undefined;
  if (isThisYear(year.text, now)) return { means: 'now', end: at + 2 };
  const time = timeAt(tokens, at + 1, now);
  return time?.means === 'now' ? time : undefined;
}
