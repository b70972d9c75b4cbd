import { isElement, walk, type ElementNode } from '../tree/nodes.ts';

interface Cell {
  element: ElementNode;
  columns: number;
  rows: number;
}

const MAXIMUM_COLUMNS = 100;
/** A markdown cell cannot contain these elements, so a table that contains one is treated as page layout. */
const LAYOUT_TAGS = new Set(['table', 'pre', 'h1', 'h2', 'article', 'section', 'blockquote', 'form', 'hr']);

/** Returns undefined for a table that is used for layout, and for one with a single column. */
export function readDataTable(table: ElementNode, skips: (node: ElementNode) => boolean): Cell[][] | undefined {
  const rows: Cell[][] = [];
  let blocks = false;
  walk(table, (node) => {
    if (blocks) return false;
    if (!isElement(node)) return true;
    if (skips(node)) return false;
    if (node !== table && LAYOUT_TAGS.has(node.tag)) blocks = true;
    if (node.tag !== 'tr') return !blocks;
    const cells: Cell[] = [];
    for (const child of node.children)
      if (isElement(child) && (child.tag === 'td' || child.tag === 'th') && !skips(child))
        cells.push({ element: child, columns: spanOf(child, 'colspan'), rows: spanOf(child, 'rowspan') });
    if (cells.length > 0) rows.push(cells);
    return true;
  });
  if (blocks || table.attributes.get('role') === 'presentation') return undefined;
  if (!rows.some((row) => row.length > 1)) return undefined;
  return rows;
}

export function writeTable(rows: Cell[][], write: (cell: ElementNode) => string): string {
  /** For each column, the number of rows that a cell with a rowspan still covers. */
  const taken: number[] = [];
  const grid = rows
    .map((row) => {
      const cells: string[] = [];
      const skipTaken = (): void => {
        while ((taken[cells.length] ?? 0) > 0) {
          taken[cells.length] = (taken[cells.length] as number) - 1;
          cells.push('');
        }
      };
      for (const { element, columns, rows: height } of row) {
        skipTaken();
        if (cells.length >= MAXIMUM_COLUMNS) break;
        const text = cellText(write(element));
        for (let column = 0; column < columns && cells.length < MAXIMUM_COLUMNS; column += 1) {
          taken[cells.length] = height - 1;
          cells.push(column === 0 ? text : '');
        }
      }
      skipTaken();
      return cells;
    })
    .filter((cells) => cells.some((cell) => cell !== ''));
  const [head, ...body] = grid;
  if (!head) return '';
  const columns = Math.max(
    1,
    grid.reduce((most, cells) => Math.max(most, trimmedLength(cells)), 0),
  );
  const line = (cells: string[]): string =>
    `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  return [line(head), `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`, ...body.map(line)].join('\n');
}

/** `buildTree` has already limited the value, so it is not checked here. */
function spanOf(cell: ElementNode, name: 'colspan' | 'rowspan'): number {
  return Number(cell.attributes.get(name) ?? 1);
}

function trimmedLength(cells: string[]): number {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === '') length -= 1;
  return length;
}

function cellText(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => line.trim().replace(/^#{1,6} /, ''))
    .filter((line) => line !== '')
    .join('<br>')
    .replace(/\\?\|/g, '\\|');
}
