import { ownPeriod } from './period-and-bounds.ts';
import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { isBoundTo, isReached, isSaid } from './bound-to.ts';
import type { PayCue } from './pay-cue.ts';
import type { PayText, Range } from './pay-text.ts';
import { PAY_FILLERS } from './vocabulary.ts';

export interface SelectedPay {
  ranges: readonly Range[];
  /** True if only expected earnings are stated, which then count as a maximum (SPEC §12). */
  earningsCeiling: boolean;
}

export function selectPay(text: PayText): SelectedPay {
  const paid = text.ranges.filter(
    (range, index) =>
      !isPerk(text, range, index) &&
      !isOfOtherUnit(text, range) &&
      !isEstimate(text, range) &&
      !isOfOtherMoney(text, range),
  );
  const { ranges, earningsCeiling } = withoutEarnings(text, cutAtExtras(text, paid));
  const gross = withoutTotals(text, ranges).filter((range) => !isNet(text, range) && !isShare(text, range));
  return { ranges: fullTimeOf(text, withoutHolidayPay(text, gross)), earningsCeiling };
}

/** A figure below this is rarely pay for a year, but may be an allowance. */
const LEAST_YEARLY = 10_000;

/**
 * True for "Car allowance £4,800" and "£300 welcome bonus". A first figure that is large enough for a year is the pay,
 * even if a word for a perk follows it.
 */
function isPerk(text: PayText, range: Range, index: number): boolean {
  const largest = Math.max(...range.amounts.map(({ value }) => value));
  return text.cues.some((cue) => {
    if (cue.means !== 'perk' && cue.means !== 'variable') return false;
    if (!isBoundTo(text, range, cue)) return false;
    if (cue.to <= range.from) return cue.means === 'perk' || !isSaid(text, range, 'earnings');
    if (cue.means === 'variable') return false;
    return (index > 0 || largest < LEAST_YEARLY) && !isIncluded(text, range, cue);
  });
}

function isIncluded({ tokens, cues }: PayText, range: Range, perk: Term<PayCue>): boolean {
  return (
    tokens.slice(perk.to, perk.to + 2).some(({ text }) => INCLUDED.has(text)) ||
    cues.some(({ means, from, to }) => means === 'gross' && from >= range.to && to <= perk.from)
  );
}

function isEstimate({ cues }: PayText, range: Range): boolean {
  return cues.some(
    ({ means, from, to }) =>
      means === 'estimate' && from >= range.labelFrom && to <= Math.max(range.labelTo, range.to + 8),
  );
}

const OPENINGS = new Set([',', '.', ';', ':', '(', ')', '/', '-', '+', '!', '?', '[', '~']);
/** Before these marks, words may say what a small figure is for: "A check is required (£49.50)". */
const SOFT_OPENINGS = new Set(['(', ':', '[']);
/** Fewer words before a figure are a place, a grade or an age, and not a sentence. */
const WORDS_OF_SENTENCE = 2;
const PAY_WORDS: ReadonlySet<PayCue> = new Set([
  'said',
  'label',
  'basic',
  'gross',
  'net',
  'earnings',
  'full-time',
  'actual',
  'pro-rata',
  'variable',
  'extra',
  'share',
  'hour',
  'day',
]);

function isSumOf({ tokens, cues }: PayText, range: Range): boolean {
  let at = range.from - 1;
  while (BEFORE_SUM.has(tokens[at]?.text ?? '')) at -= 1;
  const noun = tokens[at];
  if (noun?.kind !== 'word' || !['of', 'de', "d'"].includes(tokens[at + 1]?.text ?? '')) return false;
  return !PAY_FILLERS.has(noun.text) && !cues.some(({ from, to }) => from <= at && at < to);
}

const BEFORE_SUM = new Set(['of', 'de', "d'", 'up', 'to', 'between', 'entre', 'about', 'around', 'over', 'plus']);

/**
 * True for a figure after "a budget of". True also for a figure after two or more words of a sentence
 * ("Houses sold from £180,000"), unless all these words have capitals, a word for pay says otherwise, or the figure is
 * yearly and at least LEAST_YEARLY.
 */
function isOfOtherMoney(text: PayText, range: Range): boolean {
  const { tokens, cues } = text;
  if (isSumOf(text, range)) return true;
  // "A check is required (£49.50)": a small figure without a period belongs to the words before its bracket.
  const isSmall = range.amounts.every(({ value }) => value < 1_000) && ownPeriod(text, range) === undefined;
  const isOpening = (token: Token): boolean =>
    token.kind === 'break' || (OPENINGS.has(token.text) && !(isSmall && SOFT_OPENINGS.has(token.text)));
  const from = tokens.findLastIndex((token, at) => at < range.from && isOpening(token)) + 1;
  const words = tokens.slice(from, range.from).filter((token, index) => {
    const cue = cues.find((one) => one.from <= from + index && from + index < one.to);
    return (
      token.kind === 'word' && token.text.length > 1 && (cue ? cue.means === 'perk' : !PAY_FILLERS.has(token.text))
    );
  });
  if (words.length < WORDS_OF_SENTENCE || words.every(({ capital }) => capital)) return false;
  const isYearly = range.amounts.some(({ value }) => value >= LEAST_YEARLY) && ownPeriod(text, range) === 'year';
  const saysPay = ({ means, from: at, to }: Term<PayCue>): boolean =>
    PAY_WORDS.has(means) && to > from && at < range.labelTo && !(isSmall && means === 'said' && at >= range.to);
  return !isYearly && !cues.some(saysPay);
}

