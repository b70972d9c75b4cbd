import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';
import type { SavedSearchRecord } from '../store/types.ts';
import type { DeliveredPlatform, PauseReason } from './deliver/content.ts';

export interface RunResult {
  /** `waiting`: no call was made, because the owner has not confirmed the address. */
  outcome: 'ok' | 'failed' | 'refused' | 'waiting';
  total: number;
  fresh: number;
  notRead?: number;
  cost: number;
  receiptId: string | null;
  platforms: readonly DeliveredPlatform[];
  pauseReason?: PauseReason;
  reason?: Reason;
  message?: string;
  /** Data for later runs; absent in results of earlier releases. */
  memory?: RunMemory;
}

export interface RunMemory {
  /**
   * Planned runs up to this time have been made. This time is later than the last run if the clock was set back before
   * that run.
   */
  madeUntil?: number;
  platforms?: Readonly<Record<string, PlatformMemory>>;
  /**
   * Number of failed runs since the last planned run that failed, including that run. Runs that the owner requested in
   * between do not count. Valid only while runs fail.
   */
  retries?: number;
  /**
   * The last limit that the owner was notified of, the end of its month, and the other limits of that month that the
   * owner was notified of. `others` is absent in results of earlier releases.
   */
  limitSaid?: { monthEndsAt: number; limit: Millicredits | null; others?: readonly (Millicredits | null)[] };
}

export interface PlatformMemory {
  /** The platform has answered a run, so its present jobs are known. */
  answered?: true;
  /** Start of the present series of failures; absent if the platform answered the last run. */
  failingSince?: number;
  /** The owner was notified of this series of failures. */
  said?: true;
}

export function lastResultOf({ lastResult }: Pick<SavedSearchRecord, 'lastResult'>): RunResult | undefined {
  return lastResult === null ? undefined : (JSON.parse(lastResult) as RunResult);
}

/** Returns the times up to which planned runs have been made. An entry is null if the search has no such time. */
export function madeRuns(search: Pick<SavedSearchRecord, 'lastRunAt' | 'lastResult'>): (number | null)[] {
  return [search.lastRunAt, lastResultOf(search)?.memory?.madeUntil ?? null];
}

export function shownResult({ memory: _, ...result }: RunResult): Omit<RunResult, 'memory'> {
  return result;
}

export const EMPTY_RESULT: Omit<RunResult, 'outcome'> = {
  total: 0,
  fresh: 0,
  cost: 0,
  receiptId: null,
  platforms: [],
};
