import { decodeHTML } from 'entities';
import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze } from '../lib/text.ts';
import { scanHtml } from './html-text.ts';

export function decode(text: string): string {
  return squeeze(stripInvisible(decodeHTML(text)));
}

const BLOCK =
  /^<(?:\/(?:p|div|li|ul|ol|h[1-6]|tr|table|section|article|dd|dt)|(?:p|div|ul|ol|h[1-6]|tr|li|br))(?![a-z\d-])/i;
const UNREAD = /^<(?:script|style)\b/i;

const HIDING_STYLE =
  /\sstyle\s*=\s*(?:"[^"]*|'[^']*|[^\s>]*)(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]))/i;
const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i;

/**
 * True if the tag hides its element with an attribute or an inline style. Classes are ignored, because the style sheets
 * are not loaded.
 */
function isHiding(tag: string): boolean {
  if (!/hidden|style/i.test(tag) || tag.startsWith('</') || VOID.test(tag)) return false;
  return HIDING_STYLE.test(tag) || /\shidden(?=[\s=>/])/i.test(tag.replace(/"[^"]*"|'[^']*'/g, '""'));
}

/**
 * Converts HTML to text: blocks become lines, and entities are decoded. Hidden elements, scripts and the other elements
 * that `scanHtml` skips are dropped.
 */
export function htmlToText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return tidy(html);
  const parts: string[] = [];
  /** The hidden element around the current position; `open` counts the open elements with its name. */
  let hidden: { name: string; open: number } | undefined;
  scanHtml(html, {
    text: (text) => {
      if (!hidden) parts.push(text);
    },
    tag: (start, longer) => {
      const name = /^<\/?([a-z][a-z\d-]*)/i.exec(longer)?.[1]?.toLowerCase() ?? '';
      // A paragraph ends at the next block, even without an end tag.
      if (hidden?.name === 'p' && !/^<\/p\b/i.test(start) && BLOCK.test(start)) hidden = undefined;
      if (hidden) {
        if (name === hidden.name) hidden.open += start[1] === '/' ? -1 : 1;
        if (hidden.open <= 0) hidden = undefined;
        return;
      }
      if (isHiding(longer)) hidden = { name, open: 1 };
      if (BLOCK.test(start)) parts.push('\n');
      else if (UNREAD.test(start)) parts.push(' ');
    },
  });
  return tidy(decodeHTML(parts.join('')));
}

function tidy(text: string): string {
  return stripInvisible(text)
    .split('\n')
    .map(squeeze)
    .filter((line, index, lines) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .trim();
}
