/**
 * PostgreSQL's text has no NUL, and SQLite's has: what a caller sends is kept
 * and looked up without. The one place where values go to the server but for copies.
 */
export function withoutNul(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
    return Array.isArray(value) ? withoutNul(value) : value;
  });
}
