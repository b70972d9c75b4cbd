import type { SalaryPeriod } from '../../../../schemas/index.ts';
import { writtenDays } from '../../../reading/calendar.ts';
import { tokenize, type Token } from '../../../reading/tokens.ts';
import { findTerms, type Term } from '../../../reading/vocabulary.ts';
import { findAmounts, splitThousands, type Amount } from './amounts.ts';
import type { PayCue } from './pay-cue.ts';
import { PAY_FILLERS, PAY_VOCABULARY } from './vocabulary.ts';

/** A text on pay: its tokens, what its words say, and its figures as ranges. */
export interface PayText {
  tokens: readonly Token[];
  cues: readonly Term<PayCue>[];
  ranges: readonly Range[];
}

/** Figures that are joined to one range ("£30k to £35k"), or one alone. */
export interface Range {
  amounts: readonly Amount[];
  from: number;
  to: number;
  /** Where what is said of it begins and ends: up to the mark that parts it from its neighbours. */
  labelFrom: number;
  labelTo: number;
}

const PERIODS: ReadonlySet<PayCue> = new Set(['hour', 'day', 'week', 'month', 'year']);

export function isPeriod(means: PayCue): means is SalaryPeriod {
  return PERIODS.has(means);
}

export function readPayText(source: string): PayText {
  const tokens = splitThousands(tokenize(source));
  const found = findAmounts(tokens);
  const cues = findTerms(maskAmounts(tokens, found), PAY_VOCABULARY).filter((cue) => !isClockTime(tokens, cue, found));
  const dates = writtenDays(tokens).filter((day) => tokens.slice(day.from, day.to).some(({ kind }) => kind === 'word'));
  const isInDate = ({ from }: Amount): boolean => dates.some((day) => from >= day.from && from < day.to);
  const candidates = found.filter(
    (amount, index) => isMarked(amount) || (!isInDate(amount) && !isOfElse(tokens, cues, amount, found[index + 1])),
  );
  const amounts = keepMoney(tokens, cues, linkThousands(tokens, cues, candidates));
  const units = unitsBehind(tokens, cues, amounts);
  return { tokens, cues: [...cues, ...units], ranges: toRanges(tokens, cues, amounts) };
}

const UNITS: ReadonlyMap<string, SalaryPeriod> = new Map([
  ...['hour', 'heure'].map((word) => [word, 'hour'] as const),
  ...['day', 'jour'].map((word) => [word, 'day'] as const),
  ...['week', 'semaine'].map((word) => [word, 'week'] as const),
  ...['month', 'mois'].map((word) => [word, 'month'] as const),
]);

/** "450 € jour", "£500 day": a unit directly behind money. */
function unitsBehind(
  tokens: readonly Token[],
  cues: readonly Term<PayCue>[],
  amounts: readonly Amount[],
): Term<PayCue>[] {
  return amounts.flatMap((amount) => {
    const means = isMarked(amount) ? UNITS.get(tokens[amount.to]?.text ?? '') : undefined;
    const isKnown = cues.some(({ from, to }) => from <= amount.to && amount.to < to);
    return means && !isKnown ? [{ means, from: amount.to, to: amount.to + 1 }] : [];
  });
}

/** A length of time, or a share: "37.5 hrs", "27 à 78 %". */
function isOfElse(
  tokens: readonly Token[],
  cues: readonly Term<PayCue>[],
  amount: Amount,
  next: Amount | undefined,
): boolean {
  const isPercent = ({ to }: Amount): boolean => ['%', 'percent', 'pourcent'].includes(tokens[to]?.text ?? '');
  return (
    /^0\d/.test(tokens[amount.from]?.text ?? '') ||
    isTime(cues, amount) ||
    isDate(tokens, amount) ||
    isPercent(amount) ||
    (next !== undefined && isPercent(next) && !isMarked(next) && isJoined(tokens, cues, amount, next))
  );
}

