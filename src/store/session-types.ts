/** A log-in to the dashboard. */
export interface SessionRecord {
  /** Hex SHA-256 of the session's id, which only the browser has. */
  hash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
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

export type MailPurpose = 'confirm' | 'reset';

/** What stands behind a link sent by mail. */
export interface MailToken {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  accountId: string;
  purpose: MailPurpose;
  expiresAt: number;
}

export interface MailStore {
  /** Replaces an earlier one of the same account and purpose. */
  saveToken(token: MailToken): Promise<void>;
  findToken(hash: string, purpose: MailPurpose, now: number): Promise<string | undefined>;
  /** The account's id, once: the token is gone then. */
  takeToken(hash: string, purpose: MailPurpose, now: number): Promise<string | undefined>;
  /** From now on the account's address waits for its confirmation. */
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** False when this alert of the month was noted before. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}
