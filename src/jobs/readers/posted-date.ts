import type { Country } from '../../../schemas/index.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts';
import { isDay, toDay, writtenDays, type WrittenDay } from '../../reading/calendar.ts';
import { numberOf } from '../../reading/counts.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { findTerms, type Term } from '../../reading/vocabulary.ts';
import { squeeze, unaccent } from '../../lib/text.ts';
import { DATE_VOCABULARY, UNITS, type DateCue } from './dates/vocabulary.ts';

const ZONE: Record<Country, string> = { GB: 'Europe/London', FR: 'Europe/Paris' };
const MAXIMUM_TEXT = 200;

const formatters = Object.fromEntries(
  Object.entries(ZONE).map(([country, timeZone]) => [
    country,
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ]),
) as Record<Country, Intl.DateTimeFormat>;

/** Returns the day in the country's time zone as `YYYY-MM-DD`. `ms` is in milliseconds since the epoch. */
export function localDay(ms: number, country: Country): string {
  return formatters[country].format(ms);
}

interface Moment {
  now: number;
  country: Country;
  today: string;
}

interface Candidate {
  day: string;
  from: number;
  to: number;
}

/**
 * Returns the date as `YYYY-MM-DD`, or "" if none is stated (SPEC §3, §12). A date that is labelled as the posting date
 * counts first, then a repost, then a date without a label. A date with another label never counts, nor does a date
 * after today, unless `notAhead` replaces it with today.
 */
export function readPostedDate(source: string, country: Country, now: number): string {
  // Most sources send only a day, which needs no further reading.
  const isBareDay = /^\d{4}-\d\d-\d\d$/.test(source);
  if (isBareDay && !isDay(source)) return '';
  if (isBareDay && source <= localDay(now, country)) return source;
  const text = squeeze(source).slice(0, MAXIMUM_TEXT);
  const tokens = tokenize(text);
  const cues = findTerms(tokens, DATE_VOCABULARY);
  const moment = { now, country, today: localDay(now, country) };
  const candidates = [
    ...isoDays(text, tokens, moment),
    ...namedDays(tokens, moment),
    ...wordDays(cues, moment),
    ...daysAgo(tokens, cues, moment),
  ].sort((a, b) => a.from - b.from);
  const labelled = candidates
    .map((candidate) => ({ day: candidate.day, label: labelOf(tokens, cues, candidates, candidate) }))
    .filter(({ day, label }) => label !== 'other' && day <= moment.today);
  const best = (['posted', 'reposted', undefined] as const).flatMap((wanted) =>
    labelled.filter(({ label }) => label === wanted),
  )[0];
  return best?.day ?? '';
}

const ISO = /(?<!\d)(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\s?(z|[+-]\d{2}:?\d{2})?)?(?!\d)/giu;

/**
 * Finds ISO dates. Times with Z or an offset are converted to the country's time zone; otherwise the written day
 * counts.
 */
function isoDays(source: string, tokens: readonly Token[], moment: Moment): Candidate[] {
  return [...unaccent(source).matchAll(ISO)].flatMap((match) => {
    const [whole, written = '', time, zone] = match;
    if (!isDay(written)) return [];
    const from = tokens.findIndex(({ end }) => end > match.index);
    const behind = tokens.findIndex(({ start }) => start >= match.index + whole.length);
    const to = behind < 0 ? tokens.length : behind;
    if (!time || !zone) return [{ day: notAhead(written, moment), from, to }];
    const offset =
      zone.toLowerCase() === 'z' ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
    const ms = Date.parse(`${written}T${time.length === 5 ? `${time}:00` : time}${offset}`);
    if (Number.isNaN(ms)) return [];
    return [{ day: notAhead(localDay(ms, moment.country), moment), from, to }];
  });
}

/** A day less than a week ahead counts as today, because some sites date adverts ahead. */
function notAhead(day: string, { today }: Moment): string {
  const ahead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  return ahead > 0 && ahead < 7 ? today : day;
}

/** Finds dates such as "18 September". If the year is missing, the latest such day that is not after today is taken. */
function namedDays(tokens: readonly Token[], { today }: Moment): Candidate[] {
  return writtenDays(tokens).flatMap((written) => {
    const day = resolveDay(written, today);
    return day === undefined ? [] : [{ day, from: written.from, to: written.to }];
  });
}

