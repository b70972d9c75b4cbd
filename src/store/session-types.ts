export interface SessionRecord {
  /** Hex SHA-256 hash of a secret that only the browser has. */
  hash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  /**
   * Browser and system of the log-in, such as `Firefox/Windows`; `Firefox/` if the system is unknown, and "" if the
   * browser is unknown.
   */
  device: string;
}

export interface SessionStore {
  /** Beyond `maximum` sessions per account, those that were idle longest are revoked. */
  create(session: SessionRecord, maximum: number): Promise<void>;
  /**
   * Returns undefined if the session does not exist, was revoked or has expired. A session that was found expired stays
   * expired, even if the clock is set back.
   */
  find(hash: string, now: number): Promise<SessionRecord | undefined>;
  list(accountId: string, now: number): Promise<SessionRecord[]>;
  /** Resolves before the times are written, so a crash can lose them. */
  touch(hash: string, at: number, expiresAt: number): Promise<void>;
  revoke(hash: string, at: number): Promise<boolean>;
  revokeAll(accountId: string, at: number, exceptHash?: string): Promise<number>;
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

export type MailPurpose = 'signup' | 'confirm' | 'reset' | 'address' | 'unlock';

export interface MailLink {
  hash: string;
  /** Null for a sign-up, and for an address that has no account. In the second case, the link does nothing. */
  accountId: string | null;
  purpose: MailPurpose;
  /** The address to which the link was sent. For a sign-up or a change of address, this is the new address. */
  address: string;
  createdAt: number;
  expiresAt: number;
}

export type AccountLink = MailLink & { accountId: string };

export interface MailCap {
  links: number;
  since: number;
}

export interface MailStore {
  /**
   * Earlier links stay valid, so that nobody can disable a link of another person by requesting a new one. If
   * `cap.links` links of the purpose were sent to the address since `cap.since`, saves nothing and returns false. For a
   * change of address, only links of the same account count.
   */
  saveLink(link: MailLink, cap?: MailCap): Promise<boolean>;
  /**
   * Returns undefined if the link does not exist, was used or has expired. A link that was found expired stays expired,
   * even if the clock is set back.
   */
  findLink(hash: string, purpose: MailPurpose, now: number): Promise<MailLink | undefined>;
  /** Rejects with AlreadyUsed if the link does not exist, was used or has expired. */
  spendLink(hash: string, purpose: MailPurpose, now: number): Promise<void>;
  endLinks(accountId: string, purposes: readonly MailPurpose[], now: number): Promise<void>;
  endSignups(address: string, now: number): Promise<void>;
  dropLink(hash: string): Promise<void>;
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** False if the alert was already recorded for the month `period`. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}
