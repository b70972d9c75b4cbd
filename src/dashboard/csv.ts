/** Spreadsheets take a file without it for one of their own code page: "Équipe" would be "Ã‰quipe". */
const BYTE_ORDER_MARK = '\uFEFF';
/** How a formula begins, for one spreadsheet or another. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/u;

type Cell = string | number | boolean;

/** The first line of a CSV file (RFC 4180, UTF-8 with its mark). */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(names);
}

/** Cells are quoted where they must be; a text that a spreadsheet would take for a formula is marked as text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
