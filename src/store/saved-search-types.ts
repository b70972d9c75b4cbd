import type { Millicredits } from '../lib/credits.ts';

/** How often a search runs. */
export type RunFrequency = 'hourly' | 'daily' | 'weekly';

/** When a search runs, in its time zone. */
export interface RunSchedule {
  frequency: RunFrequency;
  /** 0 to 23; ignored if it runs hourly. */
  hour: number;
  /** 1 (Monday) to 7 (Sunday); used if it runs weekly. */
  weekday: number;
  /** IANA name such as `Europe/London`. */
  zone: string;
}

/** `limit`: waits for the account's next month, or for a higher limit. */
export type SavedSearchState = 'active' | 'limit' | 'paused';

/** `paused`: its receiver accepted nothing, and the owner must enable it again. */
export type DeliveryWayState = 'off' | 'on' | 'paused';

/** A channel by which deliveries are sent. The feed is read by its subscribers, so it is none. */
export type DeliveryWay = 'mail' | 'webhook';

export interface SavedSearchRecord extends RunSchedule {
  id: string;
  accountId: string;
  name: string;
  /** Language of what it delivers. */
  language: 'en' | 'fr';
  /** Arguments of `scrape_jobs` as JSON text. */
  arguments: string;
  /** Maximum cost per month of the account; null: no limit of its own. */
  monthlyLimit: Millicredits | null;
  state: SavedSearchState;
  /** Why it does not run, as a code; null if it runs. */
  pauseReason: string | null;
  /** A detail of the reason: which argument. */
  pauseDetail: string | null;
  mail: DeliveryWayState;
  webhook: DeliveryWayState;
  /** Empty if it has none. */
  webhookUrl: string;
  webhookSecret: string;
  /** Increased when the feed's address is renewed. */
  feedVersion: number;
  createdAt: number;
  nextRunAt: number;
  /** When the unfinished run was due; null if there is none. */
  runDueAt: number | null;
  /** Since when every run has failed; null after a successful one. */
  failingSince: number | null;
  /** Number of failed runs since then. */
  failures: number;
  /** When its last run ended; null before the first. */
  lastRunAt: number | null;
  /** The result of the last run, as JSON of the service; null before the first. */
  lastResult: string | null;
  /** Whether a run has succeeded. */
  hasRun: boolean;
  lastDeliveredAt: number | null;
}

/** What is stored for a new search; the other members have their initial values. */
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

/** What an owner or the service changes in a search. */
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

/** A run that has begun. It keeps its key and arguments until it is finished, whichever process finishes it. */
export interface BegunRun {
  /** The idempotency key of its call. */
  key: string;
  dueAt: number;
  /** The arguments that the search had when the run began, as JSON text. */
  arguments: string;
  /** Whether no run with these arguments had succeeded before. */
  isFirst: boolean;
}

/** A search as it is now, and the run that this process must make or finish. */
export interface ClaimedRun {
  search: SavedSearchRecord;
  run: BegunRun;
}

/** A delivery, kept for the feed and until it is sent. */
export interface SavedDelivery {
  id: string;
  searchId: string;
  at: number;
  /** JSON of the service. */
  content: string;
}

/** A delivery without its content, for lists. */
export interface SavedDeliveryHead {
  id: string;
  at: number;
  /** Changes when adverts are taken out of the content: until when they are kept, or null. */
  jobsUntil: number | null;
}

export interface NewSavedDelivery extends SavedDelivery {
  /** The channels by which it is sent. */
  ways: readonly DeliveryWay[];
  /** Until when its content may be kept as it is; absent for as long as the delivery. */
  jobsUntil?: number;
}

/**
 * How a run ended. Stored in one step with its consequences, but without overriding what the owner changed
 * during the run: a paused search stays paused, and a result for other arguments does not count as the first
 * result.
 */
export interface RunFinish {
  /** The arguments of the run, as they were stored. */
  arguments: string;
  /** Changes of the search, beside its last run. */
  change: SavedSearchChange;
  at: number;
  lastResult: string;
  /** True if the run succeeded. */
  succeeded: boolean;
  /** Hashes of all jobs of the answer, seen on that UTC day (counted since the epoch). */
  seen: readonly string[];
  day: number;
  delivery: NewSavedDelivery | undefined;
  /** The idempotency key of the call: its stored answer is deleted. */
  idempotencyKey: string;
}

/** A delivery that this process must send now. */
export interface ClaimedDelivery extends SavedDelivery {
  accountId: string;
  way: DeliveryWay;
  /** Attempts, including this one. */
  tries: number;
}

/** Which delivery a process sends next. */
export interface DeliveryChoice {
  /** By this channel; absent: by any. */
  way?: DeliveryWay;
  /** None of these accounts, and none of these searches. */
  withoutAccounts?: readonly string[];
  withoutSearches?: readonly string[];
}

/** How an attempt ended that does not end the delivery's channel. */
export type DeliveryAttempt = { state: 'sent' } | { state: 'waiting'; retryAt: number; fault: string };

/** What becomes of a search whose channel takes nothing any more. */
export interface EndedWay {
  change: SavedSearchChange;
  /** Tells the owner. */
  notice: NewSavedDelivery;
}

