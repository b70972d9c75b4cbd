import type { Token } from './tokens.ts';

const WORDS: ReadonlyMap<string, number> = new Map(
  [
    'zero',
    'one un une',
    'two deux',
    'three trois',
    'four quatre',
    'five cinq',
    'six',
    'seven sept',
    'eight huit',
    'nine neuf',
    'ten dix',
    'eleven onze',
    'twelve douze',
    'thirteen treize',
    'fourteen quatorze',
    'fifteen quinze',
  ].flatMap((words, value) => words.split(' ').map((word) => [word, value] as const)),
);

/**
 * Returns the number that a token states in digits (a comma is a decimal sign) or as an English or French word up to
 * fifteen ("two", "deux"); undefined if it states none.
 */
export function numberOf(token: Token | undefined): number | undefined {
  if (!token) return undefined;
  if (token.kind === 'number') {
    const value = Number(token.text.replace(',', '.'));
    return Number.isNaN(value) ? undefined : value;
  }
  return token.kind === 'word' ? WORDS.get(token.text) : undefined;
}

const TO = new Set(['-', 'to', 'or', 'a', 'ou', '/', '&', 'and', 'et']);

/**
 * A number or range: "2", "two to three", "2-3", "1 ou 2". For a single number, `low` equals `high`. `to` is the index
 * after the last token.
 */
export interface CountReading {
  low: number;
  high: number;
  from: number;
  to: number;
}

export function countAt(tokens: readonly Token[], at: number): CountReading | undefined {
  const low = numberOf(tokens[at]);
  if (low === undefined) return undefined;
  const high = TO.has(tokens[at + 1]?.text ?? '') ? numberOf(tokens[at + 2]) : undefined;
  return high === undefined || high < low
    ? { low, high: low, from: at, to: at + 1 }
    : { low, high, from: at, to: at + 3 };
}
