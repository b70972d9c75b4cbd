export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

/** Equal changes in a row: the last one, their number, and the time of the first. */
export interface AuditRecord extends AuditEntry {
  times: number;
  firstAt: number;
}

export interface AuditStore {
  /**
   * Equal entries within an hour are stored as one. They differ by their detail, unless `lastDetail` is set:
   * then the last detail is kept. The newest thousand of each action are kept for an account, so that no action
   * displaces another.
   */
  add(entry: AuditEntry, kept?: 'lastDetail'): Promise<void>;
  /** Newest first. */
  list(accountId: string, limit: number, offset?: number): Promise<AuditRecord[]>;
  /** Deletes older entries. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
