import type { Country } from '../../../schemas/index.ts';
import { fold, squeeze } from '../../lib/text.ts';

const ZONE: Record<Country, string> = { GB: 'Europe/London', FR: 'Europe/Paris' };
const DAY_MS = 86_400_000;

const formatters = Object.fromEntries(
  Object.entries(ZONE).map(([country, timeZone]) => [
    country,
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ]),
) as Record<Country, Intl.DateTimeFormat>;

/** The calendar day of a moment in the country, `YYYY-MM-DD`. */
function localDay(ms: number, country: Country): string {
  return formatters[country].format(ms);
}

const MONTHS = [
  'jan janvier january janv',
  'feb fevrier february fevr fev',
  'mar mars march',
  'apr avril april avr',
  'may mai',
  'jun juin june',
  'jul juillet july juil',
  'aug aout august',
  'sep septembre september sept',
  'oct octobre october',
  'nov novembre november',
  'dec decembre december',
].map((names) => names.split(' '));

function monthNumber(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name)) + 1;
}

const WORD_NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  un: 1,
  une: 1,
  two: 2,
  deux: 2,
  three: 3,
  trois: 3,
  four: 4,
  quatre: 4,
  five: 5,
  cinq: 5,
  six: 6,
  seven: 7,
  sept: 7,
  eight: 8,
  huit: 8,
  nine: 9,
  neuf: 9,
  ten: 10,
  dix: 10,
  last: 1,
};

/** Days of a unit; hours and less are counted in milliseconds. */
const UNITS: readonly [RegExp, number][] = [
  [/^(?:s|secs?|seconds?|secondes?)$/, 1_000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?|heures?)$/, 3_600_000],
  [/^(?:d|j|days?|jours?)$/, DAY_MS],
  [/^(?:w|sem|wks?|weeks?|semaines?)$/, 7 * DAY_MS],
  [/^(?:mo|mths?|months?|mois)$/, 30 * DAY_MS],
  [/^(?:y|yrs?|years?|ans?|annees?)$/, 365 * DAY_MS],
];

/** Words of another date than the posting: closing, start, or none at all. */
const NOT_POSTED =
  /\b(?:clos(?:es?|ing)|deadline|expires?|apply by|ends?|hiring ongoing|ongoing|start(?:s|ing)?|cloture|date limite|expire|jusqu'au|avant le|debut|urgent)\b/u;

/** More words than any date has. */
const MAXIMUM_TEXT = 200;
const POSTED = /\b(?:posted|published|added|listed|publie|publiee|mise? en ligne|parue?)\b/u;

/** "Posted 12 November, closes 30 November": what stands before; "" where the other date is the only one. */
function withoutOtherDates(text: string): string {
  const other = NOT_POSTED.exec(text);
  if (!other) return text;
  const before = text.slice(0, other.index);
  const isApart = /[,;|·•-]\s*$/u.test(before) && /\d/u.test(text.slice(other.index));
  return isApart || POSTED.test(before) ? before : '';
}

/** A date as a source wrote it → `YYYY-MM-DD`, or "" when it states none (SPEC §3, §12). */
export function readPostedDate(source: string, country: Country, now: number): string {
  const text = withoutOtherDates(fold(squeeze(source)).slice(0, MAXIMUM_TEXT));
  if (text === '') return '';
  return (
    readIso(text, country) ??
    readNumeric(text) ??
    readNamed(text, country, now) ??
    readRelative(text, country, now) ??
    ''
  );
}

/** With Z or an offset: the day in the country. Without: its first ten characters. */
function readIso(text: string, country: Country): string | undefined {
  const match =
    /(?<!\d)(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s?(z|[+-]\d{2}:?\d{2})?)?(?!\d)/u.exec(
      text,
    );
  if (!match) return undefined;
  const [, day = '', time, , zone] = match;
  if (!isDay(day)) return undefined;
  if (!time || !zone) return day;
  const offset = zone === 'z' ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const ms = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${offset}`);
  return Number.isNaN(ms) ? undefined : localDay(ms, country);
}

/** 18/09/2026, 18.09.26: day first in both countries; 2026/09/18. */
function readNumeric(text: string): string | undefined {
  const yearFirst = /(?<!\d)(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/u.exec(text);
  if (yearFirst) return toDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const match = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/u.exec(text);
  if (!match) return undefined;
  const year = Number(match[3]) < 100 ? 2000 + Number(match[3]) : Number(match[3]);
  return toDay(year, Number(match[2]), Number(match[1]));
}

/** "18 September 2026", "1er mars 2026", "September 18, 2026", "28 Sep": without a year, the latest that is not after today. */
function readNamed(text: string, country: Country, now: number): string | undefined {
  const dayFirst = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er)?\s+(?:of\s+|de\s+)?([a-z]{3,9})\.?,?(?:\s+(\d{4}))?(?!\d)/gu;
  for (const match of text.matchAll(dayFirst)) {
    const day = named(match[1], match[2], match[3], country, now);
    if (day) return day;
  }
  const monthFirst = /(?<![a-z])([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?(?!\d)/gu;
  for (const match of text.matchAll(monthFirst)) {
    const day = named(match[2], match[1], match[3], country, now);
    if (day) return day;
  }
  return undefined;
}

function named(
  day: string | undefined,
  name: string | undefined,
  year: string | undefined,
  country: Country,
  now: number,
): string | undefined {
  const month = monthNumber(name ?? '');
  if (month === 0) return undefined;
  if (year !== undefined) return toDay(Number(year), month, Number(day));
  const today = localDay(now, country);
  for (let candidate = Number(today.slice(0, 4)); candidate > Number(today.slice(0, 4)) - 5; candidate -= 1) {
    const found = toDay(candidate, month, Number(day));
    if (found !== undefined && found <= today) return found;
  }
  return undefined;
}

function readRelative(text: string, country: Country, now: number): string | undefined {
  if (
    /\b(?:today|aujourd'?hui|just (?:now|posted)|a l'instant|maintenant|recently posted|new today|ce jour|ce matin)\b/u.test(
      text,
    )
  )
    return localDay(now, country);
  if (/\b(?:avant[- ]hier|day before yesterday)\b/u.test(text)) return daysBefore(2, country, now);
  if (/\b(?:yesterday|hier)\b/u.test(text)) return daysBefore(1, country, now);
  if (/moins d'une? (?:heure|minute)|less than an? (?:hour|minute)/u.test(text)) return localDay(now, country);
  const match =
    /(?<![\w.])(?:\+\s?)?(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|last|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix)\s?\+?\s?(seconds?|secs?|secondes?|minutes?|mins?|hours?|hrs?|heures?|days?|jours?|weeks?|wks?|semaines?|sem|months?|mths?|mois|years?|yrs?|ans?|annees?|mo|[smhdjwy])\b/u.exec(
      text,
    );
  if (!match) return undefined;
  const [, amount = '', unit = ''] = match;
  const count = WORD_NUMBERS[amount] ?? Number(amount);
  const size = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  if (size === undefined || Number.isNaN(count)) return undefined;
  return size < DAY_MS ? localDay(now - count * size, country) : daysBefore((count * size) / DAY_MS, country, now);
}

/** Whole calendar days back, so that a change of the clocks moves nothing. */
function daysBefore(days: number, country: Country, now: number): string {
  const today = Date.parse(`${localDay(now, country)}T12:00:00Z`);
  return new Date(today - days * DAY_MS).toISOString().slice(0, 10);
}

function toDay(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

/** A day that exists, in a year that an advert can be of. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1990' && text < '2100';
}
