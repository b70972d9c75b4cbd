import type { Test } from 'tap';
import { readTable } from '../../src/lib/table.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** What a cell stands for: `\n`, `\t`, `\\`, and `\u200b` for a mark that cannot be seen. */
function cellText(cell: string): string {
  return cell.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, mark: string) =>
    code === undefined ? (ESCAPES[mark] ?? mark) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The rows of a table beside a test: texts, what is expected of them, and why. */
export function textRows(table: URL): string[][] {
  return readTable(table).map((row) => row.map(cellText));
}

/** One assertion for each row of a table, so that a run prints every miss; `read` gives what was found and what is expected. */
export function checkTable(
  t: Test,
  table: URL,
  read: (...cells: string[]) => readonly [found: unknown, expected: unknown],
): void {
  const rows = textRows(table);
  if (rows.length === 0) t.fail(`${table.pathname} has no rows`);
  for (const row of rows) {
    const [found, expected] = read(...row);
    t.strictSame(found, expected, row.join(' · ').slice(0, 300));
  }
}

/** A figure of a table; "-" is none. */
export function figure(cell = '-'): number | null {
  return cell === '-' ? null : Number(cell);
}
