import { compileVocabulary, termAt } from '../../reading/vocabulary.ts';
import type { Token } from '../../reading/tokens.ts';
import { BESIDE_FIGURES } from './vocabularies.ts';

/**
 * A number, with the index after its unit. It can be a rating or a number of reviews only if `sign` is `none`.
 * `signed`: the size of a change ("-0.2").
 */
export interface Figure {
  text: string;
  end: number;
  sign: 'none' | 'percent' | 'money' | 'signed';
}

/**
 * A figure's scale: its maximum `of` (NaN if unclear), the index `at` of the maximum, and the index after the scale.
 */
interface Scale {
  of: number;
  at: number;
  end: number;
}

const STARS = '★☆⭐';
const ARROWS = '▲▼△▽↑↓';
const SCALES = compileVocabulary([
  { means: 'scale', phrases: ['/ #', 'out of #', 'of #', 'sur #', 'von #', 'uit #', 'van de? #', 'de #', 'su #'] },
  { means: 'scale', phrases: ['sobre|op|em 5|10|100'] },
  { means: 'scale', phrases: ['out of a|an? possible|maximum of? #', 'sur un? maximum de #'] },
  { means: 'five', phrases: ['out of five', 'sur cinq', '( out of five|5 )', '( sur cinq|5 )'] },
]);

/**
 * Returns the figure that begins at a token, or undefined if none does. Groups of digits separated by spaces are one
 * number.
 */
export function figureAt(tokens: readonly Token[], at: number): Figure | undefined {
  const token = tokens[at];
  if (token?.kind !== 'number') return undefined;
  let { text } = token;
  let end = at + 1;
  if (/^\d{1,3}$/.test(text)) {
    for (let next = tokens[end]; next?.kind === 'number' && isGroup(next, tokens[end - 1]); next = tokens[end]) {
      text += ` ${next.text}`;
      end += 1;
    }
  }
  const unit = tokens[end];
  // "12,345 M&S reviews": here "M" does not mean millions.
  const isName = tokens[end + 1]?.text === '&' && tokens[end + 1]?.spaced === false;
  if (unit?.kind === 'word' && /^[km]$/.test(unit.text) && !isName) {
    text += unit.text;
    end += 1;
  }
  if (tokens[end]?.text === '+') end += 1;
  const [before, behind] = [tokens[at - 1]?.text ?? '', tokens[end]?.text ?? ''];
  if (behind === '%') return { text, end: end + 1, sign: 'percent' };
  if ('£€$'.includes(behind) && behind !== '') return { text, end: end + 1, sign: 'money' };
  if ('£€$'.includes(before) && before !== '') return { text, end, sign: 'money' };
  // "3.6 (-0.2)", "3.6 ▲ 0.1": a change, not a rating.
  const signed =
    ((before === '-' || before === '+') && !token.spaced) ||
    (ARROWS.includes(before || ' ') && /^0[.,]\d{1,2}$/.test(text));
  return { text, end, sign: signed ? 'signed' : 'none' };
}

/** Reads "of 5", "/5", "sur 5". The maximum is NaN if 5 may be only the beginning of a number, as in "sur 5 890". */
export function scaleAt(tokens: readonly Token[], at: number): Scale | undefined {
  const found = at < tokens.length ? termAt(tokens, at, SCALES) : undefined;
  if (!found) return undefined;
  const last = found.to - 1;
  if (found.means === 'five') return { of: 5, at: last, end: found.to };
  const { text } = tokens[last] as Token;
  const grouped = /^(?:5|10|20)$/.test(text) && tokens[last - 1]?.text !== '/' ? figureAt(tokens, last) : undefined;
  if (grouped?.text.includes(' ')) return { of: Number.NaN, at: last, end: grouped.end };
  return { of: Number(text.replace(',', '.')), at: last, end: found.to };
}

/** Returns the index after "★" or "stars"; `at` if there are none. */
export function starsEnd(tokens: readonly Token[], at: number): number {
  let end = at;
  while (STARS.includes(tokens[end]?.text ?? ' ')) end += 1;
  return end > at ? end : ((at < tokens.length ? termAt(tokens, at, BESIDE_FIGURES.stars)?.to : undefined) ?? at);
}

/** True if the text is cut off after or inside a figure: "3.…", "3,...", "3.6 …". */
export function isCutAt(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at];
  const isInside = (mark?.text === ',' || mark?.text === '.') && !mark.spaced && isEllipsis(tokens, at + 1);
  return isInside || isEllipsis(tokens, at);
}

export function isEllipsis(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '…' || (tokens[at]?.text === '.' && tokens[at + 1]?.text === '.');
}

export function isStar(text: string): boolean {
  return STARS.includes(text);
}

/** True if the token is three digits that continue the number before it: "12 345". */
function isGroup(token: Token, before: Token | undefined): boolean {
  return /^\d{3}$/.test(token.text) && token.start === (before?.end ?? 0) + 1;
}

export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}
