import type { Country, SalaryPeriod } from '../../../schemas/index.ts';
import { fold, squeeze } from '../../lib/text.ts';
import { findFigures, type Currency, type Figure } from './money.ts';

/** A reading of pay: yearly gross whole numbers (SPEC §3), and the evidence. */
export interface SalaryReading {
  min: number | null;
  max: number | null;
  unlisted: boolean;
  /** As stated, before any correction. */
  period: SalaryPeriod | null;
  /** ISO 4217, of the figures read; null when there are none. */
  currency: string | null;
}

/** Figures that a source gives as numbers. */
export interface StatedSalary {
  min: number | null;
  max: number | null;
  period: SalaryPeriod | null;
  /** ISO 4217; null: the country's own. */
  currency: string | null;
}

/** The statutory minimum wage, gross per hour in euros, in force from 2026-01-01 (SPEC §12). */
const SMIC_HOUR = 12.02;

/** What makes a year of each period (SPEC §3). */
const PER_YEAR: Record<Country, Record<SalaryPeriod, number>> = {
  GB: { hour: 1950, day: 260, week: 52, month: 12, year: 1 },
  FR: { hour: 1820, day: 218, week: 52, month: 12, year: 1 },
};

/** Figures that can be pay of a period (facts: platforms of Great Britain, §6). */
const PLAUSIBLE: Record<SalaryPeriod, readonly [number, number]> = {
  hour: [5, 250],
  day: [40, 3_000],
  week: [100, 8_000],
  month: [500, 40_000],
  year: [5_000, 600_000],
};

const HOME: Record<Country, Currency> = { GB: 'GBP', FR: 'EUR' };

/** Longer texts than any salary line are read as far as this. */
const MAXIMUM_TEXT = 600;

function unlisted(currency: string | null = null, period: SalaryPeriod | null = null): SalaryReading {
  return { min: null, max: null, unlisted: true, period, currency };
}

/** Pay as a source wrote it → yearly figures, to the rules of SPEC §3 and §12. */
export function readSalary(source: string, country: Country): SalaryReading {
  const text = fold(squeeze(source)).slice(0, MAXIMUM_TEXT);
  if (text === '' || /\bcachets?\b/u.test(text)) return unlisted();
  const body = blank(text, WORKING_TIME);
  let figures = linkThousands(findFigures(body));
  if (figures.length === 0) return readSmic(body, country) ?? unlisted();

  const extra = cutAtExtras(body, figures);
  figures = extra.figures;
  figures = dropLoose(figures);
  figures = dropLabelled(body, figures);
  const home = figures.filter(({ currency }) => currency === null || currency === HOME[country]);
  const foreign = figures.find(({ currency }) => currency !== null && currency !== HOME[country]);
  if (foreign && !home.some(({ currency }) => currency !== null)) return unlisted(isoOf(foreign.currency));
  figures = home;
  if (figures.length === 0) return unlisted();

  const groups = samePeriod(toGroups(body, figures));
  const amounts = groups.flatMap((group) => group.figures);
  const period = groups[0]?.period ?? null;
  const months = monthsPaid(text);
  const values = amounts.map(({ value }) => value).filter((value) => value > 0);
  if (values.length === 0) return unlisted();
  const bound = boundOf(body, amounts, extra.earningsCeiling);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const stated: StatedSalary = {
    min: bound === 'max' ? null : low,
    max: bound === 'min' ? null : high,
    period,
    currency: null,
  };
  return readStated(stated, country, months);
}

/** Figures that a source gives as numbers → yearly figures, to the same rules. */
export function readStated(stated: StatedSalary, country: Country, monthsPaid = 12): SalaryReading {
  const iso = isoOf(HOME[country]) as string;
  if (stated.currency !== null && stated.currency.toUpperCase() !== iso)
    return unlisted(nameable(stated.currency), stated.period);
  const positive = (value: number | null): number | null =>
    value !== null && Number.isFinite(value) && value > 0 ? value : null;
  let min = positive(stated.min);
  let max = positive(stated.max);
  if (min !== null && max !== null && min > max) [min, max] = [max, min];
  const size = max ?? min;
  if (size === null) return unlisted(null, stated.period);
  const period = settlePeriod(stated.period, min ?? size, size, country);
  if (period === null) return unlisted(iso, stated.period);
  const factor = PER_YEAR[country][period] * (period === 'month' ? monthsPaid / 12 : 1);
  return {
    min: min === null ? null : roundHalfUp(min * factor),
    max: max === null ? null : roundHalfUp(max * factor),
    unlisted: false,
    period: stated.period,
    currency: iso,
  };
}

