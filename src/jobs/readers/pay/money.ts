import { writtenDays } from '../../../reading/calendar.ts';
import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { isMarked, type Amount } from './amounts.ts';
import { isBarePay, isCount, isDate } from './bare-pay.ts';
import { isJoined } from './joined.ts';
import type { PayCue } from './pay-cue.ts';
import { PAY_FILLERS } from './vocabulary.ts';

/** Returns the amounts that are money, without dates, times, percentages and counts. */
export function findMoney(
  tokens: readonly Token[],
  cues: readonly Term<PayCue>[],
  found: readonly Amount[],
): readonly Amount[] {
  const dates = found.every(isMarked)
    ? []
    : writtenDays(tokens).filter((day) => tokens.slice(day.from, day.to).some(({ kind }) => kind === 'word'));
  const isInDate = ({ from }: Amount): boolean => dates.some((day) => from >= day.from && from < day.to);
  const candidates = found.filter(
    (amount, index) => isMarked(amount) || (!isInDate(amount) && !isOfElse(tokens, cues, amount, found[index + 1])),
  );
  return keepMoney(tokens, cues, linkThousands(tokens, cues, candidates));
}

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

function isTime(cues: readonly Term<PayCue>[], amount: Amount): boolean {
  return cues.some(({ means, from, to }) => means === 'time' && amount.from >= from && amount.from < to);
}

/**
 * "£30-32k", "45 à 55 000 €", "£45k - 50": multiplies the figure that lacks the thousands by 1,000 if the range is then
 * plausible.
 */
function linkThousands(tokens: readonly Token[], cues: readonly Term<PayCue>[], amounts: readonly Amount[]): Amount[] {
  const times1000 = (amount: Amount): Amount => ({ ...amount, value: amount.value * 1_000, thousands: true });
  return amounts.map((amount, index) => {
    const isExact = /[.,]\d\d$/.test(tokens[amount.to - 1]?.text ?? '');
    if (amount.thousands || amount.value >= 1_000 || isExact) return amount;
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

/** True if no unknown word precedes the figure. False for the 12 in "SCP 12 - £30,060", which is a point on a scale. */
function isOpen(tokens: readonly Token[], cues: readonly Term<PayCue>[], { from }: Amount): boolean {
  const before = tokens[from - 1];
  return before?.kind !== 'word' || PAY_FILLERS.has(before.text) || cues.some(({ to }) => to === from);
}

/**
 * Keeps the figures that are certainly money: those with a currency or "k", and the other ends of their ranges. If
 * there are none, keeps figures where pay is usually written.
 */
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
    if (isEndOf(last) ? !isCount(tokens, cues, amount) : isEndOf(next) && isOpen(tokens, cues, amount)) {
      kept.push({ ...amount, currency: (isEndOf(last) ? last : next)?.currency ?? null });
    } else if (!hasMarked && isBarePay(tokens, cues, amount, kept.at(-1))) kept.push(amount);
  }
  return kept;
}
