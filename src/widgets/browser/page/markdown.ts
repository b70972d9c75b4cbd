import { h } from '../dom.ts';
import { inline, type MarkdownView } from './inline.ts';

const MOST_BLOCKS = 1_500;
const MOST_CELLS = 3_000;

/** Shows HTML in the Markdown as text, and loads nothing. Text after MOST_BLOCKS blocks is not formatted. */
export function markdownView(text: string, view: MarkdownView): HTMLElement {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const document = h('div', { class: 'document' });
  let at = 0;
  for (let blocks = 0; at < lines.length && blocks < MOST_BLOCKS; blocks += 1) {
    const { node, next } = readBlock(lines, at, view);
    if (node) document.append(node);
    at = next;
  }
  if (at < lines.length) document.append(h('pre', {}, lines.slice(at).join('\n')));
  return document;
}

interface Block {
  node?: Node;
  next: number;
}

const HEADING = /^ {0,3}(#{1,6})\s(.*)$/s;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}|(?:- ){2,}-)\s*$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s(.*)$/s;
const QUOTE = /^ {0,3}>\s?/;
const TABLE_LINE = /^\s*\|.*\|\s*$/;
const DIVIDER = /^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$/;

/** Drops closing "#" marks. */
function headingText(text: string): string {
  const whole = text.trim();
  let end = whole.length;
  while (whole[end - 1] === '#') end -= 1;
  return whole.slice(0, end).trimEnd();
}

function readBlock(lines: readonly string[], at: number, view: MarkdownView): Block {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { next: at + 1 };
  const heading = HEADING.exec(line);
  if (heading) {
    // The page's address is a heading of level 2, so headings of the Markdown begin at level 3.
    const level = Math.min(6, (heading[1] ?? '').length + 2) as 3 | 4 | 5 | 6;
    return { node: h(`h${level}`, {}, ...inline(headingText(heading[2] ?? ''), view)), next: at + 1 };
  }
  if (FENCE.test(line)) return readCode(lines, at);
  if (RULE.test(line)) return { node: h('hr'), next: at + 1 };
  if (ITEM.test(line)) return readList(lines, at, view);
  if (QUOTE.test(line)) {
    const end = whileTrue(lines, at, (one) => QUOTE.test(one));
    const quoted = lines.slice(at, end).map((one) => one.replace(QUOTE, ''));
    return { node: h('blockquote', {}, ...inline(quoted.join('\n'), view)), next: end };
  }
  if (TABLE_LINE.test(line) && DIVIDER.test(lines[at + 1] ?? '')) return readTable(lines, at, view);
  const end = whileTrue(lines, at + 1, (one) => one.trim() !== '' && !isStart(one));
  return { node: h('p', {}, ...inline(lines.slice(at, end).join('\n'), view)), next: end };
}

function isStart(line: string): boolean {
  return HEADING.test(line) || FENCE.test(line) || RULE.test(line) || ITEM.test(line) || QUOTE.test(line);
}

function whileTrue(lines: readonly string[], from: number, holds: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && holds(lines[end] ?? '')) end += 1;
  return Math.max(end, from);
}

function readCode(lines: readonly string[], at: number): Block {
  const fence = FENCE.exec(lines[at] ?? '')?.[1] ?? '```';
  const end = whileTrue(lines, at + 1, (one) => !one.trim().startsWith(fence));
  return { node: h('pre', { tabindex: '0' }, h('code', {}, lines.slice(at + 1, end).join('\n'))), next: end + 1 };
}

/** Nested items become items of the same list, indented by their depth. */
function readList(lines: readonly string[], at: number, view: MarkdownView): Block {
  const list = h('ul', { class: 'items' });
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next] ?? '');
    if (!item) break;
    const end = whileTrue(lines, next + 1, (one) => one.trim() !== '' && !isStart(one));
    const text = [(item[2] ?? '').trimStart(), ...lines.slice(next + 1, end).map((one) => one.trim())].join('\n');
    const depth = Math.min(4, Math.floor((item[1] ?? '').length / 2));
    const number = /^\s*(\d{1,9}[.)])/.exec(lines[next] ?? '')?.[1];
    list.append(
      h(
        'li',
        { class: `depth-${depth}` },
        h('span', { class: 'mark', 'aria-hidden': !number && 'true' }, number ?? '•'),
        h('div', {}, ...inline(text, view)),
      ),
    );
    next = end;
    if (lines[next]?.trim() === '' && ITEM.test(lines[next + 1] ?? '')) next += 1;
  }
  return { node: list, next };
}

function readTable(lines: readonly string[], at: number, view: MarkdownView): Block {
  const end = whileTrue(lines, at + 2, (one) => TABLE_LINE.test(one));
  const head = cellsOf(lines[at] ?? '');
  const most = Math.max(1, Math.floor(MOST_CELLS / Math.max(1, head.length)));
  const rows = lines
    .slice(at + 2, end)
    .slice(0, most)
    .map(cellsOf);
  const table = h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...head.map((cell) => h('th', { scope: 'col' }, ...inline(cell, view))))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, ...inline(cell, view)))))),
  );
  return {
    node: h(
      'div',
      { class: 'table', tabindex: '0', role: 'group', 'aria-label': head.join(', ').slice(0, 100) || '|' },
      table,
    ),
    next: end,
  };
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
