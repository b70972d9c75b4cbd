const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const SPACE = ' \t\n\r';
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** How Python writes the literals of JSON. */
const PYTHON_LITERAL = /(?:True|False|None)\b/y;
/** Values that JavaScript and Python write, but JSON does not have. */
const NO_VALUE = /-?(?:NaN|Infinity|undefined)\b/y;
/** The beginning of a name without quotes or of a text in single quotes. */
const UNQUOTED = /['\w]/;
/** “ ” „ ‟ « » and single ones */
const TYPOGRAPHIC_QUOTES = /[\u2018-\u201f«»]/;
/** Characters that a reader of the message would not see as they are. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

type Expected = 'value' | 'item' | 'name' | 'member' | 'colon' | 'next';

/**
 * Says where a text stops being JSON and, if the mistake is recognised, how to correct it. Quotes at most one character
 * of the text, or a word of NO_VALUE.
 */
export function explainJsonFault(text: string): string {
  const { at, expected } = findFault(text);
  const code = text.codePointAt(at);
  if (code === undefined) return 'it ends too early';
  const character = String.fromCodePoint(code);
  // A character outside Unicode's basic plane has two code units, but is counted as one character.
  const before = text.slice(0, at).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '_');
  const place = `unexpected ${shown(code)} at character ${before.length + 1}`;
  if (/,\s*$/.test(text.slice(0, at)) && '}],'.includes(text[at] as string))
    return `${place}; remove the comma before it`;
  if (matches(PYTHON_LITERAL, text, at) > 0) return `${place}; JSON writes true, false and null in small letters`;
  const [word = ''] = expected === 'value' || expected === 'item' ? found(NO_VALUE, text, at) : [];
  if (word !== '')
    return `${place}; JSON has no ${word}: leave the argument out${word === 'undefined' ? '' : ' or send a number'}`;
  if (character === '\n' || character === '\r') return `${place}; inside text, a line break is written \\n`;
  if (TYPOGRAPHIC_QUOTES.test(character)) return `${place}; use straight double quotes`;
  const isText = expected !== 'colon' && expected !== 'next';
  return isText && UNQUOTED.test(character)
    ? `${place}; names and texts need double quotes, which some shells remove`
    : place;
}

function shown(code: number): string {
  const character = String.fromCodePoint(code);
  if (character === '"') return 'double quote';
  return UNPRINTABLE.test(character) ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : `"${character}"`;
}

/**
 * Returns the index of the first character that does not fit (the text's length if the text ends too early) and what
 * JSON expects there. JSON.parse does not state the index in every version of Node.js.
 */
function findFault(text: string): { at: number; expected: Expected } {
  const open: string[] = [];
  let expected = 'value' as Expected;
  let at = 0;
  for (;;) {
    while (at < text.length && SPACE.includes(text[at] as string)) at += 1;
    const character = text[at];
    const closer = open.at(-1);
    const isName = expected === 'name' || expected === 'member';
    const mayClose = expected === 'next' || expected === 'item' || expected === 'member';
    if (mayClose && closer !== undefined && character === closer) {
      open.pop();
      expected = 'next';
      at += 1;
    } else if (expected === 'next') {
      if (character !== ',' || closer === undefined) return { at, expected };
      expected = closer === '}' ? 'name' : 'value';
      at += 1;
    } else if (expected === 'colon') {
      if (character !== ':') return { at, expected };
      expected = 'value';
      at += 1;
    } else if (character === '"') {
      const end = endOfText(text, at);
      if (text[end] !== '"') return { at: end, expected: 'next' };
      expected = isName ? 'colon' : 'next';
      at = end + 1;
    } else if (isName) {
      return { at, expected };
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'member' : 'item';
      at += 1;
    } else {
      const length = matches(NUMBER, text, at) || matches(LITERAL, text, at);
      if (length === 0) return { at, expected };
      expected = 'next';
      at += length;
    }
  }
}

/** Returns the index of the closing quote, or of the first character that the text in quotes cannot have. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"' && (text[at] as string) >= ' ') {
    const length = text[at] === '\\' ? matches(ESCAPE, text, at) : 1;
    if (length === 0) break;
    at += length;
  }
  return at;
}

function matches(pattern: RegExp, text: string, at: number): number {
  return found(pattern, text, at)[0]?.length ?? 0;
}

function found(pattern: RegExp, text: string, at: number): readonly string[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}
