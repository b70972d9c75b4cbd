import { cutAt } from '../../lib/text.ts';

/** Maximum length of one URL's content, in UTF-16 units (SPEC §5). */
export const CONTENT_LIMIT = 30_000;

export interface CutText {
  text: string;
  totalCharacters: number;
  truncated: boolean;
}

export function cutPlain(text: string, limit = CONTENT_LIMIT): CutText {
  const kept = cutAt(text, limit);
  return { text: kept, totalCharacters: text.length, truncated: kept.length < text.length };
}

/**
 * Cuts at the last line end. If the second half has no line end, cuts at a space among the last 200 characters. Closes
 * an open code fence. A text that was cut ends with a line such as `[truncated: 29812 of 48213 characters]`, which counts
 * towards the limit.
 */
export function cutMarkdown(text: string, limit = CONTENT_LIMIT): CutText {
  if (text.length <= limit) return { text, totalCharacters: text.length, truncated: false };
  const notice = (kept: number): string => `[truncated: ${kept} of ${text.length} characters]`;
  const room = limit - notice(text.length).length - 2;
  let kept = toLineEnd(cutAt(text, room));
  let fence = openFence(kept);
  // To make space for the closing fence, the text is cut again. That cut may fall inside another code block, whose
  // fence is longer.
  for (let end = fence; end !== '';) {
    kept = toLineEnd(cutAt(text, Math.max(0, room - end.length - 1)));
    fence = openFence(kept);
    end = fence.length > end.length ? fence : '';
  }
  const closed = fence === '' ? kept : `${kept}\n${fence}`;
  return { text: `${closed}\n\n${notice(kept.length)}`, totalCharacters: text.length, truncated: true };
}

function toLineEnd(head: string): string {
  const line = head.lastIndexOf('\n');
  if (line > head.length / 2) return head.slice(0, line).trimEnd();
  const space = head.lastIndexOf(' ');
  return space > Math.max(0, head.length - 200) ? head.slice(0, space) : head;
}

/**
 * Returns the code fence that is still open at the end, with the quote marks or the indent of its line; "" if none is
 * open.
 */
function openFence(text: string): string {
  let open = '';
  let prefix = '';
  for (const line of text.split('\n')) {
    const found = /^([\s>]{0,120}(?:(?:[-*+]|\d{1,9}\.|:) +)*)(`{3,})(.*)$/.exec(line);
    if (!found) continue;
    const [, before = '', ticks = '', rest = ''] = found;
    if (open === '') {
      open = ticks;
      prefix = before.replace(/[^\s>]/g, ' ');
    } else if (ticks.length >= open.length && rest.trim() === '') open = '';
  }
  return open === '' ? '' : prefix + open;
}
