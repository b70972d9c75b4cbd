const RAW_TEXT = /^<(script|style|noscript|template|svg|textarea|iframe|object)\b/i;

const MAXIMUM_TAG = 500;

export interface TextScan {
  /** Receives the text between two tags, with entities not decoded. Returning false ends the scan. */
  text(text: string): boolean | void;
  /**
   * Receives a tag or comment. `start` is the first 12 characters of the HTML from its "<" on, which may go beyond a
   * short tag, and `longer` is the tag or comment itself, cut after 500 characters.
   */
  tag(start: string, longer: string): void;
}

/**
 * Reports the texts and tags of HTML in order. The contents of scripts, styles and the other elements in `RAW_TEXT` are
 * skipped. Takes linear time, even for broken markup.
 */
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
 * Returns the index after the tag or comment at `open`. For an element in RAW_TEXT, this is the index of its end tag.
 * For a "<" that starts neither, it is the next index.
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
