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
  /** Keeps `maximum` sessions per account; beyond that, those idle longest are revoked. */
  create(session: SessionRecord, maximum: number): Promise<void>;
  /**
   * The session, unless it is revoked or expired. A session that was once found expired stays expired, even if the
   * clock is set back.
   */
  find(hash: string, now: number): Promise<SessionRecord | undefined>;
  /** Last seen first. */
  list(accountId: string, now: number): Promise<SessionRecord[]>;
  /** Resolves before the time is written, so it may be lost if the process ends. */
  touch(hash: string, at: number, expiresAt: number): Promise<void>;
  revoke(hash: string, at: number): Promise<boolean>;
  /** Revokes all sessions of the account, except the named one. */
  revokeAll(accountId: string, at: number, exceptHash?: string): Promise<number>;
  /** Deletes sessions that ended before this time. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

export type MailPurpose = 'signup' | 'confirm' | 'reset' | 'address' | 'unlock';

/** The purpose and recipient of a link sent by mail. */
export interface MailLink {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  /** Null for a sign-up, and for a request whose address has no account; such a link does nothing. */
  accountId: string | null;
  purpose: MailPurpose;
  /** The mailbox that the link was sent to; for a sign-up or a change of address, the new address. */
  address: string;
  createdAt: number;
  expiresAt: number;
}

/** A link that belongs to an account. */
export type AccountLink = MailLink & { accountId: string };

/** Maximum number of links for one purpose that may be sent to one mailbox since a time. */
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
  /** A link that was once found expired stays expired, even if the clock is set back. */
  findLink(hash: string, purpose: MailPurpose, now: number): Promise<MailLink | undefined>;
  /** Uses the link up: rejects with AlreadyUsed if it has expired or was used. Other links stay valid. */
  spendLink(hash: string, purpose: MailPurpose, now: number): Promise<void>;
  /** Ends the account's links of those purposes. */
  endLinks(accountId: string, purposes: readonly MailPurpose[], now: number): Promise<void>;
  /** Ends the sign-ups of an address that are not completed. */
  endSignups(address: string, now: number): Promise<void>;
  /** Deletes a link that never reached its mailbox. */
  dropLink(hash: string): Promise<void>;
  /** From now on the account's owner must confirm the address. */
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** False if this alert was already recorded for the month. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}
