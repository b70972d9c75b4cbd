import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { PlatformMemory } from './run-result.ts';

/** A platform that fails for less is not worth a message. Less than a day: runs of successive days vary a little. */
const FAILING_MS = DAY_MS - HOUR_MS;

type Memories = Readonly<Record<string, PlatformMemory>>;

/** What the platforms of a run are to the search that it belongs to. */
export interface PlatformsAfter {
  /** Those that answer for the first time, after the first run was without them: all that they have would be new. */
  late: ReadonlySet<string>;
  /** Whether one has failed for a day, and the owner was not told. */
  isToBeSaid: boolean;
  /** What is remembered then. `isSaid`: the owner is told with this run. */
  memory(isSaid: boolean): Memories;
}

/** `before`: undefined of a search whose earlier runs remembered nothing. */
export function platformsAfter(
  { platforms = [] }: ScrapeJobsResult,
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
    // One that lies ahead was noted by a clock that has been set back since.
    const failingSince = Math.min(known.failingSince ?? at, at);
    if (!known.said && at - failingSince >= FAILING_MS) failing.push(platform);
    after.set(platform, { ...known, failingSince });
  }
  return {
    late,
    isToBeSaid: failing.length > 0,
    memory: (isSaid) =>
      Object.fromEntries(
        [...after].map(([platform, memory]) => [
          platform,
          isSaid && failing.includes(platform) ? { ...memory, said: true as const } : memory,
        ]),
      ),
  };
}
