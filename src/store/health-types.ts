import type { PlatformStatus } from '../../schemas/index.ts';

/** A number of results out of a total, e.g. adverts that state pay. */
export interface Tally {
  hits: number;
  of: number;
}

/** By field name. */
export type Tallies = Readonly<Record<string, Tally>>;

/** One check of a platform, review site or search provider. */
export interface SourceCheck {
  /** Code of the source. */
  source: string;
  at: number;
  outcome: PlatformStatus;
  /** Duration of the check in milliseconds. */
  ms: number;
  /** For each field, how many of the results state it. Empty if there were no results. */
  fields: Tallies;
  /** Why the check failed, as a sentence; "" if it did not. */
  reason: string;
}

/** The checks of one source on one UTC day, added up. */
export interface SourceDay {
  source: string;
  /** UTC days since the epoch. */
  day: number;
  outcomes: Readonly<Partial<Record<PlatformStatus, number>>>;
  fields: Tallies;
}

/** The stored state of a source, apart from its checks. */
export interface SourceSummary {
  source: string;
  /** Time of the last finished check. */
  lastAt: number;
  lastOutcome: PlatformStatus;
  /** The state of the health rules, as JSON. */
  state: string;
}

export type AlertChannel = 'mail' | 'webhook';

/** What is reported to the operator about a source. */
export interface NewSourceAlert {
  id: string;
  source: string;
  at: number;
  /** The event, as JSON of the health rules. */
  value: string;
  /** The channels to send it by. */
  channels: readonly AlertChannel[];
}

export type DeliveryState = 'waiting' | 'sent' | 'failed';

export interface SourceAlert extends Omit<NewSourceAlert, 'channels'> {
  deliveries: readonly { channel: AlertChannel; state: DeliveryState }[];
}

/** An alert to be sent now, by one channel. */
export interface AlertDelivery {
  alert: Omit<NewSourceAlert, 'channels'>;
  channel: AlertChannel;
  /** Attempts, including this one. */
  tries: number;
}

/**
 * How well sources work: checks (stored for 30 days), which source is checked next, and alerts to be sent. Replicas
 * share it: each check and each delivery is claimed by one process. Times in the future, left by a clock that was set
 * back, do not block anything.
 */
export interface HealthStore {
  summaries(): Promise<SourceSummary[]>;
  /**
   * Claims the check of a source until `now + leaseMs`; false if its last check is younger than `everyMs` or
   * another process has claimed it.
   */
  claim(source: string, holder: string, now: number, times: { everyMs: number; leaseMs: number }): Promise<boolean>;
  /** Ends a claim without a check. */
  release(source: string, holder: string): Promise<void>;
  /** The last checks, newest first, and all days of a source. */
  history(source: string, checks: number): Promise<{ recent: SourceCheck[]; days: SourceDay[] }>;
  /**
   * Stores a check with its consequences and ends the claim. Returns false and stores nothing if another process
   * has claimed it meanwhile.
   */
  finish(holder: string, check: SourceCheck, state: string, alerts: readonly NewSourceAlert[]): Promise<boolean>;
  /** All sources, by day. */
  days(): Promise<SourceDay[]>;
  /** Checks of one source, from `from` to before `to`, newest first. */
  checks(source: string, from: number, to: number): Promise<SourceCheck[]>;
  /** Latest first; only of `source` if it is given. */
  alerts(limit: number, source?: string): Promise<SourceAlert[]>;
  /** The oldest delivery that may be tried now, reserved for this process until `now + leaseMs`. */
  claimDelivery(now: number, leaseMs: number): Promise<AlertDelivery | undefined>;
  /** `retryAt`: the time of the next attempt. */
  noteDelivery(
    alertId: string,
    channel: AlertChannel,
    outcome: { state: 'sent' | 'failed' } | { retryAt: number },
  ): Promise<void>;
  /** Deletes older checks, days, alerts and states. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
