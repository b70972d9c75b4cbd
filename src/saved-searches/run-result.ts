import type { Reason } from '../errors.ts';
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
}

export const NOTHING_RUN: Omit<RunResult, 'outcome'> = {
  total: 0,
  fresh: 0,
  cost: 0,
  receiptId: null,
  platforms: [],
};