function isOfOtherUnit({ tokens, cues }: PayText, range: Range): boolean {
  if (cues.some(({ means, from }) => means === 'piece' && from === range.to)) return true;
  const next = tokens[range.to]?.text;
  const isUnit =
    (next === 'per' ||
      next === 'a' ||
      next === 'an' ||
      next === 'each' ||
      next === 'par' ||
      ((next === 'la' || next === 'le') && tokens[range.to + 1]?.kind === 'word') ||
      (next === '/' && tokens[range.to + 1]?.kind === 'word')) &&
    !cues.some(({ from }) => from === range.to);
  return isUnit && range.amounts.every(({ value }) => value < 1_000);
}

const INCLUDED = new Set('included inclus incluse incluses compris comprise comprises inc incl'.split(' '));

/**
 * Keeps only basic pay if some of the ranges, but not all, are called basic. Otherwise, keeps the first range and those
 * before the next addition: "plus", "commission", or a "+" that belongs to no figure.
 */
function cutAtExtras(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const [first] = ranges;
  if (!first) return ranges;
  const cuts = [
    ...text.cues.filter(({ means }) => means === 'extra' || means === 'variable').map(({ from }) => from),
    ...text.tokens.flatMap((token, at) => (token.text === '+' && !isPlusOfFigure(text, at) ? [at] : [])),
  ];
  const basic = ranges.filter((range) => isSaid(text, range, 'basic'));
  if (basic.length > 0 && basic.length < ranges.length) return basic;
  const cut = Math.min(...cuts.filter((at) => at >= first.to), Number.POSITIVE_INFINITY);
  return ranges.filter(({ from }) => from < cut);
}

/** True for a plus that belongs to a figure and announces no addition: "£30,000+", "age 21+", "Bac+5". */
function isPlusOfFigure({ ranges, tokens }: PayText, at: number): boolean {
  const [last, sign, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isOfNumber = last?.kind === 'number' && sign?.spaced === false;
  const isLevel = last?.text === 'bac' && next?.kind === 'number';
  return (
    isOfNumber || isLevel || ranges.some(({ amounts }) => amounts.some((amount) => amount.plus && amount.to === at + 1))
  );
}

/**
 * Drops expected earnings, including those of later years, if other pay is stated. If no other pay is stated, they
 * count as a maximum.
 */
function withoutEarnings(text: PayText, ranges: readonly Range[]): SelectedPay {
  const expected = ranges.filter((range) => isSaid(text, range, 'earnings'));
  const plain = ranges.filter(
    (range) => !expected.includes(range) && !(expected.length > 0 && isSaid(text, range, 'stage')),
  );
  return plain.length > 0 ? { ranges: plain, earningsCeiling: false } : { ranges, earningsCeiling: ranges.length > 0 };
}

const NET_DISTANCE = 5;

function isNet(text: PayText, range: Range): boolean {
  const isNearby = ({ from, to }: Term<PayCue>): boolean =>
    to <= range.from
      ? from >= range.labelFrom && range.from - to <= NET_DISTANCE
      : from < range.labelTo && from - range.to <= NET_DISTANCE;
  const said = (means: PayCue): boolean =>
    text.cues.some((cue) => cue.means === means && isNearby(cue) && !isName(text, range, cue));
  return said('net') && !said('gross');
}

/** True for ".NET" and "Net Zero Manager", which do not mean net pay. */
function isName(text: PayText, range: Range, { from, to }: Term<PayCue>): boolean {
  if (text.tokens[from - 1]?.text === '.' && !text.tokens[from]?.spaced) return true;
  return to <= range.from && text.tokens[to]?.kind === 'word' && !isReached(text, to, to + 1);
}

/**
 * True for "Entre 43% et 100% du SMIC (1 823,03 €)", where the amount is the basis of the percentage and not the pay.
 */
function isShare({ cues }: PayText, range: Range): boolean {
  return cues.some(({ means, to }) => means === 'share' && to <= range.from);
}

/** Drops a total in brackets that includes extras: "£45,000 (£47,500 including bonus)". */
function withoutTotals(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const isTotal = (range: Range): boolean =>
    text.tokens.slice(range.labelFrom, range.from).some(({ text }) => text === '(') &&
    text.cues.some(({ means, from }) => means === 'extra' && from >= range.to && isReached(text, range.to, from));
  const plain = ranges.filter((range) => !isTotal(range));
  return plain.length > 0 ? plain : ranges;
}

/** Drops a second figure that is the same pay with holiday pay: "£13.00 (£14.57 including holiday pay)". */
function withoutHolidayPay(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const plain = ranges.filter((range) => !isSaid(text, range, 'rolled-up'));
  return plain.length > 0 ? plain : ranges;
}

/**
 * True for a lower figure after the full-time pay, which is the part-time pay: "£25,000 pro rata (£12,500)",
 * "£33,000 (£26,400 for 4 days)".
 */
function isProRata(text: PayText, range: Range, ranges: readonly Range[]): boolean {
  const size = ({ amounts }: Range): number => Math.max(...amounts.map(({ value }) => value));
  const isForTime =
    ['for', 'pour'].includes(text.tokens[range.to]?.text ?? '') && text.tokens[range.to + 1]?.kind === 'number';
  const isBehind = (whole: Range): boolean =>
    text.cues.some(({ means, from, to }) => means === 'pro-rata' && from >= whole.to && to <= range.from);
  return ranges.some(
    (whole) =>
      whole.to <= range.from &&
      size(whole) > size(range) &&
      (isForTime || isBehind(whole) || isSaid(text, range, 'pro-rata')),
  );
}

/** Keeps the full-time amount if an actual amount is stated too (SPEC §12). */
function fullTimeOf(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const whole = ranges.filter((range) => !isSaid(text, range, 'actual') && !isProRata(text, range, ranges));
  const known = whole.length > 0 ? whole : ranges;
  const equivalents = known.filter((range) => isSaid(text, range, 'full-time'));
  return equivalents.length > 0 ? equivalents : known;
}
