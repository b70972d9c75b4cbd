import { readTable } from '../../lib/table.ts';
import { foldWords } from '../../lib/text.ts';
import { Words } from '../../reading/vocabulary.ts';
import type { ReviewSide } from './theme.ts';

const ROWS = readTable(new URL('words/verdicts.tsv', import.meta.url));
const VERDICT_WORDS: Readonly<Record<ReviewSide, Words>> = {
  positive: wordsOf('positive'),
  negative: wordsOf('negative'),
};
/** Words that negate one of the next three words. */
const NEGATIONS = wordsOf('negation');
/** Words for "much" or "often", which make a mention a praise or a complaint. */
const MEASURES = wordsOf('measure');
const REACH = 3;

function wordsOf(kind: string): Words {
  return new Words(ROWS.flatMap(([of, words = '']) => (of === kind ? words.split(' ') : [])));
}

/** Returns the side that a text takes by its words, or undefined if they take no side or both sides. */
export function verdictOf(text: string): ReviewSide | undefined {
  const words = foldWords(text).split(' ');
  const sides = new Set<ReviewSide>();
  for (const [at, word] of words.entries())
    for (const side of ['positive', 'negative'] as const)
      if (VERDICT_WORDS[side].has(word) && !isLow(words, at + 1))
        sides.add(isNegated(words, at) || isLow(words, at) || words[at + 1] === 'free' ? opposite(side) : side);
  return sides.size === 1 ? [...sides][0] : undefined;
}

/** True if a text makes a statement (praises, criticises, denies or measures) instead of only mentioning something. */
export function isStatement(text: string): boolean {
  return foldWords(text)
    .split(' ')
    .some((word) =>
      [VERDICT_WORDS.positive, VERDICT_WORDS.negative, NEGATIONS, MEASURES].some((list) => list.has(word)),
    );
}

/** "Low stress" is praise, and "low" in it is no criticism. */
function isLow(words: readonly string[], at: number): boolean {
  return words[at - 1] === 'low' && /^(?:stress|pressure)$/.test(words[at] ?? '');
}

export function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - REACH), at).some((word) => NEGATIONS.has(word));
}

export function opposite(side: ReviewSide): ReviewSide {
  return side === 'positive' ? 'negative' : 'positive';
}
