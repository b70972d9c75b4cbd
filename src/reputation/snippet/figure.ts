import { compileVocabulary, termAt } from '../../reading/vocabulary.ts';
import type { Token } from '../../reading/tokens.ts';
import { BESIDE_FIGURES } from './vocabularies.ts';

/** A number with its unit. `sign` says why it can be neither a rating nor a number of reviews. */
export interface Figure {
  text: string;
  end: number;
  sign: 'none' | 'percent' | 'money' | 'signed' | 'unit';
}

/** Words for the ends of the scale, which rich results put after a figure. */
const ENDS = compileVocabulary([
  { means: 'best', phrases: ['max|maximum|maxi :? #', 'best : #', 'max|maximum|best rating|score|note|value :? #'] },
  { means: 'best', phrases: ['note|notation maximale|maximum :? #'] },
  { means: 'worst', phrases: ['min|minimum|mini :? #', 'worst : #', 'min|minimum|worst rating|score|value :? #'] },
]);
/** "on a scale of 1 to 5", "on a five-point scale": the last number is the maximum of the scale. */
const SCALE_NOTES = compileVocabulary([
  { means: 'note', phrases: ['on|in a|the scale of|from # to|- #', 'on a|the scale of #', 'on a # point scale'] },
  { means: 'note', phrases: ['sur une echelle de # a|- #', 'sur une echelle de #', 'sur une echelle allant de # a #'] },
  { means: 'five', phrases: ['on a five point scale'] },
]);
const END_VALUES: Readonly<Record<string, readonly string[]>> = {
  best: ['5', '5.0', '5,0'],
  worst: ['0', '1', '1.0', '1,0'],
};

/** The scale of a figure and the position of the scale's number; `of` is NaN if the scale is unclear. */
interface Scale {
  of: number;
  at: number;
  end: number;
}

const STARS = '★☆⭐';
const ARROWS = '▲▼△▽↑↓';
const SCALES = compileVocabulary([
  { means: 'scale', phrases: ['/ #', 'out of #', 'of #', 'sur #', 'von #', 'van de? #', 'de #', 'su #'] },
  { means: 'scale', phrases: ['out of a|an? possible|maximum of? #', 'sur un? maximum de #'] },
  { means: 'five', phrases: ['out of five', 'sur cinq', '( out of five|5 )', '( sur cinq|5 )'] },
]);

/** The figure that begins at a token, with its unit and sign. Groups of digits separated by spaces are one number. */
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
  } else if (
    unit?.kind === 'word' &&
    !unit.spaced &&
    !unit.joined &&
    !/^(?:out|sur|star|etoile|review|rating|vote|avis)/.test(unit.text)
  ) {
    // "4D", "3.6x" are not figures.
    return { text, end: end + 1, sign: 'unit' };
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

/** Reads "of 5", "/5", "sur 5"; unclear if, as in "sur 5 890", a larger number may follow. */
export function scaleAt(tokens: readonly Token[], at: number): Scale | undefined {
  const found = at < tokens.length ? termAt(tokens, at, SCALES) : undefined;
  if (!found) return undefined;
  const last = found.to - 1;
  if (found.means === 'five') return { of: 5, at: last, end: found.to };
  const { text } = tokens[last] as Token;
  // "3.9 / 2019"
  if (isYear(text)) return undefined;
  const grouped = /^(?:5|10|20)$/.test(text) && tokens[last - 1]?.text !== '/' ? figureAt(tokens, last) : undefined;
  if (grouped?.text.includes(' ')) return { of: Number.NaN, at: last, end: grouped.end };
  return { of: Number(text.replace(',', '.')), at: last, end: found.to };
}

/** Index after "Max: 5", "best rating 5" or "min: 1", which name the ends of a scale of 5. */
export function scaleEndsEnd(tokens: readonly Token[], at: number): number | undefined {
  const note = at < tokens.length ? termAt(tokens, at, SCALE_NOTES) : undefined;
  if (note) {
    const numbers = tokens.slice(at, note.to).filter(({ kind }) => kind === 'number');
    return note.means === 'five' || numbers.at(-1)?.text === '5' ? note.to : undefined;
  }
  const found = at < tokens.length ? termAt(tokens, at, ENDS) : undefined;
  if (!found || !END_VALUES[found.means]?.includes(tokens[found.to - 1]?.text ?? '')) return undefined;
  const behind = tokens[found.to];
  // "Note maximale 5/5 (300 avis)"
  return behind && (behind.kind === 'number' || '/(%'.includes(behind.text)) ? undefined : found.to;
}

/** Whether a rating with its scale begins here. */
export function isOfFive(tokens: readonly Token[], at: number): boolean {
  const figure = figureAt(tokens, at);
  return figure !== undefined && scaleAt(tokens, figure.end)?.of === 5;
}

export function starsEnd(tokens: readonly Token[], at: number): number {
  let end = at;
  while (STARS.includes(tokens[end]?.text ?? ' ')) end += 1;
  return end > at ? end : ((at < tokens.length ? termAt(tokens, at, BESIDE_FIGURES.stars)?.to : undefined) ?? at);
}

/** Whether the text is cut off after or inside a figure: "3.…", "3,...", "3.6 …". */
export function isCutAt(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at];
  const isInside = (mark?.text === ',' || mark?.text === '.') && !mark.spaced && isEllipsis(tokens, at + 1);
  return isInside || isEllipsis(tokens, at);
}

/** "…", however it is written. */
export function isEllipsis(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '…' || (tokens[at]?.text === '.' && tokens[at + 1]?.text === '.');
}

/** Whether a character is a star, as engines draw them. */
export function isStar(text: string): boolean {
  return STARS.includes(text);
}

/** Whether a token is three more digits of the number before it. */
function isGroup(token: Token, before: Token | undefined): boolean {
  return /^\d{3}$/.test(token.text) && token.start === (before?.end ?? 0) + 1;
}

export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}
