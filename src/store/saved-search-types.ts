import type { Millicredits } from '../lib/credits.ts';

/** How often a search runs. */
export type RunFrequency = 'hourly' | 'daily' | 'weekly';

/** When a search runs, in the time of its zone. */
export interface RunSchedule {
  frequency: RunFrequency;
  /** 0 to 23; unused where it runs hourly. */
  hour: number;
  /** 1, Monday, to 7, Sunday; used where it runs weekly. */
  weekday: number;
  /** IANA name such as `Europe/London`. */
  zone: string;
}

/** `limit`: waits for the account's next month, or for a higher limit. */
export type SavedSearchState = 'active' | 'limit' | 'paused';

/** `paused`: its receiver took nothing, and its owner must switch it on again. */
export type DeliveryWayState = 'off' | 'on' | 'paused';

/** A way by which deliveries are sent; the feed is read, and needs no sending. */
export type DeliveryWay = 'mail' | 'webhook';

export interface SavedSearchRecord extends RunSchedule {
  id: string;
  accountId: string;
  name: string;
  /** Language of what it delivers. */
  language: 'en' | 'fr';
  /** Arguments of `scrape_jobs` as JSON text. */
  arguments: string;
  /** What it may spend in a month of the account; null: no limit of its own. */
  monthlyLimit: Millicredits | null;
  state: SavedSearchState;
  /** Why it does not run, as a code; null while it does. */
  pauseReason: string | null;
  /** A sentence beside the reason: which argument. */
  pauseDetail: string | null;
  mail: DeliveryWayState;
  webhook: DeliveryWayState;
  /** Empty where it has none. */
  webhookUrl: string;
  webhookSecret: string;
  /** Counted up when the feed's address is renewed. */
  feedVersion: number;
  createdAt: number;
  nextRunAt: number;
  /** When the run was due that was begun and is not finished yet; null where there is none. */
  runDueAt: number | null;
  /** Since when every run failed; null after one that did not. */
  failingSince: number | null;
  /** Failed runs since then. */
  failures: number;
  /** When its last run ended; null before the first. */
  lastRunAt: number | null;
  /** How that went, as JSON text of the service's own; null before the first. */
  lastResult: string | null;
  /** Whether a run has succeeded. */
  hasRun: boolean;
  lastDeliveredAt: number | null;
}

/** What is stored of a new search; the rest has its first value. */
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

/** What an owner, or the service for a reason of its own, changes of a search. */
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

/** A run that was begun. It keeps its key and its question until it is finished, whoever makes it. */
export interface BegunRun {
  /** The idempotency key of its call. */
  key: string;
  dueAt: number;
  /** What it asks: the arguments that the search had when it was begun, as JSON text. */
  arguments: string;
  /** Whether no run of that question had succeeded before. */
  isFirst: boolean;
}

/** A search as it is now, with its run that this process is to make or to finish. */
export interface ClaimedRun {
  search: SavedSearchRecord;
  run: BegunRun;
}

/** A delivery that is kept for the feed and until it is sent. */
export interface SavedDelivery {
  id: string;
  searchId: string;
  at: number;
  /** As JSON text of the service's own. */
  content: string;
}

export interface NewSavedDelivery extends SavedDelivery {
  /** By which ways it is to be sent. */
  ways: readonly DeliveryWay[];
}

/**
 * How a run ended. Written in one step with what follows from it, but for what its owner decided meanwhile: a search
 * that was paused stays so, and the answer to other arguments is not the first of those that it has now.
 */
export interface RunFinish {
  /** The arguments that were asked, as they are stored. */
  arguments: string;
  /** Of the search, beside its last run. */
  change: SavedSearchChange;
  at: number;
  lastResult: string;
  /** True where the run succeeded. */
  succeeded: boolean;
  /** Hashes of all jobs of the answer, seen on that UTC day (counted since the epoch). */
  seen: readonly string[];
  day: number;
  delivery: NewSavedDelivery | undefined;
  /** The idempotency key of its call: the stored answer is dropped. */
  idempotencyKey: string;
}

