/** Without this mark, spreadsheets assume another encoding and show "Équipe" as "Ã‰quipe". */
const BYTE_ORDER_MARK = '\uFEFF';

/** The header line of a CSV file (RFC 4180, UTF-8 with byte order mark). */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(names);
}

/** One line of a CSV file, with its line end. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Characters that start a formula in spreadsheets, also in their wide forms and after invisible characters. */
const FORMULA =
  /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]/u;
/** Control characters that some spreadsheets drop, so that the next character starts the cell. */
const LEADING_CONTROL = /^[\t\r\n\0]/;

/**
 * A cell of a CSV file (RFC 4180), quoted if necessary. A text that a spreadsheet would run as a formula begins with an
 * apostrophe.
 */
export function csvCell(value: string | number | boolean): string {
  const isFormula = typeof value === 'string' && (FORMULA.test(value) || LEADING_CONTROL.test(value));
  const text = isFormula ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
