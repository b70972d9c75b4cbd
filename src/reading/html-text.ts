/** Elements whose text is not shown; `svg` and `textarea` only when the whole page is read. */
const RAW_TEXT = /^<(script|style|noscript|template|svg|textarea|iframe|object)\b/i;

/** Later attributes are ignored. */
const MAXIMUM_TAG = 500;

export interface TextScan {
  /** Text between two tags, with entities not decoded. Returning false ends the scan. */
  text(text: string): boolean | void;
  /** A tag: its first characters ("<p cl", "</p>"), and a longer piece with its first attributes. */
  tag(start: string, longer: string): void;
}

/** Scans texts and tags of HTML in order, in one pass whatever the markup; scripts and styles are skipped. */
export function scanHtml(html: string, scan: TextScan): void {
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const text = html.slice(at, open < 0 ? html.length : open);
    if (text !== '' && scan.text(text) === false) return;
    if (open < 0) return;
    at = tagEnd(html, open);
    if (at > open + 1) scan.tag(html.slice(open, open + 12), html.slice(open, Math.min(at, open + MAXIMUM_TAG)));
    else if (scan.text('<') === false) return;
  }
}

/**
 * The index after a tag, a comment, or an element whose text is not read; after a "<" that begins none of these, the
 * next index.
 */
function tagEnd(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 4);
    return close < 0 ? html.length : close + 3;
  }
  const next = html[open + 1] ?? '';
  if (!/[a-z/!?]/i.test(next)) return open + 1;
  const close = html.indexOf('>', open);
  if (close < 0) return html.length;
  const raw = RAW_TEXT.exec(html.slice(open, open + 12))?.[1];
  if (raw === undefined) return close + 1;
  const endTag = new RegExp(`</${raw}`, 'gi');
  endTag.lastIndex = close;
  return endTag.exec(html)?.index ?? html.length;
}
