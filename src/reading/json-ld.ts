/** One object of JSON-LD, with keys read as its own. */
export type LinkedData = Readonly<Record<string, unknown>>;

const MAXIMUM_NODES = 5_000;

/** Every object with a type in the page's JSON-LD: arrays, @graph and nested ones. Text that is no JSON gives none. */
export function readJsonLd(texts: readonly string[]): LinkedData[] {
  const found: LinkedData[] = [];
  const queue: unknown[] = texts.map(parseTolerantly);
  for (let at = 0; at < queue.length && at < MAXIMUM_NODES; at += 1) {
    const value = queue[at];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAXIMUM_NODES)) queue.push(item);
      continue;
    }
    if (own(value, '@type') !== undefined) found.push(value as LinkedData);
    for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) queue.push(item);
  }
  return found;
}

/** The value of an own property. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Whether an object has a type, however its vocabulary is written ("JobPosting", "schema:JobPosting", an address). */
export function hasType(data: LinkedData, type: string): boolean {
  const stated = own(data, '@type');
  const list: unknown[] = Array.isArray(stated) ? stated.slice(0, 20) : [stated];
  return list.some((item) => typeof item === 'string' && item.split(/[/:#]/).at(-1) === type);
}

function parseTolerantly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(repair(text.replace('<![CDATA[', '')));
    } catch {
      return undefined;
    }
  }
}

/** Without comments, CDATA marks, trailing commas and bare control characters, which sites leave in. One pass. */
function repair(text: string): string {
  const start = text.search(/[[{]/);
  if (start < 0) return '';
  const out: string[] = [];
  let inString = false;
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const unit = text[index] as string;
    if (inString) {
      if (unit === '\\') {
        out.push(unit, text[index + 1] ?? '');
        index += 1;
      } else {
        if (unit === '"') inString = false;
        out.push(unit < ' ' ? escapeControl(unit) : unit);
      }
      continue;
    }
    if (unit === '"') inString = true;
    else if (unit === '/' && text[index + 1] === '*') {
      const end = text.indexOf('*/', index + 2);
      index = end < 0 ? text.length : end + 1;
      continue;
    } else if (unit === '/' && text[index + 1] === '/') {
      const end = text.indexOf('\n', index);
      index = end < 0 ? text.length : end;
      continue;
    } else if (unit === '{' || unit === '[') depth += 1;
    else if (unit === '}' || unit === ']') {
      dropComma(out);
      depth -= 1;
      if (depth === 0) return out.join('') + unit;
    }
    out.push(unit);
  }
  return out.join('');
}

function dropComma(out: string[]): void {
  let last = out.length - 1;
  while (last >= 0 && /^\s?$/.test(out[last] as string)) last -= 1;
  if (out[last] === ',') out.length = last;
}

function escapeControl(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
