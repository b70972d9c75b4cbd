import { decodeHTML } from 'entities';
import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze } from '../lib/text.ts';
import { scanHtml } from './html-text.ts';

/** Entities decoded and white space collapsed. */
export function decode(text: string): string {
  return squeeze(stripInvisible(decodeHTML(text)));
}

/** Tags at which a line ends. */
const BLOCK =
  /^<(?:\/(?:p|div|li|ul|ol|h[1-6]|tr|table|section|article|dd|dt)|(?:p|div|ul|ol|h[1-6]|tr|li|br))(?![a-z\d-])/i;
const UNREAD = /^<(?:script|style)\b/i;

/** HTML of an advert as plain text: blocks become line ends, entities are decoded, scripts go. */
export function htmlToText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return tidy(html);
  const parts: string[] = [];
  scanHtml(html, {
    text: (text) => void parts.push(text),
    tag: (start) => {
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
