/**
 * PostgreSQL's text allows no NUL, SQLite's does: NULs are removed from values when they are stored and looked
 * up. All values pass here, except those of COPY.
 */
export function withoutNul(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
    return Array.isArray(value) ? withoutNul(value) : value;
  });
}
