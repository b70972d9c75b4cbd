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

/** Characters that start a formula in spreadsheets, in wide forms too, after any invisible characters. */
const FORMULA =
  /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]/u;
/** Characters that some spreadsheets drop, so that the next one starts the cell. */
const LEADING_CONTROL = /^[\t\r\n\0]/;

/**
 * A cell of a CSV file (RFC 4180): quoted if needed; a text that a spreadsheet would run as a formula is marked
 * as text.
 */
export function csvCell(value: string | number | boolean): string {
  const isFormula = typeof value === 'string' && (FORMULA.test(value) || LEADING_CONTROL.test(value));
  const text = isFormula ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
