import { compileVocabulary, termAt } from '../../reading/vocabulary.ts';
import type { Token } from '../../reading/tokens.ts';
import { BESIDE_FIGURES } from './vocabularies.ts';

/** Digits with what belongs to them; `sign`: what makes them no rating and no count. */
export interface Figure {
  text: string;
  end: number;
  sign: 'none' | 'percent' | 'money' | 'signed' | 'unit';
}

const STARS = '★☆⭐';
const SCALES = compileVocabulary([
  { means: 'scale', phrases: ['/ #', 'out of #', 'of #', 'sur #', 'von #', 'van de? #', 'de #', 'su #'] },
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
  if (unit?.kind === 'word' && /^[km]$/.test(unit.text)) {
    text += unit.text;
    end += 1;
  } else if (unit?.kind === 'word' && !unit.spaced && !unit.joined && !/^(?:out|sur|star|etoile)/.test(unit.text)) {
    // "4D", "3.6x": no figure.
    return { text, end: end + 1, sign: 'unit' };
  }
  if (tokens[end]?.text === '+') end += 1;
  const [before, behind] = [tokens[at - 1]?.text ?? '', tokens[end]?.text ?? ''];
  if (behind === '%') return { text, end: end + 1, sign: 'percent' };
  if ('£€$'.includes(behind) && behind !== '') return { text, end: end + 1, sign: 'money' };
  if ('£€$'.includes(before) && before !== '') return { text, end, sign: 'money' };
  const signed = (before === '-' || before === '+') && !token.spaced;
  return { text, end, sign: signed ? 'signed' : 'none' };
}

/** Behind "of 5", "/5", "sur 5", and what it is of. */
export function scaleAt(tokens: readonly Token[], at: number): { of: number; end: number } | undefined {
  const end = at < tokens.length ? termAt(tokens, at, SCALES)?.to : undefined;
  const scale = end === undefined ? undefined : tokens[end - 1];
  if (end === undefined || !scale) return undefined;
  return { of: Number(scale.text.replace(',', '.')), end };
}

export function starsEnd(tokens: readonly Token[], at: number): number {
  let end = at;
  while (STARS.includes(tokens[end]?.text ?? ' ')) end += 1;
  return end > at ? end : ((at < tokens.length ? termAt(tokens, at, BESIDE_FIGURES.stars)?.to : undefined) ?? at);
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
