import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import type { Amount } from './amounts.ts';
import { isPeriod, type PayCue } from './pay-cue.ts';

const JOINING = new Set(['-', 'to', 'a', 'au', 'et', 'and', '/', '~', 'rising']);
const BETWEEN = new Set(['up', "jusqu'", 'de', ')', "l'"]);

/** Words after two figures that show whether they are different kinds of pay. */
const KINDS: ReadonlySet<PayCue> = new Set(['hour', 'day', 'week', 'month', 'year', 'gross', 'net']);

/**
 * True if the figures are different kinds of pay: "£2,250 per month / £27,000 per year", "2 400 € brut / 1 870 € net".
 */
function differInKind(cues: readonly Term<PayCue>[], one: Amount, other: Amount): boolean {
  const kindBehind = ({ to }: Amount): PayCue | undefined =>
    cues.find(({ from, means }) => from === to && KINDS.has(means))?.means;
  const [first, second] = [kindBehind(one), kindBehind(other)];
  // The next two checks are for "£13.50 per hour / £26,325" and for "Basic £28k rising to £45k OTE".
  const isOtherSize = other.value > one.value * 5 || one.value > other.value * 5;
  if (first !== undefined && isPeriod(first) && first !== 'year' && !one.thousands && isOtherSize) return true;
  if (cues.some(({ means, to }) => means === 'basic' && to === one.from) && isHoped(cues, other)) return true;
  if (first === undefined || second === undefined || first === second) return false;
  return (isPeriod(first) && isPeriod(second)) || first === 'net' || second === 'net';
}

function isHoped(cues: readonly Term<PayCue>[], { to }: Amount): boolean {
  return cues.some(({ means, from }) => means === 'earnings' && from === to);
}

/**
 * True if a word such as "to" joins the figures, and only fillers and words for a period or gross pay are between them.
 * Two figures with currencies may also follow each other directly. False if the figures have different currencies or
 * are different kinds of pay (`differInKind`).
 */
export function isJoined(tokens: readonly Token[], cues: readonly Term<PayCue>[], one: Amount, other: Amount): boolean {
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
