import type { Token } from './tokens.ts';

const ABBREVIATIONS = new Set(
  'min max approx ca env st no nr dr mr mrs ms m mme tel etc inc incl excl e i g p a h j jr sem hrs hr ex cf av bd dept dep ref'.split(
    ' ',
  ),
);
const ENDS = new Set(['!', '?', ';']);
/** Longer sentences are split, so that the time stays linear. */
const MOST_TOKENS = 120;

/** Splits a text at line ends, bullets, "!", "?", ";" and full stops that are not part of an abbreviation. */
export function sentences(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [];
  let current: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const ends = token.kind === 'break' || endsSentence(tokens, index);
    if (!ends) current.push(token);
    if (current.length === 0 || (!ends && current.length < MOST_TOKENS)) continue;
    found.push(current);
    current = [];
  }
  if (current.length > 0) found.push(current);
  return found;
}

function endsSentence(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index] as Token;
  if (token.kind !== 'mark') return false;
  if (ENDS.has(token.text)) return true;
  if (token.text !== '.') return false;
  const [last, next] = [tokens[index - 1], tokens[index + 1]];
  if (!next) return true;
  // No sentence ends inside "p.a." or "No.5", but one ends in "hours.Apply", where a space was lost.
  if (!next.spaced && !next.capital) return false;
  return last === undefined || last.kind !== 'word' || !ABBREVIATIONS.has(last.text);
}
