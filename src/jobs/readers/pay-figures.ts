import type { Figure } from './money.ts';

/** The figures of a text that are its pay. */
export interface PayFigures {
  figures: Figure[];
  /** All that is stated is what can be earned at most (SPEC §12: a lone OTE figure). */
  earningsCeiling: boolean;
}

/** Without perks, what stands behind "+", loose numbers, net pay and part-time amounts. */
export function selectPay(text: string, found: readonly Figure[]): PayFigures {
  const paid = dropLabelled(linkThousands(found), (range) => isPerk(text, range));
  if (paid.length === 0) return { figures: [], earningsCeiling: false };
  const { figures, earningsCeiling } = cutAtExtras(text, paid);
  return { figures: dropPartTime(text, dropNet(text, dropLoose(figures))), earningsCeiling };
}

/** Figures that are joined to one range ("£30k to £35k"), or stand alone. */
export function toRanges(figures: readonly Figure[]): Figure[][] {
  const ranges: Figure[][] = [];
  for (const figure of figures) {
    const current = ranges.at(-1);
    if (figure.joined && current) current.push(figure);
    else ranges.push([figure]);
  }
  return ranges;
}

/** "£30-32k", "45 à 55 000 €": the thousands of the second bound are meant for the first too. */
function linkThousands(figures: readonly Figure[]): Figure[] {
  return figures.map((figure, index) => {
    const next = figures[index + 1];
    const isShort = next?.joined === true && !figure.thousands && figure.value < 1_000;
    return isShort && (next.thousands || (next.value >= 10_000 && figure.value * 1_000 <= next.value))
      ? { ...figure, value: figure.value * 1_000, thousands: true }
      : figure;
  });
}

const OTE = /\b(?:o\.?t\.?e\.?|on[- ]target earnings|package total)\b/u;
const EXTRA =
  /(?:^|\s)\+|(?<![\p{L}])(?:plus\b(?! de\b)|bonus(?:es)?\b|commissions?\b|incentives?\b|o\.?t\.?e\b|on[- ]target earnings|variable\b)/gu;

/**
 * Reads only what stands before "+", "plus", "bonus", "OTE" … A figure of
 * expected earnings with no basic pay before it is a ceiling alone.
 */
