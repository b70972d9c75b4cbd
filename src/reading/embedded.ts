/** Returns the content of `<script id="…">…</script>`; undefined without such an element. Takes linear time. */
export function findScriptById(html: string, id: string): string | undefined {
  const at = html.search(new RegExp(`<script[^>]{0,300}\\bid=["']?${id}["' >]`));
  if (at < 0) return undefined;
  const start = html.indexOf('>', html.indexOf(id, at));
  const end = html.indexOf('</script', start);
  return start < 0 || end < 0 ? undefined : html.slice(start + 1, end);
}

/**
 * Returns the text of the JSON object that starts at the first `{` after `marker`; undefined if the text has no such
 * object or the object is not closed.
 */
export function findObjectAfter(text: string, marker: string): string | undefined {
  return findBalancedAfter(text, marker, '{');
}

/**
 * Returns the text of the JSON array that starts at the first `[` after `marker`; undefined if the text has no such
 * array or the array is not closed.
 */
export function findArrayAfter(text: string, marker: string): string | undefined {
  return findBalancedAfter(text, marker, '[');
}

/** No real page assigns to one name more often. The limit bounds the time on hostile pages. */
const MAXIMUM_ASSIGNMENTS = 10;

/**
 * Yields the texts of the first JSON objects that scripts assign to a name (`name = {…}`), at most MAXIMUM_ASSIGNMENTS.
 */
export function* objectsAssignedTo(text: string, name: string): Generator<string> {
  let tried = 0;
  for (let at = text.indexOf(name); at >= 0 && tried < MAXIMUM_ASSIGNMENTS; at = text.indexOf(name, at + name.length)) {
    const sign = /^\s{0,20}=\s{0,20}(?=\{)/.exec(text.slice(at + name.length, at + name.length + 50));
    if (!sign) continue;
    tried += 1;
    const object = balancedAt(text, at + name.length + sign[0].length);
    if (object !== undefined) yield object;
  }
}

function findBalancedAfter(text: string, marker: string, open: '{' | '['): string | undefined {
  const at = text.indexOf(marker);
  const start = at < 0 ? -1 : text.indexOf(open, at + marker.length);
  return start < 0 ? undefined : balancedAt(text, start);
}

function balancedAt(text: string, start: number): string | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) depth += 1;
    else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
      if (depth === 0) return text.slice(start, index + 1);
    }
  }
  return undefined;
}
