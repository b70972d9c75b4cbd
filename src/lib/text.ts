/** Replaces every run of white space by one space, including no-break and thin spaces. */
export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0\u2007\u2009\u202f\u200b\ufeff]+/gu, ' ').trim();
}

/** ASCII text without backticks, which `unaccent` does not change. */
const PLAIN = /^[\0-_a-\x7f]*$/;

/** Removes accents and replaces typographic apostrophes and hyphens; does not change the case. */
export function unaccent(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.normalize('NFKD').replace(/[\p{M}œæßøŒÆẞØ’‘ʼ`´‐‑‒–—−]/gu, (letter) => REPLACED[letter] ?? '');
}

/** Replacements for ligatures, apostrophes and hyphens. Accents have none, so they are removed. */
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

/** Lower case without accents: "Île-de-France" → "ile-de-france", "œ" → "oe". */
export function fold(text: string): string {
  return unaccent(text).toLowerCase();
}

/** "L'Oréal & Co." → "l oreal co" */
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

/** The first `limit` UTF-16 units, or one less if the cut would split a surrogate pair. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const unit = text.charCodeAt(limit - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit);
}

/**
 * At most `limit` UTF-16 units, never half of a surrogate pair. A text that is cut ends with "…", which is included in
 * `limit`.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  return `${cutAt(text, limit - 1).trimEnd()}…`;
}

/** The letters and digits of a text in lower case. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Replaces unpaired surrogates by U+FFFD, because a URL cannot contain them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
