import { unaccent } from '../lib/text.ts';

/**
 * - `word`: letters, folded. "l'heure" is two words ("l'", "heure"), and "isn't" is one word.
 * - `number`: digits with the points, commas and apostrophes between them ("1,234.50").
 * - `mark`: a single character that belongs to no other kind.
 * - `break`: a line end, a bullet, or a lost line end between two words (its text is then "").
 */
type TokenKind = 'word' | 'number' | 'mark' | 'break';

export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
  /** True if white space or the start of the text precedes the token. */
  spaced: boolean;
  /**
   * True if a hyphen or underscore joins the token to the previous word or number: "on-site" is "on" and a joined
   * "site".
   */
  joined: boolean;
  capital: boolean;
}

const BULLETS = '•·●▪■◦‣►➢✓✔★*|';
const SLASHES = '⁄∕';
/** Words that end at their apostrophe: "l'heure", "jusqu'à". */
const ELIDED = new Set('c d j l m n s t qu jusqu lorsqu puisqu'.split(' '));
/** "…hybrid workingCommitment to…": the line end between two words was lost. */
const GLUED = /(?<=\p{Ll}{3})(?=\p{Lu}\p{Ll})/u;

/** NONE is the class of white space and invisible characters. */
const [NONE, LETTER, DIGIT, BREAK, MARK] = [0, 1, 2, 3, 4];
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => classOf(String.fromCharCode(code)));

function classOf(character: string): number {
  if (/^[\n\r]/.test(character)) return BREAK;
  if (/^\p{L}/u.test(character)) return LETTER;
  if (/^\d/.test(character)) return DIGIT;
  return /^[\s\p{Cf}]/u.test(character) ? NONE : MARK;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII[code] as number;
  return at < text.length ? classOf(characterAt(text, at)) : NONE;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

/**
 * Splits a text into tokens. White space other than line ends, invisible characters, and hyphens and underscores inside
 * words are not tokens.
 */
export function tokenize(source: string): Token[] {
  const text = unaccent(source);
  const tokens: Token[] = [];
  let joins = false;
  for (let at = 0; at < text.length;) {
    const start = at;
    const kind = classAt(text, start);
    if (kind === LETTER) {
      at = endOfWord(text, start);
      pushWords(tokens, text.slice(start, at), start, isSpaced(text, start), joins);
      joins = false;
    } else if (kind === DIGIT) {
      at = endOfNumber(text, start);
      tokens.push(token('number', text.slice(start, at), start, at, isSpaced(text, start), joins, false));
      joins = false;
    } else if (kind === BREAK) {
      at = endOf(text, start, BREAK);
      tokens.push(token('break', '\n', start, at, true, false, false));
    } else {
      const sign = characterAt(text, start);
      at += sign.length;
      const mark = SLASHES.includes(sign) ? '/' : sign;
      if (kind === NONE) continue;
      joins = (mark === '-' || mark === '_') && joinsWords(text, start);
      if (joins) continue;
      tokens.push(
        token(BULLETS.includes(mark) ? 'break' : 'mark', mark, start, at, isSpaced(text, start), false, false),
      );
    }
  }
  return tokens;
}

function endOf(text: string, start: number, kind: number): number {
  let at = start;
  while (at < text.length && classAt(text, at) === kind) at += characterLength(text, at);
  return at;
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

function endOfWord(text: string, start: number): number {
  let at = endOf(text, start, LETTER);
  let isFirst = true;
  while (text[at] === "'" && classAt(text, at + 1) === LETTER) {
    if (isFirst && at - start <= 7 && ELIDED.has(text.slice(start, at).toLowerCase())) return at + 1;
    isFirst = false;
    at = endOf(text, at + 1, LETTER);
  }
  return at;
}

function endOfNumber(text: string, start: number): number {
  let at = endOf(text, start, DIGIT);
  while (".,'".includes(text[at] ?? ' ') && classAt(text, at + 1) === DIGIT) at = endOf(text, at + 1, DIGIT);
  return at;
}

function pushWords(tokens: Token[], piece: string, start: number, spaced: boolean, joined: boolean): void {
  const whole = piece.toLowerCase();
  if (whole.slice(1) === piece.slice(1)) {
    tokens.push(token('word', whole, start, start + piece.length, spaced, joined, whole[0] !== piece[0]));
    return;
  }
  let at = start;
  for (const [index, part] of piece.split(GLUED).entries()) {
    if (index > 0) tokens.push(token('break', '', at, at, false, false, false));
    const lower = part.toLowerCase();
    tokens.push(
      token('word', lower, at, at + part.length, spaced && index === 0, joined && index === 0, lower[0] !== part[0]),
    );
    at += part.length;
  }
}

function token(
  kind: TokenKind,
  text: string,
  start: number,
  end: number,
  spaced: boolean,
  joined: boolean,
  capital: boolean,
): Token {
  return { kind, text, start, end, spaced, joined, capital };
}

function isSpaced(text: string, start: number): boolean {
  if (start === 0) return true;
  const code = text.charCodeAt(start - 1);
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 0xa0 || code === 0x202f || code === 0x2009;
}

function joinsWords(text: string, at: number): boolean {
  if (at === 0 || classAt(text, at + 1) !== LETTER) return false;
  const before = classAt(text, at - 1);
  return before === LETTER || before === DIGIT;
}
