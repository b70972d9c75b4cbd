import { escapeInline, escapeLineStart } from '../markdown/escape.ts';

/** Coordinates and sizes are in points, measured from the lower left corner of the page. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  endsLine: boolean;
  id?: string;
  url?: string;
}

interface Line {
  texts: PdfText[];
  y: number;
  size: number;
}

/** Text that is at least this many times as large as the body text is a heading. */
const HEADINGS: readonly [ratio: number, marker: string][] = [
  [1.8, '#'],
  [1.4, '##'],
  [1.15, '###'],
];
const LONGEST_HEADING = 200;
/** Maximum distance between two lines of a paragraph, as a multiple of the font size. */
const LEADING = 1.8;
const BULLET = /^[•‣◦▪■●○∙·–](?:\s+|$)/;

export function layOut(texts: readonly PdfText[], bodySize: number): string {
  const blocks: string[] = [];
  let previous: { line: Line; kind: string } | undefined;
  for (const line of toLines(texts)) {
    const written = writeTexts(line.texts);
    if (written.trim() === '') continue;
    const heading = headingOf(line, bodySize);
    const bullet = BULLET.exec(written);
    const kind = heading ?? (bullet ? 'item' : 'text');
    const near = previous && Math.abs(previous.line.y - line.y) <= LEADING * Math.max(line.size, previous.line.size);
    const goesOn = near && previous?.line.size === line.size;
    const last = blocks.length - 1;
    if (heading !== undefined) {
      if (goesOn && previous?.kind === kind) blocks[last] += ` ${written}`;
      else blocks.push(`${heading} ${written}`);
    } else if (bullet) {
      const item = `- ${written.slice(bullet[0].length)}`;
      if (near && previous?.kind === 'item') blocks[last] += `\n${item}`;
      else blocks.push(item);
    } else if (goesOn && previous?.kind === 'item') {
      // A long item continues on the lines below its bullet.
      blocks[last] += `\n  ${escapeLineStart(written)}`;
    } else if (goesOn && previous?.kind === 'text') {
      blocks[last] += `\n${escapeLineStart(written)}`;
    } else {
      blocks.push(/^\d{1,3}[.)]\s/.test(written) ? written : escapeLineStart(written));
    }
    previous = { line, kind: kind === 'text' && goesOn && previous?.kind === 'item' ? 'item' : kind };
  }
  return blocks.join('\n\n');
}

export function writeTexts(texts: readonly PdfText[]): string {
  let written = '';
  let before: PdfText | undefined;
  for (let at = 0; at < texts.length;) {
    const { url } = texts[at] as PdfText;
    const run: PdfText[] = [];
    for (; at < texts.length && texts[at]?.url === url; at += 1) run.push(texts[at] as PdfText);
    let plain = '';
    let gap = '';
    for (const text of run) {
      if (before && isApart(before, text)) {
        if (plain === '') gap = ' ';
        else plain += ' ';
      }
      plain += text.text;
      before = text;
    }
    const shown = escapeInline(plain.replace(/\s+/g, ' '));
    written +=
      gap +
      (url === undefined || shown.trim() === ''
        ? shown
        : `[${shown.trim()}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`);
  }
  return written.replace(/ {2,}/g, ' ').trim();
}

function isApart(before: PdfText, text: PdfText): boolean {
  if (before.endsLine || Math.abs(before.y - text.y) > text.size / 2) return true;
  return text.x - (before.x + before.width) > text.size * 0.15;
}

function toLines(texts: readonly PdfText[]): Line[] {
  const lines: Line[] = [];
  let open: Line | undefined;
  for (const text of texts) {
    if (open && Math.abs(open.y - text.y) > Math.max(1, open.size) / 2 && text.text.trim() !== '') open = undefined;
    if (!open) {
      open = { texts: [], y: text.y, size: text.size };
      lines.push(open);
    }
    open.texts.push(text);
    if (text.text.trim() !== '') open.size = Math.max(open.size, text.size);
    if (text.endsLine) open = undefined;
  }
  return lines;
}

function headingOf({ texts, size }: Line, bodySize: number): string | undefined {
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (bodySize === 0 || length > LONGEST_HEADING) return undefined;
  return HEADINGS.find(([ratio]) => size >= bodySize * ratio)?.[1];
}
