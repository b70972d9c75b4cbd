/** A base whose superscript is an exponent: a unit, a variable, a bare number of up to three digits. */
const EXPONENT_BASE = /(?:^|[^\p{L}\p{N}.,])(?:[a-z]|[cdkmµ]?m|ft|in|yd|\d{1,3})$|(?:\d|\s)(?:[cdkm]?m|ft|in|yd)$/iu;
const CURRENCY = /[£€$¥]\s?[\d.,\s]*$/;
/** Reference marks of footnotes: digits, letters, stars, daggers. */
const NOTE_MARK = /^(?:\[?\d{1,3}\]?(?:\s?,\s?\d{1,3})*|[a-z]|[*†‡§¶]+|\[\w{1,3}\])$/;
const RAISED = ['⁰', '¹', '²', '³'];
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';

/** Superscript cents after a price: "€12<sup>50</sup>", "12 €<sup>50</sup>". */
const PRICE = /(?:[£€$¥]\s?\d[\d.,\s]*|\d\s?[£€$¥])$/;
/** Superscript letters that belong to the figure before them: "19h30", "2e". */
const UNIT_OF_FIGURE = /^(?:h|e|è)$/i;
/** The text before superscript minutes: "19h". */
const HOUR = /\d\s?h$/i;
/** A variable at the end of a formula: "E = mc". */
const FORMULA = /=\s*[\p{L}\d\s+−·*/()-]{0,12}[a-z]$/iu;

/**
 * Superscript text as written after `before`: exponents as such ("m²", "10^6"), cents and minutes in full ("€12.50",
 * "19h30"), footnote marks not at all, so that no figure gets longer; ordinals ("1st", "2e") and signs ("™")
 * unchanged.
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

/** A price that already has cents: a superscript after it is a footnote mark. */
function withCents(text: string, before: string, after: string): string {
  if (/[.,]\s?$/.test(before) || /[£€$¥]$/.test(before)) return text;
  if (/[.,]\d{2}$/.test(before)) return '';
  // Continental pages put the currency sign after the figure and points between thousands.
  return `${/^\s?€/.test(after) || /\.\d{3}$/.test(before) ? ',' : '.'}${text}`;
}

/** Subscript text after `before`: "H2O", but "10₂". */
export function loweredText(text: string, before: string): string {
  if (!/\d$/.test(before)) return text;
  return text.replace(/\d/g, (digit) => LOWERED[Number(digit)] as string);
}
