import type { SalaryPeriod } from '../../../../schemas/index.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import type { Amount } from './amounts.ts';
import { isFilled, isPeriod, type PayText, type Range } from './pay-text.ts';
import type { PayCue } from './vocabulary.ts';

/** The ranges of a text that are its pay. */
export interface SelectedPay {
  ranges: readonly Range[];
  /** All that is stated is what can be earned at most (SPEC §12: a lone OTE figure). */
  earningsCeiling: boolean;
}

/** Without perks, what comes on top, net pay and part-time amounts. */
export function selectPay(text: PayText): SelectedPay {
  const paid = text.ranges.filter((range, index) => !isPerk(text, range, index) && !isOfOtherUnit(text, range));
  const { ranges, earningsCeiling } = withoutEarnings(text, cutAtExtras(text, paid));
  const gross = ranges.filter((range) => !isNet(text, range) && !isShare(text, range));
  return { ranges: fullTimeOf(text, withoutHolidayPay(text, gross)), earningsCeiling };
}

/**
 * A word binds to the figure behind it, with nothing but fillers between, else
 * to the one before it. Of a word that touches both ("£26k basic £41k OTE",
 * "£38,000 OTE (£28,000 basic)") the other labels, or a bracket, decide.
 */
function isBoundTo(text: PayText, range: Range, cue: Term<PayCue>): boolean {
  if (cue.to <= range.from) {
    const isBehind = text.ranges.some(
      (last) => last.to <= cue.from && isReached(text, last.to, cue.from) && standsBehind(text, cue, range),
    );
    return !isBehind && isFilled(text.tokens, cue.to, range.from, 4);
  }
  if (cue.from < range.to || cue.from >= range.labelTo || !isReached(text, range.to, cue.from)) return false;
  const next = text.ranges.find(({ from }) => from >= cue.to);
  return !next || !isFilled(text.tokens, cue.to, next.from, 4) || standsBehind(text, cue, next);
}

/** Whether a word between two ranges is said of the first. */
function standsBehind(text: PayText, cue: Term<PayCue>, next: Range): boolean {
  if (text.tokens.slice(cue.to, next.from).some(({ text }) => text === '(')) return true;
  return text.cues.some(
    (label) => LABELS.has(label.means) && label.from >= next.to && isReached(text, next.to, label.from),
  );
}

const LABELS: ReadonlySet<PayCue> = new Set(['basic', 'earnings', 'full-time', 'actual', 'rolled-up', 'perk']);

/** Only fillers and words for a period stand between: "£300 per month car allowance". */
function isReached({ tokens, cues }: PayText, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const cue = cues.find((cue) => cue.from === at && (isPeriod(cue.means) || cue.means === 'gross'));
    if (cue) at = cue.to - 1;
    else if (!isFilled(tokens, at, at + 1, 1)) return false;
  }
  return true;
}

/** Tokens of a stretch that are words of pay themselves: "per month" before "car allowance". */
function lengthOfCues({ cues }: PayText, from: number, to: number): number {
  return cues
    .filter((cue) => cue.from >= from && cue.to <= to && (isPeriod(cue.means) || cue.means === 'gross'))
    .reduce((sum, cue) => sum + cue.to - cue.from, 0);
}

function isSaid(text: PayText, range: Range, means: PayCue): boolean {
  return text.cues.some((cue) => cue.means === means && isBoundTo(text, range, cue));
}

/** Less than this is no year's pay, but may well be an allowance. */
const LEAST_YEARLY = 10_000;

/** "Car allowance £4,800", "£300 welcome bonus"; a first figure of a year's size is the pay, and the perk stands behind it. */
function isPerk(text: PayText, range: Range, index: number): boolean {
  const largest = Math.max(...range.amounts.map(({ value }) => value));
  return text.cues.some((cue) => {
    if (cue.means !== 'perk' || !isBoundTo(text, range, cue)) return false;
    if (cue.to <= range.from) return true;
    return (index > 0 || largest < LEAST_YEARLY) && !isIncluded(text, range, cue);
  });
}

/** "2 100 € brut/mois primes incluses": pay that holds the perk. */
function isIncluded({ tokens, cues }: PayText, range: Range, perk: Term<PayCue>): boolean {
  return (
    tokens.slice(perk.to, perk.to + 2).some(({ text }) => INCLUDED.has(text)) ||
    cues.some(({ means, from, to }) => means === 'gross' && from >= range.to && to <= perk.from)
  );
}