/** Figures of money count no hours and no years: "£28,000 min" is no minutes. */
function maskAmounts(tokens: readonly Token[], amounts: readonly Amount[]): Token[] {
  const masked = new Set(amounts.filter(isMarked).flatMap(({ from, to }) => range(from, to)));
  return tokens.map((token, at) =>
    masked.has(at) && token.kind === 'number' ? { ...token, kind: 'mark', text: '¤' } : token,
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** "9am - 5pm": hours of a day, no month. */
function isClockTime(tokens: readonly Token[], { from }: Term<PayCue>, amounts: readonly Amount[]): boolean {
  if (tokens[from]?.text !== 'pm') return false;
  const amount = amounts.find(({ to }) => to === from);
  return tokens[from - 1]?.kind === 'number' && (!amount || (!isMarked(amount) && amount.value < 13));
}

const JOINING = new Set(['-', 'to', 'a', 'au', 'et', 'and', '/', '~', 'rising']);
const BETWEEN = new Set(['up', "jusqu'", 'de', ')', "l'"]);

/** What cannot be said of both ends of one range with two different words. */
const KINDS: ReadonlySet<PayCue> = new Set(['hour', 'day', 'week', 'month', 'year', 'gross', 'net']);

/** "£2,250 per month / £27,000 per year", "2 400 € brut / 1 870 € net": each figure has a kind of its own. */
function differInKind(cues: readonly Term<PayCue>[], one: Amount, other: Amount): boolean {
  const kindBehind = ({ to }: Amount): PayCue | undefined =>
    cues.find(({ from, means }) => from === to && KINDS.has(means))?.means;
  const [first, second] = [kindBehind(one), kindBehind(other)];
  if (first === undefined || second === undefined || first === second) return false;
  return (isPeriod(first) && isPeriod(second)) || first === 'net' || second === 'net';
}

/** Whether two figures are the ends of one range: a joining word between them, at most a period beside it. */
function isJoined(tokens: readonly Token[], cues: readonly Term<PayCue>[], one: Amount, other: Amount): boolean {
  let joins = false;
  for (let at = one.to; at < other.from; at += 1) {
    const cue = cues.find((cue) => at >= cue.from && at < cue.to);
    if (cue && (isPeriod(cue.means) || cue.means === 'gross')) {
      at = cue.to - 1;
      continue;
    }
    const { text } = tokens[at] as Token;
    if (JOINING.has(text)) joins = true;
    else if (!BETWEEN.has(text)) return false;
  }
  if (differInKind(cues, one, other)) return false;
  if (one.currency !== null && other.currency !== null && one.currency !== other.currency) return false;
  return joins || (one.to === other.from && one.currency !== null && other.currency !== null);
}

/** "£30-32k", "45 à 55 000 €", "£45k - 50": thousands that are written at one end alone. */
function linkThousands(tokens: readonly Token[], cues: readonly Term<PayCue>[], amounts: readonly Amount[]): Amount[] {
  const times1000 = (amount: Amount): Amount => ({ ...amount, value: amount.value * 1_000, thousands: true });
  return amounts.map((amount, index) => {
    if (amount.thousands || amount.value >= 1_000) return amount;
    const [last, next] = [amounts[index - 1], amounts[index + 1]];
    if (next && isJoined(tokens, cues, amount, next) && isOpen(tokens, cues, amount)) {
      const isMeant =
        next.thousands || (next.value >= 10_000 && amount.value >= 10 && amount.value * 1_000 <= next.value);
      if (isMeant && amount.value > 0) return times1000(amount);
    }
    const isEnd = last?.thousands && isJoined(tokens, cues, last, amount) && amount.currency === null;
    return isEnd && amount.value * 1_000 >= last.value && amount.value * 1_000 <= last.value * 5
      ? times1000(amount)
      : amount;
  });
}

/** No word that is unknown stands before it: "SCP 12 - £30,060" is a point of a scale. */
function isOpen(tokens: readonly Token[], cues: readonly Term<PayCue>[], { from }: Amount): boolean {
  const before = tokens[from - 1];
  return before?.kind !== 'word' || PAY_FILLERS.has(before.text) || cues.some(({ to }) => to === from);
}

/** The figures that are known to be money: by a currency or "k", as the end of such a range, or, where none has one, by their place. */
function keepMoney(tokens: readonly Token[], cues: readonly Term<PayCue>[], candidates: readonly Amount[]): Amount[] {
  const hasMarked = candidates.some(isMarked);
  const kept: Amount[] = [];
  for (const [index, amount] of candidates.entries()) {
    if (isMarked(amount)) {
      kept.push(amount);
      continue;
    }
    const [last, next] = [candidates[index - 1], candidates[index + 1]];
    const isEndOf = (other: Amount | undefined): boolean =>
      other !== undefined &&
      isMarked(other) &&
      isJoined(tokens, cues, ...((other.from < amount.from ? [other, amount] : [amount, other]) as [Amount, Amount])) &&
      (amount.value === 0 || (amount.value >= other.value / 5 && amount.value <= other.value * 5));
    if (isEndOf(last) ? !isCount(tokens, cues, amount) : isEndOf(next)) {
      kept.push({ ...amount, currency: (isEndOf(last) ? last : next)?.currency ?? null });
    } else if (!hasMarked && isBarePay(tokens, cues, amount, kept.at(-1), next)) kept.push(amount);
  }
  return kept;
}

/** "37.5 hrs", "12 weeks": a number of the length of something. */
function isTime(cues: readonly Term<PayCue>[], amount: Amount): boolean {
  return cues.some(({ means, from, to }) => means === 'time' && amount.from >= from && amount.from < to);
}

function isMarked({ currency, thousands }: Amount): boolean {
  return currency !== null || thousands;
}

/** "£12 - 3 shifts": a small number before a word that is not about pay counts something. */
function isCount(tokens: readonly Token[], cues: readonly Term<PayCue>[], amount: Amount): boolean {
  return amount.value < 100 && Number.isInteger(amount.value) && !endsWell(tokens, cues, amount);
}

/** A bare number is pay at the beginning of the text, behind a word for pay, before a period, or joined to one. */
function isBarePay(
  tokens: readonly Token[],
  cues: readonly Term<PayCue>[],
  amount: Amount,
  last: Amount | undefined,
  next: Amount | undefined,
): boolean {
  const text = tokens[amount.from]?.text ?? '';
  if (/^0\d/.test(text) || isDate(tokens, amount)) return false;
  const beginsRange = next !== undefined && isJoined(tokens, cues, amount, next) && next.value > LATEST_YEAR;
  const endsRange = last !== undefined && isJoined(tokens, cues, last, amount);
  if (isYear(tokens, cues, amount) && !beginsRange && !endsRange) return false;
  const periodAfter = cues.some(({ means, from }) => from === amount.to && (isPeriod(means) || means === 'gross'));
  if (periodAfter || endsRange) return true;
  if (!endsWell(tokens, cues, amount)) return false;
  const isLabel = ({ means }: Term<PayCue>): boolean =>
    means === 'label' || means === 'basic' || means === 'gross' || isPeriod(means);
  const isBound = ({ means }: Term<PayCue>): boolean => (means === 'min' || means === 'max') && amount.value >= 1_000;
  return (
    isFilled(tokens, 0, amount.from, 2) ||
    cues.some(
      (cue) =>
        cue.to <= amount.from &&
        (isLabel(cue) || isBound(cue) || cue.from === 0) &&
        (isFilled(tokens, cue.to, amount.from, 3) || isDash(tokens, cue.to, amount.from)),
    )
  );
}

/** "Salary - 35,000". */
function isDash(tokens: readonly Token[], from: number, to: number): boolean {
  return to === from + 1 && tokens[from]?.text === '-';
}

const OPEN_WORDS = new Set(
  'doe dependent depending selon suivant negotiable nego neg k or to a au et and ou'.split(' '),
);

/** Nothing, a mark or a word of pay stands behind the number. */
function endsWell(tokens: readonly Token[], cues: readonly Term<PayCue>[], amount: Amount): boolean {
  const next = tokens[amount.to];
  if (!next || next.kind === 'break') return true;
  if (next.kind === 'mark') return next.text !== '%';
  return OPEN_WORDS.has(next.text) || cues.some(({ from, means }) => from === amount.to && means !== 'perk');
}

function isDate(tokens: readonly Token[], { from, to }: Amount): boolean {
  const isNumber = (at: number): boolean => tokens[at]?.kind === 'number';
  const around = (at: number): boolean =>
    '/:'.includes(tokens[at]?.text ?? ' ') && isNumber(at + 1) && isNumber(at - 1);
  return (
    (around(to) && around(to + 2)) ||
    (around(from - 1) && around(to)) ||
    (around(from - 1) && around(from - 3)) ||
    (tokens[to]?.text === ':' && isNumber(to + 1))
  );
}

/** "2026 - 2100": still years; "2000/2200": pay. */
const LATEST_YEAR = 2_100;

/** "2026", "2026/27" without a word for a period. */
function isYear(tokens: readonly Token[], cues: readonly Term<PayCue>[], { value, from, to }: Amount): boolean {
  return (
    /^(?:19|20)\d\d$/.test(tokens[from]?.text ?? '') &&
    value >= 1990 &&
    !cues.some((cue) => cue.from === to && (isPeriod(cue.means) || cue.means === 'gross'))
  );
}

/** Only words that change nothing stand there, at most so many. */
export function isFilled(tokens: readonly Token[], from: number, to: number, most: number): boolean {
  if (to < from || to - from > most) return false;
  return tokens.slice(from, to).every(({ text }) => PAY_FILLERS.has(text) || ':(~='.includes(text));
}

const PARTING = new Set(['(', ',', ';', '/', '|', '+', '.', '\n']);

function toRanges(tokens: readonly Token[], cues: readonly Term<PayCue>[], amounts: readonly Amount[]): Range[] {
  const groups: Amount[][] = [];
  for (const amount of amounts) {
    const current = groups.at(-1);
    const last = current?.at(-1);
    if (current && last && isJoined(tokens, cues, last, amount)) current.push(amount);
    else groups.push([amount]);
  }
  const spans = groups.map((group) => ({ amounts: group, from: group[0]?.from ?? 0, to: group.at(-1)?.to ?? 0 }));
  const cuts = spans.slice(1).map((span, index) => lastParting(tokens, cues, spans[index]?.to ?? 0, span.from));
  return spans.map((span, index) => ({
    ...span,
    labelFrom: index === 0 ? 0 : (cuts[index - 1] as number),
    labelTo: cuts[index] ?? tokens.length,
  }));
}

/** The last mark between two ranges that parts what is said of them; where there is none, all is said of the first. */
function lastParting(tokens: readonly Token[], cues: readonly Term<PayCue>[], from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) {
    const isMark = PARTING.has(tokens[at]?.text ?? '') || tokens[at]?.kind === 'break';
    if (isMark && !cues.some((cue) => at >= cue.from && at < cue.to)) return at;
  }
  return to;
}
