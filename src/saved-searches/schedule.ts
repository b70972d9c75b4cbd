import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import { FURTHEST_RUN_MS } from '../store/limits.ts';
import type { RunSchedule } from '../store/types.ts';

export const FREQUENCIES = ['hourly', 'daily', 'weekly'] as const satisfies readonly RunSchedule['frequency'][];

const DAYS_AHEAD = 9;

/**
 * Maximum number of cached formats, of about 25 kB each. There are fewer time zones, but their names may be written in
 * any case.
 */
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

/** True if this machine knows the IANA time zone, such as `Europe/London` or `UTC`. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(zone) || zone.length > 60) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the date and time that clocks in the zone show, to the second, encoded as milliseconds of the same date and
 * time in UTC.
 */
function wallClock(zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Returns the moment at which clocks in the zone show `wall`. If summer time skips that hour, the result is the same
 * minute of the next hour. If the hour occurs twice, the result is in its first occurrence.
 */
function momentOf(zone: string, wall: number): number {
  const offsetAt = (at: number): number => wallClock(zone, at) - at;
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  const shown = [Math.min(before, after), Math.max(before, after)].find((moment) => wallClock(zone, moment) === wall);
  return shown ?? before;
}

/**
 * Returns the milliseconds from the planned hour to the account's runs, always the same for one account. The runs of
 * all accounts are spread over an hour.
 */
export function spreadMs(accountId: string): number {
  return (createHash('sha256').update(accountId).digest().readUInt32BE(0) % 3_600) * 1_000;
}

/**
 * Returns the time of the first planned run later than `after`. Throws a RangeError if the zone of daily or weekly runs
 * is unknown.
 */
export function nextRun({ frequency, hour, weekday, zone }: RunSchedule, after: number, spread: number): number {
  if (frequency === 'hourly') return (Math.floor((after - spread) / HOUR_MS) + 1) * HOUR_MS + spread;
  const today = Math.floor(wallClock(zone, after) / DAY_MS);
  for (let day = today - 1; day <= today + DAYS_AHEAD; day += 1) {
    // Day 0, 1 January 1970, was a Thursday. Monday is 1.
    if (frequency === 'weekly' && ((day + 3) % 7) + 1 !== weekday) continue;
    const at = momentOf(zone, day * DAY_MS + hour * HOUR_MS) + spread;
    if (at > after) return at;
  }
  throw new RangeError('No run within nine days.');
}

/**
 * Returns the latest of `now` and the times of runs. The time of a run can be later than `now` if the clock was set
 * back, or if another replica with a faster clock made the run. Such a time is ignored if the planned run after it
 * would be too far ahead.
 */
export function latestOf(
  schedule: RunSchedule & { accountId: string },
  now: number,
  runs: readonly (number | null)[],
): number {
  const spread = spreadMs(schedule.accountId);
  const furthest = now + FURTHEST_RUN_MS[schedule.frequency];
  const isUsed = (at: number | null): at is number =>
    at !== null && at > now && nextRun(schedule, at, spread) <= furthest;
  return Math.max(now, ...runs.filter(isUsed));
}

/**
 * True if the run was due at a time of the schedule. Usually false for a retry, and for a run that the owner requested.
 */
export function isPlanned(search: RunSchedule & { accountId: string }, { dueAt }: { dueAt: number }): boolean {
  return nextRun(search, dueAt - 1, spreadMs(search.accountId)) === dueAt;
}
