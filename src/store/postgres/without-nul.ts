/** Removes NUL, which PostgreSQL cannot store in texts, from values to store and to look up. */
export function withoutNul(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
    return Array.isArray(value) ? withoutNul(value) : value;
  });
}