function cutAtExtras(text: string, all: Figure[]): PayFigures {
  let figures = all;
  const ote = OTE.exec(text);
  if (ote) {
    const after = figures.find(({ start }) => start >= ote.index);
    const bindsForward =
      after !== undefined &&
      /^[\s:(of]*(?:up to|to|c\.|circa)?\s*$/u.test(text.slice(ote.index + ote[0].length, after.start));
    const before = figures.filter(({ end }) => end <= ote.index);
    const last = before.at(-1);
    const bindsBackward =
      !bindsForward &&
      last !== undefined &&
      /^\s*(?:per annum|p\.?a\.?|a year|per year)?\s*\(?\s*$/u.test(text.slice(last.end, ote.index));
    const basic = bindsBackward ? toRanges(before).slice(0, -1).flat() : before;
    if (basic.length === 0 && (bindsForward || bindsBackward)) {
      return {
        figures: bindsBackward ? before : figures.filter(({ start }) => start >= ote.index),
        earningsCeiling: true,
      };
    }
    if (bindsBackward) figures = basic;
  }
  const first = figures[0] as Figure;
  for (const match of text.matchAll(EXTRA)) {
    const at = match.index;
    // A word before the first figure announces it; "+" and "plus" announce perks.
    if (at < first.start && !/^\s*\+|^plus/u.test(match[0])) continue;
    return { figures: figures.filter(({ end }) => end <= at + 1), earningsCeiling: false };
  }
  return { figures, earningsCeiling: false };
}

/** Where some figures carry a currency, bare ones count only as the other end of a range. */
function dropLoose(figures: Figure[]): Figure[] {
  const isMarked = ({ currency, thousands }: Figure): boolean => currency !== null || thousands;
  if (!figures.some(isMarked)) return figures;
  return figures.flatMap((figure, index) => {
    if (isMarked(figure)) return [figure];
    const [last, next] = [figures[index - 1], figures[index + 1]];
    if (figure.joined && last && isMarked(last)) return [{ ...figure, currency: last.currency }];
    return next?.joined && isMarked(next) ? [{ ...figure, currency: next.currency }] : [];
  });
}

/** Without the ranges of which that is said. */
function dropLabelled(figures: readonly Figure[], isSaid: (range: Figure[], next: Figure | undefined) => boolean) {
  const ranges = toRanges(figures);
  return ranges.filter((range, index) => !isSaid(range, ranges[index + 1]?.[0])).flat();
}

const PERK_BEFORE =
  /\b(?:primes?|tickets?|titres?|paniers?|indemnites?|participation|interessement|cooptation|valeur|variable|bonus|allowances?|mileage|voucher|discount|remboursement|mutuelle|welcome|referral|(?:weighting|supplement)(?= (?:of|worth) ))\b[^\d€£,;!]{0,30}$/u;
const PERK_AFTER =
  /^[^\d€£+]{0,12}\b(?:de primes?|de variable|d'interessement|welcome|referral|sign[- ]on|signing|retention|joining|allowance|weighting|voucher|ca\b|de ca\b|chiffre d'affaires|turnover|revenue|\/\s?km|du km|par km)/u;

/** Bonuses, vouchers, mileage and turnover, by the words before or after. */
function isPerk(text: string, range: readonly Figure[]): boolean {
  const [start, end] = [range[0]?.start ?? 0, range.at(-1)?.end ?? 0];
  return PERK_BEFORE.test(text.slice(Math.max(0, start - 50), start)) || PERK_AFTER.test(text.slice(end, end + 40));
}

const NET = /(?<!\.)\bnet(?:s|te|tes)?\b/u;
const GROSS = /\bbrut/u;

function dropNet(text: string, figures: readonly Figure[]): Figure[] {
  return dropLabelled(figures, (range, next) => {
    const label = labelAfter(text, range, next);
    return NET.test(label) && !GROSS.test(label);
  });
}

const FULL_TIME = /\bfte\b|full[- ]time equivalent|equivalent temps plein/u;
const ACTUAL = /\bactual\b|\btake home\b/u;

/** Where a full-time and an actual amount stand together, the full-time one counts (SPEC §12). */
function dropPartTime(text: string, figures: Figure[]): Figure[] {
  let previousEnd = 0;
  const ranges = toRanges(figures);
  const said = ranges.map((range, index) => {
    const before = text.slice(previousEnd, range[0]?.start);
    // What stands before the first range is said of it; before later ones, what follows a mark.
    const announced = /[(,;/]([^(,;/]*)$/u.exec(before)?.[1] ?? (index === 0 ? before : '');
    previousEnd = range.at(-1)?.end ?? previousEnd;
    return { range, words: [announced, labelAfter(text, range, ranges[index + 1]?.[0])] };
  });
  const unlessNone = (kept: typeof said, all: typeof said): typeof said => (kept.length > 0 ? kept : all);
  const whole = unlessNone(
    said.filter(({ words }) => !words.some((word) => ACTUAL.test(word))),
    said,
  );
  const equivalents = whole.filter(({ words }) => words.some((word) => FULL_TIME.test(word)));
  return unlessNone(equivalents, whole).flatMap(({ range }) => range);
}

/** What is said of a range behind it: up to the bracket, comma or slash that opens the next one. */
function labelAfter(text: string, range: readonly Figure[], next: Figure | undefined): string {
  const segment = text.slice(range.at(-1)?.end, next?.start);
  if (!next) return segment;
  const cut = segment.search(/[(,;/][^(,;/]*$/u);
  return cut <= 0 ? segment : segment.slice(0, cut);
}
