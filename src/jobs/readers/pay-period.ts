import type { SalaryPeriod } from '../../../schemas/index.ts';
import type { Figure } from './money.ts';
import { toRanges } from './pay-figures.ts';

interface Group {
  figures: Figure[];
  period: SalaryPeriod | null;
}

const PERIOD_WORDS: readonly [SalaryPeriod, RegExp][] = [
  [
    'hour',
    /\b(?:per|an?|each|par|de l'|l')\s?(?:hours?|hr|heure)\b|\/\s?(?:h|hr|hours?|hourly|heure)\b|(?<![\p{L}])p\.?\/?h\b|\bhourly\b|\bhoraires?\b|\bde l'heure\b|\btaux horaire\b/u,
  ],
  [
    'day',
    /\b(?:per|a|each|par)\s(?:days?|jours?)\b|\/\s?(?:d|day|daily|jour|j)\b|(?<![\p{L}])p\.?\/?d\b|\bdaily\b|\bday rate\b|\bjournali(?:er|ere|ers)\b|\btjm\b|\bper diem\b/u,
  ],
  [
    'week',
    /\b(?:per|a|each|par)\s(?:weeks?|wk|semaines?)\b|\/\s?(?:w|wk|week|semaine)\b|(?<![\p{L}])p\.?\/?w\b|\bweekly\b|\bhebdomadaires?\b/u,
  ],
  [
    'month',
    /\b(?:per|a|each|par|calendar)\s(?:months?|mois)\b|\/\s?(?:month|mois|mo)\b|(?<![\p{L}])pcm\b|(?<![\p{L}])p\.?\/?m\b|\bmonthly\b|\bmensuels?\b|\bmensuelles?\b/u,
  ],
  [
    'year',
    /\b(?:per|a|each|par|l')\s?(?:annum|years?|yr|an|annee)\b|\/\s?(?:annum|year|yr|an|annee|a)\b|(?<![\p{L}])p\.\s?a\b|(?<![\p{L}])pa\b|\bannum\b|\bannual(?:ly)?\b|\byearly\b|\bannuels?\b|\bannuelles?\b|\bbruts? an\b/u,
  ],
];

/** The first period word of a segment. */
export function findPeriod(segment: string): SalaryPeriod | null {
  let found: SalaryPeriod | null = null;
  let at = Number.POSITIVE_INFINITY;
  for (const [period, pattern] of PERIOD_WORDS) {
    const index = segment.search(pattern);
    if (index >= 0 && index < at) {
      at = index;
      found = period;
    }
  }
  return found;
}

/** Each range of figures with the period that is said of it; `all` are those that were found, pay or not. */
export function toGroups(text: string, figures: readonly Figure[], all: readonly Figure[]): Group[] {
  const ranges = toRanges(figures);
  const whole = findPeriod(withoutOthers(text, figures, all));
  return ranges.map((range, index) => {
    const [start, end] = [range[0]?.start ?? 0, range.at(-1)?.end ?? 0];
    const previousEnd = ranges[index - 1]?.at(-1)?.end ?? 0;
    const nextStart = all.find((figure) => figure.start >= end)?.start;
    // A period may stand between the two ends of a range: "£12 per hour to £14".
    const said = findPeriod(text.slice(start, nextStart)) ?? findPeriod(text.slice(previousEnd, start));
    return { figures: range, period: said ?? whole };
  });
}

/** Without the figures that are no pay, and what is said behind them: "panier 7,30 € / jour". */
function withoutOthers(text: string, figures: readonly Figure[], all: readonly Figure[]): string {
  const pay = new Set(figures.map(({ start }) => start));
  return all
    .map(({ start }, index) => [start, all[index + 1]?.start ?? text.length] as const)
    .filter(([start]) => !pay.has(start))
    .reduceRight((rest, [start, end]) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** Where the same pay is said in two periods, the yearly wins, else the first. */
export function samePeriod(groups: Group[]): Group[] {
  const period = groups.some((group) => group.period === 'year') ? 'year' : groups[0]?.period;
  return groups.filter((group) => group.period === period);
}

/** "sur 13 mois", "* 13,5 mois": pays in a year, between 12 and 16; else 12. */
export function monthsPaid(text: string): number {
  const match =
    /(?:\b(?:sur|en)\s*|[x*×]\s*)(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:mois|mensualites)\b|[€s]\s*[x*×]\s*(\d{2}(?:[.,]\d{1,2})?)(?![\d.,%])/u.exec(
      text,
    );
  const months = match ? Number((match[1] ?? match[2] ?? '').replace(',', '.')) : 12;
  return months >= 12 && months <= 16 ? months : 12;
}
