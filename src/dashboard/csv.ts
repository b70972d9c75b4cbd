import { csvCell } from '../lib/csv-cell.ts';

/** Without it spreadsheets assume their own code page and show "Équipe" as "Ã‰quipe". */
const BYTE_ORDER_MARK = '\uFEFF';

/** The header line of a CSV file (RFC 4180, UTF-8 with byte order mark). */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(names);
}

/** Quotes cells where needed, and marks text that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
