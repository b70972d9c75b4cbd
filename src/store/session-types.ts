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
  create(session: SessionRecord): Promise<void>;
  /** Neither revoked nor expired; one that was found expired once stays so, whatever the clock says later. */
  find(hash: string, now: number): Promise<SessionRecord | undefined>;
  list(accountId: string, now: number): Promise<SessionRecord[]>;
  /** Taken over when it resolves, written later: may be lost with the process. */
  touch(hash: string, at: number, expiresAt: number): Promise<void>;
  revoke(hash: string, at: number): Promise<boolean>;
  /** All of the account, but for the one named. */
  revokeAll(accountId: string, at: number, exceptHash?: string): Promise<number>;
  /** Drops sessions that ended before. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}

export type MailPurpose = 'confirm' | 'reset' | 'address' | 'unlock';

/** What stands behind a link sent by mail. */
export interface MailLink {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  /** Null: it leads nowhere, and was kept so that asking is the same work whoever asks. */
  accountId: string | null;
  purpose: MailPurpose;
  /** The address that the account shall have; of the purpose `address` alone. */
  address: string | null;
  expiresAt: number;
}

/** A link that leads to an account. */
export type LiveMailLink = MailLink & { accountId: string };

export interface MailStore {
  /** Beside earlier ones of the same account and purpose: nobody's asking ends another's link. */
  saveLink(link: MailLink): Promise<void>;
  findLink(hash: string, purpose: MailPurpose, now: number): Promise<LiveMailLink | undefined>;
  /** Once: all of the account's links of that purpose are gone then. */
  takeLink(hash: string, purpose: MailPurpose, now: number): Promise<LiveMailLink | undefined>;
  /** Ends the account's links of those purposes. */
  dropLinks(accountId: string, purposes: readonly MailPurpose[]): Promise<void>;
  /** From now on the account's address waits for its confirmation. */
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** False when this alert of the month was noted before. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}
