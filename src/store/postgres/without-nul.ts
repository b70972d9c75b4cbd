/**
 * Removes NUL from texts, which PostgreSQL cannot store and SQLite can. Applied both when values are stored and when
 * they are looked up.
 */
export function withoutNul(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
    return Array.isArray(value) ? withoutNul(value) : value;
  });
}
