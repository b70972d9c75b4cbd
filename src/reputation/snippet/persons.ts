import type { Token } from '../../reading/tokens.ts';

/** Behind these stands a person's name, which is no other employer's: "approve of CEO Jane Holt". */
const CHIEFS = ['ceo', 'pdg', 'executive'];

/** Behind the name of the chief who was just spoken of, if one is told. */
export function personEnd(tokens: readonly Token[], at: number): number {
  if (!CHIEFS.includes(tokens[at - 1]?.text ?? '')) return at;
  // "72% approve of CEO · Ken Murphy"
  const from = tokens[at]?.kind === 'break' ? at + 1 : at;
  let end = from;
  while (end < from + 3 && tokens[end]?.kind === 'word' && tokens[end]?.capital) end += 1;
  const isWhole = from === at || (tokens[end]?.kind ?? 'break') === 'break';
  return isWhole && end > from ? end : at;
}
