import { countAt, numberOf } from '../../../reading/counts.ts';
import type { Token } from '../../../reading/tokens.ts';

export interface DayCount {
  /** Days a week. Days in a longer period count as at most 4, because they are not a whole week. */
  days: number;
  from: number;
  to: number;
  isWeekly?: true;
  /** True for visits, which matter only if the work is otherwise done at home. */
  isVisit?: true;
}

const DAY = new Set("day days day's days' d j jr jrs jour jours journee journees".split(' '));
const WEEK = new Set('week weeks weekly wk w pw semaine semaines sem s hebdo hebdomadaire hebdomadaires'.split(' '));
const MONTHLY = new Set('month fortnight mois quinzaine'.split(' '));
/**
 * Periods longer than a month. Days in such a period count as 0, but twelve or more days a year count as 4 days a week.
 */
const SELDOM = new Set('quarter year annum trimestre semestre'.split(' '));
const PER = new Set('a per each every par / the of in la'.split(' '));
const FULL = new Set(['full', 'x', 'working', 'whole', 'fixed', 'admin']);
const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 };
const VISITS = new Set('visit visits trip trips passage passages venue venues'.split(' '));
const ON_THE_WAY = new Set(['to', 'the', 'our', 'office', 'au', 'aux', 'bureau', 'siege']);
const A_DAY = new Set([
  'a',
  'une',
  'un',
  'one',
  'some',
  'few',
  'several',
  'certain',
  'quelques',
  'certains',
  'des',
  'couple',
]);

const WEEKDAYS = [
  'monday mondays mon lundi lundis',
  'tuesday tuesdays tue tues mardi mardis',
  'wednesday wednesdays wed mercredi mercredis',
  'thursday thursdays thu thurs jeudi jeudis',
  'friday fridays fri vendredi vendredis',
  'saturday saturdays sat samedi samedis',
  'sunday sundays dimanche dimanches',
];
/** The index of Saturday in WEEKDAYS. A list of days with Saturday or Sunday states working hours and not a place. */
const SATURDAY = 5;
const WEEKDAY: ReadonlyMap<string, number> = new Map(
  WEEKDAYS.flatMap((names, index) => names.split(' ').map((name) => [name, index] as const)),
);
const AND = new Set([',', 'and', 'et', 'ou', 'or', '&', '/', 'on', 'le', 'les', 'either']);
const PART_OF = new Set(['of', 'de', 'sur', 'parmi']);
const OUT_OF = new Set(['/', 'sur']);
const THESE = new Set(['those', 'these', 'your', 'the', 'ces', 'vos', 'les', 'tes']);
const THROUGH = new Set(['to', '-', 'au', 'a', 'through']);

export function dayCounts(tokens: readonly Token[]): DayCount[] {
  const found: DayCount[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const count =
      rotaAt(tokens, at) ??
      everyDay(tokens, at) ??
      numberedDays(tokens, at) ??
      timesAWeek(tokens, at) ??
      namedDays(tokens, at);
    if (!count) continue;
    if (count.days > 0) found.push(count);
    at = count.to - 1;
  }
  return found;
}

/**
 * Recognises a shift rota ("4 days on, 4 days off", "3 jours travaillés, 2 jours de repos"). It counts as 0 days,
 * because it says nothing about the place.
 */
function rotaAt(tokens: readonly Token[], from: number): DayCount | undefined {
  const on = shiftsAt(tokens, from, ON_SHIFT);
  if (on === undefined) return undefined;
  const next = BETWEEN_SHIFTS.has(tokens[on]?.text ?? '') ? on + 1 : on;
  const to = shiftsAt(tokens, next, OFF_SHIFT);
  return to === undefined ? undefined : { days: 0, from, to };
}

function shiftsAt(tokens: readonly Token[], from: number, words: ReadonlySet<string>): number | undefined {
  let at = numberOf(tokens[from]) === undefined ? from : from + 1;
  if (at === from) return undefined;
  if (DAY.has(tokens[at]?.text ?? '') || NIGHT.has(tokens[at]?.text ?? '')) at += 1;
  if (tokens[at]?.text === 'de') at += 1;
  return words.has(tokens[at]?.text ?? '') ? at + 1 : undefined;
}

const NIGHT = new Set(['night', 'nights', 'shift', 'shifts', 'nuit', 'nuits']);
const ON_SHIFT = new Set(['on', 'travail', 'travailles']);
const OFF_SHIFT = new Set(['off', 'repos']);
const BETWEEN_SHIFTS = new Set([',', '/', '-', '&', 'and', 'then', 'followed', 'et', 'puis']);

function everyDay(tokens: readonly Token[], from: number): DayCount | undefined {
  const words = EVERY_DAY.find((phrase) => phrase.every((word, at) => tokens[from + at]?.text === word));
  return words && withPeriod(tokens, { days: WORKING_DAYS, from, to: from + words.length, isWeekly: true });
}

const WORKING_DAYS = 5;
const EVERY_DAY = ['every day', 'each day', 'chaque jour', 'tous les jours'].map((phrase) => phrase.split(' '));

