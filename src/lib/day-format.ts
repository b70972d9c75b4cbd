/**
 * Formats days, with or without a time. In French, the first of a month is "1er oct. 2026", where `Intl` writes "1 oct.
 * 2026".
 */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): { format(at: number): string } {
  const plain = new Intl.DateTimeFormat(locale, options);
  if (!locale.startsWith('fr')) return plain;
  return { format: (at) => plain.format(at).replace(/^1(?=\s)/u, '1er') };
}
