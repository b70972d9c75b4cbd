/** Without a byte order mark, some spreadsheets assume another encoding and show "Équipe" as "Ã‰quipe". */
const BYTE_ORDER_MARK = '\uFEFF';

export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(names);
}

export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Some spreadsheets run a text as a formula if it begins with one of these characters, even after white space and
 * invisible characters.
 */
const FORMULA =
  /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]/u;
/** Some spreadsheets drop a leading control character, so that the next character starts the cell. */
const LEADING_CONTROL = /^[\t\r\n\0]/;

/**
 * Quotes the cell if necessary (RFC 4180), and puts an apostrophe before a text that a spreadsheet might run as a
 * formula. Numbers get no apostrophe.
 */
export function csvCell(value: string | number | boolean): string {
  const isFormula = typeof value === 'string' && (FORMULA.test(value) || LEADING_CONTROL.test(value));
  const text = isFormula ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
