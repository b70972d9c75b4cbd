import { readTable, wordsOfKind } from '../../lib/table.ts';
import { foldWords } from '../../lib/text.ts';
import { Words } from '../../reading/vocabulary.ts';
import { SIDES, type ReviewSide } from './theme.ts';

const TABLE = readTable(new URL('words/verdicts.tsv', import.meta.url));
const VERDICT_WORDS: Readonly<Record<ReviewSide, Words>> = {
  positive: new Words(wordsOfKind(TABLE, 'positive')),
  negative: new Words(wordsOfKind(TABLE, 'negative')),
};
/** Words such as "not" and "lacks", which negate one of the next `REACH` words. */
const NEGATIONS = new Words(wordsOfKind(TABLE, 'negation'));
const REACH = 3;
/** Words that praise ("great"), criticise ("rude"), negate ("not") or measure ("too", "often"). */
const STATEMENT_WORDS = new Words(TABLE.flatMap(([, words = '']) => words.split(' ')));

/** Returns the side that a text's words take; undefined if they take none or both. "stress-free" is praise. */
export function verdictOf(text: string): ReviewSide | undefined {
  const words = foldWords(text).split(' ');
  const sides = new Set<ReviewSide>();
  for (const [at, word] of words.entries())
    for (const side of SIDES)
      if (VERDICT_WORDS[side].has(word) && !isLow(words, at + 1))
        sides.add(isNegated(words, at) || isLow(words, at) || words[at + 1] === 'free' ? opposite(side) : side);
  return sides.size === 1 ? [...sides][0] : undefined;
}

/** True if a text contains one of `STATEMENT_WORDS` and therefore does more than mention something. */
export function isStatement(text: string): boolean {
  return foldWords(text)
    .split(' ')
    .some((word) => STATEMENT_WORDS.has(word));
}

/** True for "stress" or "pressure" after "low": "low stress" is praise, and "low" in it is no criticism. */
function isLow(words: readonly string[], at: number): boolean {
  return words[at - 1] === 'low' && /^(?:stress|pressure)$/.test(words[at] ?? '');
}

export function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - REACH), at).some((word) => NEGATIONS.has(word));
}

export function opposite(side: ReviewSide): ReviewSide {
  return side === 'positive' ? 'negative' : 'positive';
}