/** The period that the figures can be of: the stated one, a corrected one, or null for "not to be trusted". */
function settlePeriod(stated: SalaryPeriod | null, low: number, high: number, country: Country): SalaryPeriod | null {
  const fits = (period: SalaryPeriod): boolean => low >= PLAUSIBLE[period][0] * 0.8 && high <= PLAUSIBLE[period][1];
  if (stated === null) return periodBySize(high, country);
  if (country === 'FR') {
    if (stated === 'year') return high < 100 ? 'hour' : high < 3_000 ? 'month' : 'year';
    if (stated === 'month' && low >= 9_000) return 'year';
    if (stated === 'hour' && high > 100) return high >= 9_000 ? 'year' : high >= 500 ? 'month' : null;
  } else if (stated === 'year') {
    if (high < 100) return low >= PLAUSIBLE.hour[0] ? 'hour' : null;
    if (high <= 2_000) return null;
    return high <= PLAUSIBLE.year[1] ? 'year' : null;
  }
  if (fits(stated)) return stated;
  return fits('year') ? 'year' : null;
}

function periodBySize(size: number, country: Country): SalaryPeriod | null {
  if (size < 100) return size >= PLAUSIBLE.hour[0] ? 'hour' : null;
  if (country === 'GB') return size >= 7_000 && size <= PLAUSIBLE.year[1] ? 'year' : null;
  if (size < 1_000) return null;
  if (size < 9_000) return 'month';
  return size <= PLAUSIBLE.year[1] ? 'year' : null;
}

/** "37.5 hours per week", "35h/semaine": working time, whose "per week" is no period of pay. */
const WORKING_TIME =
  /(?<![\d.,£€])\d{1,2}(?:[.,]\d{1,2})?\s*(?:-\s*\d{1,2}(?:[.,]\d{1,2})?\s*)?(?:hours?|hrs?|h|heures?)\b(?:\s*(?:per|a|\/|par|each|p)\s*(?:week|w\b|day|semaine|jour|wk|month|mois))?/gu;

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => ' '.repeat(match.length));
}

/** "£30-32k": a k on the second bound is meant for the first too. */
function linkThousands(figures: Figure[]): Figure[] {
  return figures.map((figure, index) => {
    const next = figures[index + 1];
    return next?.joined && next.thousands && !figure.thousands && figure.value < 1_000
      ? { ...figure, value: figure.value * 1_000, thousands: true }
      : figure;
  });
}

const OTE = /\b(?:o\.?t\.?e\.?|on[- ]target earnings|package total)\b/u;
const EXTRA =
  /(?:^|\s)\+|(?<![\p{L}])(?:plus\b(?! de\b)|bonus(?:es)?\b|commissions?\b|incentives?\b|o\.?t\.?e\b|on[- ]target earnings|variable\b)/gu;

/**
 * Reads only what stands before "+", "plus", "bonus", "OTE" … A figure of
 * expected earnings with no basic pay before it is a ceiling alone.
 */