function resolveDay({ year, month, day }: WrittenDay, today: string): string | undefined {
  if (year !== undefined) return toDay(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  for (let candidate = thisYear; candidate > thisYear - 5; candidate -= 1) {
    const found = toDay(candidate, month, day);
    if (found !== undefined && found <= today) return found;
  }
  return undefined;
}

const DAYS_BACK: Partial<Record<DateCue, number>> = {
  today: 0,
  yesterday: 1,
  'day-before-yesterday': 2,
  'last-week': 7,
  'last-month': 30,
};

function wordDays(cues: readonly Term<DateCue>[], moment: Moment): Candidate[] {
  return cues.flatMap(({ means, from, to }) => {
    const back = DAYS_BACK[means];
    return back === undefined ? [] : [{ day: daysBefore(back, moment), from, to }];
  });
}

const MORE_OR_LESS = new Set("+ a plus moins de environ about around over more than less d' un peu on".split(' '));
const ONE = new Set(['a', 'an', 'last']);

/**
 * Finds ages. A length of time ("3 days", "2 mois", "2w") counts only if other words show that it is past ("ago",
 * "il y a", "posted"), or if the text contains nothing else.
 */
function daysAgo(tokens: readonly Token[], cues: readonly Term<DateCue>[], moment: Moment): Candidate[] {
  const found: Candidate[] = [];
  for (const [at, token] of tokens.entries()) {
    const count = numberOf(token) ?? (ONE.has(token.text) ? 1 : undefined);
    let to = at + 1;
    if (tokens[to]?.text === '+') to += 1;
    const size = UNITS.get(tokens[to]?.text ?? '') ?? (tokens[to]?.text === 'm' ? MINUTE_MS : undefined);
    if (count === undefined || size === undefined) continue;
    to = pluralEnd(tokens, to + 1);
    let from = at;
    while (from > 0 && MORE_OR_LESS.has(tokens[from - 1]?.text ?? '')) from -= 1;
    if (tokens[to]?.text === '+') to += 1;
    const before = cues.find((cue) => cue.to === from || (cue.to > from && cue.to <= at));
    const after = cues.find((cue) => cue.from === to);
    const isPast =
      before?.means === 'ago-before' ||
      after?.means === 'ago-after' ||
      before?.means === 'posted' ||
      before?.means === 'reposted' ||
      (token.text === 'last' && size >= DAY_MS) ||
      (isWhole(tokens, from, to) && (count * size <= LONGEST_BARE_MS || tokens[at + 1]?.spaced === false));
    if (isPast) {
      found.push({
        day: dayOf(count * size, moment),
        from: before?.means === 'ago-before' ? before.from : from,
        to: after?.means === 'ago-after' ? after.to : to,
      });
    }
  }
  return found;
}

/**
 * A text that is only a length of time is an age up to this length: "578 jours" is the duration of a contract. Without
 * a space ("3mo"), any length counts.
 */
const LONGEST_BARE_MS = 60 * DAY_MS;

function isWhole(tokens: readonly Token[], from: number, to: number): boolean {
  return from === 0 && tokens.slice(to).every(({ text }) => text === '.');
}

function pluralEnd(tokens: readonly Token[], at: number): number {
  const isPlural = tokens[at]?.text === '(' && tokens[at + 1]?.text === 's' && tokens[at + 2]?.text === ')';
  return isPlural ? at + 3 : at;
}

function dayOf(elapsed: number, moment: Moment): string {
  return elapsed < DAY_MS ? localDay(moment.now - elapsed, moment.country) : daysBefore(elapsed / DAY_MS, moment);
}

/** Counts whole calendar days, so that daylight saving time makes no difference. */
function daysBefore(days: number, { today }: Moment): string {
  return new Date(Date.parse(`${today}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

type Label = 'posted' | 'reposted' | 'other' | undefined;

function labelOf(
  tokens: readonly Token[],
  cues: readonly Term<DateCue>[],
  candidates: readonly Candidate[],
  { from, to }: Candidate,
): Label {
  const isLabel = ({ means }: Term<DateCue>): boolean =>
    means === 'posted' || means === 'reposted' || means === 'other';
  const start = Math.max(0, ...candidates.filter((other) => other.to <= from).map((other) => other.to));
  const end = Math.min(tokens.length, ...candidates.filter((other) => other.from >= to).map((other) => other.from));
  const isAgo = cues.some(({ means, from: at, to: end }) => means.startsWith('ago-') && at >= from && end <= to);
  // In "6 month contract · 2 days ago", the words before the mark are not a label of the age.
  const isParted = (cue: Term<DateCue>): boolean =>
    isAgo &&
    cue.means === 'other' &&
    tokens.slice(cue.to, from).some(({ kind, text }) => kind === 'break' || text === '-' || text === ',');
  const before = cues.filter((cue) => isLabel(cue) && cue.from >= start && cue.to <= from && !isParted(cue));
  const label = before.find(({ means }) => means === 'posted') ?? before.at(-1);
  if (label) return label.means as Label;
  const behind = cues.find((cue) => isLabel(cue) && cue.from >= to && cue.to <= end);
  // If another date follows, the label belongs to that date.
  const isOfNext = end < tokens.length;
  return behind && !isOfNext ? (behind.means as Label) : undefined;
}
