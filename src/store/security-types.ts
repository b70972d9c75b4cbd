/** Addresses whose trial is spent, as salted hashes. */
export interface SpentTrialStore {
  /** Salt of the hashes: hex, one for the store's lifetime. */
  salt(): Promise<string>;
  /** Of an address that had an account. */
  note(hash: string, at: number): Promise<void>;
  /** Whether any address was noted at `since` or later. */
  hasAny(since: number): Promise<boolean>;
  /** Whether it was noted at `since` or later. */
  has(hash: string, since: number): Promise<boolean>;
  /** Deletes earlier entries. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

/** A log-in whose password was right and that waits for its second factor. */
export interface LogInStep {
  /** Hex SHA-256 of the token that the browser has. */
  hash: string;
  accountId: string;
  /** What the password was checked against: another one ends the step. */
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
  /** A browser that proved the account; of an account the twenty last seen are kept. */
  saveBrowser(hash: string, accountId: string, at: number): Promise<void>;
  /** The account that it proved. */
  findBrowser(hash: string): Promise<string | undefined>;
  dropBrowser(hash: string): Promise<void>;
  /** Forgets all that would help a log-in to the account on: known browsers, log-ins half-way, log-in links. */
  forget(accountId: string): Promise<void>;
  saveStep(step: LogInStep): Promise<void>;
  findStep(hash: string, now: number): Promise<LogInStep | undefined>;
  /** Counts a try: the step, or undefined when it has expired or had `maximum` tries before. */
  tryStep(hash: string, maximum: number, now: number): Promise<LogInStep | undefined>;
  /** Each step gives one log-in: rejects with AlreadyUsed if it was used. */
  takeStep(hash: string): Promise<void>;
  saveLink(link: LogInLinkRecord): Promise<void>;
  /** Neither used nor expired; one that was found expired once stays so, whatever the clock says later. */
  findLink(hash: string, now: number): Promise<LogInLinkRecord | undefined>;
  /** Each link gives one log-in: rejects with AlreadyUsed if it has expired or was used. */
  spendLink(hash: string, now: number): Promise<void>;
  /** One row a day, however many there are. */
  countRefusal(accountId: string, at: number): Promise<void>;
  /** Their number since a time, to the day, and the latest. */
  refusals(accountId: string, since: number): Promise<{ count: number; lastAt: number | null }>;
  /** Drops expired steps and links, browsers not seen since `unseenSince`, refusals before `refusedBefore`. */
  purge(now: number, unseenSince: number, refusedBefore: number, signal?: AbortSignal): Promise<number>;
}

/** A shared secret for one-time codes. */
export interface SecondFactor {
  accountId: string;
  /** Base32. */
  secret: string;
  /** Null: offered, and not in use before a code has proved that it arrived. */
  enabledAt: number | null;
  /** Hash of the session that it was shown to, and the time. */
  offeredTo: string | null;
  offeredAt: number | null;
}

export interface FactorStore {
  find(accountId: string): Promise<SecondFactor | undefined>;
  /** A secret to be proved, in place of an earlier such one; false where one is in use. */
  offer(accountId: string, secret: string, sessionHash: string, at: number): Promise<boolean>;
  /** Puts the offered secret to use if it has not been replaced since; `step` is that of the code that proved it. */
  enable(accountId: string, secret: string, at: number, step: number, codeHashes: readonly string[]): Promise<boolean>;
  /** Uses up a time step of the secret in use: rejects with AlreadyUsed for one that is not later than the last one used. */
  useStep(accountId: string, step: number): Promise<void>;
  /** Uses up a recovery code: rejects with AlreadyUsed if there is none. */
  takeCode(accountId: string, codeHash: string): Promise<void>;
  replaceCodes(accountId: string, codeHashes: readonly string[]): Promise<void>;
  countCodes(accountId: string): Promise<number>;
  /** Deletes it with its recovery codes; false if there was none. */
  remove(accountId: string): Promise<boolean>;
}
