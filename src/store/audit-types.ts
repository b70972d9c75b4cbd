export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

/** Equal changes in a row that are stored as one: the last change, their number, and the time of the first. */
export interface AuditRecord extends AuditEntry {
  times: number;
  firstAt: number;
}

export interface AuditStore {
  /**
   * An entry within an hour of an equal one is stored as a repetition; with `lastDetail`, the details may differ and
   * the last one is stored. Only the newest thousand entries per account and action are stored.
   */
  add(entry: AuditEntry, kept?: 'lastDetail'): Promise<void>;
  /** Newest first. */
  list(accountId: string, limit: number, offset?: number): Promise<AuditRecord[]>;
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
