import type { Test } from 'tap';
import { readTable } from '../../src/lib/table.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** Replaces `\n`, `\t` and `\\`, and escapes such as `\u200b` for invisible characters. */
function cellText(cell: string): string {
  return cell.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, mark: string) =>
    code === undefined ? (ESCAPES[mark] ?? mark) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export function textRows(table: URL): string[][] {
  return readTable(table).map((row) => row.map(cellText));
}

/** Makes one assertion for each row, so that a run prints every miss. */
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

/** "-" means that there is no figure. */
export function figure(cell = '-'): number | null {
  return cell === '-' ? null : Number(cell);
}
