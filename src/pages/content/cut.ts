/** Most UTF-16 units of what is given for one page (SPEC §5). */
export const MAXIMUM_CHARACTERS = 30_000;

export interface CutText {
  text: string;
  /** Before the cut. */
  totalCharacters: number;
  truncated: boolean;
}

/** Cut plainly, but never inside a surrogate pair. */
export function cutPlain(text: string, limit = MAXIMUM_CHARACTERS): CutText {
  const kept = text.slice(0, endBefore(text, limit));
  return { text: kept, totalCharacters: text.length, truncated: kept.length < text.length };
}

/**
 * Markdown cut on a line end, an open fence closed; the last line, inside the
 * limit, says how much of it there is: `[truncated: 29812 of 48213 characters]`.
 */
export function cutMarkdown(text: string, limit = MAXIMUM_CHARACTERS): CutText {
  if (text.length <= limit) return { text, totalCharacters: text.length, truncated: false };
  const notice = (kept: number): string => `[truncated: ${kept} of ${text.length} characters]`;
  // Room for the longest notice, a fence's end and the line ends between them.
  let end = endBefore(text, limit - notice(text.length).length - 2);
  let kept = keptTo(text, end);
  let fence = openFence(kept);
  if (fence !== '') {
    end = endBefore(text, end - fence.length - 1);
    kept = keptTo(text, end);
    fence = openFence(kept);
  }
  const closed = fence === '' ? kept : `${kept}\n${fence}`;
  return { text: `${closed}\n\n${notice(kept.length)}`, totalCharacters: text.length, truncated: true };
}

/** Up to the last line end, or else the last space, unless that is far away. */
function keptTo(text: string, end: number): string {
  const head = text.slice(0, end);
  const line = head.lastIndexOf('\n');
  if (line > 0 && line > end / 2) return head.slice(0, line).trimEnd();
  const space = head.lastIndexOf(' ');
  return space > Math.max(0, end - 200) ? head.slice(0, space) : head;
}

function endBefore(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit;
}

/** The fence that is open at the end, with what stands before it on its line (a quote, a list's indent). */
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
