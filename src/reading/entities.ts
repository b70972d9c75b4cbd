import { decodeHTML } from 'entities';
import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze } from '../lib/text.ts';

/** Entities decoded and white space collapsed. */
export function decode(text: string): string {
  return squeeze(stripInvisible(decodeHTML(text)));
}

const BLOCK_ENDS =
  /<\/(?:p|div|li|ul|ol|h[1-6]|tr|table|section|article|dd|dt)\s*>|<br\s*\/?>|<(?:p|div|ul|ol|h[1-6]|tr|li)\b[^<>]{0,2000}>/gi;

/** HTML of an advert as plain text: blocks become line ends, entities are decoded, scripts go. */
export function htmlToText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return tidy(html);
  const bare = html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(BLOCK_ENDS, '\n')
    .replace(/<[^<>]{0,5000}>/g, '');
  return tidy(decodeHTML(bare));
}

function tidy(text: string): string {
  return stripInvisible(text)
    .split('\n')
    .map(squeeze)
    .filter((line, index, lines) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .trim();
}
