/** Before an exponent, the text ends with a unit, a variable or a number of up to three digits. */
const EXPONENT_BASE = /(?:^|[^\p{L}\p{N}.,])(?:[a-z]|[cdkmµ]?m|ft|in|yd|\d{1,3})$|(?:\d|\s)(?:[cdkm]?m|ft|in|yd)$/iu;
const CURRENCY = /[£€$¥]\s?[\d.,\s]*$/;
const NOTE_MARK = /^(?:\[?\d{1,3}\]?(?:\s?,\s?\d{1,3})*|[a-z]|[*†‡§¶]+|\[\w{1,3}\])$/;
const RAISED = ['⁰', '¹', '²', '³'];
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';

const PRICE = /(?:[£€$¥]\s?\d[\d.,\s]*|\d\s?[£€$¥])$/;
/** These superscript letters belong to the number before them, as in "19h30" and "2e". */
const UNIT_OF_FIGURE = /^(?:h|e|è)$/i;
const HOUR = /\d\s?h$/i;
const FORMULA = /=\s*[\p{L}\d\s+−·*/()-]{0,12}[a-z]$/iu;

/**
 * Returns a superscript as it is written after `before`: exponents as in "m²" or "10^6", cents as in "€12.50", and
 * minutes as in "19h30". Returns "" for a footnote mark, which would lengthen a number. Other text stays.
 */
export function raisedText(text: string, before: string, after = ''): string {
  if (/^\d{2}$/.test(text) && (PRICE.test(before) || (/\d$/.test(before) && /^\s?[£€$¥]/.test(after))))
    return withCents(text, before, after);
  if (/^[.,]\d{2}$/.test(text) && PRICE.test(before)) return text;
  if (/^[0-5]\d$/.test(text) && HOUR.test(before)) return text;
  if (UNIT_OF_FIGURE.test(text) && /\d$/.test(before)) return text;
  if (/^[km]$/i.test(text) && PRICE.test(before)) return text;
  if (text === 'o' && /(?:\d|(?:^|\s)n)$/i.test(before)) return '°';
  const isFigure = /^[-−+]?\d+$|^[nxk]$/.test(text);
  if (isFigure && (EXPONENT_BASE.test(before) || FORMULA.test(before)) && !CURRENCY.test(before))
    return /^[23]$/.test(text) ? (RAISED[Number(text)] as string) : `^${text}`;
  return NOTE_MARK.test(text) ? '' : text;
}

/**
 * Returns the digits after a price as its cents, with a separator if one is missing. If the price already has cents,
 * the digits are a footnote mark, for which "" is returned.
 */
function withCents(text: string, before: string, after: string): string {
  if (/[.,]\s?$/.test(before) || /[£€$¥]$/.test(before)) return text;
  if (/[.,]\d{2}$/.test(before)) return '';
  // A price has a decimal comma if its sign comes after the figure or a point separates the thousands.
  return `${/^\s?€/.test(after) || /\.\d{3}$/.test(before) ? ',' : '.'}${text}`;
}

/**
 * Writes digits as subscript only after another digit, because they would lengthen that number: "10" and "2" give
 * "10₂", but "H2O" stays.
 */
export function loweredText(text: string, before: string): string {
  if (!/\d$/.test(before)) return text;
  return text.replace(/\d/g, (digit) => LOWERED[Number(digit)] as string);
}