function cutAtExtras(text: string, figures: Figure[]): { figures: Figure[]; earningsCeiling: boolean } {
  const ote = OTE.exec(text);
  if (ote) {
    const after = figures.find(({ start }) => start >= ote.index);
    const bindsForward =
      after !== undefined &&
      /^[\s:(of]*(?:up to|to|c\.|circa)?\s*$/u.test(text.slice(ote.index + ote[0].length, after.start));
    const before = figures.filter(({ end }) => end <= ote.index);
    const last = before.at(-1);
    const bindsBackward =
      !bindsForward &&
      last !== undefined &&
      /^\s*(?:per annum|p\.?a\.?|a year|per year)?\s*\(?\s*$/u.test(text.slice(last.end, ote.index));
    const head = bindsBackward ? before.slice(0, startOfGroup(before)) : before;
    if (head.length === 0 && (bindsForward || bindsBackward)) {
      return {
        figures: bindsBackward ? before : figures.filter(({ start }) => start >= ote.index),
        earningsCeiling: true,
      };
    }
    if (bindsBackward) figures = head;
  }
  const first = figures[0] as Figure;
  for (const match of text.matchAll(EXTRA)) {
    // Words before the first figure announce it ("plus" after nothing announces perks).
    const at = match.index;
    if (at < first.start && !/^\s*\+|^plus/u.test(match[0])) continue;
    return { figures: figures.filter(({ end }) => end <= at + 1), earningsCeiling: false };
  }
  return { figures, earningsCeiling: false };
}

function startOfGroup(figures: readonly Figure[]): number {
  let index = figures.length - 1;
  while (index > 0 && figures[index]?.joined) index -= 1;
  return index;
}

/** Where some figures carry a currency, bare ones count only as the other end of a range. */
function dropLoose(figures: Figure[]): Figure[] {
  if (!figures.some(({ currency, thousands }) => currency !== null || thousands)) return figures;
  const marked = figures.map(({ currency, thousands }) => currency !== null || thousands);
  return figures
    .map((figure, index): Figure | undefined => {
      const next = figures[index + 1];
      if (marked[index]) return figure;
      if (figure.joined && marked[index - 1]) return { ...figure, currency: figures[index - 1]?.currency ?? null };
      return next?.joined && marked[index + 1] ? { ...figure, currency: next.currency } : undefined;
    })
    .filter((figure) => figure !== undefined)
    .map((figure) => figure);
}

const NET = /(?<!\.)\bnet(?:s|te|tes)?\b/u;
const GROSS = /\bbrut/u;
const FTE = /\bfte\b|full[- ]time equivalent|equivalent temps plein/u;
const ACTUAL = /\bactual\b|\btake home\b/u;
const PERK_BEFORE =
  /\b(?:primes?|tickets?|titres?|paniers?|indemnites?|participation|interessement|cooptation|valeur|variable|bonus|allowances?|mileage|voucher|discount|remboursement|mutuelle|welcome|referral)\b[^\d€£]{0,30}$/u;
const PERK_AFTER =
  /^[^\d€£+]{0,12}\b(?:de primes?|de variable|d'interessement|welcome|referral|sign[- ]on|joining|allowance|voucher|ca\b|de ca\b|chiffre d'affaires|\/\s?km|du km|par km)/u;

/** Without net pay, perks, and the part-time figure beside a full-time one. */
function dropLabelled(text: string, figures: Figure[]): Figure[] {
  const labelled = figures.map((figure, index) => {
    const groupEnd = endOfGroup(figures, index);
    const next = figures[groupEnd + 1];
    const own = ownLabel(text, figures[groupEnd] as Figure, next?.start ?? text.length);
    const before = text.slice(figures[index - 1]?.end ?? 0, figure.start);
    const announced = /[(,;/]([^(,;/]*)$/u.exec(before)?.[1] ?? (index === 0 ? before : '');
    return {
      figure,
      net: NET.test(own) && !GROSS.test(own),
      perk:
        PERK_BEFORE.test(text.slice(Math.max(0, figure.start - 50), figure.start)) ||
        PERK_AFTER.test(text.slice(figure.end, figure.end + 40)),
      fte: FTE.test(own) || FTE.test(announced),
      actual: ACTUAL.test(own) || ACTUAL.test(announced),
    };
  });
  let kept = labelled.filter(({ net, perk }) => !net && !perk);
  const fullTime = kept.filter(({ actual }) => !actual);
  if (fullTime.length > 0) kept = fullTime;
  const equivalents = kept.filter(({ fte }) => fte);
  if (equivalents.length > 0) kept = equivalents;
  return kept.map(({ figure }) => figure);
}

function endOfGroup(figures: readonly Figure[], index: number): number {
  let end = index;
  while (figures[end + 1]?.joined) end += 1;
  return end;
}

/** What is said of a figure: up to the bracket, comma or slash that opens the next one. */
function ownLabel(text: string, figure: Figure, until: number): string {
  const segment = text.slice(figure.end, until);
  if (until === text.length) return segment;
  const cut = segment.search(/[(,;/](?!.*[(,;/])/u);
  return cut <= 0 ? segment : segment.slice(0, cut);
}

interface Group {
  figures: Figure[];
  period: SalaryPeriod | null;
}

const PERIOD_WORDS: readonly [SalaryPeriod, RegExp][] = [
  [
    'hour',
    /\b(?:per|an?|each|par|de l'|l')\s?(?:hours?|hr|heure)\b|\/\s?(?:h|hr|hours?|hourly|heure)\b|(?<![\p{L}])p\.?\/?h\b|\bhourly\b|\bhoraires?\b|\bde l'heure\b|\btaux horaire\b/u,
  ],
  [
    'day',
    /\b(?:per|a|each|par)\s(?:days?|jours?)\b|\/\s?(?:d|day|daily|jour|j)\b|(?<![\p{L}])p\.?\/?d\b|\bdaily\b|\bday rate\b|\bjournali(?:er|ere|ers)\b|\btjm\b|\bper diem\b/u,
  ],
  [
    'week',
    /\b(?:per|a|each|par)\s(?:weeks?|wk|semaines?)\b|\/\s?(?:w|wk|week|semaine)\b|(?<![\p{L}])p\.?\/?w\b|\bweekly\b|\bhebdomadaires?\b/u,
  ],
  [
    'month',
    /\b(?:per|a|each|par|calendar)\s(?:months?|mois)\b|\/\s?(?:month|mois|mo)\b|(?<![\p{L}])pcm\b|(?<![\p{L}])p\.?\/?m\b|\bmonthly\b|\bmensuels?\b|\bmensuelles?\b/u,
  ],
  [
    'year',
    /\b(?:per|a|each|par|l')\s?(?:annum|years?|yr|an|annee)\b|\/\s?(?:annum|year|yr|an|annee|a)\b|(?<![\p{L}])p\.\s?a\b|(?<![\p{L}])pa\b|\bannum\b|\bannual(?:ly)?\b|\byearly\b|\bannuels?\b|\bannuelles?\b|\bbruts? an\b/u,
  ],
];

/** The first period word of a segment. */
function findPeriod(segment: string): SalaryPeriod | null {
  let found: SalaryPeriod | null = null;
  let at = Number.POSITIVE_INFINITY;
  for (const [period, pattern] of PERIOD_WORDS) {
    const index = segment.search(pattern);
    if (index >= 0 && index < at) {
      at = index;
      found = period;
    }
  }
  return found;
}

/** Figures joined to ranges, each with the period that is said of it. */
function toGroups(text: string, figures: readonly Figure[]): Group[] {
  const groups: Figure[][] = [];
  for (const figure of figures) {
    const current = groups.at(-1);
    if (figure.joined && current) current.push(figure);
    else groups.push([figure]);
  }
  const whole = findPeriod(text);
  return groups.map((group, index) => {
    const first = group[0] as Figure;
    const previousEnd = groups[index - 1]?.at(-1)?.end ?? 0;
    const nextStart = groups[index + 1]?.[0]?.start ?? text.length;
    // A period may stand between the two ends of a range: "£12 per hour to £14".
    const inside = text.slice(first.start, nextStart);
    const period = findPeriod(inside) ?? findPeriod(text.slice(previousEnd, first.start)) ?? whole;
    return { figures: group, period };
  });
}

/** Where the same pay is said in two periods, the yearly wins, else the first. */
function samePeriod(groups: Group[]): Group[] {
  const period = groups.some((group) => group.period === 'year') ? 'year' : groups[0]?.period;
  return groups.filter((group) => group.period === period);
}

/** "sur 13 mois", "* 13,5 mois": pays in a year, between 12 and 16; else 12. */
function monthsPaid(text: string): number {
  const match = /(?:\bsur|[x*×]|\ben)\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:mois|mensualites)\b/u.exec(text);
  const months = match ? Number((match[1] ?? '').replace(',', '.')) : 12;
  return months >= 12 && months <= 16 ? months : 12;
}

const MAX_BEFORE =
  /(?:\bup to\b|\bupto\b|\bjusqu'?a\b|\bmax(?:imum|i)?\b|\bto\b|\bless than\b|\bmoins de\b|\bunder\b|\bplafond\b)[^\d]{0,16}$/u;
const MIN_BEFORE =
  /(?:\bfrom\b|\bstarting(?: at| from| salary)?\b|\bminimum\b|\bmin\.?\b|\bat least\b|\ba partir d(?:e|u)\b|\bdes\b|\bau moins\b|\bplus de\b|\bmore than\b|\bover\b|\bde base a partir\b)[^\d]{0,16}$/u;
const MIN_AFTER = /^\s*(?:(?:per annum|pa|brut|€)\s*)?(?:and above|upwards?|minimum|min\b|et plus|or more)/u;

/** Whether a single figure is a ceiling or a floor alone. */
function boundOf(text: string, figures: readonly Figure[], earningsCeiling: boolean): 'min' | 'max' | 'both' {
  if (earningsCeiling) return 'max';
  const [first] = figures;
  if (!first || figures.filter(({ value }) => value > 0).length > 1) return 'both';
  if (figures.length > 1) return figures[0]?.value === 0 ? 'max' : 'both';
  const before = text.slice(0, first.start);
  if (MAX_BEFORE.test(before)) return 'max';
  if (first.plus || MIN_BEFORE.test(before) || MIN_AFTER.test(text.slice(first.end))) return 'min';
  return 'both';
}

/** "SMIC" without a figure is the statutory yearly gross; a percentage of it is unlisted. */
function readSmic(text: string, country: Country): SalaryReading | undefined {
  if (country !== 'FR' || !/\bsmic\b/u.test(text) || /%|pour ?cent/u.test(text)) return undefined;
  const yearly = roundHalfUp(SMIC_HOUR * PER_YEAR.FR.hour);
  return {
    min: yearly,
    max: /\ba partir du smic\b/u.test(text) ? null : yearly,
    unlisted: false,
    period: findPeriod(text),
    currency: 'EUR',
  };
}

/** `XXX` is how a source's adapter says "another one" where it cannot tell which. */
function nameable(currency: string): string | null {
  return /^[A-Z]{3}$/i.test(currency) && currency.toUpperCase() !== 'XXX' ? currency.toUpperCase() : null;
}

function isoOf(currency: Currency | null): string | null {
  return currency === 'OTHER' ? null : currency;
}

/** Half up, without the noise of binary fractions (12.05 × 1950 is 23497.5). */
function roundHalfUp(value: number): number {
  return Math.floor(Math.round(value * 1e6) / 1e6 + 0.5);
}