function numberedDays(tokens: readonly Token[], start: number): DayCount | undefined {
  const count = countAt(tokens, start);
  let to = count?.to ?? (A_DAY.has(tokens[start]?.text ?? '') ? start + 1 : undefined);
  if (to === undefined) return undefined;
  if (tokens[to]?.text === 'of' && !count) to += 1;
  to = pastWhole(tokens, to);
  while (FULL.has(tokens[to]?.text ?? '')) to += 1;
  if (!DAY.has(tokens[to]?.text ?? '')) return undefined;
  const days = count?.high ?? 1;
  if (isLengthOfWeek(tokens, start, to)) return { days: 0, from: start, to: to + 1 };
  to += 1;
  if (OUT_OF.has(tokens[to]?.text ?? '') && numberOf(tokens[to + 1]) !== undefined)
    return { days, from: start, to: to + 2 };
  if (isOfStart(tokens, to)) return { days: 0, from: start, to };
  return withPeriod(tokens, { days, from: start, to });
}

function isOfStart(tokens: readonly Token[], at: number): boolean {
  const behind = tokens.slice(at, at + 2).map(({ text }) => text);
  return START.has(behind[0] ?? '') || (OF.has(behind[0] ?? '') && START.has(behind[1] ?? ''));
}

const START = new Set('induction onboarding training formation integration accueil'.split(' '));
const OF = new Set(['of', "d'", 'de', 'for', "'"]);

/** Returns the index after "of those" in "two of those days" and after "de vos cinq" in "deux de vos cinq jours". */
function pastWhole(tokens: readonly Token[], at: number): number {
  if (!PART_OF.has(tokens[at]?.text ?? '') || !THESE.has(tokens[at + 1]?.text ?? '')) return at;
  return countAt(tokens, at + 2)?.to ?? at + 2;
}

function isLengthOfWeek(tokens: readonly Token[], start: number, at: number): boolean {
  const next = tokens[at + 1]?.text === 'working' || tokens[at + 1]?.text === 'work' ? at + 2 : at + 1;
  const isBefore =
    WEEK.has(tokens[start - 2]?.text ?? '') && ['de', 'en', 'of'].includes(tokens[start - 1]?.text ?? '');
  return isBefore || (tokens[at]?.text === 'day' && WEEK.has(tokens[next]?.text ?? ''));
}

function timesAWeek(tokens: readonly Token[], at: number): DayCount | undefined {
  const word = tokens[at]?.text ?? '';
  if (Object.hasOwn(TIMES, word)) {
    const isEither = tokens[at + 1]?.text === 'or' && Object.hasOwn(TIMES, tokens[at + 2]?.text ?? '');
    const count = { days: TIMES[word] as number, from: at, to: isEither ? at + 3 : at + 1 };
    const whole = withPeriod(tokens, count);
    return whole.to > count.to ? whole : undefined;
  }
  const count = countAt(tokens, at);
  const next = count ? tokens[count.to]?.text : undefined;
  if (!count || next === undefined) return undefined;
  let to = count.to + 1;
  // "two trips to London a year"
  while (VISITS.has(next) && (ON_THE_WAY.has(tokens[to]?.text ?? '') || tokens[to]?.capital)) to += 1;
  const whole = withPeriod(tokens, { days: count.high, from: at, to });
  if (VISITS.has(next)) return { ...whole, days: Math.min(whole.days, 4), isVisit: true };
  const isTimes = next === 'fois' || next === 'times' || (next === 'x' && whole.to > count.to + 1);
  return isTimes ? whole : undefined;
}

function namedDays(tokens: readonly Token[], start: number): DayCount | undefined {
  let last = weekday(tokens[start]);
  if (last === undefined) return undefined;
  let days = 1;
  let to = start + 1;
  let isOfWeekend = last >= SATURDAY;
  for (;;) {
    let next = to;
    // In "Mon-Fri", the hyphen is not a token.
    const isHyphened = tokens[to]?.joined === true;
    const isRange = isHyphened || THROUGH.has(tokens[next]?.text ?? '');
    while (AND.has(tokens[next]?.text ?? '') || THROUGH.has(tokens[next]?.text ?? '')) next += 1;
    const day = next > to || isHyphened ? weekday(tokens[next]) : undefined;
    if (day === undefined) return { days: isOfWeekend ? 0 : days, from: start, to, isWeekly: true };
    days += isRange && day > last ? day - last : 1;
    last = day;
    isOfWeekend ||= day >= SATURDAY;
    to = next + 1;
  }
}

function weekday(token: Token | undefined): number | undefined {
  return token && WEEKDAY.get(token.text);
}

function withPeriod(tokens: readonly Token[], count: DayCount): DayCount {
  let to = count.to;
  while (PER.has(tokens[to]?.text ?? '')) to += 1;
  const unit = to > count.to || count.to === to ? (tokens[to]?.text ?? '') : '';
  if (WEEK.has(unit) && to > count.to) return { ...count, to: to + 1, isWeekly: true };
  // "An" means a year only after "par" or "/": "100 jours par an", but not "in an office".
  const isYear = unit === 'an' && ['par', '/'].includes(tokens[to - 1]?.text ?? '');
  // "100 jours par an" are more than one day a month.
  const isOften = (isYear || unit === 'year' || unit === 'annum') && count.days >= 12;
  if ((isYear || SELDOM.has(unit)) && to > count.to) return { ...count, days: isOften ? 4 : 0, to: to + 1 };
  if (MONTHLY.has(unit) && to > count.to) return { ...count, days: Math.min(count.days, 4), to: to + 1 };
  return WEEK.has(unit) ? { ...count, to: to + 1 } : count;
}
