/** `rounded` is true for an abbreviated figure ("2.3K"). */
export interface ReviewCount {
  value: number;
  rounded: boolean;
}

/** No employer has this many reviews, so a figure of this size or larger was misread. */
const LARGEST = 100_000_000;
/**
 * Digits in groups: "1 204", "1.204", or "1,01,182" as in India. The last group has three digits, so "1.23" is not a
 * count.
 */
const GROUPED = /^\d{1,3}(?:[ ,.'\u00a0\u2009\u202f]\d{2,3})*[ ,.'\u00a0\u2009\u202f]\d{3}$/;
const ABBREVIATED = /^(\d{1,4}(?:[.,]\d{1,2})?)\s?([km])$/i;

/**
 * Reads a count of 0 or more from a JSON number or a text: "1204", "1,204", "1 204", "1.204", "1,01,182", "2.3K",
 * "2,3 k", each optionally with "+". Returns null for anything else.
 */
export function readCount(value: unknown): ReviewCount | null {
  if (typeof value === 'number') return toCount(value, false);
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/\s?\+$/, '');
  if (/^\d{1,9}$/.test(text)) return toCount(Number(text), false);
  if (GROUPED.test(text)) return toCount(Number(text.replace(/\D/g, '')), false);
  const [, figure, unit] = ABBREVIATED.exec(text) ?? [];
  if (figure === undefined || unit === undefined) return null;
  const times = unit.toLowerCase() === 'm' ? 1_000_000 : 1_000;
  return toCount(Math.round(Number(figure.replace(',', '.')) * times), true);
}

function toCount(value: number, rounded: boolean): ReviewCount | null {
  return Number.isSafeInteger(value) && value >= 0 && value < LARGEST ? { value, rounded } : null;
}
