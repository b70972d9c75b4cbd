import type { Millicredits } from '../lib/credits.ts';

export type RunFrequency = 'hourly' | 'daily' | 'weekly';

export interface RunSchedule {
  frequency: RunFrequency;
  /** 0 to 23; ignored for hourly runs. */
  hour: number;
  /** 1 (Monday) to 7 (Sunday); used only for weekly runs. */
  weekday: number;
  /** IANA time zone, such as `Europe/London`. `hour` and `weekday` are in this zone. */
  zone: string;
}

/**
 * `limit`: the search has reached its `monthlyLimit`. It waits until the account's next month begins, or until the
 * limit is raised or removed.
 */
export type SavedSearchState = 'active' | 'limit' | 'paused';

/** `paused`: the service switched the channel off after failed deliveries, and the owner must enable it again. */
export type DeliveryChannelState = 'off' | 'on' | 'paused';

/** The feed is not a channel, because its subscribers fetch it. */
export type DeliveryChannel = 'mail' | 'webhook';

export interface SavedSearchRecord extends RunSchedule {
  id: string;
  accountId: string;
  name: string;
  language: 'en' | 'fr';
  arguments: string;
  /** Maximum cost of the search in each month of the account; null if only the account's limits apply. */
  monthlyLimit: Millicredits | null;
  state: SavedSearchState;
  pauseReason: string | null;
  pauseDetail: string | null;
  mail: DeliveryChannelState;
  webhook: DeliveryChannelState;
  webhookUrl: string;
  webhookSecret: string;
  feedVersion: number;
  createdAt: number;
  nextRunAt: number;
  /** Time at which the owner requested a run that has not been made yet; null if there is no such request. */
  askedAt: number | null;
  /** Time at which the unfinished run was due; null if no run is unfinished. */
  runDueAt: number | null;
  /** Time of the first failed run in the current series of failures; null outside such a series. */
  failingSince: number | null;
  failures: number;
  lastRunAt: number | null;
  lastResult: string | null;
  /** True if a run with the present arguments has succeeded. */
  hasRun: boolean;
  lastDeliveredAt: number | null;
}

export type NewSavedSearch = Pick<
  SavedSearchRecord,
  | 'id'
  | 'accountId'
  | 'name'
  | 'language'
  | 'arguments'
  | 'monthlyLimit'
  | 'mail'
  | 'webhook'
  | 'webhookUrl'
  | 'webhookSecret'
  | 'createdAt'
  | 'nextRunAt'
  | keyof RunSchedule
>;

export type SavedSearchChange = Partial<
  Omit<NewSavedSearch, 'id' | 'accountId' | 'createdAt'> &
    Pick<
      SavedSearchRecord,
      | 'state'
      | 'hasRun'
      | 'pauseReason'
      | 'pauseDetail'
      | 'feedVersion'
      | 'failingSince'
      | 'failures'
      | 'lastDeliveredAt'
    >
>;

/**
 * A run that has begun. Its idempotency key and its arguments stay the same until the run ends, whichever process
 * finishes it.
 */
export interface BegunRun {
  key: string;
  dueAt: number;
  arguments: string;
  /** True if no earlier run with these arguments had succeeded. */
  isFirst: boolean;
}

export interface ClaimedRun {
  search: SavedSearchRecord;
  run: BegunRun;
}

/** Stored for the feed, and for the channels that must send it. */
export interface SavedDelivery {
  id: string;
  searchId: string;
  at: number;
  content: string;
}

export interface SavedDeliveryHead {
  id: string;
  at: number;
  /**
   * Time until which the adverts may stay in the content; null if there is no such time, or if they have been removed.
   */
  jobsUntil: number | null;
}

export interface NewSavedDelivery extends SavedDelivery {
  ways: readonly DeliveryChannel[];
  /** Time until which the content may be stored unchanged. If absent, it may be stored as long as the delivery. */
  jobsUntil?: number;
}

/**
 * The result of a run. The store writes it in one transaction together with `delivery` and `seen`, and keeps the
 * changes that the owner made during the run. If the run did not succeed, and the search was paused or rescheduled
 * meanwhile, the store discards the run.
 */
