import { DAY_MS } from '../lib/clock.ts';
import type { FieldCount, FieldCounts, SourceCheck } from '../store/types.ts';

const NONE: FieldCount = { hits: 0, of: 0 };

export function rateOf({ hits, of }: FieldCount): number | undefined {
  return of > 0 ? hits / of : undefined;
}

export function countFields<Item>(
  items: readonly Item[],
  says: Readonly<Record<string, (item: Item) => boolean>>,
): Record<string, FieldCount> {
  return Object.fromEntries(
    Object.entries(says).map(([name, test]) => [name, { hits: items.filter(test).length, of: items.length }]),
  );
}

export function sumFieldCounts(all: readonly FieldCounts[]): Record<string, FieldCount> {
  const sum: Record<string, FieldCount> = {};
  for (const tallies of all)
    for (const [name, one] of Object.entries(tallies)) sum[name] = plus(sum[name] ?? NONE, one);
  return sum;
}

function plus(a: FieldCount, b: FieldCount): FieldCount {
  return { hits: a.hits + b.hits, of: a.of + b.of };
}

function difference(a: FieldCount, b: FieldCount): FieldCount {
  const of = Math.max(0, a.of - b.of);
  return { hits: Math.min(of, Math.max(0, a.hits - b.hits)), of };
}

export interface FieldRates {
  recent: FieldCount;
  past: FieldCount;
}

/**
 * Older checks are added until the recent rate is based on at least this number of results and on `RECENT_CHECKS`
 * checks. Checks older than `RECENT_MS` are not added.
 */
const RECENT_ITEMS = 40;
/** Minimum number of checks for a recent rate, because a single check may have read an unusual page. */
const RECENT_CHECKS = 3;
const RECENT_MS = 3 * DAY_MS;

function recentOf(field: string, checks: readonly SourceCheck[], now: number): FieldCount {
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

export function fieldRates(checks: readonly SourceCheck[], all: FieldCounts, now: number): Record<string, FieldRates> {
  return Object.fromEntries(
    Object.entries(all).map(([field, sum]) => {
      const recent = recentOf(field, checks, now);
      return [field, { recent, past: difference(sum, recent) }];
    }),
  );
}

/** Minimum number of earlier results. With fewer, a rate may be due to chance. */
const PAST_ITEMS = 100;
/** Minimum earlier rate. The rate of a rarer field may change by chance. */
const LEAST_RATE = 0.1;
/**
 * Minimum difference between the number of recent results that would have the field at the earlier rate and the number
 * that have it. A smaller difference may be due to chance.
 */
const MISSED_ITEMS = 10;

/**
 * Returns the earlier rate if the recent rate is at most half of it. Returns undefined otherwise, and if the earlier
 * rate is too low or there are too few results to tell.
 */
export function fallenFrom({ recent, past }: FieldRates): number | undefined {
  const before = rateOf(past);
  const now = rateOf(recent);
  if (before === undefined || now === undefined) return undefined;
  if (recent.of < RECENT_ITEMS || past.of < PAST_ITEMS || before < LEAST_RATE) return undefined;
  const missed = before * recent.of - recent.hits;
  return now <= before / 2 && missed >= MISSED_ITEMS ? before : undefined;
}

/**
 * Share of the earlier rate at which a field counts as recovered. It is more than one half, so that a rate that varies
 * around one half is not reported again and again.
 */
const RECOVERED_SHARE = 0.75;

export function isBack({ recent }: FieldRates, before: number): boolean {
  const now = rateOf(recent);
  return now !== undefined && recent.of >= RECENT_ITEMS && now >= before * RECOVERED_SHARE;
}
