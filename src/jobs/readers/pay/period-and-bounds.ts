import type { SalaryPeriod } from '../../../../schemas/index.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import type { Amount } from './amounts.ts';
import { isPlausible } from '../yearly-pay.ts';
import { isReached, lengthOfCues } from './bound-to.ts';
import { isPeriod, type PayCue } from './pay-cue.ts';
import type { PayText, Range } from './pay-text.ts';
import { isFilled, PAY_FILLERS } from './vocabulary.ts';

/** Without a period, a figure of at least this size is pay for a year. */
export const YEARLY_SIZE = 9_000;

/**
 * Returns the period at the figure, or else a period elsewhere in the text. A period elsewhere counts only if the
 * figures are plausible for it, because it may be about something else ("paid weekly").
 */
export function periodOf(text: PayText, range: Range, selected: readonly Range[]): SalaryPeriod | null {
  const periods = text.cues.filter((cue): cue is Term<SalaryPeriod> => isPeriod(cue.means) && !isOfClock(text, cue));
  const own = periods.filter((cue) => cue.from < range.labelTo && cue.from >= range.labelFrom);
  const behind = own.filter(({ from }) => from >= range.from);
  const before = own.filter(({ to }) => to <= range.from).reverse();
  const joined = ownPeriod(text, range);
  if (joined) return joined;
  const isYearly = range.amounts.some(({ value }) => value >= YEARLY_SIZE);
  // "£2,600 gross (£2,050 net) per month": a period after the bracket applies to both figures.
  const isOfOther = ({ from }: Term<SalaryPeriod>): boolean =>
    text.tokens[from - 1]?.text !== ')' &&
    text.ranges.some((other) => !selected.includes(other) && from >= other.from && from < other.labelTo);
  const values = range.amounts.map(({ value }) => value).filter((value) => value > 0);
  const loose = [...behind, ...before, ...periods.filter((cue) => !isOfOther(cue))].find(({ means }) =>
    isYearly ? means === 'year' : isPlausible(means, Math.min(...values), Math.max(...values)),
  );
  return loose?.means ?? (isYearly && selected.length > 1 ? 'year' : null);
}

/** True for the "pm" in "9am to 5 pm", which does not mean "per month". */
function isOfClock({ tokens }: PayText, { from }: Term<PayCue>): boolean {
  const hour = tokens[from - 1];
  return tokens[from]?.text === 'pm' && hour?.kind === 'number' && Number(hour.text.replace(',', '.')) < 13;
}

export function ownPeriod(text: PayText, range: Range): SalaryPeriod | undefined {
  const own = text.cues.filter(
    (cue): cue is Term<SalaryPeriod> => isPeriod(cue.means) && cue.from < range.labelTo && cue.from >= range.labelFrom,
  );
  const behind = own.find((cue) => cue.from >= range.from && isPeriodBehind(text, range, cue));
  return (behind ?? own.findLast((cue) => cue.to <= range.from && isReached(text, cue.to, range.from)))?.means;
}

/**
 * True if the period is between the ends of the range or directly after it. The period must not describe another word,
 * as in "£30,000 monthly bonus".
 */
function isPeriodBehind(text: PayText, range: Range, cue: Term<SalaryPeriod>): boolean {
  if (cue.from < range.to) return true;
  if (!isReached(text, range.to, cue.from)) return false;
  const next = text.tokens[cue.to];
  if (!ADJECTIVES.has(text.tokens[cue.from]?.text ?? '') || next?.kind !== 'word') return true;
  const said = text.cues.find(({ from }) => from === cue.to);
  return said ? said.means !== 'perk' : PAY_FILLERS.has(next.text);
}

const ADJECTIVES = new Set('hourly daily weekly monthly annual yearly'.split(' '));

export function samePeriod<R extends { period: SalaryPeriod | null }>(groups: readonly R[]): readonly R[] {
  const period = groups.some((group) => group.period === 'year') ? 'year' : groups[0]?.period;
  return groups.filter((group) => group.period === period);
}

const PAYS = new Set(['sur', 'en', 'x', '*', '×', '(']);

/**
 * Returns the number of monthly payments a year: "sur 13 mois", "x 13,5 mois", "2 000 € x 13". The result is 12 unless
 * a number from 12 to 16 is stated.
 */
export function monthsPaid({ tokens, ranges }: PayText): number {
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.text ?? '';
    if (token.kind !== 'number' || !PAYS.has(before)) continue;
    const isOfMonths = tokens[at + 1]?.text === 'mois' || tokens[at + 1]?.text === 'mensualites';
    const isProduct =
      !['sur', 'en', '('].includes(before) && ranges.some(({ to }) => to <= at - 1) && tokens[at + 1]?.text !== '%';
    const months = Number(token.text.replace(',', '.'));
    // "(14 mois)" may be the duration of a contract.
    const most = before === '(' ? 13.99 : 16;
    if ((isOfMonths || isProduct) && months >= 12 && months <= most) return months;
  }
  return 12;
}

function endOf(amounts: readonly Amount[]): 'min' | 'max' | 'both' {
  const [low, high] = amounts;
  if (amounts.length !== 2) return 'both';
  return low?.value === 0 ? 'max' : high?.value === 0 ? 'min' : 'both';
}

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
        (TRAILING.has(text.tokens[cue.from]?.text ?? '') || endsAt(text, cue.to))
      );
    });
  if (says('max')) return 'max';
  return amount.plus || says('min') ? 'min' : 'both';
}

/**
 * These words count directly after their figure ("£30,000 max"). Other words about limits count there only if a mark, a
 * word for pay or nothing follows them.
 */
const TRAILING = new Set('max maximum maxi tops min minimum mini plafond or and & et ou + upwards au'.split(' '));

function endsAt({ tokens, cues }: PayText, at: number): boolean {
  const next = tokens[at];
  return (
    !next ||
    next.kind === 'mark' ||
    next.kind === 'break' ||
    cues.some(({ from, means }) => from === at && (means === 'label' || means === 'approximate'))
  );
}
