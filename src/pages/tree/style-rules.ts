const SIMPLE = /^[a-z]*([.#][\w-]+)$/i;
const AWAY = /(?:^|;)\s*(?:left|top)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|r?em)/i;
const OUT_OF_FLOW = /(?:^|;)\s*position\s*:\s*(?:absolute|fixed)/i;
const NAMES = /[.#][\w-]+/g;

/**
 * Returns the classes (".name") and IDs ("#name") that a page's style sheets hide outside at-rules such as `@media`. A
 * name that another rule shows is left out.
 */
export function hiddenByStyle(sheets: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  const css = withoutComments(sheets.join('\n'));
  if (!/display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top)\s*:\s*-\d{3}/i.test(css)) return hidden;
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const prelude = css.slice(at, open).trim();
    let end = css.indexOf('}', open);
    if (end < 0) break;
    if (prelude.startsWith('@')) end = endOfBlock(css, open);
    else readRule(prelude, css.slice(open + 1, end), hidden, shown);
    at = end + 1;
  }
  for (const name of shown) hidden.delete(name);
  return hidden;
}

function readRule(prelude: string, body: string, hidden: Set<string>, shown: Set<string>): void {
  const display = /(?:^|;)\s*(?:display|visibility)\s*:\s*([\w-]+)/i.exec(body)?.[1]?.toLowerCase();
  const away = AWAY.test(body) && OUT_OF_FLOW.test(body);
  if ((display === undefined && !away) || prelude.length > 2_000) return;
  const hides = away || display === 'none' || display === 'hidden';
  for (const selector of prelude.split(',')) {
    const trimmed = selector.trim();
    const simple = SIMPLE.exec(trimmed)?.[1];
    if (hides) {
      if (simple) hidden.add(simple);
    } else for (const name of (trimmed.split(/[\s>+~]+/).at(-1) ?? '').match(NAMES) ?? []) shown.add(name);
  }
}

/** Removes comments in one pass. A regular expression would be slow on a thousand unclosed comments. */
function withoutComments(css: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < css.length) {
    const start = css.indexOf('/*', at);
    parts.push(css.slice(at, start < 0 ? css.length : start));
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2);
    if (end < 0) break;
    at = end + 2;
  }
  return parts.join(' ');
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let index = open; index < css.length; index += 1) {
    const unit = css.charCodeAt(index);
    if (unit === 0x7b) depth += 1;
    else if (unit === 0x7d) {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return css.length;
}
