/** A number, or a text such as "3,9" or "3.90", as a number; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : '';
  return /^-?\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

/**
 * Converts a rating to the scale from 1 to 5, rounded half up to one decimal: 91 of 100 is 4.6. `best` and `worst` are
 * the ends of the source's scale. Returns null if the result is not from 1 to 5, as for 0, which sites use for "no
 * rating".
 */
export function readRating(value: unknown, best: unknown = 5, worst: unknown = undefined): number | null {
  const [rating, top] = [readNumber(value), readNumber(best)];
  if (rating === null || top === null || top <= 0 || rating > top) return null;
  const bottom = readNumber(worst);
  if (bottom !== null && bottom >= top) return null;
  const fromBottom = bottom === null || top === 5 ? undefined : (rating - bottom) / (top - bottom);
  const scaled = fromBottom === undefined ? (rating / top) * 5 : 1 + fromBottom * 4;
  return scaled >= 1 && scaled <= 5 ? Math.round(Number((scaled * 10).toFixed(6))) / 10 : null;
}
