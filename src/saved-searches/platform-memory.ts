import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { PlatformMemory } from './run-result.ts';

/**
 * A platform is reported to the owner when it has failed for this long. An hour less than a day, because the times of
 * daily runs vary.
 */
const FAILING_MS = DAY_MS - HOUR_MS;

type Memories = Readonly<Record<string, PlatformMemory>>;

/** What a run's platforms mean for its search. */
export interface PlatformsAfter {
  /**
   * Platforms that answer for the first time and were missing in the first run, so that all their jobs would count as
   * new.
   */
  late: ReadonlySet<string>;
  /** True if a platform has failed for a day and the owner has not been told. */
  mustReport: boolean;
  /** What to remember after the run. `isReported`: this run's delivery tells the owner about failing platforms. */
  memory(isReported: boolean): Memories;
}

/** `before`: what earlier runs have remembered; undefined if they were made by a release that remembered nothing. */
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
    // A time in the future comes from before the clock was set back.
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
