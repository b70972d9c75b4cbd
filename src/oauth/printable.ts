const UNPRINTABLE = /[^!-~]/;

export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text);
}
