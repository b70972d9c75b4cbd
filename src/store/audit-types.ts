export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

/** Equal changes in a row: the last one, how many there were, and the time of the first. */
export interface AuditRecord extends AuditEntry {
  times: number;
  firstAt: number;
}

export interface AuditStore {
  /**
   * Equal entries within an hour are stored as one. Entries with different details are different, unless `lastDetail`
   * is set: then only the last detail is stored. Of each action, an account's newest thousand entries are stored, so
   * that no action displaces another.
   */
  add(entry: AuditEntry, kept?: 'lastDetail'): Promise<void>;
  /** Newest first. */
  list(accountId: string, limit: number, offset?: number): Promise<AuditRecord[]>;
  /** Deletes older entries. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