/** "£85 per session": pay for something that is no length of time. */
function isOfOtherUnit({ tokens, cues }: PayText, range: Range): boolean {
  if (cues.some(({ means, from }) => means === 'piece' && from === range.to)) return true;
  const next = tokens[range.to]?.text;
  const isUnit =
    (next === 'per' ||
      next === 'par' ||
      ((next === 'la' || next === 'le') && tokens[range.to + 1]?.kind === 'word') ||
      (next === '/' && tokens[range.to + 1]?.kind === 'word')) &&
    !cues.some(({ from }) => from === range.to);
  return isUnit && range.amounts.every(({ value }) => value < 1_000);
}

const INCLUDED = new Set('included inclus incluse incluses compris comprise comprises inc incl'.split(' '));

/** Reads what stands before "+", "plus", "with", "bonus"; where one figure is called the basic pay, that one. */
function cutAtExtras(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const [first] = ranges;
  if (!first) return ranges;
  const cuts = [
    ...text.cues.filter(({ means }) => means === 'extra').map(({ from }) => from),
    ...text.tokens.flatMap((token, at) =>
      token.text === '+' && !isPlusOfFigure(text, at) && !isInTerm(text, at) ? [at] : [],
    ),
  ];
  const basic = ranges.filter((range) => isSaid(text, range, 'basic'));
  if (basic.length > 0 && basic.length < ranges.length) return basic;
  const isAnnouncement = cuts.some((at) => at < first.from && isAddition(text, at) && basic.length === 0);
  if (isAnnouncement) return [];
  const cut = Math.min(...cuts.filter((at) => at >= first.to), Number.POSITIVE_INFINITY);
  return ranges.filter(({ from }) => from < cut);
}

/** "fixe + variable": one name of the pay. */
function isInTerm({ cues }: PayText, at: number): boolean {
  return cues.some(({ from, to }) => from < at && at < to);
}

/** "£30,000+", "age 21+": a sign of the figure, no addition. */
function isPlusOfFigure({ ranges, tokens }: PayText, at: number): boolean {
  const isOfNumber = tokens[at - 1]?.kind === 'number' && tokens[at]?.spaced === false;
  return isOfNumber || ranges.some(({ amounts }) => amounts.some((amount) => amount.plus && amount.to === at + 1));
}

/** "+" and "plus" announce perks; another word before the first figure announces that figure. */
function isAddition({ tokens }: PayText, at: number): boolean {
  const text = tokens[at]?.text;
  return (text === 'plus' || text === '+') && tokens[at + 1]?.text !== 'de';
}

/** Expected earnings, with those of further years, do not count beside basic pay; alone they are a ceiling. */
function withoutEarnings(text: PayText, ranges: readonly Range[]): SelectedPay {
  const expected = ranges.filter((range) => isSaid(text, range, 'earnings'));
  const plain = ranges.filter(
    (range) => !expected.includes(range) && !(expected.length > 0 && isSaid(text, range, 'stage')),
  );
  return plain.length > 0 ? { ranges: plain, earningsCeiling: false } : { ranges, earningsCeiling: ranges.length > 0 };
}

/** How far a word for net pay may stand from its figure. */
const NET_DISTANCE = 5;

/** "1 700 à 1 900 € net", "Net : 1 800 €", "£2,000 after tax", unless it is called gross as well. */
function isNet(text: PayText, range: Range): boolean {
  const isNearby = ({ from, to }: Term<PayCue>): boolean =>
    to <= range.from
      ? from >= range.labelFrom && range.from - to <= NET_DISTANCE
      : from < range.labelTo && from - range.to <= NET_DISTANCE && !isOfNext(text, range, from);
  const said = (means: PayCue): boolean =>
    text.cues.some((cue) => cue.means === means && isNearby(cue) && !isName(text, cue));
  return said('net') && !said('gross');
}

function isOfNext({ ranges, tokens }: PayText, range: Range, at: number): boolean {
  return ranges.some(({ from }) => from > at && at > range.to && isFilled(tokens, at + 1, from, 2));
}

/** ".NET" is no net pay. */
function isName({ tokens }: PayText, { from }: Term<PayCue>): boolean {
  return tokens[from - 1]?.text === '.' && !tokens[from]?.spaced;
}

/** "Entre 43% et 100% du SMIC (1 823,03 €)": what a share is taken of is not the pay. */
function isShare({ cues }: PayText, range: Range): boolean {
  return cues.some(({ means, to }) => means === 'share' && to <= range.from);
}

/** "£13.00 (£14.57 including holiday pay)": the same pay twice; the figure without holidays counts. */
function withoutHolidayPay(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const plain = ranges.filter((range) => !isSaid(text, range, 'rolled-up'));
  return plain.length > 0 ? plain : ranges;
}