export interface RunFinish {
  /** True if these arguments, as JSON text, are equivalent to the arguments of the run. */
  answers(args: string): boolean;
  change: SavedSearchChange;
  at: number;
  lastResult: string;
  succeeded: boolean;
  /** Hashes of all jobs in the answer. They are stored with `day`, the number of days since 1 January 1970 in UTC. */
  seen: readonly string[];
  day: number;
  delivery: NewSavedDelivery | undefined;
  /**
   * The limit that stopped the run, and the start of the account's months (`anchorAt`). If the limit or the plan was
   * changed during the run, the run is discarded and made again.
   */
  stoppedBy?: { monthlyLimit: Millicredits | null; anchorAt: number };
  /** Idempotency key of the run's call, whose stored answer is deleted. */
  idempotencyKey: string;
}

export interface ClaimedDelivery extends SavedDelivery {
  accountId: string;
  way: DeliveryChannel;
  tries: number;
  /** Address of the search's webhook when the delivery was claimed. */
  webhookUrl: string;
  /** Time at which the claim ends. Together with `tries`, it distinguishes this claim from others of the delivery. */
  leaseUntil: number;
  /** False if the attempt is made much later or earlier than planned, which can mean that the clock is or was wrong. */
  isTimely: boolean;
}

export interface DeliveryChoice {
  way?: DeliveryChannel;
  withoutAccounts?: readonly string[];
  withoutSearches?: readonly string[];
  dueBy?: number;
  /**
   * Also chooses deliveries whose last attempt ended with this fault, before their next attempt is due. Their retries
   * start again from the first.
   */
  evenAfter?: string;
}

/** After the last failed attempt, `failDelivery` is called instead of `noteAttempt`. */
export type DeliveryAttempt = { state: 'sent'; at: number } | { state: 'waiting'; retryAt: number; fault: string };

export interface EndedChannel {
  change: SavedSearchChange;
  notice: NewSavedDelivery;
}

export interface DeliveryProgress {
  deliveryId: string;
  way: DeliveryChannel;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  nextAt: number;
  fault: string | null;
}

export interface SavedSearchLoad {
  active: number;
  limited: number;
  paused: number;
  oldestDueAt: number | null;
  /** Deliveries that wait for a channel that is on, and waiting notices to the owner. */
  waitingDeliveries: number;
  /** Searches whose webhook is paused, or is on with a waiting delivery whose last attempt failed. */
  failingWebhooks: number;
}

