import { cutAt } from '../../lib/text.ts';

/** Maximum length of one URL's content, in UTF-16 units (SPEC §5). */
export const CONTENT_LIMIT = 30_000;

export interface CutText {
  text: string;
  /** Length before the cut, in UTF-16 units. */
  totalCharacters: number;
  truncated: boolean;
}

export function cutPlain(text: string, limit = CONTENT_LIMIT): CutText {
  const kept = cutAt(text, limit);
  return { text: kept, totalCharacters: text.length, truncated: kept.length < text.length };
}

/**
 * Cuts markdown at a line end and closes an open code fence. The last line, which counts towards the limit, is
 * `[truncated: 29812 of 48213 characters]`.
 */
export function cutMarkdown(text: string, limit = CONTENT_LIMIT): CutText {
  if (text.length <= limit) return { text, totalCharacters: text.length, truncated: false };
  const notice = (kept: number): string => `[truncated: ${kept} of ${text.length} characters]`;
  // Room for the longest notice and the empty line before it.
  const room = limit - notice(text.length).length - 2;
  let kept = toLineEnd(cutAt(text, room));
  let fence = openFence(kept);
  // The cut that makes room for the closing fence may fall inside another code block, whose fence is longer.
  for (let end = fence; end !== '';) {
    kept = toLineEnd(cutAt(text, Math.max(0, room - end.length - 1)));
    fence = openFence(kept);
    end = fence.length > end.length ? fence : '';
  }
  const closed = fence === '' ? kept : `${kept}\n${fence}`;
  return { text: `${closed}\n\n${notice(kept.length)}`, totalCharacters: text.length, truncated: true };
}

/** Cuts at the last line end of the second half, else at a space in the last 200 characters, else nowhere. */
function toLineEnd(head: string): string {
  const line = head.lastIndexOf('\n');
  if (line > head.length / 2) return head.slice(0, line).trimEnd();
  const space = head.lastIndexOf(' ');
  return space > Math.max(0, head.length - 200) ? head.slice(0, space) : head;
}

/** The code fence that is still open at the end, with the quote marks or indent of its line; "" if none is. */
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
