export interface SessionRecord {
  /** Hex SHA-256 of the session's id; only the browser has the id. */
  hash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  /** Browser and system of the log-in, e.g. `Firefox/Windows`; "" if unknown. */
  device: string;
}

export interface SessionStore {
  /** Keeps at most `maximum` sessions per account: those idle longest are revoked. */
  create(session: SessionRecord, maximum: number): Promise<void>;
  /**
   * Undefined if the session does not exist, was revoked or has expired. A session once found expired stays expired,
   * even if the clock is set back.
   */
  find(hash: string, now: number): Promise<SessionRecord | undefined>;
  /** Sessions that are neither revoked nor expired, last seen first. */
  list(accountId: string, now: number): Promise<SessionRecord[]>;
  /** Resolves before the times are written, so a crash can lose them. */
  touch(hash: string, at: number, expiresAt: number): Promise<void>;
  revoke(hash: string, at: number): Promise<boolean>;
  /** Revokes the account's sessions, except the one with `exceptHash`. Returns the number of revoked sessions. */
  revokeAll(accountId: string, at: number, exceptHash?: string): Promise<number>;
  /** Deletes sessions that expired or were revoked before `before`. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

export type MailPurpose = 'signup' | 'confirm' | 'reset' | 'address' | 'unlock';

export interface MailLink {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  /** Null for a sign-up, and for an address that has no account, whose link does nothing. */
  accountId: string | null;
  purpose: MailPurpose;
  /** The address that the link was sent to; for a sign-up or a change of address, the new one. */
  address: string;
  createdAt: number;
  expiresAt: number;
}

export type AccountLink = MailLink & { accountId: string };

/** At most `links` links for one purpose may be sent to one mailbox after `since`. */
export interface MailCap {
  links: number;
  since: number;
}

export interface MailStore {
  /**
   * Earlier links stay valid, so that asking for a link cannot disable another person's. False, and nothing is saved,
   * if `cap.links` links of the purpose, used or not, were already sent to the mailbox; for a change of address, only
   * links of the same account count.
   */
  saveLink(link: MailLink, cap?: MailCap): Promise<boolean>;
  /**
   * Undefined if the link does not exist, was used or has expired. A link once found expired stays expired, even if the
   * clock is set back.
   */
  findLink(hash: string, purpose: MailPurpose, now: number): Promise<MailLink | undefined>;
  /** Uses up the link: rejects with AlreadyUsed if it was used or has expired. */
  spendLink(hash: string, purpose: MailPurpose, now: number): Promise<void>;
  /** Disables the account's unused links for those purposes. */
  endLinks(accountId: string, purposes: readonly MailPurpose[], now: number): Promise<void>;
  /** Disables the unused sign-up links of an address. */
  endSignups(address: string, now: number): Promise<void>;
  /** Deletes a link whose mail could not be sent. */
  dropLink(hash: string): Promise<void>;
  /** Requires the owner to confirm the account's address. */
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** Records a usage alert; false if it was already recorded for the month `period`. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}
