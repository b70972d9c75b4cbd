import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { PlatformMemory } from './run-result.ts';

/**
 * The owner is notified when a platform has failed for this long. This is an hour less than a day, because the times of
 * daily runs vary.
 */
const FAILING_MS = DAY_MS - HOUR_MS;

type Memories = Readonly<Record<string, PlatformMemory>>;

export interface PlatformsAfter {
  /** Platforms that answer for the first time and were missing in the first run. All their jobs would count as new. */
  late: ReadonlySet<string>;
  mustReport: boolean;
  /** Returns the memory for later runs. `isReported`: this run's delivery notifies the owner of failing platforms. */
  memory(isReported: boolean): Memories;
}

/**
 * Returns what a run shows about its platforms. `before` is the memory of earlier runs; undefined if they were made by
 * a release that stored no memory.
 */
export function platformsAfter(
  { platforms = [] }: Pick<ScrapeJobsResult, 'platforms'>,
  { before, isFirst, at }: { before: Memories | undefined; isFirst: boolean; at: number },
): PlatformsAfter {
  const late = new Set<string>();
  const failing: string[] = [];
  const after = new Map<string, PlatformMemory>();
  for (const { platform, status } of platforms) {
    const known: PlatformMemory = before ? (before[platform] ?? {}) : { answered: true };
    if (status === 'ok' || status === 'empty') {
      if (!isFirst && !known.answered) late.add(platform);
      after.set(platform, { answered: true });
      continue;
    }
    // A time in the future was stored before the clock was set back.
    const failingSince = Math.min(known.failingSince ?? at, at);
    if (!known.said && at - failingSince >= FAILING_MS) failing.push(platform);
    after.set(platform, { ...known, failingSince });
  }
  return {
    late,
    mustReport: failing.length > 0,
    memory: (isReported) =>
      Object.fromEntries(
        [...after].map(([platform, memory]) => [
          platform,
          isReported && failing.includes(platform) ? { ...memory, said: true as const } : memory,
        ]),
      ),
  };
}