/** "£25,000 pro rata (£12,500)": a lower figure behind the full-time one is what part-time work is paid. */
function isProRata(text: PayText, range: Range, ranges: readonly Range[]): boolean {
  const size = ({ amounts }: Range): number => Math.max(...amounts.map(({ value }) => value));
  return ranges.some(
    (whole) =>
      whole.to <= range.from &&
      size(whole) > size(range) &&
      text.cues.some(({ means, from, to }) => means === 'pro-rata' && from >= whole.to && to <= range.from),
  );
}

/** Where a full-time and an actual amount stand together, the full-time one counts (SPEC §12). */
function fullTimeOf(text: PayText, ranges: readonly Range[]): readonly Range[] {
  const whole = ranges.filter((range) => !isSaid(text, range, 'actual') && !isProRata(text, range, ranges));
  const known = whole.length > 0 ? whole : ranges;
  const equivalents = known.filter((range) => isSaid(text, range, 'full-time'));
  return equivalents.length > 0 ? equivalents : known;
}

/** From this on, a figure without a period of its own is a year's. */
const YEARLY_SIZE = 9_000;

/** The period that is said of a range: behind it, between its ends, before it, or of the whole text. */
export function periodOf(text: PayText, range: Range, selected: readonly Range[]): SalaryPeriod | null {
  const periods = text.cues.filter((cue): cue is Term<SalaryPeriod> => isPeriod(cue.means));
  const own =
    periods.find(({ from }) => from >= range.from && from < range.labelTo) ??
    periods.findLast(({ to, from }) => to <= range.from && from >= range.labelFrom);
  if (own) return own.means;
  if (range.amounts.some(({ value }) => value >= YEARLY_SIZE) && selected.length > 1) return 'year';
  const isOfOther = ({ from }: Term<SalaryPeriod>): boolean =>
    text.ranges.some((other) => !selected.includes(other) && from >= other.from && from < other.labelTo);
  return periods.find((cue) => !isOfOther(cue))?.means ?? null;
}

/** Where the same pay is said in two periods, the yearly wins, else the first. */
export function samePeriod<R extends { period: SalaryPeriod | null }>(groups: readonly R[]): readonly R[] {
  const period = groups.some((group) => group.period === 'year') ? 'year' : groups[0]?.period;
  return groups.filter((group) => group.period === period);
}

const PAYS = new Set(['sur', 'en', 'x', '*', '×']);

/** "sur 13 mois", "x 13,5 mois", "2 000 € x 13": pays in a year, between 12 and 16; else 12. */
export function monthsPaid({ tokens, ranges }: PayText): number {
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.text ?? '';
    if (token.kind !== 'number' || !PAYS.has(before)) continue;
    const isOfMonths = tokens[at + 1]?.text === 'mois' || tokens[at + 1]?.text === 'mensualites';
    const isProduct =
      before !== 'sur' && before !== 'en' && ranges.some(({ to }) => to <= at - 1) && tokens[at + 1]?.text !== '%';
    const months = Number(token.text.replace(',', '.'));
    if ((isOfMonths || isProduct) && months >= 12 && months <= 16) return months;
  }
  return 12;
}

/** "£0 - £30,000" is a ceiling, "£30,000 - £0" a floor. */
function endOf(amounts: readonly Amount[]): 'min' | 'max' | 'both' {
  const [low, high] = amounts;
  if (amounts.length !== 2) return 'both';
  return low?.value === 0 ? 'max' : high?.value === 0 ? 'min' : 'both';
}

/** Whether a single figure is a ceiling or a floor alone. */
export function boundOf(text: PayText, ranges: readonly Range[]): 'min' | 'max' | 'both' {
  const amounts = ranges.flatMap((range) => range.amounts);
  const [amount] = amounts;
  const [range] = ranges;
  if (!amount || !range) return 'both';
  if (amounts.length > 1) return endOf(amounts);
  const says = (means: PayCue): boolean =>
    text.cues.some((cue) => {
      if (cue.means !== means) return false;
      if (cue.to <= range.from) return cue.from >= range.labelFrom && isFilled(text.tokens, cue.to, range.from, 4);
      const words = text.tokens.slice(range.to, cue.from).filter(({ text }) => text !== '(' && text !== ',').length;
      return (
        cue.from < range.labelTo &&
        words <= lengthOfCues(text, range.to, cue.from) &&
        text.tokens[cue.from]?.text !== 'to'
      );
    });
  if (says('max')) return 'max';
  return amount.plus || says('min') ? 'min' : 'both';
}
