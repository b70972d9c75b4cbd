import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';
import type { DeliveredPlatform, PauseReason } from './deliver/content.ts';

/** How the last run went, as it is stored with the search. */
export interface RunResult {
  /** `waiting`: nothing was asked, since the owner's address is not confirmed. */
  outcome: 'ok' | 'failed' | 'refused' | 'waiting';
  /** Jobs of the answer. */
  total: number;
  /** Those not seen before. */
  fresh: number;
  /** Adverts beyond those that it read, where a new one can be among them. */
  notRead?: number;
  /** In credits. */
  cost: number;
  receiptId: string | null;
  platforms: readonly DeliveredPlatform[];
  /** Of a run that paused the search. */
  pauseReason?: PauseReason;
  /** Of a run that failed or was refused. */
  reason?: Reason;
  message?: string;
  /** What later runs need to know; absent in what earlier releases stored. */
  memory?: RunMemory;
}

/** What is remembered of all runs since the first one. */
export interface RunMemory {
  platforms?: Readonly<Record<string, PlatformMemory>>;
  /** The last limit that was said to be reached, and the end of its month. */
  limitSaid?: { monthEndsAt: number; limit: Millicredits | null };
}

export interface PlatformMemory {
  /** It has answered a run, so that its stock is seen. */
  answered?: true;
  /** Since when it answers none. */
  failingSince?: number;
  /** The owner was told of that. */
  said?: true;
}

/** A result for its owner: without what only runs need. */
export function shownResult({ memory: _, ...result }: RunResult): Omit<RunResult, 'memory'> {
  return result;
}

export const NOTHING_RUN: Omit<RunResult, 'outcome'> = {
  total: 0,
  fresh: 0,
  cost: 0,
  receiptId: null,
  platforms: [],
};
