import type { PlatformStatus } from '../../schemas/index.ts';

export interface FieldCount {
  hits: number;
  of: number;
}

export type FieldCounts = Readonly<Record<string, FieldCount>>;

export interface SourceCheck {
  source: string;
  at: number;
  outcome: PlatformStatus;
  ms: number;
  fields: FieldCounts;
  /** A sentence that says why the check failed; "" if it succeeded. */
  reason: string;
}

export interface SourceDay {
  source: string;
  /** Days since 1 January 1970, in UTC. */
  day: number;
  outcomes: Readonly<Partial<Record<PlatformStatus, number>>>;
  fields: FieldCounts;
}

export interface SourceSummary {
  source: string;
  lastAt: number;
  lastOutcome: PlatformStatus;
  state: string;
}

export type AlertChannel = 'mail' | 'webhook';

export interface NewSourceAlert {
  id: string;
  source: string;
  at: number;
  value: string;
  channels: readonly AlertChannel[];
}

export type DeliveryState = 'waiting' | 'sent' | 'failed';

export interface SourceAlert extends Omit<NewSourceAlert, 'channels'> {
  deliveries: readonly { channel: AlertChannel; state: DeliveryState }[];
}

export interface AlertDelivery {
  alert: Omit<NewSourceAlert, 'channels'>;
  channel: AlertChannel;
  tries: number;
}

/**
 * Each check and each delivery of an alert is claimed by one replica at a time. After the clock was set back, stored
 * times can lie in the future. Therefore `claim` ignores a last check in the future and a claim that ends later than a
 * new one would, `claimDelivery` does not wait for an attempt that is too far ahead, and `finish` moves later checks
 * and days of its source to the time of its check.
 */
export interface HealthStore {
  summaries(): Promise<SourceSummary[]>;
  /**
   * Claims the check until `now + leaseMs`. False if the last check was less than `everyMs` ago, or if the check is
   * already claimed.
   */
  claim(source: string, holder: string, now: number, times: { everyMs: number; leaseMs: number }): Promise<boolean>;
  release(source: string, holder: string): Promise<void>;
  /** Returns the newest `checks` checks, newest first, and all days of the source, oldest first. */
  history(source: string, checks: number): Promise<{ recent: SourceCheck[]; days: SourceDay[] }>;
  /**
   * Stores the check, the new state and its alerts, and ends the claim. If `holder` no longer has the claim, stores
   * nothing and returns false.
   */
  finish(holder: string, check: SourceCheck, state: string, alerts: readonly NewSourceAlert[]): Promise<boolean>;
  days(): Promise<SourceDay[]>;
  checks(source: string, from: number, to: number): Promise<SourceCheck[]>;
  alerts(limit: number, source?: string): Promise<SourceAlert[]>;
  /** Claims, until `now + leaseMs`, the delivery that is due first, and counts an attempt. Undefined if none is due. */
  claimDelivery(now: number, leaseMs: number): Promise<AlertDelivery | undefined>;
  noteDelivery(
    alertId: string,
    channel: AlertChannel,
    outcome: { state: 'sent' | 'failed' } | { retryAt: number },
  ): Promise<void>;
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
