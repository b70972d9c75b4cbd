import type { Millicredits } from '../lib/credits.ts';

export type RunFrequency = 'hourly' | 'daily' | 'weekly';

/** When a saved search runs; `hour` and `weekday` are in the time zone `zone`. */
export interface RunSchedule {
  frequency: RunFrequency;
  /** 0 to 23; ignored for hourly runs. */
  hour: number;
  /** 1 (Monday) to 7 (Sunday); used only for weekly runs. */
  weekday: number;
  /** IANA time zone, e.g. `Europe/London`. */
  zone: string;
}

/** `limit`: waits for the account's next month, or for a higher credit limit. */
export type SavedSearchState = 'active' | 'limit' | 'paused';

/** `paused`: the service switched the channel off after failed deliveries; the owner must enable it again. */
export type DeliveryChannelState = 'off' | 'on' | 'paused';

/** A channel by which the service sends deliveries. The feed is not one: its subscribers fetch it. */
export type DeliveryChannel = 'mail' | 'webhook';

export interface SavedSearchRecord extends RunSchedule {
  id: string;
  accountId: string;
  name: string;
  /** Language of the deliveries. */
  language: 'en' | 'fr';
  /** Arguments of `scrape_jobs` as JSON text. */
  arguments: string;
  /** Maximum cost per month of the account; null: only the account's own limits apply. */
  monthlyLimit: Millicredits | null;
  state: SavedSearchState;
  /** Code of the reason why the search does not run; null if it runs. */
  pauseReason: string | null;
  /** Detail of the reason: an error message, or a time zone that no longer exists; null if there is none. */
  pauseDetail: string | null;
  mail: DeliveryChannelState;
  webhook: DeliveryChannelState;
  /** Empty if the search has no webhook. */
  webhookUrl: string;
  webhookSecret: string;
  /** Increased when the owner renews the feed's address. */
  feedVersion: number;
  createdAt: number;
  nextRunAt: number;
  /** When the unfinished run was due; null if no run is unfinished. */
  runDueAt: number | null;
  /** Since when every run has failed; null after a successful run. */
  failingSince: number | null;
  /** Number of failed runs since the last successful one. */
  failures: number;
  /** When the last run ended; null before the first. */
  lastRunAt: number | null;
  /** The result of the last run (`RunResult`) as JSON; null before the first. */
  lastResult: string | null;
  /** True if a run with the present arguments has succeeded. */
  hasRun: boolean;
  lastDeliveredAt: number | null;
}

/** What is stored for a new search; the other fields begin with their defaults. */
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

/** Fields of a search that the owner or the service can change. */
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

/** A run that has begun. Its key and arguments stay the same until it ends, whichever process finishes it. */
export interface BegunRun {
  /** Idempotency key of the run's call. */
  key: string;
  dueAt: number;
  /** The arguments that the search had when the run began, as JSON text. */
  arguments: string;
  /** True if no earlier run with these arguments had succeeded. */
  isFirst: boolean;
}

/** A search as it is now, and the run that this process must make or finish. */
export interface ClaimedRun {
  search: SavedSearchRecord;
  run: BegunRun;
}

/** A delivery, stored for the feed and until it is sent. */
export interface SavedDelivery {
  id: string;
  searchId: string;
  at: number;
  /** The `DeliveryContent` as JSON. */
  content: string;
}

/** A delivery without its content, for lists. */
export interface SavedDeliveryHead {
  id: string;
  at: number;
  /**
   * Until when all adverts may stay in the content; null if there is no such time, or if the adverts have been removed.
   */
  jobsUntil: number | null;
}

export interface NewSavedDelivery extends SavedDelivery {
  ways: readonly DeliveryChannel[];
  /** Until when the content may be stored unchanged; absent: as long as the delivery. */
  jobsUntil?: number;
}

/**
 * How a run ended. The store writes it in one transaction with all its consequences, and keeps what the owner changed
 * during the run.
 */
export interface RunFinish {
  /** True if these arguments, as JSON text, ask what the run has asked. */
  answers(args: string): boolean;
  /** Changes to the search, apart from the fields about its last run. */
  change: SavedSearchChange;
  at: number;
  lastResult: string;
  succeeded: boolean;
  /** Hashes of all jobs in the answer. They are stored with `day`, in UTC days since 1 January 1970. */
  seen: readonly string[];
  day: number;
  delivery: NewSavedDelivery | undefined;
  /** Idempotency key of the run's call, whose stored answer is deleted. */
  idempotencyKey: string;
}

/** A delivery that this process must send now by one channel. */
export interface ClaimedDelivery extends SavedDelivery {
  accountId: string;
  way: DeliveryChannel;
  /** Attempts so far, including the current one. */
  tries: number;
}

/** Restricts which delivery a process claims. */
export interface DeliveryChoice {
  /** Absent: any channel. */
  way?: DeliveryChannel;
  withoutAccounts?: readonly string[];
  withoutSearches?: readonly string[];
  /** Only deliveries that were due at this time; default: now. */
  dueBy?: number;
  /**
   * Also deliveries whose last attempt ended with this fault, before their next attempt is due; their retries begin
   * anew.
   */
  evenAfter?: string;
}

/** The outcome of one attempt. After the last failed attempt, `failDelivery` is called instead. */
export type DeliveryAttempt = { state: 'sent'; at: number } | { state: 'waiting'; retryAt: number; fault: string };

/** How a search changes when a delivery has finally failed. */
export interface EndedChannel {
  change: SavedSearchChange;
  /** The delivery that tells the owner. */
  notice: NewSavedDelivery;
}

