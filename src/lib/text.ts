export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0\u2007\u2009\u202f\u200b\ufeff]+/gu, ' ').trim();
}

const PLAIN = /^[\0-_a-\x7f]*$/;

/**
 * Removes accents, and writes ligatures, letters such as "ø", compatibility characters such as "²", typographic
 * apostrophes and hyphens as plain characters. The case stays.
 */
export function unaccent(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.normalize('NFKD').replace(/[\p{M}œæßøŒÆẞØ’‘ʼ`´‐‑‒–—−]/gu, (letter) => REPLACED[letter] ?? '');
}

const REPLACED: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  Œ: 'OE',
  Æ: 'AE',
  ẞ: 'SS',
  Ø: 'O',
  ...Object.fromEntries([...'’‘ʼ`´'].map((mark) => [mark, "'"])),
  ...Object.fromEntries([...'‐‑‒–—−'].map((mark) => [mark, '-'])),
};

export function fold(text: string): string {
  return unaccent(text).toLowerCase();
}

export function foldWords(text: string): string {
  if (PLAIN.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns one UTF-16 unit less than `limit` if the cut would split a surrogate pair. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const unit = text.charCodeAt(limit - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit);
}

/** A text that is cut ends with "…", which counts towards `limit`. Surrogate pairs are never split. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  return `${cutAt(text, limit - 1).trimEnd()}…`;
}

export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Replaces unpaired surrogates, which neither URLs nor UTF-8 can contain, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
