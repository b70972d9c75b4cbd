export interface SpentTrialStore {
  salt(): Promise<string>;
  note(hash: string, at: number): Promise<void>;
  hasAny(since: number): Promise<boolean>;
  has(hash: string, since: number): Promise<boolean>;
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

export interface LogInStep {
  /** Hex SHA-256 hash of a token that only the browser has. */
  hash: string;
  accountId: string;
  /**
   * The account's password hash when the log-in step was created; "" if the account had none. The log-in step is
   * refused once the hash has changed.
   */
  passwordHash: string;
  expiresAt: number;
}

export interface LogInLinkRecord {
  hash: string;
  accountId: string;
  createdAt: number;
  expiresAt: number;
}

export interface LogInStore {
  /** Stores at most BROWSERS browsers per account; the most recently seen ones remain. */
  saveBrowser(hash: string, accountId: string, at: number): Promise<void>;
  findBrowser(hash: string): Promise<string | undefined>;
  dropBrowser(hash: string): Promise<void>;
  /** Deletes the account's known browsers, unfinished log-ins and log-in links. */
  forget(accountId: string): Promise<void>;
  saveStep(step: LogInStep): Promise<void>;
  findStep(hash: string, now: number): Promise<LogInStep | undefined>;
  /**
   * Counts an attempt at the second factor. Returns undefined if the log-in step does not exist, has expired or already
   * had `maximum` attempts.
   */
  tryStep(hash: string, maximum: number, now: number): Promise<LogInStep | undefined>;
  /** Deletes the log-in step. Rejects with AlreadyUsed if the log-in step does not exist. */
  takeStep(hash: string): Promise<void>;
  saveLink(link: LogInLinkRecord): Promise<void>;
  /**
   * Returns undefined if the link does not exist, was used or has expired. A link that was found expired stays expired,
   * even if the clock is set back.
   */
  findLink(hash: string, now: number): Promise<LogInLinkRecord | undefined>;
  /** Rejects with AlreadyUsed if the link does not exist, was used or has expired. */
  spendLink(hash: string, now: number): Promise<void>;
  countRefusal(accountId: string, at: number): Promise<void>;
  /** Counts refused log-ins since the start of the UTC day of `since`. `lastAt` is the time of the latest. */
  refusals(accountId: string, since: number): Promise<{ count: number; lastAt: number | null }>;
  /**
   * Deletes log-in steps and links that expired by `now`, browsers last seen before `unseenSince`, and refusals from
   * before `refusedBefore`.
   */
  purge(now: number, unseenSince: number, refusedBefore: number, signal?: AbortSignal): Promise<number>;
}

export interface SecondFactor {
  accountId: string;
  secret: string;
  /** Null until a code has confirmed the secret. */
  enabledAt: number | null;
  /** Hash of the session to which the unconfirmed secret was shown, at `offeredAt`. */
  offeredTo: string | null;
  offeredAt: number | null;
}

export interface FactorStore {
  find(accountId: string): Promise<SecondFactor | undefined>;
  /** Replaces an unconfirmed secret. False if the account has a confirmed secret. */
  offer(accountId: string, secret: string, sessionHash: string, at: number): Promise<boolean>;
  /**
   * Confirms the secret and stores its recovery codes. False if the secret was replaced or is already confirmed. `step`
   * is the time step of the code that confirmed the secret.
   */
  enable(accountId: string, secret: string, at: number, step: number, codeHashes: readonly string[]): Promise<boolean>;
  /**
   * Uses up a TOTP time step. Rejects with AlreadyUsed if it is not later than the last one used, or if the
   * account has no confirmed secret.
   */
  useStep(accountId: string, step: number): Promise<void>;
  /** Deletes the recovery code. Rejects with AlreadyUsed if the account does not have the code. */
  takeCode(accountId: string, codeHash: string): Promise<void>;
  replaceCodes(accountId: string, codeHashes: readonly string[]): Promise<void>;
  countCodes(accountId: string): Promise<number>;
  remove(accountId: string): Promise<boolean>;
}
