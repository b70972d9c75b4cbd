import type { KeyRecord, UsageStore } from '../../store/types.ts';
import { toCredits } from '../../lib/credits.ts';
import type { PageContext } from '../page-context.ts';
import { keyName, outcomeName } from '../components/calls.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const SPLITS = ['tool', 'key', 'outcome'] as const;
export type Split = (typeof SPLITS)[number];

export const MEASURES = ['credits', 'calls'] as const;
export type Measure = (typeof MEASURES)[number];

export type UsageRow = Awaited<ReturnType<UsageStore['summary']>>[number];

/** `cost` is in millicredits. */
export interface Sum {
  calls: number;
  cost: number;
}

export interface Series {
  name: string;
  all: Sum;
  /** Keys are numbers of UTC days since the epoch. */
  days: ReadonlyMap<number, Sum>;
}

const COLOURS = 4;

export function measured({ calls, cost }: Sum, measure: Measure): number {
  return measure === 'calls' ? calls : toCredits(cost);
}

/**
 * Up to four series are sorted by name. If there are more, the three largest come first, by size, and all others share
 * one series.
 */
export function seriesOf(
  rows: readonly UsageRow[],
  split: Split,
  measure: Measure,
  keys: readonly KeyRecord[],
  texts: PageContext['texts'],
): Series[] {
  const nameOf = (row: UsageRow): string => {
    if (split === 'key') return keyName(row.keyId, keys, texts);
    return split === 'outcome' ? outcomeName(row.outcome, texts) : row.tool;
  };
  const found = grouped(rows, nameOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (found.length <= COLOURS) return found;
  const largest = [...found].sort((a, b) => measured(b.all, measure) - measured(a.all, measure));
  const own = new Set(largest.slice(0, COLOURS - 1).map(({ name }) => name));
  const others = grouped(
    rows.filter((row) => !own.has(nameOf(row))),
    () => textsOf(texts, TEXTS).others,
  );
  return [...largest.slice(0, COLOURS - 1), ...others];
}

export function totalsByDay(series: readonly Series[]): Map<number, Sum> {
  const totals = new Map<number, Sum>();
  for (const { days } of series) for (const [day, sum] of days) add(totals, day, sum);
  return totals;
}

function grouped(rows: readonly UsageRow[], nameOf: (row: UsageRow) => string): Series[] {
  const found = new Map<string, { name: string; all: Sum; days: Map<number, Sum> }>();
  for (const row of rows) {
    const name = nameOf(row);
    let one = found.get(name);
    if (one === undefined) found.set(name, (one = { name, all: { calls: 0, cost: 0 }, days: new Map() }));
    one.all.calls += row.calls;
    one.all.cost += row.cost;
    add(one.days, row.day, row);
  }
  return [...found.values()];
}

function add(sums: Map<number, Sum>, day: number, { calls, cost }: Sum): void {
  const sum = sums.get(day);
  sums.set(day, { calls: (sum?.calls ?? 0) + calls, cost: (sum?.cost ?? 0) + cost });
}
