/** One figure of money in a text, as found. */
export interface Figure {
  value: number;
  start: number;
  end: number;
  /** A currency stands at the figure, or the figure is joined to one that has it. */
  currency: Currency | null;
  thousands: boolean;
  /** Joined by "-", "to", "à" … to the figure before. */
  joined: boolean;
  /** A "+" joined to it: "£30,000+". */
  plus: boolean;
}

export type Currency = 'GBP' | 'EUR' | 'OTHER';

const BEFORE: Readonly<Record<string, Currency>> = { '£': 'GBP', gbp: 'GBP', '€': 'EUR', eur: 'EUR' };

/**
 * Digits grouped by space, comma or point in threes, or plain; then an
 * optional decimal part. Not inside a word ("CCN66", "IR35").
 */
const NUMBER =
  /(?<![\p{L}\d.,])(£|€|\$|(?:gbp|eur|usd|chf|aed|cad|aud|sgd|pln|inr)\b|us\$)?\s?(\d{1,3}(?:[ ,.']\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?)\s?(k(?:€|£|e\b|eur(?:os?)?\b|gbp\b)?(?![a-z])|(?:bn|billions?|m(?:d|illions?|illiards?)?)(?:€|£)?(?![a-z]))?\s?((?:€|£|\$)(?!\s?\d)|euros?\b|eur\b|gbp\b|pounds?\b|sterling\b|usd\b|dollars?\b|chf\b|francs? suisses?\b)?((?<=\S)\+(?=\s|$|[,;)]|\p{L}))?/gu;

/** Between two figures of one range. */
const JOINT =
  /^(?:[\s(]*(?:per|p\.?|\/)?\s*(?:annum|year|hour|day|week|month|heure|jour|mois|an)?\s*(?:bruts?)?\s*)(?:-|to|a|et|and|up to|jusqu'a|\/|~)\s*(?:up to\s*)?$/u;

/** Every figure of a folded text that may be money, in order. */
export function findFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const [whole, before, digits = '', suffix, after, plus] = match;
    const start = match.index;
    const end = start + whole.trimEnd().length;
    const unit = suffix ?? '';
    if (/^[bm]/u.test(unit)) continue; // turnover in millions
    const currency = currencyOf(before, unit, after);
    const last = figures.at(-1);
    const between = last ? text.slice(last.end, start) : '';
    const joined =
      last !== undefined &&
      (JOINT.test(between) || (between.trim() === '' && currency !== null && last.currency !== null));
    if (currency === null && isNoMoney(text, start, start + whole.length, digits)) continue;
    figures.push({
      value: readNumber(digits) * (unit.startsWith('k') ? 1000 : 1),
      start,
      end,
      currency,
      thousands: unit.startsWith('k'),
      joined,
      plus: plus !== undefined,
    });
  }
  return figures;
}

function currencyOf(before: string | undefined, unit: string, after: string | undefined): Currency | null {
  if (before) return BEFORE[before] ?? 'OTHER';
  if (/€|^ke/.test(unit)) return 'EUR';
  if (/£|gbp/.test(unit)) return 'GBP';
  if (!after) return null;
  if (/^(?:€|eur)/.test(after)) return 'EUR';
  return /^(?:£|gbp|pounds?|sterling)/.test(after) ? 'GBP' : 'OTHER';
}

/** "1 047,19", "38000.0", "27.000", "£35,000.50" */
function readNumber(digits: string): number {
  const grouped = /^(\d{1,3}(?:[ ,.']\d{3})+)(?:[.,](\d{1,2}))?$/.exec(digits);
  if (grouped) return Number(`${(grouped[1] ?? '').replace(/\D/g, '')}.${grouped[2] ?? '0'}`);
  return Number(digits.replace(',', '.'));
}

const GRADE_BEFORE =
  /(?:\b(?:bands?|grades?|level|scale|spine|points?|scp|step|tier|phase|afc|mps|ups|ir|ccn|convention(?: collective)?|coef(?:ficient)?|echelon|indice|idcc|niveau|categorie|bac|age|aged?|over|type|ref(?:erence)?|year|annee|zone|lot|n°|no\.?|#)\s*:?\s*|\+|\bx\s*|\*\s*|\bsur\s+)$/u;
const COUNT_AFTER =
  /^\s*(?:h\b|hrs?\b|hours?\b|heures?\b|%|pour ?cent|per ?cent|days?\b|jours?\b|weeks?\b|semaines?\b|months?\b|mois\b|years?\b|ans\b|annees?\b|e\b|eme\b|er\b|re\b|st\b|nd\b|rd\b|th\b|am\b|pm\b|km\b|miles?\b|people\b|personnes?\b|staff\b|employees?\b|employes\b|salaries\b|collaborateurs\b|clients?\b|customers?\b|agents\b|adherents\b|habitants\b|(?:stores|magasins|boutiques|sites|branches|agences|offices|restaurants|students|etudiants|pupils|patients|beds|lits|homes|logements|vehicles|vehicules|users|utilisateurs|m2)\b|holidays?\b|shifts?\b|x\b|\/\d{1,2}(?![\d.,]|\s?[k€£]|\s\d{3}))/u;
/** The pension plan of the United States. */
const PENSION_PLAN = /^401\s?k/u;

/** A bare number that counts something else: grades, hours, days of leave, percentages, ordinals. */
function isNoMoney(text: string, start: number, end: number, digits: string): boolean {
  const after = text.slice(end);
  return (
    GRADE_BEFORE.test(text.slice(Math.max(0, start - 24), start)) ||
    COUNT_AFTER.test(after) ||
    /^0\d/.test(digits) ||
    PENSION_PLAN.test(text.slice(start, end).trimStart())
  );
}
