import type { PlatformStatus } from '../../schemas/index.ts';

/** How many of a number of results have a property, e.g. 7 of 10 adverts state pay. */
export interface Tally {
  hits: number;
  of: number;
}

/** A tally for each field, by field name. */
export type Tallies = Readonly<Record<string, Tally>>;

export interface SourceCheck {
  /** Code of the platform, review site or search provider. */
  source: string;
  at: number;
  outcome: PlatformStatus;
  /** Duration of the check in milliseconds. */
  ms: number;
  /** How many of the results state each field; empty if there were no results. */
  fields: Tallies;
  /** Why the check failed, as a sentence; "" if the check succeeded. */
  reason: string;
}

/** The sums of one source's checks on one UTC day. */
export interface SourceDay {
  source: string;
  /** UTC days since 1 January 1970. */
  day: number;
  outcomes: Readonly<Partial<Record<PlatformStatus, number>>>;
  fields: Tallies;
}

/** The last check of a source and the state of its health rules. */
export interface SourceSummary {
  source: string;
  lastAt: number;
  lastOutcome: PlatformStatus;
  /** What the health rules remember about the source, as JSON. */
  state: string;
}

export type AlertChannel = 'mail' | 'webhook';

/** An event of a source that is reported to the operator. */
export interface NewSourceAlert {
  id: string;
  source: string;
  at: number;
  /** The event as JSON, written by the health rules. */
  value: string;
  channels: readonly AlertChannel[];
}

export type DeliveryState = 'waiting' | 'sent' | 'failed';

export interface SourceAlert extends Omit<NewSourceAlert, 'channels'> {
  deliveries: readonly { channel: AlertChannel; state: DeliveryState }[];
}

/** An alert that this process must send now by one channel. */
export interface AlertDelivery {
  alert: Omit<NewSourceAlert, 'channels'>;
  channel: AlertChannel;
  /** Attempts so far, including the current one. */
  tries: number;
}

/**
 * Checks of sources, stored for 30 days, and alerts to the operator. Each check and each delivery is claimed by one
 * replica; a time in the future, left by a clock that was set back, blocks neither.
 */
export interface HealthStore {
  summaries(): Promise<SourceSummary[]>;
  /**
   * Claims the check of a source until `now + leaseMs`. False if the last check was less than `everyMs` ago, or if the
   * check is claimed already.
   */
  claim(source: string, holder: string, now: number, times: { everyMs: number; leaseMs: number }): Promise<boolean>;
  /** Ends a claim without storing a check. */
  release(source: string, holder: string): Promise<void>;
  /** The newest `checks` checks, newest first, and all days of the source, oldest first. */
  history(source: string, checks: number): Promise<{ recent: SourceCheck[]; days: SourceDay[] }>;
  /**
   * Stores a check, the new state and its alerts, and ends the claim. False, and nothing is stored, if `holder` no
   * longer has the claim.
   */
  finish(holder: string, check: SourceCheck, state: string, alerts: readonly NewSourceAlert[]): Promise<boolean>;
  /** The days of all sources, ordered by source and day. */
  days(): Promise<SourceDay[]>;
  /** The source's checks at or after `from` and before `to`, newest first. */
  checks(source: string, from: number, to: number): Promise<SourceCheck[]>;
  /** Newest first; without `source`, the alerts of all sources. */
  alerts(limit: number, source?: string): Promise<SourceAlert[]>;
  /** Claims the oldest due delivery until `now + leaseMs`; undefined if none is due. */
  claimDelivery(now: number, leaseMs: number): Promise<AlertDelivery | undefined>;
  /** `retryAt`: the time of the next attempt. */
  noteDelivery(
    alertId: string,
    channel: AlertChannel,
    outcome: { state: 'sent' | 'failed' } | { retryAt: number },
  ): Promise<void>;
  /** Deletes checks, days, alerts and states from before `before`. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
