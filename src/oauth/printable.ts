/** White space, controls and all that is no printable ASCII: addresses are written with none of it. */
const UNPRINTABLE = /[^!-~]/;

/** Whether a text holds anything but printable ASCII. */
export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text);
}
