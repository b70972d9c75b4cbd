/** The data is untrusted, so its keys must be read with `own`. */
export type LinkedData = Readonly<Record<string, unknown>>;

const MAXIMUM_NODES = 5_000;

const MAXIMUM_BLOCKS = 50;

export function jsonLdBlocks(html: string): string[] {
  const blocks: string[] = [];
  // Some sites write the plus sign as an entity.
  const opening =
    /<script\b[^>]{0,500}\btype\s*=\s*["']?application\/ld(?:\+|&#x2b;|&#43;|&plus;)json["']?[^>]{0,500}>/gi;
  for (let match = opening.exec(html); match && blocks.length < MAXIMUM_BLOCKS; match = opening.exec(html)) {
    const closing = /<\/script/gi;
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html)?.index;
    if (end === undefined) break;
    blocks.push(html.slice(opening.lastIndex, end));
    opening.lastIndex = end;
  }
  return blocks;
}

/**
 * Returns the objects with an `@type`, in order, including those in arrays, in `@graph` and in other objects. Stops
 * after MAXIMUM_NODES arrays and objects. Texts that cannot be repaired are skipped.
 */
export function readJsonLd(texts: readonly string[]): LinkedData[] {
  const found: LinkedData[] = [];
  const stack: unknown[] = texts.map(parseTolerantly).reverse();
  for (let seen = 0; stack.length > 0 && seen < MAXIMUM_NODES; seen += 1) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Array.isArray(value) ? value.slice(0, MAXIMUM_NODES) : valuesOf(value);
    if (!Array.isArray(value) && own(value, '@type') !== undefined) found.push(value as LinkedData);
    for (let at = inner.length - 1; at >= 0; at -= 1)
      if (typeof inner[at] === 'object' && inner[at] !== null) stack.push(inner[at]);
  }
  return found;
}

function valuesOf(value: object): unknown[] {
  return Object.entries(value).flatMap(([key, inner]) => (key === '__proto__' ? [] : [inner]));
}

export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** True if `@type` is or includes the type, also with a prefix ("schema:JobPosting") or as a URL. */
export function hasType(data: LinkedData, type: string): boolean {
  const stated = own(data, '@type');
  const list: unknown[] = Array.isArray(stated) ? stated.slice(0, 20) : [stated];
  return list.some((item) => typeof item === 'string' && item.split(/[/:#]/).at(-1) === type);
}

/**
 * Parses JSON as real pages write it: with comments, trailing commas, line ends inside strings, and text around it such
 * as CDATA marks. Returns undefined if the text cannot be repaired.
 */
export function parseTolerantly(text: string): unknown {
  for (const attempt of [(): string => text, (): string => repair(text.replace('<![CDATA[', ''))]) {
    try {
      return JSON.parse(attempt());
    } catch {
      continue;
    }
  }
  return undefined;
}

/**
 * Copies the JSON from the first bracket to its closing bracket. Control characters in strings are escaped, and
 * comments and trailing commas are omitted.
 */
function repair(text: string): string {
  const parts: string[] = [];
  let inString = false;
  let depth = 0;
  // Holds a comma until the next character is known, because a comma before a closing bracket is dropped.
  let comma = '';
  for (let index = afterComments(text); index < text.length; index += 1) {
    const unit = text[index] as string;
    if (inString) {
      if (unit === '\\') {
        parts.push(unit, text[index + 1] ?? '');
        index += 1;
      } else {
        if (unit === '"') inString = false;
        parts.push(unit < ' ' ? escapeControl(unit) : unit);
      }
    } else if (isCommentAt(text, index)) {
      index = endOfComment(text, index);
    } else if (unit === ',') {
      comma = ',';
    } else if (unit > ' ' && unit !== ';') {
      const closes = unit === '}' || unit === ']';
      if (!closes) parts.push(comma);
      comma = '';
      inString = unit === '"';
      parts.push(unit);
      if (unit === '{' || unit === '[') depth += 1;
      else if (closes && (depth -= 1) === 0) break;
    }
  }
  return parts.join('');
}

function afterComments(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    if (isCommentAt(text, index)) index = endOfComment(text, index);
    else if (text[index] === '{' || text[index] === '[') return index;
  }
  return text.length;
}

function isCommentAt(text: string, index: number): boolean {
  const unit = text[index];
  if (unit === '/') return text[index + 1] === '/' || text[index + 1] === '*';
  return (unit === '<' && text.startsWith('<!--', index)) || (unit === '-' && text.startsWith('-->', index));
}

/**
 * Returns the index of a comment's last character. Of an HTML comment, only the marks `<!--` and `-->` are skipped,
 * because scripts put the JSON between them.
 */
function endOfComment(text: string, index: number): number {
  if (text[index] === '<') return index + 3;
  if (text[index] === '-') return index + 2;
  const close = text[index + 1] === '/' ? '\n' : '*/';
  const end = text.indexOf(close, index + 2);
  return end < 0 ? text.length : end + close.length - 1;
}

function escapeControl(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
