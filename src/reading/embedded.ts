/** Text of `<script id="…">…</script>`; undefined when the page has none. Linear, and no parser's mercy needed. */
export function findScriptById(html: string, id: string): string | undefined {
  const at = html.search(new RegExp(`<script[^>]{0,300}\\bid=["']?${id}["' >]`));
  if (at < 0) return undefined;
  const start = html.indexOf('>', html.indexOf(id, at));
  const end = html.indexOf('</script', start);
  return start < 0 || end < 0 ? undefined : html.slice(start + 1, end);
}

/**
 * The JSON object that starts at the first `{` after `marker`: brackets are
 * balanced with strings and escapes in mind. undefined when there is none.
 */
export function findObjectAfter(text: string, marker: string): string | undefined {
  return findBalancedAfter(text, marker, '{');
}

/** As `findObjectAfter`, for the array that starts at the first `[` after `marker`. */
export function findArrayAfter(text: string, marker: string): string | undefined {
  return findBalancedAfter(text, marker, '[');
}

function findBalancedAfter(text: string, marker: string, open: '{' | '['): string | undefined {
  const at = text.indexOf(marker);
  const start = at < 0 ? -1 : text.indexOf(open, at + marker.length);
  if (start < 0) return undefined;
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
