import type { Token } from '../../../reading/tokens.ts';
import { compileVocabulary } from '../../../reading/vocabulary.ts';
import { BOUND_ENTRIES } from './vocabulary/bounds.ts';
import { KIND_ENTRIES } from './vocabulary/kinds.ts';
import { PERIOD_ENTRIES } from './vocabulary/periods.ts';
import { PERK_ENTRIES } from './vocabulary/perks.ts';

export const PAY_VOCABULARY = compileVocabulary([
  ...PERIOD_ENTRIES,
  ...KIND_ENTRIES,
  ...PERK_ENTRIES,
  ...BOUND_ENTRIES,
]);

export const PAY_FILLERS = new Set(
  "of de d' du a an the le la les to up jusqu' au circa c ca approx around about env environ paid at a entre between basic salary salaire pay fixe from is est soit en et realistic first year region in annual per p max peut atteindre".split(
    ' ',
  ),
);

export function isFilled(tokens: readonly Token[], from: number, to: number, most: number): boolean {
  if (to < from || to - from > most) return false;
  return tokens.slice(from, to).every(({ text }) => PAY_FILLERS.has(text) || ':(~='.includes(text));
}
