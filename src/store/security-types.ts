/** Addresses that have used up their trial, as salted hashes. */
export interface SpentTrialStore {
  /** Salt of the hashes: hex, one for the store's lifetime. */
  salt(): Promise<string>;
  /** Records an address that had an account. */
  note(hash: string, at: number): Promise<void>;
  /** Whether any address was recorded at `since` or later. */
  hasAny(since: number): Promise<boolean>;
  /** Whether it was recorded at `since` or later. */
  has(hash: string, since: number): Promise<boolean>;
  /** Deletes earlier entries. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

/** A log-in whose password was correct and that waits for its second factor. */
export interface LogInStep {
  /** Hex SHA-256 of the token that the browser has. */
  hash: string;
  accountId: string;
  /** The password hash that was checked; if it changes, the log-in step ends. */
  passwordHash: string;
  expiresAt: number;
}

/** A link that logs in to an account once, without its password. */
export interface LogInLinkRecord {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  accountId: string;
  createdAt: number;
  expiresAt: number;
}

export interface LogInStore {
  /** Records a browser with which the owner has logged in; the twenty last seen are stored per account. */
  saveBrowser(hash: string, accountId: string, at: number): Promise<void>;
  /** The account to which a browser has logged in before. */
  findBrowser(hash: string): Promise<string | undefined>;
  dropBrowser(hash: string): Promise<void>;
  /** Deletes everything that could help a log-in to the account: known browsers, unfinished log-ins, log-in links. */
  forget(accountId: string): Promise<void>;
  saveStep(step: LogInStep): Promise<void>;
  findStep(hash: string, now: number): Promise<LogInStep | undefined>;
  /** Counts an attempt. Returns the step; undefined if it has expired or had `maximum` attempts before. */
  tryStep(hash: string, maximum: number, now: number): Promise<LogInStep | undefined>;
  /** Completes the log-in step, once: rejects with AlreadyUsed if it was used. */
  takeStep(hash: string): Promise<void>;
  saveLink(link: LogInLinkRecord): Promise<void>;
  /**
   * The link, unless it was used or has expired. A link that was once found expired stays expired, even if the clock is
   * set back.
   */
  findLink(hash: string, now: number): Promise<LogInLinkRecord | undefined>;
  /** Uses the link up: rejects with AlreadyUsed if it has expired or was used. */
  spendLink(hash: string, now: number): Promise<void>;
  /** Stored as one row per day. */
  countRefusal(accountId: string, at: number): Promise<void>;
  /** Number of refusals since a time, to the day, and the latest. */
  refusals(accountId: string, since: number): Promise<{ count: number; lastAt: number | null }>;
  /** Deletes expired steps and links, browsers not seen since `unseenSince`, and refusals before `refusedBefore`. */
  purge(now: number, unseenSince: number, refusedBefore: number, signal?: AbortSignal): Promise<number>;
}

/** A shared secret for one-time codes. */
export interface SecondFactor {
  accountId: string;
  /** Base32. */
  secret: string;
  /** Null: offered, but not confirmed by a code yet. */
  enabledAt: number | null;
  /** Hash of the session that saw the secret, and when. */
  offeredTo: string | null;
  offeredAt: number | null;
}

export interface FactorStore {
  find(accountId: string): Promise<SecondFactor | undefined>;
  /** Stores an offered secret, replacing an earlier offer; false if a secret is in use. */
  offer(accountId: string, secret: string, sessionHash: string, at: number): Promise<boolean>;
  /** Enables the offered secret unless it was replaced; `step` is the time step of the code that confirmed it. */
  enable(accountId: string, secret: string, at: number, step: number, codeHashes: readonly string[]): Promise<boolean>;
  /** Uses up a time step: rejects with AlreadyUsed unless it is later than the last one used. */
  useStep(accountId: string, step: number): Promise<void>;
  /** Uses up a recovery code: rejects with AlreadyUsed if it does not exist. */
  takeCode(accountId: string, codeHash: string): Promise<void>;
  replaceCodes(accountId: string, codeHashes: readonly string[]): Promise<void>;
  countCodes(accountId: string): Promise<number>;
  /** Deletes it with its recovery codes; false if there was none. */
  remove(accountId: string): Promise<boolean>;
}
