/** Anything but printable ASCII: addresses contain none of it. */
const UNPRINTABLE = /[^!-~]/;

/** Whether a text contains anything but printable ASCII. */
export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text);
}