export interface DeliveryProgress {
  deliveryId: string;
  way: DeliveryChannel;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  nextAt: number;
  /** Code of the reason why the last attempt failed; null if none did. */
  fault: string | null;
}

/** Totals of all accounts. */
export interface SavedSearchLoad {
  active: number;
  limited: number;
  paused: number;
  /** When the oldest due run was due; null if none is due. */
  oldestDueAt: number | null;
  /** Deliveries that wait for a channel that is on. */
  waitingDeliveries: number;
  /** Searches whose webhook is paused, or is on with a waiting delivery whose last attempt failed. */
  failingWebhooks: number;
}

export interface SavedSearchStore {
  /**
   * Rejects with `validation` if the account is deleted or has `maximum` searches. `check` gets the account's searches,
   * to which none can be added meanwhile, and rejects the new one by throwing.
   */
  create(search: NewSavedSearch, maximum: number, check?: (held: readonly SavedSearchRecord[]) => void): Promise<void>;
  find(id: string): Promise<SavedSearchRecord | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<SavedSearchRecord[]>;
  /**
   * False if the search does not exist; a run under way continues and does not override the change. `check` gets the
   * account's other searches, to which none can be added meanwhile, and rejects the change by throwing.
   */
  change(
    id: string,
    change: SavedSearchChange,
    check?: (others: readonly SavedSearchRecord[]) => void,
  ): Promise<boolean>;
  /** Makes the search due at `now`, unless it is due already or has an unfinished run. */
  runNow(id: string, now: number): Promise<void>;
  /**
   * Also deletes the search's deliveries and remembered jobs. Rejects with `validation` while a run is under way, or if
   * a run was charged but its jobs are not delivered yet.
   */
  delete(id: string, now: number): Promise<boolean>;
  /**
   * Claims the oldest due run under `lease` until `now + leaseMs`; undefined if none is due. An unfinished run is
   * continued even if the search has changed since. `dueBy`: only runs that were due by then; `behind`: accounts whose
   * runs come last.
   */
  claimRun(
    lease: string,
    now: number,
    leaseMs: number,
    which?: { dueBy?: number; behind?: readonly string[] },
  ): Promise<ClaimedRun | undefined>;
  /** Ends the claim; any process can claim the run from `at` on. */
  returnRun(id: string, lease: string, at: number): Promise<void>;
  /**
   * Discards an unfinished run that was not charged; the search runs when it is next due. False, and nothing is
   * discarded, while another process may still be charged for the run.
   */
  dropRun(id: string, lease: string, now: number): Promise<boolean>;
  /**
   * False, and nothing is stored, if another process has claimed or finished the run, or if the run failed here and
   * another process may still be charged for it. A charged run is stored even if another process has discarded it.
   */
  finishRun(id: string, lease: string, finish: RunFinish): Promise<boolean>;
  /** Those of `hashes` that earlier runs of the search have returned. */
  seen(searchId: string, hashes: readonly string[]): Promise<Set<string>>;
  /** Replaces a stored delivery that has the same id. */
  addDelivery(delivery: NewSavedDelivery): Promise<void>;
  /** Newest first. */
  deliveries(searchId: string, limit: number): Promise<SavedDelivery[]>;
  /** Newest first, beginning with the delivery `from`, which may be deleted; without `from`, with the newest. */
  deliveryHeads(searchId: string, limit: number, from?: { at: number; id: string }): Promise<SavedDeliveryHead[]>;
  delivery(id: string): Promise<SavedDelivery | undefined>;
  /** Newest first; all of them without `limit`. */
  progress(searchId: string, limit?: number): Promise<DeliveryProgress[]>;
  /** Number of stored deliveries that each channel has given up and that its owner has not switched off. */
  givenUp(searchId: string): Promise<Partial<Record<DeliveryChannel, number>>>;
  /** True if the channel has sent a delivery of the search in that time. */
  hasSent(searchId: string, way: DeliveryChannel, from: number, to: number): Promise<boolean>;
  /**
   * Claims for `leaseMs` the due delivery that has waited longest among those that `which` allows; undefined if there
   * is none.
   */
  claimDelivery(now: number, leaseMs: number, which?: DeliveryChoice): Promise<ClaimedDelivery | undefined>;
  /**
   * Records how an attempt ended. Changes nothing if the delivery was queued again since, or, after a failure, claimed
   * again since.
   */
  noteAttempt(claimed: ClaimedDelivery, attempt: DeliveryAttempt): Promise<void>;
  /**
   * Marks the delivery as failed in its channel and changes the search as `end` decides, in one transaction; `end`
   * returns undefined to leave the search unchanged. Does nothing if the delivery was queued or claimed again since.
   */
  failDelivery(
    claimed: ClaimedDelivery,
    fault: string,
    end: (search: SavedSearchRecord) => EndedChannel | undefined,
  ): Promise<void>;
  /**
   * Sends from `at` on those of the search's `newest` deliveries that wait or have failed in the channel. Older waiting
   * deliveries are given up; deliveries that were given up before are not sent.
   */
  resend(searchId: string, way: DeliveryChannel, at: number, newest: number): Promise<void>;
  /**
   * Gives up the deliveries that the channel has not sent, for an owner who switches the channel off. They are never
   * sent.
   */
  endWaiting(searchId: string, way: DeliveryChannel): Promise<void>;
  load(now: number): Promise<SavedSearchLoad>;
  /**
   * Replaces contents that may no longer be stored unchanged. `rewrite` may be called several times for one content.
   */
  rewriteExpired(now: number, rewrite: (content: string) => string, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes deliveries older than `before`, except those that wait for a channel that is on. Also deletes hashes of
   * jobs not seen since `before`, except those in the search's latest answers: their jobs are not new again because the
   * search runs seldom.
   */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