/** A delivery that this process is to send now. */
export interface ClaimedDelivery extends SavedDelivery {
  way: DeliveryWay;
  /** Attempts, with this one. */
  tries: number;
}

/** How an attempt ended. `failed`: no other follows unless the owner asks. */
export type DeliveryAttempt =
  | { state: 'sent' }
  | { state: 'failed'; fault: string }
  | { state: 'waiting'; retryAt: number; fault: string };

/** Where a delivery has got to by one way. */
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
  /** When the oldest run that is due was due; null where none is. */
  oldestDueAt: number | null;
  /** By ways that are on. */
  waitingDeliveries: number;
  /** Searches whose webhook is paused, or whose last attempt failed. */
  failingWebhooks: number;
}

export interface SavedSearchStore {
  /**
   * Rejects with `validation` where the account is gone or has `maximum` already, and with what `check` throws: it is
   * called with the account's searches, to which no other is added meanwhile.
   */
  create(search: NewSavedSearch, maximum: number, check?: (held: readonly SavedSearchRecord[]) => void): Promise<void>;
  find(id: string): Promise<SavedSearchRecord | undefined>;
  /** The oldest first. */
  list(accountId: string): Promise<SavedSearchRecord[]>;
  /** False where there is none. A run that is under way goes on, and keeps a time of the next run that is set here. */
  change(id: string, change: SavedSearchChange): Promise<boolean>;
  /** Makes it due at `now`, unless it is due already or a run is not finished. */
  runNow(id: string, now: number): Promise<void>;
  /**
   * With its deliveries and what it has seen. Rejects with `validation` while a run is under way, or has been charged
   * and is not delivered yet: it is delivered first.
   */
  delete(id: string, now: number): Promise<boolean>;
  /**
   * The oldest run that is due and that no other process makes, for `leaseMs`, under `lease`; a run that was begun
   * and not finished is the same one again, whatever has become of the search. `dueBy`: only those that were due at
   * that time already. `behind`: accounts whose runs come after those of all others.
   */
  claimRun(
    lease: string,
    now: number,
    leaseMs: number,
    which?: { dueBy?: number; behind?: readonly string[] },
  ): Promise<ClaimedRun | undefined>;
  /** Lets another process make the run from `at` on. */
  returnRun(id: string, lease: string, at: number): Promise<void>;
  /** Forgets a run that was begun and charged nothing: the search runs when it is due next. */
  dropRun(id: string, lease: string): Promise<void>;
  /**
   * False, and nothing is written, where another process makes the run now or has finished it. Where another has
   * dropped it, what was charged is delivered all the same.
   */
  finishRun(id: string, lease: string, finish: RunFinish): Promise<boolean>;
  /** Which of the hashes it has seen. */
  seen(searchId: string, hashes: readonly string[]): Promise<Set<string>>;
  /** In place of the ones before of the same id; changes nothing else of the search. */
  addDelivery(delivery: NewSavedDelivery): Promise<void>;
  /** The newest first. */
  deliveries(searchId: string, limit: number): Promise<SavedDelivery[]>;
  progress(searchId: string): Promise<DeliveryProgress[]>;
  /** The delivery that waits longest, for `leaseMs`. */
  claimDelivery(now: number, leaseMs: number): Promise<ClaimedDelivery | undefined>;
  noteAttempt(deliveryId: string, way: DeliveryWay, attempt: DeliveryAttempt): Promise<void>;
  /** Sends what was not sent by that way again, from `at` on. */
  resend(searchId: string, way: DeliveryWay, at: number): Promise<void>;
  load(now: number): Promise<SavedSearchLoad>;
  /**
   * Drops deliveries before that time, and hashes not seen since, but for those that the search's last answers had:
   * what it has delivered is not new again, however seldom it runs.
   */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
