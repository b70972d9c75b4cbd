import type { Token } from '../../../reading/tokens.ts';
import { ENGLISH_OCCUPATIONS } from './english-words.ts';

const BETWEEN = new Set(ENGLISH_OCCUPATIONS.between);
const WITHIN = new Set(ENGLISH_OCCUPATIONS.within);
const OCCUPATIONS = new Set(ENGLISH_OCCUPATIONS.last);

export function isOccupation({ text }: Token): boolean {
  return OCCUPATIONS.has(text) || OCCUPATIONS.has(text.replace(/s$/, ''));
}

export function occupationAt(tokens: readonly Token[], start: number): number | undefined {
  for (let at = start; at < Math.min(tokens.length, start + 6); at += 1) {
    const token = tokens[at] as Token;
    if (isOccupation(token)) return at;
    if (!BETWEEN.has(token.text) && !(at > start && WITHIN.has(token.text))) return undefined;
  }
  return undefined;
}
