import { csvCell } from '../lib/csv-cell.ts';

/** Spreadsheets take a file without it for one of their own code page: "Équipe" would be "Ã‰quipe". */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of a CSV file (RFC 4180, UTF-8 with its mark). */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(names);
}

/** Cells are quoted where they must be; a text that a spreadsheet would take for a formula is marked as text. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
