import { compileVocabulary, termAt } from '../../reading/vocabulary.ts';
import type { Token } from '../../reading/tokens.ts';
import { BESIDE_FIGURES } from './vocabularies.ts';

/** Digits with what belongs to them; `sign`: what makes them no rating and no count. */
export interface Figure {
  text: string;
  end: number;
  sign: 'none' | 'percent' | 'money' | 'signed' | 'unit';
}

/** The ends of the scale, as rich results name them behind a figure. */
const ENDS = compileVocabulary([
  { means: 'best', phrases: ['max|maximum|maxi :? #', 'best : #', 'max|maximum|best rating|score|note|value :? #'] },
  { means: 'best', phrases: ['note|notation maximale|maximum :? #'] },
  { means: 'worst', phrases: ['min|minimum|mini :? #', 'worst : #', 'min|minimum|worst rating|score|value :? #'] },
]);
/** "on a scale of 1 to 5", "on a five-point scale": the last number is what figures are of. */
const SCALE_NOTES = compileVocabulary([
  { means: 'note', phrases: ['on|in a|the scale of|from # to|- #', 'on a|the scale of #', 'on a # point scale'] },
  { means: 'note', phrases: ['sur une echelle de # a|- #', 'sur une echelle de #', 'sur une echelle allant de # a #'] },
  { means: 'five', phrases: ['on a five point scale'] },
]);
const END_VALUES: Readonly<Record<string, readonly string[]>> = {
  best: ['5', '5.0', '5,0'],
  worst: ['0', '1', '1.0', '1,0'],
};

/** What a figure is of, with the place of its number; no number is known where `of` is NaN. */
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
  { means: 'five', phrases: ['out of five', 'sur cinq'] },
]);

/** The figure that begins at a token: digit groups apart by spaces are one, with its unit and sign. */
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
  // "12,345 M&S reviews": no millions.
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
    // "4D", "3.6x": no figure.
    return { text, end: end + 1, sign: 'unit' };
  }
  if (tokens[end]?.text === '+') end += 1;
  const [before, behind] = [tokens[at - 1]?.text ?? '', tokens[end]?.text ?? ''];
  if (behind === '%') return { text, end: end + 1, sign: 'percent' };
  if ('£€$'.includes(behind) && behind !== '') return { text, end: end + 1, sign: 'money' };
  if ('£€$'.includes(before) && before !== '') return { text, end, sign: 'money' };
  // "3.6 (-0.2)", "3.6 ▲ 0.1": by how much it has changed.
  const signed =
    ((before === '-' || before === '+') && !token.spaced) ||
    (ARROWS.includes(before || ' ') && /^0[.,]\d{1,2}$/.test(text));
  return { text, end, sign: signed ? 'signed' : 'none' };
}

/** Behind "of 5", "/5", "sur 5", and what it is of; of nothing known where "sur 5 890" may be a number too. */
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

/** Behind "Max: 5", "best rating 5", "min: 1": ends of the scale of 5, whose ratings need no word of it. */
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

/** A rating with its scale begins here. */
export function isOfFive(tokens: readonly Token[], at: number): boolean {
  const figure = figureAt(tokens, at);
  return figure !== undefined && scaleAt(tokens, figure.end)?.of === 5;
}

export function starsEnd(tokens: readonly Token[], at: number): number {
  let end = at;
  while (STARS.includes(tokens[end]?.text ?? ' ')) end += 1;
  return end > at ? end : ((at < tokens.length ? termAt(tokens, at, BESIDE_FIGURES.stars)?.to : undefined) ?? at);
}

/** Whether a text breaks off behind a figure or inside it: "3.…", "3,...", "3.6 …". */
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

/** Three more digits of a number, one space behind the digits before. */
function isGroup(token: Token, before: Token | undefined): boolean {
  return /^\d{3}$/.test(token.text) && token.start === (before?.end ?? 0) + 1;
}

export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}
