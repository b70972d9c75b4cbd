/** Works like `Intl.DateTimeFormat`, but a French text that would begin with the day "1" begins with "1er". */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): { format(at: number): string } {
  const plain = new Intl.DateTimeFormat(locale, options);
  if (!locale.startsWith('fr')) return plain;
  return { format: (at) => plain.format(at).replace(/^1(?=\s)/u, '1er') };
}