export interface SavedSearchStore {
  /**
   * Rejects with `validation` if the account is deleted or has `maximum` searches. `check` gets the account's searches,
   * to which none can be added during the check, and rejects the new search by throwing.
   */
  create(search: NewSavedSearch, maximum: number, check?: (held: readonly SavedSearchRecord[]) => void): Promise<void>;
  find(id: string): Promise<SavedSearchRecord | undefined>;
  list(accountId: string): Promise<SavedSearchRecord[]>;
  /**
   * False if the search does not exist. A run in progress continues, and its end does not undo the change. `check` gets
   * the account's other searches, to which none can be added during the check, and rejects the change by throwing. With
   * `before`, rejects with SavedSearchChanged if the search no longer equals it.
   */
  change(
    id: string,
    change: SavedSearchChange,
    on?: { before?: SavedSearchRecord; check?: (others: readonly SavedSearchRecord[]) => void },
  ): Promise<boolean>;
  /**
   * Notes that a run was requested at `now`, and makes the search due. Does nothing if the search has an unfinished
   * run.
   */
  runNow(id: string, now: number): Promise<void>;
  /**
   * Also deletes the search's deliveries and remembered jobs. Rejects with `validation` while a run is in progress, or
   * if the jobs of a charged run are not delivered yet.
   */
  delete(id: string, now: number): Promise<boolean>;
  /**
   * Claims the oldest due run under `lease` until `now + leaseMs`. An unfinished run is continued even if the search
   * has changed since. `dueBy`: only runs that were due by then; `behind`: accounts whose runs come last.
   */
  claimRun(
    lease: string,
    now: number,
    leaseMs: number,
    which?: { dueBy?: number; behind?: readonly string[] },
  ): Promise<ClaimedRun | undefined>;
  /** Ends the claim. Any process can claim the run from `at` on. */
  returnRun(id: string, lease: string, at: number): Promise<void>;
  /**
   * Discards an unfinished run that was not charged; the search runs when it is next due. If another process may still
   * be charged for the run, discards nothing and returns false. Does nothing and returns true if the run is no longer
   * claimed under `lease`.
   */
  dropRun(id: string, lease: string, now: number): Promise<boolean>;
  /**
   * Stores nothing and returns false if the search was deleted, if another process has claimed or finished the run, or
   * if the run failed here and another process may still be charged for it. A charged run is stored even if another
   * process has discarded it.
   */
  finishRun(id: string, lease: string, finish: RunFinish): Promise<boolean>;
  seen(searchId: string, hashes: readonly string[]): Promise<Set<string>>;
  addDelivery(delivery: NewSavedDelivery): Promise<void>;
  deliveries(searchId: string, limit: number): Promise<SavedDelivery[]>;
  /** Newest first, beginning with the delivery `from`, which may be deleted. */
  deliveryHeads(searchId: string, limit: number, from?: { at: number; id: string }): Promise<SavedDeliveryHead[]>;
  delivery(id: string): Promise<SavedDelivery | undefined>;
  progress(searchId: string, limit?: number): Promise<DeliveryProgress[]>;
  /**
   * Number of stored deliveries that each channel failed to send. Deliveries that `endWaiting` or `resend` gave up do
   * not count.
   */
  givenUp(searchId: string): Promise<Partial<Record<DeliveryChannel, number>>>;
  /**
   * Claims for `leaseMs` the due delivery that has waited longest among those that `which` allows. If a delivery is due
   * only because the clock was set back, the attempt does not add to its `tries`. With several replicas, no other
   * replica claims the delivery as long as the process that claimed it runs.
   */
  claimDelivery(now: number, leaseMs: number, which?: DeliveryChoice): Promise<ClaimedDelivery | undefined>;
  /**
   * Changes nothing if the webhook's address has changed or, after a failure, if the delivery was claimed or queued
   * again since the claim.
   */
  noteAttempt(claimed: ClaimedDelivery, attempt: DeliveryAttempt): Promise<void>;
  /**
   * Marks the delivery as failed and changes the search as `end` decides, in one transaction. `end` returns undefined
   * to leave the search unchanged; `hasAccepted`: the webhook has accepted another delivery since the first attempt at
   * this one. Does nothing if the delivery was queued or claimed again since the claim, or if the webhook's address has
   * changed.
   */
  failDelivery(
    claimed: ClaimedDelivery,
    fault: string,
    end: (search: SavedSearchRecord, hasAccepted: boolean) => EndedChannel | undefined,
  ): Promise<void>;
  /**
   * Of the deliveries that wait or have failed in the channel, queues the newest ones, at most `newest`, for sending
   * from `at` on. Older waiting ones are given up. Deliveries that an earlier `resend` or `endWaiting` gave up are not
   * queued.
   */
  resend(searchId: string, way: DeliveryChannel, at: number, newest: number): Promise<void>;
  /**
   * Gives up the deliveries that the channel has not sent, except notices to the owner. Used when the owner switches
   * the channel off.
   */
  endWaiting(searchId: string, way: DeliveryChannel): Promise<void>;
  load(now: number): Promise<SavedSearchLoad>;
  /**
   * Replaces contents that may no longer be stored unchanged. `rewrite` may be called several times for one content.
   */
  rewriteExpired(now: number, rewrite: (content: string) => string, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes deliveries older than `before`, except those that wait for a channel that is on. Also deletes hashes of
   * jobs not seen since `before`, except those in the search's latest answers, so that these jobs do not count as new
   * again if the search runs rarely.
   */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
