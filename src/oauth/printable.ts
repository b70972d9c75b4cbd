const UNPRINTABLE = /[^!-~]/;

/** True if the text contains anything but printable ASCII without spaces. */
export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text);
}
