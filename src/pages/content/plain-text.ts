import { decodeHTML } from 'entities';
import { stripHidden } from '../../lib/hidden-text.ts';
import { scanHtml } from '../../reading/html-text.ts';

const MAXIMUM_MARKUP = 4_000_000;
const BLOCK_TAG = /^<\/?(?:p|div|li|h\d|tr|br|section|article)\b/i;

/**
 * Turns HTML into plain text in one pass. It is used if the extractor failed or took too long. Stops after about twice
 * `limit` characters.
 */
export function plainText(html: string, limit: number): string {
  const parts: string[] = [];
  let length = 0;
  let gap: '' | ' ' | '\n' = '';
  scanHtml(html.slice(0, MAXIMUM_MARKUP), {
    text: (text) => {
      if (text.trim() === '') return true;
      const kept = text.slice(0, limit * 2).replace(/\s+/g, ' ');
      parts.push(gap, kept);
      gap = '';
      length += kept.length;
      return length < limit * 2;
    },
    tag: (start) => {
      if (BLOCK_TAG.test(start)) gap = '\n';
      else if (gap === '') gap = ' ';
    },
  });
  const decoded = decodeHTML(parts.join('')).replace(/<(?=[a-z/!?])/gi, '&lt;');
  return stripHidden(decoded.replace(/ ?\n ?/g, '\n').replace(/ {2,}/g, ' ')).trim();
}
