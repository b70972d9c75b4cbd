export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

/** Changes of one kind that followed each other: the last of them, how many, and when the first was. */
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
  /** The newest first. */
  list(accountId: string, limit: number, offset?: number): Promise<AuditRecord[]>;
  /** Deletes older entries. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
