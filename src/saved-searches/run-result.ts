import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';
import type { DeliveredPlatform, PauseReason } from './deliver/content.ts';

/** The result of a search's last run, as it is stored. */
export interface RunResult {
  /** `waiting`: no call was made, because the owner has not confirmed the address. */
  outcome: 'ok' | 'failed' | 'refused' | 'waiting';
  /** Number of jobs in the answer. */
  total: number;
  /** Number of jobs in the answer that no earlier answer had. */
  fresh: number;
  /** Number of adverts that the run did not read and that may be new; absent if there are none. */
  notRead?: number;
  /** In credits. */
  cost: number;
  receiptId: string | null;
  platforms: readonly DeliveredPlatform[];
  /** Only if the run paused the search. */
  pauseReason?: PauseReason;
  /** Only if the run failed or was refused. */
  reason?: Reason;
  message?: string;
  /** What later runs need to know; absent in results of earlier releases. */
  memory?: RunMemory;
}

/** What all runs since the first one have found out. */
export interface RunMemory {
  platforms?: Readonly<Record<string, PlatformMemory>>;
  /** Number of failed runs since the last planned run that failed, including it; valid only while runs fail. */
  retries?: number;
  /**
   * The last limit that the owner was told about, the end of its month, and the other limits of that month that the
   * owner was told about (absent in results of earlier releases).
   */
  limitSaid?: { monthEndsAt: number; limit: Millicredits | null; others?: readonly (Millicredits | null)[] };
}

export interface PlatformMemory {
  /** The platform has answered a run, so its present jobs are known. */
  answered?: true;
  /** Time of the first of the latest failures; absent if the last run was answered. */
  failingSince?: number;
  /** The owner has been told that the platform fails. */
  said?: true;
}

/** The result without `memory`, which only runs need. */
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
