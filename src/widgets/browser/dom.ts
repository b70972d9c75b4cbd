import type { Piece } from '../shared/piece.ts';

type Child = Node | string | false | null | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** String children become text, never markup. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function draw({ tag, attributes, children }: Piece, inSvg = tag === 'svg'): Element {
  const element = inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  for (const child of children) element.append(typeof child === 'string' ? child : draw(child, inSvg));
  return element;
}

export function button(
  label: string,
  onClick: (pressed: HTMLButtonElement) => void | Promise<void>,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', () => void onClick(element));
  return element;
}

/** Control characters and marks that change the text direction. A site can put them into a title. */
const NOT_SHOWN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** A text without such a character is not shown, because a link or heading would have no visible name. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns a site's text on one line, without control characters. Reads only the first 4 × `maximum` characters, and
 * returns "" if none of these is visible. If the line has more than `maximum` characters, or if visible characters
 * follow those that were read, it is cut and ends with "…".
 */
export function plain(text: string, maximum: number): string {
  // The text is cut first, because the time for cleaning grows with the length.
  const line = text
    .slice(0, maximum * 4)
    .replace(NOT_SHOWN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!SEEN.test(line)) return '';
  if (line.length <= maximum && !SEEN.test(text.slice(maximum * 4))) return line;
  return `${line.slice(0, maximum).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Removes control characters and characters that reorder text, but keeps tabs and line ends. */
export function lines(text: string): string {
  return text.replace(/[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '');
}

export function wordFor(words: Readonly<Record<string, string>>, value: string, maximum = 40): string {
  return Object.hasOwn(words, value) ? (words[value] ?? '') : plain(value, maximum);
}

export function knownWord(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? '') : '';
}

/** Shows a site's text in an element of its own, so that its direction does not affect the text around it. */
export function outside(text: string, maximum: number): HTMLElement {
  return h('bdi', {}, plain(text, maximum));
}

/** Percent-encodes marks that would reorder the visible URL. */
export function visibleAddress(url: string): string {
  return url.replace(NOT_SHOWN, encodeURIComponent);
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(url) && URL.canParse(url);
}
