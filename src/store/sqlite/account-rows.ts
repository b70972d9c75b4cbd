import type { Database } from 'better-sqlite3';
import type { AccountRow } from './accounts.ts';

/** Accounts whose rows are held at most. */
const HELD = 10_000;

/**
 * Account rows as last read, so that a busy account is not read for each of
 * its calls. Whoever writes a row drops it here; a commit of another process
 * drops all.
 */
export class AccountRows {
  readonly #rows = new Map<string, Readonly<AccountRow>>();
  readonly #select;

  constructor(db: Database) {
    this.#select = db.prepare<[string], AccountRow>('SELECT * FROM account WHERE id = ?');
  }

  /** Not to be changed in place. */
  get(id: string): Readonly<AccountRow> | undefined {
    const held = this.#rows.get(id);
    if (held) return held;
    const row = this.#select.get(id);
    if (row) {
      if (this.#rows.size >= HELD) this.#rows.clear();
      this.#rows.set(id, row);
    }
    return row;
  }

  drop(id: string): void {
    this.#rows.delete(id);
  }

  clear(): void {
    this.#rows.clear();
  }
}
