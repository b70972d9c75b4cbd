interface Span {
  from: number;
  to: number;
}

/** Number of characters that are searched on each side of a position, so that the time stays bounded. */
const LOOKED_AT = 40;
/**
 * A number in all the forms that adverts use, with all its parts: "37.5", "37,5", "37 1/2", "37½", "22h30", "8:30",
 * "1 607", "17,5/35", "18.5 - 22.5".
 */
const FIGURE =
  /\d+(?:(?:[.,:/]| ?[-–—] ?| ?h ?(?=\d\d(?!\d))|(?<=(?<!\d)\d{1,3})[ \u00a0\u202f](?=\d{3}(?!\d))| (?=[1-3]\/[2-4](?!\d)))\d+)*(?: ?[½¼¾])?/gi;

/** Extends a span to the whole of each number inside which it begins or ends. */
export function withWholeFigures(text: string, { from, to }: Span): Span {
  return { from: figureAround(text, from)?.from ?? from, to: figureAround(text, to)?.to ?? to };
}

function figureAround(text: string, at: number): Span | undefined {
  const start = Math.max(0, at - LOOKED_AT);
  for (const { 0: figure, index } of text.slice(start, at + LOOKED_AT).matchAll(FIGURE)) {
    const from = start + index;
    if (from < at && at < from + figure.length) return { from, to: from + figure.length };
  }
  return undefined;
}
