/** A base to which a raised figure is an exponent: a unit, a variable, a bare number of up to three digits. */
const EXPONENT_BASE = /(?:^|[^\p{L}\p{N}.,])(?:[a-z]|[cdkmµ]?m|ft|in|yd|\d{1,3})$|(?:\d|\s)(?:[cdkm]?m|ft|in|yd)$/iu;
const CURRENCY = /[£€$¥]\s?[\d.,\s]*$/;
/** Marks that lead to a note: figures, letters, stars, daggers. */
const NOTE_MARK = /^(?:\[?\d{1,3}\]?(?:\s?,\s?\d{1,3})*|[a-z]|[*†‡§¶]+|\[\w{1,3}\])$/;
const RAISED = ['⁰', '¹', '²', '³'];
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';

/**
 * Raised text as it is written behind `before`: exponents as such ("m²",
 * "10^6"), marks of notes not at all, so that no figure grows by them; ordinals
 * ("1st", "2e") and signs ("™") as they stand.
 */
export function raisedText(text: string, before: string): string {
  const isFigure = /^[-−+]?\d+$|^[nxk]$/.test(text);
  if (isFigure && EXPONENT_BASE.test(before) && !CURRENCY.test(before))
    return /^[23]$/.test(text) ? (RAISED[Number(text)] as string) : `^${text}`;
  return NOTE_MARK.test(text) ? '' : text;
}

/** Lowered text behind `before`: "H2O", but "10₂". */
export function loweredText(text: string, before: string): string {
  if (!/\d$/.test(before)) return text;
  return text.replace(/\d/g, (digit) => LOWERED[Number(digit)] as string);
}
