export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

/**
 * One or more equal changes, each made within an hour of the one before. `times` is their number, `firstAt` the time of
 * the first and `at` the time of the last.
 */
export interface AuditRecord extends AuditEntry {
  times: number;
  firstAt: number;
}

export interface AuditStore {
  /**
   * An account's entry within an hour of an equal one is stored as a repetition of it. With `lastDetail`, the details
   * may differ, and the last one is stored. Only the newest AUDIT_KEPT entries per account and action remain.
   */
  add(entry: AuditEntry, kept?: 'lastDetail'): Promise<void>;
  list(accountId: string, limit: number, offset?: number): Promise<AuditRecord[]>;
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
