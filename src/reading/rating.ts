/** Reads a finite number, also from text such as "3,9" or "3.90"; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : '';
  return /^-?\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

/**
 * Converts a rating to the scale from 1 to 5, rounded half up to one decimal: 91 of 100 is 4.6. `best` and `worst` are
 * the ends of the source's scale. If `worst` is stated and `best` is not 5, `worst` becomes 1; otherwise the rating is
 * multiplied by 5 / `best`. Returns null if the rating is not a number or is above `best`, if the scale is not usable,
 * or if the result is below 1. A rating of 0 usually means "no rating" and gives null, unless `worst` is 0 or less and
 * `best` is not 5.
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
