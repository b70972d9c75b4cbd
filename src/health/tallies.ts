import type { SourceCheck, Tallies, Tally } from '../store/types.ts';

const NONE: Tally = { hits: 0, of: 0 };

/** Share from 0 to 1; undefined where nothing was counted. */
export function rateOf({ hits, of }: Tally): number | undefined {
  return of > 0 ? hits / of : undefined;
}

/** How many of the items say each thing. */
export function tally<Item>(
  items: readonly Item[],
  says: Readonly<Record<string, (item: Item) => boolean>>,
): Record<string, Tally> {
  return Object.fromEntries(
    Object.entries(says).map(([name, test]) => [name, { hits: items.filter(test).length, of: items.length }]),
  );
}

export function sumTallies(all: readonly Tallies[]): Record<string, Tally> {
  const sum: Record<string, Tally> = {};
  for (const tallies of all)
    for (const [name, one] of Object.entries(tallies)) sum[name] = plus(sum[name] ?? NONE, one);
  return sum;
}

function plus(a: Tally, b: Tally): Tally {
  return { hits: a.hits + b.hits, of: a.of + b.of };
}

/** Never less than nothing: what is subtracted may be of days that are not kept any more. */
function minus(a: Tally, b: Tally): Tally {
  const of = Math.max(0, a.of - b.of);
  return { hits: Math.min(of, Math.max(0, a.hits - b.hits)), of };
}

/** A field of the last checks beside all before them. */
export interface FieldRates {
  recent: Tally;
  past: Tally;
}

/** So many adverts say what a page says now: the checks that they take are `recent`. */
const RECENT_ITEMS = 40;
/** Fewer could be one odd page. */
const RECENT_CHECKS = 3;
/** What is older says nothing of today. */
const RECENT_MS = 3 * 86_400_000;

/** The last checks' tally of a field; `checks` newest first. */
function recentOf(field: string, checks: readonly SourceCheck[], now: number): Tally {
  let sum = NONE;
  let counted = 0;
  for (const { at, fields } of checks) {
    const one = fields[field];
    if (!one || one.of === 0) continue;
    if (now - at > RECENT_MS || (counted >= RECENT_CHECKS && sum.of >= RECENT_ITEMS)) break;
    sum = plus(sum, one);
    counted += 1;
  }
  return counted >= RECENT_CHECKS ? sum : NONE;
}

/** Every field by its name. `all`: sums of all that is kept, the last checks included. */
export function fieldRates(checks: readonly SourceCheck[], all: Tallies, now: number): Record<string, FieldRates> {
  return Object.fromEntries(
    Object.entries(all).map(([field, sum]) => {
      const recent = recentOf(field, checks, now);
      return [field, { recent, past: minus(sum, recent) }];
    }),
  );
}

/** With fewer a rate is chance. */
const PAST_ITEMS = 100;
/** What hardly any advert says falls and rises by itself. */
const LEAST_RATE = 0.1;
/** So many adverts fewer than there used to be are no chance. */
const MISSED_ITEMS = 10;

/** The rate that it fell from, where a field fell to half of it or less. */
export function fallenFrom({ recent, past }: FieldRates): number | undefined {
  const before = rateOf(past);
  const now = rateOf(recent);
  if (before === undefined || now === undefined) return undefined;
  if (recent.of < RECENT_ITEMS || past.of < PAST_ITEMS || before < LEAST_RATE) return undefined;
  const missed = before * recent.of - recent.hits;
  return now <= before / 2 && missed >= MISSED_ITEMS ? before : undefined;
}

/** Most of the way back: a rate about half of the old one would be told of again and again. */
const BACK = 0.75;

export function isBack({ recent }: FieldRates, before: number): boolean {
  const now = rateOf(recent);
  return now !== undefined && recent.of >= RECENT_ITEMS && now >= before * BACK;
}
