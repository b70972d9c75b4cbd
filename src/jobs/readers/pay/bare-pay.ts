import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import type { Amount } from './amounts.ts';
import { isJoined } from './joined.ts';
import { isPeriod, type PayCue } from './pay-cue.ts';
import { isFilled } from './vocabulary.ts';

/**
 * True for the 3 in "£12 - 3 shifts": a small whole number before a word that is not about pay is a number of things.
 */
export function isCount(tokens: readonly Token[], cues: readonly Term<PayCue>[], amount: Amount): boolean {
  return amount.value < 100 && Number.isInteger(amount.value) && !endsWell(tokens, cues, amount);
}

/**
 * A number without a currency that is not a date is pay if it is before a period or "gross", or at the end of a range
 * of pay. At the start of the text or after a word for pay, it is pay unless a word that is not about pay follows it.
 */
export function isBarePay(
  tokens: readonly Token[],
  cues: readonly Term<PayCue>[],
  amount: Amount,
  last: Amount | undefined,
): boolean {
  const text = tokens[amount.from]?.text ?? '';
  if (/^0\d/.test(text) || isDate(tokens, amount)) return false;
  const endsRange = last !== undefined && isJoined(tokens, cues, last, amount);
  const periodAfter = cues.some(({ means, from }) => from === amount.to && (isPeriod(means) || means === 'gross'));
  if (periodAfter || endsRange) return true;
  if (!endsWell(tokens, cues, amount)) return false;
  const isLabel = ({ means }: Term<PayCue>): boolean =>
    means === 'label' || means === 'approximate' || means === 'basic' || means === 'gross' || isPeriod(means);
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

function isDash(tokens: readonly Token[], from: number, to: number): boolean {
  return to === from + 1 && tokens[from]?.text === '-';
}

const OPEN_WORDS = new Set(
  'doe dependent depending selon suivant negotiable nego neg k or to a au et and ou'.split(' '),
);

function endsWell(tokens: readonly Token[], cues: readonly Term<PayCue>[], amount: Amount): boolean {
  const next = tokens[amount.to];
  if (!next || next.kind === 'break') return true;
  if (next.kind === 'mark') return next.text !== '%';
  return OPEN_WORDS.has(next.text) || cues.some(({ from, means }) => from === amount.to && means !== 'perk');
}

export function isDate(tokens: readonly Token[], { from, to }: Amount): boolean {
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