/** The state of a delivery in one channel. */
export interface DeliveryProgress {
  deliveryId: string;
  way: DeliveryWay;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  nextAt: number;
  /** Why the last attempt failed, as a code. */
  fault: string | null;
}

/** Figures over all accounts. */
export interface SavedSearchLoad {
  active: number;
  limited: number;
  paused: number;
  /** When the oldest due run was due; null if none is due. */
  oldestDueAt: number | null;
  /** By ways that are on. */
  waitingDeliveries: number;
  /** Searches whose webhook is paused or whose last attempt failed. */
  failingWebhooks: number;
}

export interface SavedSearchStore {
  /**
   * Rejects with `validation` if the account is deleted or has `maximum` searches, and with the error of
   * `check`, which is called with the account's searches while no other can be added.
   */
  create(search: NewSavedSearch, maximum: number, check?: (held: readonly SavedSearchRecord[]) => void): Promise<void>;
  find(id: string): Promise<SavedSearchRecord | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<SavedSearchRecord[]>;
  /**
   * False if it does not exist. A running search continues and keeps a next run that is set here. Rejects with the
   * error of `check`, which is called with the account's other searches while none can be added or so changed.
   */
  change(
    id: string,
    change: SavedSearchChange,
    check?: (others: readonly SavedSearchRecord[]) => void,
  ): Promise<boolean>;
  /** Makes it due at `now`, unless it is due or has an unfinished run. */
  runNow(id: string, now: number): Promise<void>;
  /**
   * Also deletes its deliveries and the jobs that it has seen. Rejects with `validation` while a run is going on,
   * whatever the clock says of its lease, or has been charged but not delivered.
   */
  delete(id: string, now: number): Promise<boolean>;
  /**
   * Claims the oldest due run for `leaseMs`, under `lease`. An unfinished run is continued, even if the search has
   * changed since. `dueBy`: only runs that were due by then. `behind`: accounts whose runs come last.
   */
  claimRun(
    lease: string,
    now: number,
    leaseMs: number,
    which?: { dueBy?: number; behind?: readonly string[] },
  ): Promise<ClaimedRun | undefined>;
  /** Releases the run, which another process may claim from `at` on. */
  returnRun(id: string, lease: string, at: number): Promise<void>;
  /**
   * Discards an unfinished run that has charged nothing; the search runs when it is next due. False, and nothing is
   * discarded, while another process may be charged for it.
   */
  dropRun(id: string, lease: string, now: number): Promise<boolean>;
  /**
   * Returns false and stores nothing if another process has claimed or finished the run, or may be charged for a run
   * that is to end uncharged. If another process has discarded it, but it was charged, it is delivered all the same.
   */
  finishRun(id: string, lease: string, finish: RunFinish): Promise<boolean>;
  /** Which of the hashes the search has seen. */
  seen(searchId: string, hashes: readonly string[]): Promise<Set<string>>;
  /** Replaces stored deliveries of the same ids; changes nothing else. */
  addDelivery(delivery: NewSavedDelivery): Promise<void>;
  /** Newest first. */
  deliveries(searchId: string, limit: number): Promise<SavedDelivery[]>;
  /** Newest first, from that delivery on, whether or not it is still there; without `from`, from the newest. */
  deliveryHeads(searchId: string, limit: number, from?: { at: number; id: string }): Promise<SavedDeliveryHead[]>;
  delivery(id: string): Promise<SavedDelivery | undefined>;
  progress(searchId: string): Promise<DeliveryProgress[]>;
  /** Claims, of those that `which` allows, the delivery that has waited longest, for `leaseMs`. */
  claimDelivery(now: number, leaseMs: number, which?: DeliveryChoice): Promise<ClaimedDelivery | undefined>;
  /** Changes nothing if the delivery was queued or claimed again since, except that one that was sent is not retried. */
  noteAttempt(claimed: ClaimedDelivery, attempt: DeliveryAttempt): Promise<void>;
  /**
   * Ends the delivery's channel after its last attempt, in one step: the delivery is not retried unless the owner
   * asks, and the search changes as `end` decides by its present state, without a wait in between. `end` returns
   * undefined to leave the search as it is. Changes nothing if the delivery was queued or claimed again since.
   */
  failDelivery(
    claimed: ClaimedDelivery,
    fault: string,
    end: (search: SavedSearchRecord) => EndedWay | undefined,
  ): Promise<void>;
  /**
   * Sends, from `at` on, what that channel has not taken of the search's `newest` deliveries; what waits of older ones
   * ends.
   */
  resend(searchId: string, way: DeliveryWay, at: number, newest: number): Promise<void>;
  /** Ends what that channel has not taken, for a channel that is switched off: it is never sent. */
  endWaiting(searchId: string, way: DeliveryWay): Promise<void>;
  load(now: number): Promise<SavedSearchLoad>;
  /** Replaces contents that may not be kept as they are any more; `rewrite` may be called again for the same. */
  rewriteExpired(now: number, rewrite: (content: string) => string, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes older deliveries, except those that wait for a channel that is on, and hashes not seen since, except those
   * in the last answers of a search: a job is not new again because the search runs seldom.
   */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
