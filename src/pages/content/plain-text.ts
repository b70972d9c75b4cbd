import { decodeHTML } from 'entities';
import { stripHidden } from '../../lib/hidden-text.ts';

const MAXIMUM_MARKUP = 4_000_000;
const RAW_TEXT = /^<(script|style|noscript|template|svg|textarea)\b/i;
const BLOCK_TAG = /^<\/?(?:p|div|li|h\d|tr|br|section|article)\b/i;

/**
 * The text of a page without any understanding of it, up to about `limit`
 * units: what is given when the extractor was stuck. One pass, whatever the
 * markup.
 */
export function plainText(html: string, limit: number): string {
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  let gap: '' | ' ' | '\n' = '';
  const end = Math.min(html.length, MAXIMUM_MARKUP);
  while (at < end && length < limit * 2) {
    const open = html.indexOf('<', at);
    const text = html.slice(at, open < 0 ? end : Math.min(open, end));
    if (text.trim() !== '') {
      const kept = text.slice(0, limit * 2).replace(/\s+/g, ' ');
      parts.push(gap, kept);
      gap = '';
      length += kept.length;
    }
    if (open < 0 || open >= end) break;
    at = tagEnd(html, open, end);
    if (at === open + 1) {
      parts.push(gap, '<');
      gap = '';
      length += 1;
    } else if (BLOCK_TAG.test(html.slice(open, open + 12))) gap = '\n';
    else if (gap === '') gap = ' ';
  }
  const decoded = decodeHTML(parts.join('')).replace(/<(?=[a-z/!?])/gi, '&lt;');
  return stripHidden(decoded.replace(/ ?\n ?/g, '\n').replace(/ {2,}/g, ' ')).trim();
}

function tagEnd(html: string, open: number, end: number): number {
  const next = html.charCodeAt(open + 1) | 0x20;
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 4);
    return close < 0 ? end : close + 3;
  }
  if (!(next >= 0x61 && next <= 0x7a) && html[open + 1] !== '/' && html[open + 1] !== '!' && html[open + 1] !== '?')
    return open + 1;
  const close = html.indexOf('>', open);
  if (close < 0) return end;
  const raw = RAW_TEXT.exec(html.slice(open, open + 12))?.[1];
  if (raw === undefined) return close + 1;
  const endTag = new RegExp(`</${raw}`, 'gi');
  endTag.lastIndex = close;
  return endTag.exec(html)?.index ?? end;
}
