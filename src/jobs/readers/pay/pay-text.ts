import type { SalaryPeriod } from '../../../../schemas/index.ts';
import { tokenize, type Token } from '../../../reading/tokens.ts';
import { findTerms, type Term } from '../../../reading/vocabulary.ts';
import { isPlausible } from '../yearly-pay.ts';
import { findAmounts, isMarked, splitThousands, type Amount } from './amounts.ts';
import { isJoined } from './joined.ts';
import { findMoney } from './money.ts';
import type { PayCue } from './pay-cue.ts';
import { PAY_VOCABULARY } from './vocabulary.ts';

export interface PayText {
  tokens: readonly Token[];
  cues: readonly Term<PayCue>[];
  ranges: readonly Range[];
}

export interface Range {
  amounts: readonly Amount[];
  from: number;
  to: number;
  /**
   * Words from `labelFrom` to `labelTo` are about this range. The two positions are those of the marks that separate
   * the range from others (`lastParting`), or the ends of the text.
   */
  labelFrom: number;
  labelTo: number;
}

export function readPayText(source: string): PayText {
  const tokens = splitThousands(tokenize(source));
  const found = findAmounts(tokens);
  const cues = findTerms(maskAmounts(tokens, found), PAY_VOCABULARY);
  const amounts = findMoney(tokens, cues, found);
  const units = unitsBehind(tokens, cues, amounts);
  return { tokens, cues: [...cues, ...units], ranges: toRanges(tokens, cues, amounts) };
}

const UNITS: ReadonlyMap<string, SalaryPeriod> = new Map([
  ...['hour', 'heure'].map((word) => [word, 'hour'] as const),
  ...['day', 'jour'].map((word) => [word, 'day'] as const),
  ...['week', 'semaine'].map((word) => [word, 'week'] as const),
  ...['month', 'mois'].map((word) => [word, 'month'] as const),
]);

function unitsBehind(
  tokens: readonly Token[],
  cues: readonly Term<PayCue>[],
  amounts: readonly Amount[],
): Term<PayCue>[] {
  return amounts.flatMap((amount) => {
    const unit = UNITS.get(tokens[amount.to]?.text ?? '');
    const means = unit && isMarked(amount) && isPlausible(unit, amount.value, amount.value) ? unit : undefined;
    const isKnown = cues.some(({ from, to }) => from <= amount.to && amount.to < to);
    return means && !isKnown ? [{ means, from: amount.to, to: amount.to + 1 }] : [];
  });
}

/** Hides amounts, so that they are not read as hours or years. In "£28,000 min", "min" does not mean minutes. */
function maskAmounts(tokens: readonly Token[], amounts: readonly Amount[]): Token[] {
  const masked = new Set(amounts.filter(isMarked).flatMap(({ from, to }) => range(from, to)));
  return tokens.map((token, at) =>
    masked.has(at) && token.kind === 'number' ? { ...token, kind: 'mark', text: '¤' } : token,
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
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

/**
 * Returns the position of the last mark between two ranges. Words before it are about the first range, and words after
 * it are about the second. Without a mark, all words are about the first.
 */
function lastParting(tokens: readonly Token[], cues: readonly Term<PayCue>[], from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) {
    const isMark = PARTING.has(tokens[at]?.text ?? '') || tokens[at]?.kind === 'break';
    if (isMark && !cues.some((cue) => at >= cue.from && at < cue.to)) return at;
  }
  return to;
}
