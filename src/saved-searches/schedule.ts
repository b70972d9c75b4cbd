import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { RunSchedule } from '../store/types.ts';

/** From the most frequent on. */
export const FREQUENCIES = ['hourly', 'daily', 'weekly'] as const satisfies readonly RunSchedule['frequency'][];

/** Longer than from one run of a week to the next, with any change of the clock. */
const DAYS_AHEAD = 9;

/** More than there are zones; a name may be spelt in any case, and each format takes some 25 kB. */
const FORMATS_KEPT = 600;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size >= FORMATS_KEPT) formats.clear();
    formats.set(zone, format);
  }
  return format;
}

/** Whether this machine knows the zone by its IANA name, such as `Europe/London` or `UTC`. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(zone) || zone.length > 60) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The wall clock of the zone at that moment, as if it were UTC; in milliseconds, to the second. */
function wallClock(zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The moment at which the zone's clocks show `wall`. An hour that summer time skips is the hour after it; of an hour
 * that comes twice the first counts.
 */
function momentOf(zone: string, wall: number): number {
  const offsetAt = (at: number): number => wallClock(zone, at) - at;
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  const shown = [Math.min(before, after), Math.max(before, after)].find((moment) => wallClock(zone, moment) === wall);
  return shown ?? before;
}

/** Spreads the runs of accounts over the hour after the one that they asked for: the same for all runs of an account. */
export function spreadMs(accountId: string): number {
  return (createHash('sha256').update(accountId).digest().readUInt32BE(0) % 3_600) * 1_000;
}

/** The first planned run after `after`; throws a RangeError for an unknown zone. */
export function nextRun({ frequency, hour, weekday, zone }: RunSchedule, after: number, spread: number): number {
  if (frequency === 'hourly') return (Math.floor((after - spread) / HOUR_MS) + 1) * HOUR_MS + spread;
  const today = Math.floor(wallClock(zone, after) / DAY_MS);
  for (let day = today - 1; day <= today + DAYS_AHEAD; day += 1) {
    // 1 January 1970 was a Thursday; Monday is 1.
    if (frequency === 'weekly' && ((day + 3) % 7) + 1 !== weekday) continue;
    const at = momentOf(zone, day * DAY_MS + hour * HOUR_MS) + spread;
    if (at > after) return at;
  }
  throw new RangeError('No run within nine days.');
}
