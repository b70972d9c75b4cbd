const UNPRINTABLE = /[^!-~]/;

/** True if the text contains a space or a character that is not printable ASCII. */
export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text);
}
