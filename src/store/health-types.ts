import type { PlatformStatus } from '../../schemas/index.ts';

/** So many of so many, e.g. adverts that state pay. */
export interface Tally {
  hits: number;
  of: number;
}

/** By the name of the field. */
export type Tallies = Readonly<Record<string, Tally>>;

/** One look at a platform, review site or search provider. */
export interface SourceCheck {
  /** Its code. */
  source: string;
  at: number;
  outcome: PlatformStatus;
  /** How long it took, in milliseconds. */
  ms: number;
  /** For each field, the share of results that state it. Empty if there were no results. */
  fields: Tallies;
  /** A sentence, or "". */
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

/** The stored state of a source, beside its checks. */
export interface SourceSummary {
  source: string;
  /** Of the last check that was finished. */
  lastAt: number;
  lastOutcome: PlatformStatus;
  /** JSON text, the health rules' own. */
  state: string;
}

export type AlertChannel = 'mail' | 'webhook';

/** What is reported to the operator about a source. */
export interface NewSourceAlert {
  id: string;
  source: string;
  at: number;
  /** JSON text, the health rules' own. */
  value: string;
  /** The ways that it is to go out by. */
  channels: readonly AlertChannel[];
}

export type DeliveryState = 'waiting' | 'sent' | 'failed';

export interface SourceAlert extends Omit<NewSourceAlert, 'channels'> {
  deliveries: readonly { channel: AlertChannel; state: DeliveryState }[];
}

/** An alert that goes out now, by one channel. */
export interface AlertDelivery {
  alert: Omit<NewSourceAlert, 'channels'>;
  channel: AlertChannel;
  /** This one included. */
  tries: number;
}

/**
 * How sources fared (30 days of it), whose turn it is to look, and the alerts
 * that are to go out. Processes on one database share it: a check and a
 * delivery are each claimed by one of them. A time that lies ahead, made by a
 * clock that was set back since, holds nothing up.
 */
export interface HealthStore {
  summaries(): Promise<SourceSummary[]>;
  /**
   * Claims the check of a source until `now + leaseMs`; false if its last check is younger than `everyMs` or
   * another process has claimed it.
   */
  claim(source: string, holder: string, now: number, times: { everyMs: number; leaseMs: number }): Promise<boolean>;
  /** Gives a turn back unused. */
  release(source: string, holder: string): Promise<void>;
  /** The last checks, newest first, and all days of a source. */
  history(source: string, checks: number): Promise<{ recent: SourceCheck[]; days: SourceDay[] }>;
  /**
   * Stores a check with its consequences and ends the claim. Returns false and stores nothing if another process
   * has claimed it meanwhile.
   */
  finish(holder: string, check: SourceCheck, state: string, alerts: readonly NewSourceAlert[]): Promise<boolean>;
  /** Of all sources, by day. */
  days(): Promise<SourceDay[]>;
  /** Of one source, from `from` to before `to`, newest first. */
  checks(source: string, from: number, to: number): Promise<SourceCheck[]>;
  /** The latest first; of one source where one is named. */
  alerts(limit: number, source?: string): Promise<SourceAlert[]>;
  /** The oldest delivery that may be tried now, reserved for this process until `now + leaseMs`. */
  claimDelivery(now: number, leaseMs: number): Promise<AlertDelivery | undefined>;
  /** `retryAt`: it waits until then. */
  noteDelivery(
    alertId: string,
    channel: AlertChannel,
    outcome: { state: 'sent' | 'failed' } | { retryAt: number },
  ): Promise<void>;
  /** Drops checks, days, alerts and standings from before. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
