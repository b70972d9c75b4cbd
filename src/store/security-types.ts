/** Salted hashes of the e-mail addresses that have used up their trial. */
export interface SpentTrialStore {
  /** Salt of the hashes, in hex; it never changes. */
  salt(): Promise<string>;
  /** Records the hash of an address that had an account. */
  note(hash: string, at: number): Promise<void>;
  /** True if any address was recorded at `since` or later. */
  hasAny(since: number): Promise<boolean>;
  has(hash: string, since: number): Promise<boolean>;
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

/** A log-in whose password was correct and that waits for its second factor. */
export interface LogInStep {
  /** Hex SHA-256 of a token that only the browser has. */
  hash: string;
  accountId: string;
  /** The password hash that the password was checked against; when the account's hash changes, the log-in step ends. */
  passwordHash: string;
  expiresAt: number;
}

export interface LogInLinkRecord {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  accountId: string;
  createdAt: number;
  expiresAt: number;
}

export interface LogInStore {
  /** Records a browser in which the owner has logged in. Only the twenty last seen are stored per account. */
  saveBrowser(hash: string, accountId: string, at: number): Promise<void>;
  /** Id of the account that was logged in to with this browser; undefined if the browser is not known. */
  findBrowser(hash: string): Promise<string | undefined>;
  dropBrowser(hash: string): Promise<void>;
  /** Deletes the account's known browsers, unfinished log-ins and log-in links. */
  forget(accountId: string): Promise<void>;
  saveStep(step: LogInStep): Promise<void>;
  findStep(hash: string, now: number): Promise<LogInStep | undefined>;
  /**
   * Counts an attempt at the second factor. Undefined if the step does not exist, has expired or already had `maximum`
   * attempts.
   */
  tryStep(hash: string, maximum: number, now: number): Promise<LogInStep | undefined>;
  /** Uses up the log-in step: rejects with AlreadyUsed if it was used. */
  takeStep(hash: string): Promise<void>;
  saveLink(link: LogInLinkRecord): Promise<void>;
  /**
   * Undefined if the link does not exist, was used or has expired. A link once found expired stays expired, even if the
   * clock is set back.
   */
  findLink(hash: string, now: number): Promise<LogInLinkRecord | undefined>;
  /** Uses up the link: rejects with AlreadyUsed if it was used or has expired. */
  spendLink(hash: string, now: number): Promise<void>;
  /** Adds one to the account's refused log-ins of the UTC day. */
  countRefusal(accountId: string, at: number): Promise<void>;
  /** Refused log-ins since the start of the UTC day of `since`: their number and the time of the latest. */
  refusals(accountId: string, since: number): Promise<{ count: number; lastAt: number | null }>;
  /**
   * Deletes steps and links that expired by `now`, browsers last seen before `unseenSince`, and refusals from before
   * `refusedBefore`.
   */
  purge(now: number, unseenSince: number, refusedBefore: number, signal?: AbortSignal): Promise<number>;
}

/** An account's shared secret for one-time codes (TOTP). */
export interface SecondFactor {
  accountId: string;
  /** Base32. */
  secret: string;
  /** Null until a code has confirmed the secret. */
  enabledAt: number | null;
  /** Hash of the session to which the unconfirmed secret was shown, at `offeredAt`. */
  offeredTo: string | null;
  offeredAt: number | null;
}

export interface FactorStore {
  find(accountId: string): Promise<SecondFactor | undefined>;
  /** Stores an unconfirmed secret in place of an earlier one; false if the account has a confirmed secret. */
  offer(accountId: string, secret: string, sessionHash: string, at: number): Promise<boolean>;
  /**
   * Confirms the secret and stores its recovery codes; false if the secret was replaced or is confirmed already.
   * `step`: time step of the code that confirmed it.
   */
  enable(accountId: string, secret: string, at: number, step: number, codeHashes: readonly string[]): Promise<boolean>;
  /** Uses up a TOTP time step: rejects with AlreadyUsed unless it is later than the last one used. */
  useStep(accountId: string, step: number): Promise<void>;
  /** Uses up a recovery code: rejects with AlreadyUsed if it does not exist. */
  takeCode(accountId: string, codeHash: string): Promise<void>;
  replaceCodes(accountId: string, codeHashes: readonly string[]): Promise<void>;
  countCodes(accountId: string): Promise<number>;
  /** Deletes the secret with its recovery codes; false if there was none. */
  remove(accountId: string): Promise<boolean>;
}
