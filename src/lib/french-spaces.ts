const NO_BREAK_SPACE = '\u00a0';

/**
 * Makes the spaces in French punctuation non-breaking: in a text, in all texts of an array or object, and in the texts
 * that a function returns. The source code contains ordinary spaces, because most editors do not show the difference.
 */
export function withFrenchSpaces<T>(texts: T): T {
  if (typeof texts === 'string') return spaced(texts) as T;
  if (typeof texts === 'function') {
    const write = texts as unknown as (...given: unknown[]) => unknown;
    return ((...given: unknown[]) => withFrenchSpaces(write(...given))) as T;
  }
  if (Array.isArray(texts)) return texts.map(withFrenchSpaces) as T;
  if (typeof texts !== 'object' || texts === null || Object.getPrototypeOf(texts) !== Object.prototype) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, withFrenchSpaces(value)])) as T;
}

function spaced(text: string): string {
  return text.replace(/ (?=[:;?!»%])/g, NO_BREAK_SPACE).replaceAll('« ', `«${NO_BREAK_SPACE}`);
}
