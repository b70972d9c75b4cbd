/** A log-in to the dashboard. */
export interface SessionRecord {
  /** Hex SHA-256 of the session's id, which only the browser has. */
  hash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  /** Browser and system of the log-in, e.g. `Firefox/Windows`; "" when it is not known. */
  device: string;
}

export interface SessionStore {
  /** Of an account `maximum` last: beyond them, those that were idle longest are revoked. */
  create(session: SessionRecord, maximum: number): Promise<void>;
  /** Neither revoked nor expired; once found expired it stays expired, even if the clock is set back. */
  find(hash: string, now: number): Promise<SessionRecord | undefined>;
  /** The one seen last first. */
  list(accountId: string, now: number): Promise<SessionRecord[]>;
  /** Accepted when it resolves and written later: it may be lost with the process. */
  touch(hash: string, at: number, expiresAt: number): Promise<void>;
  revoke(hash: string, at: number): Promise<boolean>;
  /** All of the account, but for the one named. */
  revokeAll(accountId: string, at: number, exceptHash?: string): Promise<number>;
  /** Drops sessions that ended before. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

export type MailPurpose = 'signup' | 'confirm' | 'reset' | 'address' | 'unlock';

/** What a link sent by mail refers to. */
export interface MailLink {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  /** Null: of a sign-up, or of an asking for an account that there is not, which leads nowhere. */
  accountId: string | null;
  purpose: MailPurpose;
  /** The mailbox that it was sent to: of a sign-up, and of a change of address, the address to be had. */
  address: string;
  createdAt: number;
  expiresAt: number;
}

/** A link that leads to an account. */
export type AccountLink = MailLink & { accountId: string };

/** How many links of a purpose a mailbox may be sent in a time. */
export interface MailCap {
  links: number;
  since: number;
}

export interface MailStore {
  /**
   * Keeps earlier links valid, so that nobody can end another person's link by asking. Returns false and saves
   * nothing if the mailbox was already sent `cap` links of that purpose, used or not; for a change of address,
   * if the account sent them.
   */
  saveLink(link: MailLink, cap?: MailCap): Promise<boolean>;
  /** Once found expired it stays expired, even if the clock is set back. */
  findLink(hash: string, purpose: MailPurpose, now: number): Promise<MailLink | undefined>;
  /** Once: rejects with AlreadyUsed if it has expired or was used. Other links stay. */
  spendLink(hash: string, purpose: MailPurpose, now: number): Promise<void>;
  /** Ends the account's links of those purposes. */
  endLinks(accountId: string, purposes: readonly MailPurpose[], now: number): Promise<void>;
  /** Ends the sign-ups of an address. */
  endSignups(address: string, now: number): Promise<void>;
  /** A link that never reached its mailbox: it is as if it had not been asked for. */
  dropLink(hash: string): Promise<void>;
  /** From now on the account's address waits for its confirmation. */
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** False when this alert of the month was noted before. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}
