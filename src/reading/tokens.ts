import { unaccent } from '../lib/text.ts';

/**
 * `word`: letters, folded ("l'" of "l'heure" is one of its own, "isn't" is
 * whole). `number`: digits with the points and commas inside them ("1,234.50").
 * `mark`: one other character. `break`: the end of a line.
 */
type TokenKind = 'word' | 'number' | 'mark' | 'break';

/** A piece of a text. Positions are those of the text that `tokenize` was given after `unaccent`. */
export interface Token {
  kind: TokenKind;
  /** Folded: lower case, without accents. */
  text: string;
  start: number;
  end: number;
  /** White space, or the beginning, stands before it. */
  spaced: boolean;
  /** A hyphen or an underscore joins it to the word before ("on-site" is "on" and a joined "site"). */
  joined: boolean;
  /** Begins with a capital letter. */
  capital: boolean;
}

const BULLETS = '•·●▪■◦‣►➢✓✔★*|';
const PIECE =
  /(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=\p{L})|\p{L}+(?:'\p{L}+)*|\d+(?:[.,']\d+)*|[\n\r]+|[^\p{L}\d\s\p{Cf}]/giu;
/** "…hybrid workingCommitment to…": a lost line end between two words. */
const GLUED = /(?<=\p{Ll}{3})(?=\p{Lu}\p{Ll})/u;

/** The text as tokens, in order; marks that join two words to one term, and marks that nobody sees, are left out. */
export function tokenize(source: string): Token[] {
  const text = unaccent(source);
  const tokens: Token[] = [];
  let joins = false;
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0];
    const start = match.index;
    const first = piece.charCodeAt(0);
    if (first === 10 || first === 13) {
      tokens.push(token('break', '\n', start, start + piece.length, true, false, false));
      continue;
    }
    const spaced = start === 0 || isSpace(text.charCodeAt(start - 1));
    const end = start + piece.length;
    if (first >= 48 && first <= 57) {
      tokens.push(token('number', piece, start, end, spaced, joins, false));
    } else if (isLetter(piece)) {
      pushWords(tokens, piece, start, spaced, joins);
    } else if ((piece === '-' || piece === '_') && joinsWords(text, start)) {
      joins = true;
      continue;
    } else if (BULLETS.includes(piece)) {
      tokens.push(token('break', piece, start, end, spaced, false, false));
    } else {
      tokens.push(token('mark', piece, start, end, spaced, false, false));
    }
    joins = false;
  }
  return tokens;
}

/** A word, or two with a break between them where a line end was lost. */
function pushWords(tokens: Token[], piece: string, start: number, spaced: boolean, joined: boolean): void {
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

function isLetter(piece: string): boolean {
  return /^\p{L}/u.test(piece);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 0xa0 || code === 0x202f || code === 0x2009;
}

/** A hyphen with a letter on both sides, or between a digit and a letter ("4-day"). */
function joinsWords(text: string, at: number): boolean {
  return /^[\p{L}\d]/u.test(text.slice(at - 1, at)) && /^\p{L}/u.test(text.slice(at + 1, at + 3));
}
