import { cutAt } from '../../lib/text.ts';

/** Most UTF-16 units of one URL's content (SPEC §5). */
export const CONTENT_LIMIT = 30_000;

export interface CutText {
  text: string;
  /** Before the cut. */
  totalCharacters: number;
  truncated: boolean;
}

export function cutPlain(text: string, limit = CONTENT_LIMIT): CutText {
  const kept = cutAt(text, limit);
  return { text: kept, totalCharacters: text.length, truncated: kept.length < text.length };
}

/**
 * Markdown cut on a line end, an open fence closed; the last line, inside the
 * limit, says how much of it there is: `[truncated: 29812 of 48213 characters]`.
 */
export function cutMarkdown(text: string, limit = CONTENT_LIMIT): CutText {
  if (text.length <= limit) return { text, totalCharacters: text.length, truncated: false };
  const notice = (kept: number): string => `[truncated: ${kept} of ${text.length} characters]`;
  // Leaves room for the longest notice, the fence's end and the line ends between them.
  const room = limit - notice(text.length).length - 2;
  let kept = toLineEnd(cutAt(text, room));
  let fence = openFence(kept);
  // Cutting to make room for the fence's end may open another fence, with a longer end.
  for (let end = fence; end !== '';) {
    kept = toLineEnd(cutAt(text, Math.max(0, room - end.length - 1)));
    fence = openFence(kept);
    end = fence.length > end.length ? fence : '';
  }
  const closed = fence === '' ? kept : `${kept}\n${fence}`;
  return { text: `${closed}\n\n${notice(kept.length)}`, totalCharacters: text.length, truncated: true };
}

/** Up to the last line end, or else the last space, unless that is far away. */
function toLineEnd(head: string): string {
  const line = head.lastIndexOf('\n');
  if (line > head.length / 2) return head.slice(0, line).trimEnd();
  const space = head.lastIndexOf(' ');
  return space > Math.max(0, head.length - 200) ? head.slice(0, space) : head;
}

/** The fence left open at the end of a text, with the prefix of its line (of a quote, or a list's indent). */
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
