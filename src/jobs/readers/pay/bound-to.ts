import type { Term } from '../../../reading/vocabulary.ts';
import { isPeriod, type PayCue } from './pay-cue.ts';
import type { PayText, Range } from './pay-text.ts';
import { isFilled } from './vocabulary.ts';

/**
 * True if a word about pay belongs to this range of figures. It belongs to the figure after it if only fillers are
 * between them, and otherwise to the figure before it. Between two figures ("£26k basic £41k OTE"), a bracket or the
 * other labels decide.
 */
export function isBoundTo(text: PayText, range: Range, cue: Term<PayCue>): boolean {
  if (cue.to <= range.from) {
    const isBehind = text.ranges.some(
      (last) => last.to <= cue.from && isReached(text, last.to, cue.from) && standsBehind(text, cue, range),
    );
    return !isBehind && range.from - cue.to <= 4 && isReached(text, cue.to, range.from);
  }
  if (cue.from < range.to || cue.from >= range.labelTo || !isReached(text, range.to, cue.from)) return false;
  const next = text.ranges.find(({ from }) => from >= cue.to);
  return !next || !isFilled(text.tokens, cue.to, next.from, 4) || standsBehind(text, cue, next);
}

function standsBehind(text: PayText, cue: Term<PayCue>, next: Range): boolean {
  if (text.tokens.slice(cue.to, next.from).some(({ text }) => text === '(')) return true;
  return text.cues.some(
    (label) => LABELS.has(label.means) && label.from >= next.to && isReached(text, next.to, label.from),
  );
}

const LABELS: ReadonlySet<PayCue> = new Set(['basic', 'earnings', 'full-time', 'actual', 'rolled-up', 'perk']);

/**
 * True if there is nothing between two positions except fillers and words for a period or gross pay, as in "£300 per
 * month car allowance".
 */
export function isReached({ tokens, cues }: PayText, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const cue = cues.find((cue) => cue.from === at && (isPeriod(cue.means) || cue.means === 'gross'));
    if (cue) at = cue.to - 1;
    else if (!isFilled(tokens, at, at + 1, 1)) return false;
  }
  return true;
}

export function lengthOfCues({ cues }: PayText, from: number, to: number): number {
  return cues
    .filter((cue) => cue.from >= from && cue.to <= to && (isPeriod(cue.means) || cue.means === 'gross'))
    .reduce((sum, cue) => sum + cue.to - cue.from, 0);
}

export function isSaid(text: PayText, range: Range, means: PayCue): boolean {
  return text.cues.some((cue) => cue.means === means && isBoundTo(text, range, cue));
}
