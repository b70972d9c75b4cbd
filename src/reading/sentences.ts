import type { Token } from './tokens.ts';

/** Words with a full stop that does not end a sentence. */
const ABBREVIATIONS = new Set(
  'min max approx ca env st no nr dr mr mrs ms m mme tel etc inc incl excl e i g p a h j jr sem hrs hr ex cf av bd dept dep ref'.split(
    ' ',
  ),
);
const ENDS = new Set(['!', '?', ';']);
/** No real sentence is longer; the limit keeps the time linear. */
const MOST_TOKENS = 120;

/** The sentences of a text: cut at line ends, bullets, "!", "?", ";" and full stops that end one. */
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
  // "p.a.", "No.5": a stop inside a term; "hours.Apply": a lost space.
  if (!next.spaced && !next.capital) return false;
  return last === undefined || last.kind !== 'word' || !ABBREVIATIONS.has(last.text);
}
